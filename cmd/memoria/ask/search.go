package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/meaning"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/fsutil/seen"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// searchFlags are the flags of search.
type searchFlags struct {
	in, project           []string
	dir, since            string
	limit, offset, around int
	explain, unchecked    bool
}

func (a *app) searchCmd() *cobra.Command {
	var o searchFlags
	c := command.New("search", func(c *cobra.Command, args []string) error { return a.search(c.Context(), strings.Join(args, " "), &o) })
	c.Args = command.SomeWords("search: nothing to look for", `memoria search WORDS, such as memoria search "busy timeout"`)
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if word := a.leftOut(c); word != "" {
			return wantedOut(c, err, word)
		}
		return command.FlagError(c, err)
	})
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		if word := a.leftOut(c); word != "" {
			return wantedOut(c, fmt.Errorf("search: %s is read as flags", word), word)
		}
		return nil
	}
	f := c.Flags()
	placeFlags(c, &o.in, &o.project)
	f.StringVar(&o.since, "since", "", "only what was said or changed since `WHEN`: a day, yesterday, or how long ago (12h, 7d, 2w)")
	f.StringVar(&o.dir, "dir", "", "search the Markdown files of `DIR` instead of a vault")
	command.LimitFlag(c, &o.limit, 10, "show at most `N`; 0 shows all")
	f.IntVar(&o.offset, "offset", 0, "leave out the first `N`")
	f.IntVarP(&o.around, "context", "C", 0, "show `N` passages before and after each, too")
	f.BoolVar(&o.explain, "explain", false, "say what made the order")
	f.BoolVar(&o.unchecked, "unchecked", false, "answer from the index as it is, without a look whether files changed")
	a.JSONFlag(c)
	return c
}

// placeFlags adds the flags that narrow a search to places.
func placeFlags(c *cobra.Command, in, project *[]string) {
	c.Flags().StringSliceVar(in, "in", nil, "look only in `PLACE`: wiki, daily or notes")
	c.Flags().StringSliceVarP(project, "project", "p", nil, "look only at what is of `PROJECT`")
}

func (a *app) search(ctx context.Context, text string, o *searchFlags) error {
	if err := knownPlaces("search", o.in); err != nil {
		return err
	}
	if o.limit < 0 || o.offset < 0 || o.around < 0 {
		return exit.Hint(errors.New("search: --limit, --offset and --context are 0 or more"), exit.Usage)
	}
	if o.limit == 0 {
		o.limit = 1 << 20
	}
	defer command.RarelyCollect(command.Narrow)()
	opts := search.Options{Limit: o.limit, Offset: o.offset, Fold: !a.AsJSON, Whose: true, Around: o.around}
	store, end, err := a.searched(ctx, o, &opts)
	if err != nil {
		return err
	}
	defer end()
	since, err := a.Moment("search", "--since", o.since, store.Zone)
	if err != nil {
		return err
	}
	q := a.Machine().QueryParser(store.Zone).Parse(text)
	q.In, q.Projects = append(q.In, o.in...), append(q.Projects, o.project...)
	if o.since != "" {
		q.After = since.In(cmp.Or(store.Zone, time.UTC)).Format(time.DateOnly)
	}
	if q.Empty() {
		return exit.Hint(fmt.Errorf("search: no word in %q", text), exit.Usage, append(q.Notes, "quotes keep words together, -word leaves one out: name one to look for")...)
	}
	res, x, err := workspace.Find(ctx, store, q, opts, o.unchecked)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	defer x.Close()
	if a.AsJSON {
		return a.UI.JSON(foundJSON(text, x, &res, o.explain))
	}
	a.tellFound(text, x, &res, o)
	return nil
}

// knownPlaces returns an error for an unknown place.
func knownPlaces(command string, named []string) error {
	for _, place := range named {
		if !slices.Contains([]string{"wiki", "daily", "notes"}, place) {
			return exit.Hint(fmt.Errorf("%s: no place is called %q", command, place), exit.Usage, "--in takes wiki, daily or notes")
		}
	}
	return nil
}

