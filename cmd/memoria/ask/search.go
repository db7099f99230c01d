package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/meaning"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// searchFlags are the flags of search.
type searchFlags struct {
	in, project              []string
	dir                      string
	limit, offset            int
	explain, unchecked, json bool
}

func (a *app) searchCmd() *cobra.Command {
	var o searchFlags
	c := command.New("search", func(c *cobra.Command, args []string) error { return a.search(c.Context(), strings.Join(args, " "), &o) })
	c.Args = command.SomeWords("search: nothing to look for", `memoria search WORDS, such as memoria search "busy timeout"`)
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		if word := leftOut(err); word != "" {
			return exit.Hint(err, exit.Usage, "to leave out what says "+word+", put quotes around all that is looked for, or -- before it: memoria search -- WORDS -"+word, c.CommandPath()+" --help shows its flags")
		}
		return command.FlagError(c, err)
	})
	f := c.Flags()
	placeFlags(c, &o.in, &o.project)
	f.StringVar(&o.dir, "dir", "", "search the Markdown files of `DIR` instead of a vault")
	f.IntVar(&o.limit, "limit", 10, "show at most `N`; 0 shows all")
	f.IntVar(&o.offset, "offset", 0, "leave out the first `N`")
	f.BoolVar(&o.explain, "explain", false, "say what made the order")
	f.BoolVar(&o.unchecked, "unchecked", false, "answer from the index as it is, without a look whether files changed")
	command.JSONFlag(c, &o.json)
	return c
}

// placeFlags adds the flags that narrow a search to places.
func placeFlags(c *cobra.Command, in, project *[]string) {
	c.Flags().StringSliceVar(in, "in", nil, "look only in `PLACE`: wiki, daily or notes")
	c.Flags().StringSliceVar(project, "project", nil, "look only at what is of `PROJECT`")
}

func (a *app) search(ctx context.Context, text string, o *searchFlags) error {
	if err := knownPlaces("search", o.in); err != nil {
		return err
	}
	if o.limit < 0 || o.offset < 0 {
		return exit.Hint(errors.New("search: --limit and --offset are 0 or more"), exit.Usage)
	}
	if o.limit == 0 {
		o.limit = 1 << 20
	}
	opts := search.Options{Limit: o.limit, Offset: o.offset, Fold: !o.json, Whose: true}
	store, end, err := a.searched(ctx, o, &opts)
	if err != nil {
		return err
	}
	defer end()
	q := a.Machine().QueryParser(store.Zone).Parse(text)
	q.In, q.Projects = append(q.In, o.in...), append(q.Projects, o.project...)
	if q.Empty() {
		return exit.Hint(fmt.Errorf("search: no word in %q", text), exit.Usage, append(q.Notes, "quotes keep words together, -word leaves one out: name one to look for")...)
	}
	res, x, err := workspace.Find(ctx, store, q, opts, o.unchecked)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	defer x.Close()
	if o.json {
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

// leftOut returns the word that a shell's user wanted to leave out by -word, which is read as a flag.
func leftOut(err error) string {
	_, flag, ok := strings.Cut(err.Error(), "unknown shorthand flag: ")
	if _, word, in := strings.Cut(flag, " in -"); ok && in && !strings.HasPrefix(word, "-") {
		return say.Printable(word)
	}
	return ""
}

// searched returns what to search, the vault or a folder, and says in to what finds in it by meaning, and what holds.
func (a *app) searched(ctx context.Context, o *searchFlags, to *search.Options) (*index.Store, func(), error) {
	if o.dir != "" {
		return a.Machine().SearchFolder(o.dir)
	}
	v, err := a.Open()
	if err != nil {
		return nil, nil, err
	}
	to.Near, to.Holds = meaning.Near(v), v.HoldsKept()
	if !o.unchecked {
		if to.Holds, err = v.Holds(ctx); err != nil {
			v.Dir.Close()
			return nil, nil, fmt.Errorf("search: %w", err)
		}
	}
	return v.SearchIn(a.Dir), func() { v.Dir.Close() }, nil
}

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
			h.Score, h.Cover, h.Passage, h.Snippet, h.Cites, h.Past, h.Fate.Until, h.Fate.By, nil, h.Projects}
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
	for _, h := range res.Hits {
		place := h.Path
		if h.Line > 0 {
			place = fmt.Sprintf("%s:%d", h.Path, h.Line)
		}
		facts := append([]string{place}, res.Whose(&h)...)
		if h.Updated != "" && h.Kind != index.Entry {
			facts = append(facts, h.Updated)
		}
		a.UI.Print("%s  (%s)", say.Printable(h.Title), say.Printable(strings.Join(facts, ", ")))
		if h.Snippet != "" {
			a.UI.Print("    %s", say.Printable(h.Fate.Said(h.Snippet)))
		}
		if link := h.Link(); h.Kind == index.Entry {
			a.UI.Print("    [[%s]]", say.Printable(link))
		} else if len(h.Cites) > 0 {
			a.UI.Print("    from [[%s]]", say.Printable(strings.Join(h.Cites, "]], [[")))
		}
		if len(h.Also) > 0 {
			a.UI.Print("    also in [[%s]]", say.Printable(strings.Join(h.Also, "]], [[")))
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
