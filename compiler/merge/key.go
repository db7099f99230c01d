package merge

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Key names the target of a citation: "2026-11-27#^k3f9a2c" for a block, "2026-11-27#a heading", folded, for a
// section, and the day alone otherwise. It does not depend on how the link is written.
type Key string

func NewKey(day, block, heading string) Key {
	switch {
	case block != "":
		return Key(day + "#^" + strings.ToLower(block))
	case heading != "":
		return Key(day + "#" + wiki.Fold(heading))
	}
	return Key(day)
}

func CiteKey(c wiki.Cite) Key { return NewKey(string(c.Date), c.Block, c.Heading) }

func LineKey(d daily.Dated, b daily.Bullet) Key { return NewKey(d.Date.String(), b.Block, d.Heading) }

// EntryKeys returns the citations that an entry supports.
func EntryKeys(e daily.Dated) []Key {
	day := e.Date.String()
	own := make([]Key, 1, 1+len(e.Bullets))
	own[0] = NewKey(day, "", e.Heading)
	for _, b := range e.Bullets {
		own = append(own, NewKey(day, b.Block, e.Heading))
	}
	return own
}

// Tell writes into drafts whose projects and whose words the lines are that they cite.
func Tell(drafts []draft.Draft, entries []daily.Dated) {
	projects, people := projectsOf(entries), peopleOf(entries)
	wiki.Each(len(drafts), func(i int) {
		drafts[i].NameProjects(projects)
		drafts[i].NamePeople(people)
	})
}

// projectsOf returns a function that returns the project of the line that a citation leads to, "" for none.
func projectsOf(entries []daily.Dated) func(wiki.Cite) string {
	spelled := wiki.Spellings(entries, func(e *daily.Dated) string { return e.Project })
	return linesOf(entries, func(e *daily.Dated) string { return spelled[wiki.ProjectKey(e.Project)] })
}

// linesOf returns a function that returns what of says of the entry in which a citation's line stands, "" for none.
func linesOf(entries []daily.Dated, of func(*daily.Dated) string) func(wiki.Cite) string {
	says := map[Key]string{}
	for i := range entries {
		what := of(&entries[i])
		for _, k := range EntryKeys(entries[i])[1:] {
			says[k] = what
		}
	}
	return func(c wiki.Cite) string { return at(says, c) }
}

// peopleOf returns a function that returns who said the line that a citation leads to, "" where it is not known. It is
// nil if there are no two people.
func peopleOf(entries []daily.Dated) func(wiki.Cite) string {
	people := map[string]bool{}
	who := func(e *daily.Dated) string {
		if e.Who == "" {
			return ""
		}
		return e.Who + e.Said.Mark()
	}
	for i := range entries {
		people[who(&entries[i])] = true
	}
	if delete(people, ""); len(people) < 2 {
		return nil
	}
	return linesOf(entries, who)
}

// Day returns the day of the log that the key leads into.
func (k Key) Day() string {
	d, _, _ := strings.Cut(string(k), "#")
	return d
}

// linkKey returns the key of a link, if it leads into a day's log.
func linkKey(l wikilink.Link) (Key, bool) {
	day := path.Base(strings.TrimSuffix(l.Target, ".md"))
	if _, err := daily.ParseDate(day); err != nil {
		return "", false
	}
	if block, ok := strings.CutPrefix(l.Fragment, "^"); ok {
		return NewKey(day, block, ""), true
	}
	return NewKey(day, "", l.Fragment), true
}

// Keys is a set of citations.
type Keys map[Key]bool

// KeysOf returns a set of the keys in list.
func KeysOf(list []Key) Keys {
	s := Keys{}
	s.Add(list)
	return s
}

func (s Keys) Add(list []Key) {
	for _, k := range list {
		s[k] = true
	}
}

// Has reports whether the set has a citation.
func (s Keys) Has(c wiki.Cite) bool { return at(s, c) }

// at returns what a citation leads to.
func at[V any](of map[Key]V, c wiki.Cite) V {
	if c.Block == "" {
		return of[CiteKey(c)]
	}
	var room [64]byte
	return of[Key(append(append(append(room[:0], c.Date...), "#^"...), strings.ToLower(c.Block)...))]
}

func (s Keys) Cite(cites []wiki.Cite) {
	for _, c := range cites {
		s[CiteKey(c)] = true
	}
}

// Sorted returns the citations in the order of their days.
func (s Keys) Sorted() []Key { return slices.Sorted(maps.Keys(s)) }

// Minus returns the citations that o lacks.
func (s Keys) Minus(o Keys) Keys {
	out := maps.Clone(s)
	maps.DeleteFunc(out, func(k Key, _ bool) bool { return o[k] })
	return out
}

// Days returns the days that the citations lead into, in order.
func (s Keys) Days() []wiki.Date {
	var out []wiki.Date
	for _, k := range s.Sorted() {
		out = append(out, wiki.Date(k.Day()))
	}
	return slices.Compact(out)
}

// PageKeys returns the citations of a page, wherever a person may have moved them. A link to a whole day counts only
// in Key Points: elsewhere it lists a source.
func PageKeys(a *wiki.Article) Keys {
	keys := Keys{}
	for _, l := range a.Doc().Links {
		if k, ok := linkKey(l); ok && l.Fragment != "" {
			keys[k] = true
		}
	}
	for _, p := range a.Points() {
		keys.Cite(p.Cites)
	}
	return keys
}

// DraftPoints returns the points of a draft that hold, each claim once: Key Points first, then the others in Details.
func DraftPoints(d *draft.Draft) []wiki.Point {
	points := slices.Clip(d.Points)
	have := Keys{}
	for _, p := range points {
		have.Cite(p.Cites)
	}
	for _, b := range d.Details {
		for _, p := range b.Points {
			if slices.ContainsFunc(p.Cites, func(c wiki.Cite) bool { return !have.Has(c) }) {
				points = append(points, p)
			}
			have.Cite(p.Cites)
		}
	}
	return points
}

// DraftKeys returns the citations of a draft.
func DraftKeys(d *draft.Draft) Keys {
	keys := Keys{}
	for c := range d.Cites {
		keys[CiteKey(c)] = true
	}
	return keys
}