// leftOut returns what a person wanted to look for or to leave out, -race or --force, and is read as flags.
func (a *app) leftOut(c *cobra.Command) string {
	for _, arg := range a.Args {
		if arg == "--" {
			break
		}
		if name, ok := strings.CutPrefix(arg, "--"); ok {
			if name, _, _ = strings.Cut(name, "="); c.Flags().Lookup(name) == nil {
				return say.Printable(arg)
			}
		} else if len(arg) > 2 && arg[0] == '-' && !flagOf().MatchString(arg[1:]) {
			return say.Printable(arg)
		}
	}
	return ""
}

// flagOf matches a short flag of search with its value: -n5, -C=2.
var flagOf = lazy.Regexp(`^(?:[nC]=?[0-9]+|p=.*)$`)

func wantedOut(c *cobra.Command, err error, word string) error {
	return exit.Hint(err, exit.Usage, "to look for "+word+", or to leave out what says it, put quotes around all that is looked for, or -- before it: memoria search -- WORDS "+word, c.CommandPath()+" --help shows its flags")
}

// searched returns what to search, the vault or a folder, and says in to what finds in it by meaning, and what holds.
func (a *app) searched(ctx context.Context, o *searchFlags, to *search.Options) (*index.Store, func(), error) {
	if o.dir != "" {
		store, end, err := a.Machine().SearchFolder(o.dir)
		if err == nil {
			store.Progress = a.indexing
		}
		return store, end, err
	}
	v, err := a.Open()
	if err != nil {
		return nil, nil, err
	}
	to.Near, to.Holds = meaning.Near(v), v.HoldsKept()
	var look *seen.Look
	if !o.unchecked {
		look = v.Look()
		defer v.ReadOnce(look.Tick, true)()
	}
	store := v.SearchIn(a.Dir)
	store.Progress, store.Look = a.indexing, look
	go store.Apart() // which asks git, while the files are looked at
	if !o.unchecked {
		if to.Holds, err = v.HoldsAt(ctx, look); err != nil {
			v.Dir.Close()
			return nil, nil, fmt.Errorf("search: %w", err)
		}
	}
	return store, func() { v.Dir.Close() }, nil
}

func (a *app) indexing(done, total int) { a.Step("reading file", done, total, "") }

// A hitJSON is a hit as scripts read it.
type hitJSON struct {
	Path    string          `json:"path"`
	Line    int             `json:"line,omitempty"`
	Link    string          `json:"link"`
	Title   string          `json:"title"`
	Kind    string          `json:"kind"`
	Type    string          `json:"type,omitempty"`
	Entry   string          `json:"entry,omitempty"`
	Project string          `json:"project,omitempty"`
	Branch  string          `json:"branch,omitempty"`
	Agent   string          `json:"agent,omitempty"`
	Tags    []string        `json:"tags,omitempty"`
	Created string          `json:"created,omitempty"`
	Updated string          `json:"updated,omitempty"`
	Score   float64         `json:"score"`
	Cover   float64         `json:"cover"`
	Passage string          `json:"passage"`
	Snippet string          `json:"snippet"`
	Before  []string        `json:"before,omitempty"` // with --context
	After   []string        `json:"after,omitempty"`
	Cites   []string        `json:"cites,omitempty"`
	Past    bool            `json:"past,omitempty"`  // it does not hold
	Until   string          `json:"until,omitempty"` // since when
	Then    string          `json:"then,omitempty"`  // what took its place
	Why     []search.Reason `json:"why,omitempty"`
	Of      []string        `json:"projects,omitempty"` // whose lines the passage of an article cites
}

func foundJSON(text string, x *index.Index, res *search.Results, explain bool) any {
	hits := make([]hitJSON, len(res.Hits))
	for i, h := range res.Hits {
		hits[i] = hitJSON{h.Path, h.Line, h.Link(), h.Title, h.Kind.String(), h.Type, h.Entry, h.Project, h.Branch, h.Agent, h.Tags, h.Created, h.Updated,
			h.Score, h.Cover, h.Passage, h.Snippet, h.Before, h.After, h.Cites, h.Past, h.Fate.Until, h.Fate.By, nil, h.Projects}
		if explain {
			hits[i].Why = h.Why
		}
	}
	return struct {
		Query     string            `json:"query"`
		Hits      []hitJSON         `json:"hits"`
		Total     int               `json:"total"`
		Documents int               `json:"documents"`
		Nearby    map[string]string `json:"nearby,omitempty"`
		Absent    []string          `json:"absent,omitempty"` // words that are nowhere, with none near them
		Notes     []string          `json:"notes,omitempty"`  // what of the query could not be obeyed
		Unchecked bool              `json:"unchecked,omitempty"`
	}{text, hits, res.Total, x.Documents(), res.Nearby, res.Absent, res.Notes, x.Unchecked}
}

