package compiler

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A citation is a place of the wiki that cites something, and what it says there. What is only
// remembered of a page has no line.
type citation struct {
	path string
	line int
	text string
}

// targets gathers what can be forgotten: what the logs say, whatever a veil hides of them, what is kept
// of what they said, and what the wiki cites.
func (c *Compiler) targets(ctx context.Context, kept []daily.Dated) (*Target, *why.Explainer, error) {
	own := *c
	logs := *c.Daily
	logs.Veil, own.Daily = nil, &logs
	c = &own
	s, err := c.store().Load()
	if err != nil {
		return nil, nil, err
	}
	sources, _, err := c.readLogs(ctx, new(state.State))
	if err != nil {
		return nil, nil, err
	}
	torn, err := c.Daily.Unfinished()
	if err != nil {
		return nil, nil, fmt.Errorf("read the logs: %w", err)
	}
	w, err := c.Wiki.Load(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("read the wiki: %w", err)
	}
	entries := entriesOf(sources)
	t := &Target{kept: map[string][]daily.Dated{}, lost: maps.Collect(func(yield func(daily.Date, bool) bool) {
		for d := range s.Days {
			if !slices.ContainsFunc(sources, func(x *source) bool { return x.date == d && x.log != nil }) && !yield(d, true) {
				return
			}
		}
	})}
	have := map[string]bool{}
	for _, d := range entries {
		have[d.ID] = true
	}
	for _, d := range slices.Concat(torn, kept) {
		if have[d.ID] {
			t.kept[d.ID] = append(t.kept[d.ID], d)
			continue
		}
		have[d.ID] = true
		if d.Date.IsZero() {
			d.Date = s.DayOf(d.ID)
		}
		entries = append(entries, d)
	}
	for i := range entries {
		t.all = append(t.all, &entries[i])
	}
	t.w = w
	t.cited, err = c.citations(w, s)
	return t, why.New(entries, w, s), err
}

// citations are those of all pages, as they are and as they are remembered.
func (c *Compiler) citations(w *wiki.Wiki, s *state.State) (map[merge.Key][]citation, error) {
	out := map[merge.Key][]citation{}
	take := func(at string, a *wiki.Article) {
		for _, x := range merge.Sections(a) {
			for _, u := range x.Units {
				for _, k := range u.Cites {
					line := 0
					if at != "" {
						line = lineOf(a.Bytes(), u.Start)
					}
					out[k] = append(out[k], citation{at, line, claimOf(u.Text)})
				}
			}
		}
	}
	for _, page := range w.Pages() {
		if page.Article != nil && page.Kind != wiki.CodePage {
			take(page.Path, page.Article)
		}
	}
	for at, rec := range s.Pages {
		for _, k := range rec.Cites {
			out[k] = append(out[k], citation{path: at})
		}
		for _, hash := range []string{rec.Base, rec.Draft} {
			a, err := c.store().Text(hash)
			if err != nil {
				return nil, err
			}
			if a != nil {
				take("", a)
			}
		}
	}
	return out, nil
}

// citedOnly finds a line or a section that no log has and the wiki cites.
func (t *Target) citedOnly(_ *why.Explainer, name string) (bool, error) {
	day, rest, ok := strings.Cut(name, "#")
	if !ok {
		day, rest = "", strings.TrimPrefix(name, "^")
	} else {
		day = path.Base(strings.TrimSuffix(day, ".md"))
	}
	block, isBlock := strings.CutPrefix(rest, "^")
	if !ok {
		block, isBlock = rest, true
	}
	var names []string
	for k := range t.cited {
		want := merge.NewKey(k.Day(), block, "")
		if !isBlock {
			want = merge.NewKey(k.Day(), "", rest)
		}
		if rest != "" && k == want && k != merge.Key(k.Day()) && (day == "" || day == k.Day()) {
			t.bare, names = append(t.bare, k), append(names, string(k))
		}
	}
	slices.Sort(names)
	if len(names) > 1 {
		return true, &ManyError{Target: name, Names: names}
	}
	if t.Kind = "line"; !isBlock {
		t.Kind = "section"
	}
	t.Name = strings.Join(names, "")
	return len(names) == 1, nil
}

// known are an entry and what else is kept of it.
func (t *Target) known(d daily.Dated) []daily.Dated {
	return append([]daily.Dated{d}, t.kept[d.ID]...)
}

// goes reports whether a line goes with its entry: it is ours, or was before somebody took its id off.
func (t *Target) goes(d daily.Dated, b daily.Bullet) bool {
	return d.Hand || !b.Foreign() || t.lostID(d, b)
}

// lostID reports whether a line of an entry was ours before somebody took its id off.
func (t *Target) lostID(d daily.Dated, b daily.Bullet) bool {
	return !d.Hand && b.Block == "" && slices.ContainsFunc(t.kept[d.ID], func(o daily.Dated) bool {
		return slices.ContainsFunc(o.Bullets, func(x daily.Bullet) bool { return daily.Oneline(x.Text) == daily.Oneline(b.Text) })
	})
}

// said is what the lines of an entry say, and said, that go with it.
func (t *Target) said(d daily.Dated) (out []string) {
	for _, v := range t.known(d) {
		for _, b := range v.Bullets {
			if t.goes(d, b) && !slices.Contains(out, b.Text) {
				out = append(out, b.Text)
			}
		}
	}
	return out
}

// wrote reports whether a citation leads to a line that was written in an entry, wherever its words
// were found.
func (t *Target) wrote(d daily.Dated, k merge.Key) bool {
	_, block, ok := strings.Cut(string(k), "#^")
	if !ok || d.Hand || !d.Date.IsZero() && d.Date.String() != k.Day() {
		return false
	}
	for _, text := range t.said(d) {
		if daily.Wrote(d.ID, text, block) {
			return true
		}
	}
	for _, c := range t.cited[k] {
		if c.text != "" && (daily.Wrote(d.ID, c.text, block) || daily.Wrote(d.ID, daily.Unescape(c.text), block) || daily.Wrote(d.ID, wikilink.Plain(c.text), block)) {
			return true
		}
	}
	return false
}

// A Doubt is a line of the wiki that cites a log which is gone, where nothing tells whether what it
// cites was in the target.
type Doubt struct {
	Path string
	Line int
	Cite string
}

// Doubts are those lines, where an entry of the target was in a log that is gone and is kept nowhere.
func (t *Target) Doubts() (out []Doubt) {
	dark := map[string]bool{}
	for _, d := range t.Entries {
		if d.End > 0 || len(d.Bullets) > 0 || d.Title == daily.Forgotten && len(t.lost) == 0 {
			continue
		}
		for l := range t.lost {
			dark[l.String()] = dark[l.String()] || d.Date.IsZero() || d.Date == l
		}
	}
	if len(dark) == 0 {
		return nil
	}
	ours := merge.Keys{}
	for _, d := range t.all {
		for _, v := range t.known(*d) {
			for k := range entryKeys(&v) {
				ours[k] = true
			}
		}
	}
	f := t.Forgetting()
	for k, list := range t.cited {
		if !dark[k.Day()] || ours[k] || f.cites(k) {
			continue
		}
		for _, c := range list {
			if d := (Doubt{c.path, c.line, string(k)}); c.line > 0 && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	slices.SortFunc(out, func(a, b Doubt) int { return strings.Compare(a.Path+"\x00"+a.Cite, b.Path+"\x00"+b.Cite) })
	return out
}
