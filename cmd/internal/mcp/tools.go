package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

const (
	someHits  = 5
	mostHits  = 20
	mostPast  = 50 // entries
	somePast  = 10
	someNear  = 8
	mostNear  = 30
	longAgo   = 200 // years, if nobody says since when
	mostSkips = 1_000
)

// SearchArgs are the arguments of the tool search.
type SearchArgs struct {
	Query   string `json:"query" about:"words, \"a phrase\", -word, tag:x, after:2026-03"`
	Project string `json:"project,omitempty" about:"all unless told"`
	In      string `json:"in,omitempty" about:"wiki or daily"`
	Limit   int    `json:"limit,omitempty"`
	Offset  int    `json:"offset,omitempty"`
}

func (s *Server) search(ctx context.Context, in SearchArgs) (string, error) {
	if err := errors.Join(argument("query", in.Query), argument("project", in.Project)); err != nil {
		return "", err
	}
	if strings.TrimSpace(in.Query) == "" {
		return "", errors.New("query is empty: name a few words to look for")
	}
	var f search.Filter
	switch in.In {
	case "":
	case "wiki", "daily", "notes":
		f.In = []string{in.In}
	default:
		return "", fmt.Errorf("in is %q: it can be wiki, daily or notes", in.In)
	}
	if in.Project != "" {
		f.Projects = []string{in.Project}
	}
	o := search.Options{Limit: within(in.Limit, someHits, mostHits), Offset: min(max(0, in.Offset), mostSkips), Fold: true, Whose: true}
	res, err := s.Find(ctx, in.Query, f, o)
	if err != nil {
		return "", err
	}
	if len(res.Hits) == 0 {
		if o.Offset > 0 {
			return "Nothing more was found.", nil
		}
		told := notes(&res)
		if told != "" { // what there is instead is the vault's words
			told = quoted + told
		}
		return told + "Nothing is known of that. Other words may find it; recent shows what was kept lately.", nil
	}
	people, err := s.people(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(quoted + notes(&res))
	var places []Place
	for i := range res.Hits {
		h := &res.Hits[i]
		said := h.Cites
		if h.Block != "" {
			said = []string{h.Link()}
		}
		tellHit(&b, h, strings.Join(res.Whose(h), ", "), people.of(said...))
		places = append(places, Place{Path: h.Path})
		if day, block, ok := strings.Cut(h.Link(), "#^"); ok {
			places = append(places, Place{Day: day, Block: block})
		}
	}
	if next := o.Offset + len(res.Hits); next+res.Folded < res.Total {
		upTo := ""
		if !res.Counted {
			upTo = "up to "
		}
		fmt.Fprintf(&b, "%s%d more: offset %d goes on.\n", upTo, res.Total-res.Folded-next, next)
	}
	s.gave(places...)
	return b.String(), nil
}

// notes reports the parts of a query that could not be obeyed.
func notes(res *search.Results) (out string) {
	for _, note := range res.Told() {
		out += fmt.Sprintf("(%s)\n", clipped(note))
	}
	return out
}

func tellHit(b *strings.Builder, h *search.Hit, whose string, said []string) {
	fmt.Fprintf(b, "## %s", h.Title)
	switch {
	case h.Kind == index.Entry:
		fmt.Fprintf(b, " (session of %s%s)", h.Updated, of(whose))
	case h.Updated != "":
		fmt.Fprintf(b, " (%s, updated %s%s)", h.Type, h.Updated, of(whose))
	}
	if len(said) > 0 {
		fmt.Fprintf(b, " (said by %s)", strings.Join(said, ", "))
	}
	b.WriteByte('\n')
	if h.Passage != "" {
		text := h.Passage
		if len(text) > 600 {
			text = h.Snippet
		}
		fmt.Fprintf(b, "%s\n", h.Fate.Said(text))
	}
	fmt.Fprintf(b, "[[%s]]", h.Link())
	if len(h.Cites) > 0 {
		fmt.Fprintf(b, " from [[%s]]", strings.Join(h.Cites, "]], [["))
	}
	if len(h.Also) > 0 {
		fmt.Fprintf(b, ", also in [[%s]]", strings.Join(h.Also, "]], [["))
	}
	b.WriteString("\n\n")
}

func of(project string) string {
	if project == "" {
		return ""
	}
	return ", project " + project
}

// within returns n, or some if n is 0, or most if n is greater.
func within(n, some, most int) int {
	if n <= 0 {
		return some
	}
	return min(n, most)
}

// ReadArgs are the arguments of the tool read.
type ReadArgs struct {
	Page   string `json:"page" about:"title, alias, day (2026-03-02) or line of a day (2026-03-02#^k9dc1dd)"`
	Offset int    `json:"offset,omitempty" about:"as the last part said"`
}

func (s *Server) read(ctx context.Context, in ReadArgs) (string, error) {
	_, p, err := s.find(ctx, "read", in.Page)
	if err != nil {
		return "", err
	}
	// The redactor sees the whole page: it does not recognise a secret that is cut in two.
	text := s.clean(string(p.Bytes()))
	if in.Offset < 0 || in.Offset > len(text) || in.Offset > 0 && in.Offset < len(text) && text[in.Offset]&0xC0 == 0x80 {
		return "", fmt.Errorf("read %q: offset %d is not in the page, which has %d bytes", clipped(in.Page), in.Offset, len(text))
	}
	if in.Offset == 0 {
		in.Offset = entryOf(text, in.Page)
	}
	rest := text[in.Offset:]
	n := ending(rest, maxAnswer-500)
	other, err := s.other(ctx, p)
	if err != nil {
		return "", err
	}
	people, err := s.people(ctx)
	if err != nil {
		return "", err
	}
	out := quoted + other + people.in(p) + p.Path + "\n\n"
	if in.Offset > 0 {
		out += fmt.Sprintf("(from byte %d on)\n", in.Offset)
	}
	out += rest[:n]
	if n < len(rest) {
		out += fmt.Sprintf("\n\n(%d bytes more: offset %d goes on)", len(rest)-n, in.Offset+n)
	}
	s.gave(Place{Path: p.Path})
	return out, nil
}

// other returns a line that says that a page tells of another project of the name of the one that the agent works in, "" if not.
func (s *Server) other(ctx context.Context, p *wiki.Page) (string, error) {
	if s.Apart == nil || p.Article == nil {
		return "", nil
	}
	apart, err := s.Apart(ctx)
	for _, o := range apart {
		if slices.ContainsFunc(p.Tags(), func(tag string) bool { return wiki.ProjectKey(tag) == wiki.ProjectKey(o) }) {
			return fmt.Sprintf("(This tells of %s, another project of the name of the one you work in.)\n", o), nil
		}
	}
	return "", err
}

// entryOf returns the offset of the entry that has the line a name names: 0 if it names none.
func entryOf(text, name string) int {
	_, block, ok := strings.Cut(name, "#^")
	block, _, _ = strings.Cut(strings.TrimSuffix(strings.TrimSpace(block), "]]"), "|")
	at := strings.Index(text+"\n", " ^"+block+"\n")
	if !ok || block == "" || at < 0 {
		return 0
	}
	return max(0, strings.LastIndex(text[:at], "\n### ")+1)
}

func clipped(s string) string {
	if len(s) > 100 {
		s = strings.ToValidUTF8(s[:100], "") + "…"
	}
	return s
}

// RelatedArgs are the arguments of the tool related.
type RelatedArgs struct {
	Page  string `json:"page" about:"title or alias"`
	Limit int    `json:"limit,omitempty"`
}

func (s *Server) related(ctx context.Context, in RelatedArgs) (string, error) {
	f, p, err := s.find(ctx, "related", in.Page)
	if err != nil {
		return "", err
	}
	x := f.Around(p, within(in.Limit, someNear, mostNear))
	var b strings.Builder
	other, err := s.other(ctx, p)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "%s%s# %s (%s)\n", quoted, other, x.Page.Title, x.Page.Path)
	places := []Place{{Path: p.Path}}
	for i, n := range x.Neighbours {
		if i == 0 {
			b.WriteString("\nNeighbours:\n")
		}
		fmt.Fprintf(&b, "- %s (%s)", n.Title, strings.Join(n.Ways, ", "))
		if n.Description != "" {
			fmt.Fprintf(&b, ": %s", n.Description)
		}
		b.WriteByte('\n')
		places = append(places, Place{Path: n.Path})
	}
	tellMentions(&b, "Linked to in", x.Backlinks)
	tellMentions(&b, "Named without a link in", x.Mentions)
	if more := x.More.Neighbours + x.More.Backlinks + x.More.Mentions; more > 0 {
		fmt.Fprintf(&b, "\n%d more: a higher limit shows them.\n", more)
	}
	s.gave(places...)
	return b.String(), nil
}