func (a *app) tellFound(text string, x *index.Index, res *search.Results, s *searchFlags) {
	for _, note := range res.Told() {
		a.UI.Say("%s", say.Printable(note))
	}
	a.Page()
	for i, h := range res.Hits {
		if s.around > 0 && i > 0 {
			a.UI.Print("")
		}
		place := h.Path
		if h.Line > 0 {
			place = fmt.Sprintf("%s:%d", h.Path, h.Line)
		}
		facts := append([]string{place}, res.Whose(&h)...)
		if h.Updated != "" && h.Kind != index.Entry {
			facts = append(facts, h.Updated)
		}
		a.UI.Print("%s  %s", a.UI.In(term.Bold, say.Printable(h.Title)), a.UI.In(term.Faint, "("+say.Printable(strings.Join(facts, ", "))+")"))
		a.tellAside(h.Before)
		if h.Snippet != "" {
			a.UI.Print("    %s", a.marked(&h))
		}
		a.tellAside(h.After)
		if link := h.Link(); h.Kind == index.Entry {
			a.UI.Print("    %s", a.UI.In(term.Faint, "[["+say.Printable(link)+"]]"))
		} else if len(h.Cites) > 0 {
			a.UI.Print("    %s", a.UI.In(term.Faint, "from [["+say.Printable(strings.Join(h.Cites, "]], [["))+"]]"))
		}
		if len(h.Also) > 0 {
			a.UI.Print("    %s", a.UI.In(term.Faint, "also in [["+say.Printable(strings.Join(h.Also, "]], [["))+"]]"))
		}
		if s.explain {
			a.explainHit(&h)
		}
	}
	if rest := res.Total - s.offset - len(res.Hits) - res.Folded; rest > 0 && len(res.Hits) > 0 {
		fewer := "a phrase in quotes, -word"
		if strings.Contains(text, `"`) {
			fewer = "-word"
		}
		upTo := ""
		if !res.Counted {
			upTo = "up to "
		}
		a.UI.Say("%s%s more: --limit %d shows them; %s or a filter makes them fewer", upTo, say.Count(rest, "document"), len(res.Hits)+rest, fewer)
	}
	if len(res.Hits) == 0 {
		a.UI.Say("nothing found for %q in %s", say.Printable(text), say.Count(x.Documents(), "document"))
	}
}

// marked returns the snippet of a hit with the words of the query emphasized, and what became of it.
func (a *app) marked(h *search.Hit) string {
	var b strings.Builder
	at := 0
	for _, m := range h.Marks {
		b.WriteString(say.Printable(h.Snippet[at:m.Start]) + a.UI.In(term.Match, say.Printable(h.Snippet[m.Start:m.End])))
		at = m.End
	}
	fate := h.Fate
	fate.By = say.Printable(fate.By)
	return fate.Said(b.String() + say.Printable(h.Snippet[at:]))
}

// tellAside prints what stands beside the passage of a hit.
func (a *app) tellAside(lines []string) {
	for _, l := range lines {
		a.UI.Print("      %s", a.UI.In(term.Faint, say.Printable(l)))
	}
}

func (a *app) explainHit(h *search.Hit) {
	a.UI.Print("    score %.2f; the passage holds %.0f%% of what was looked for", h.Score, 100*h.Cover)
	for _, r := range h.Why {
		word := r.Word
		if r.As != "" {
			word += " as " + r.As
		}
		a.UI.Print("    %-20s rarity %.2f, weight %.2f, in %s", say.Printable(word), r.Rarity, r.Weight, strings.Join(r.Fields, ", "))
	}
}
