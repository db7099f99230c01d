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
	own := []Key{NewKey(e.Date.String(), "", e.Heading)}
	for _, b := range e.Bullets {
		own = append(own, LineKey(e, b))
	}
	return own
}

// Tell writes into drafts whose projects and whose words the lines are that they cite.
func Tell(drafts []draft.Draft, entries []daily.Dated) {
	projects, people := projectsOf(entries), peopleOf(entries)
	for i := range drafts {
		drafts[i].NameProjects(projects)
		drafts[i].NamePeople(people)
	}
}

// projectsOf returns a function that returns the project of the line that a citation leads to, "" for none.
func projectsOf(entries []daily.Dated) func(wiki.Cite) string {
	spelled := wiki.Spellings(func(yield func(string) bool) {
		for i := range entries {
			if !yield(entries[i].Project) {
				return
			}
		}
	})
	of := map[Key]string{}
	for _, e := range entries {
		project := spelled[wiki.ProjectKey(e.Project)]
		for _, b := range e.Bullets {
			of[LineKey(e, b)] = project
		}
	}
	return func(c wiki.Cite) string { return of[CiteKey(c)] }
}

// peopleOf returns a function that returns who said the line that a citation leads to, "" where it is not known. It is
// nil if there are no two people.
func peopleOf(entries []daily.Dated) func(wiki.Cite) string {
	of, people := map[Key]string{}, map[string]bool{}
	for _, e := range entries {
		if e.Who == "" {
			continue
		}
		who := e.Who + e.Said.Mark()
		people[who] = true
		for _, b := range e.Bullets {
			of[LineKey(e, b)] = who
		}
	}
	if len(people) < 2 {
		return nil
	}
	return func(c wiki.Cite) string { return of[CiteKey(c)] }
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
			if slices.ContainsFunc(p.Cites, func(c wiki.Cite) bool { return !have[CiteKey(c)] }) {
				points = append(points, p)
			}
			have.Cite(p.Cites)
		}
	}
	return points
}

// DraftKeys returns the citations of a draft.
func DraftKeys(d *draft.Draft) Keys {
	keys := holding(d)
	for _, t := range d.History {
		keys.Cite(t.Was.Cites)
		keys.Cite(t.Now.Cites)
	}
	return keys
}

// holding returns the citations of what a draft says to hold.
func holding(d *draft.Draft) Keys {
	keys := Keys{}
	for _, p := range d.Points {
		keys.Cite(p.Cites)
	}
	for _, b := range d.Details {
		for _, p := range b.Points {
			keys.Cite(p.Cites)
		}
	}
	return keys
}