func tellMentions(b *strings.Builder, title string, list []related.Mention) {
	for i, m := range list {
		if i == 0 {
			fmt.Fprintf(b, "\n%s:\n", title)
		}
		fmt.Fprintf(b, "- %s: %s\n", m.Title, m.Text)
	}
}

// RecentArgs are the arguments of the tool recent.
type RecentArgs struct {
	Project string `json:"project,omitempty" about:"all unless told"`
	Since   string `json:"since,omitempty" about:"2026-03-02 and later"`
	Limit   int    `json:"limit,omitempty"`
	Offset  int    `json:"offset,omitempty"`
}

func (s *Server) recent(ctx context.Context, in RecentArgs) (string, error) {
	if err := argument("project", in.Project); err != nil {
		return "", err
	}
	zone := s.Zone()
	since := s.Now().AddDate(-longAgo, 0, 0)
	if in.Since != "" {
		day, err := daily.ParseDate(strings.TrimSpace(in.Since))
		if err != nil {
			return "", fmt.Errorf("since is %q, which is no day such as 2026-03-02", clipped(in.Since))
		}
		since = day.At(0, 0, zone)
	}
	logs, err := s.Logs(ctx)
	if err != nil {
		return "", err
	}
	record, err := s.Holds(ctx)
	if err != nil {
		return "", err
	}
	limit, skip := within(in.Limit, somePast, mostPast), min(max(0, in.Offset), mostSkips)
	asked := related.Asked{Since: since, Zone: zone, Project: in.Project, Limit: limit + skip}
	if in.Project == "" && s.Apart != nil {
		if asked.Without, err = s.Apart(ctx); err != nil {
			return "", err
		}
	}
	news := (&related.Finder{Wiki: wiki.New("wiki", nil), Holds: record}).Recent(logs, asked)
	entries := news.Entries[min(skip, len(news.Entries)):]
	if len(entries) == 0 {
		if in.Project != "" {
			return fmt.Sprintf("Nothing was kept%s of a project named %q.", lately(in), clipped(in.Project)), nil
		}
		return "Nothing was kept" + lately(in) + ".", nil
	}
	people, err := s.people(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(quoted)
	var places []Place
	for i, e := range entries {
		from := b.Len()
		tell(&b, &e, zone, people)
		if b.Len() > maxAnswer-300 && i > 0 {
			text := b.String()[:from]
			b.Reset()
			b.WriteString(text)
			entries = entries[:i]
			break
		}
		for _, x := range e.Bullets {
			if day, block, ok := strings.Cut(x.Cite, "#^"); ok {
				places = append(places, Place{Day: day, Block: block})
			}
		}
	}
	if more := news.More.Entries + len(news.Entries) - skip - len(entries); more > 0 {
		fmt.Fprintf(&b, "%d more: offset %d goes on.\n", more, skip+len(entries))
	}
	s.gave(places...)
	return b.String(), nil
}

func lately(in RecentArgs) string {
	switch {
	case in.Offset > 0:
		return " besides"
	case in.Since != "":
		return " since " + in.Since
	}
	return " yet"
}

func tell(b *strings.Builder, e *related.Entry, zone *time.Location, people people) {
	fmt.Fprintf(b, "## %s, %s", e.At.In(zone).Format("2006-01-02 15:04"), e.Title)
	if e.Session != "" {
		fmt.Fprintf(b, " (%s session %s%s%s)", e.Agent, e.Session, of(e.Project), map[bool]string{true: ", continued"}[e.Continued])
	}
	b.WriteString("\n")
	if len(e.Bullets) == 0 && e.Context != "" {
		b.WriteString(e.Context + "\n")
	}
	for _, x := range e.Bullets {
		whose := ""
		if names := people.of(x.Cite); len(names) > 0 {
			whose = " of " + strings.Join(names, ", ")
		}
		fmt.Fprintf(b, "- %s%s: %s ([[%s]])\n", x.Kind, whose, x.Said(), x.Cite)
	}
	b.WriteString("\n")
}
