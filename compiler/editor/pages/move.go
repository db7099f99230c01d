package pages

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// Elsewhere reports whether each line stands in a point of another article, or in one of this that is not the point
// with all the lines of gone.
func (s *Pages) Elsewhere(d *draft.Draft, keys, gone []string) bool {
	return !slices.ContainsFunc(keys, func(k string) bool {
		return !slices.ContainsFunc(s.Saying([]string{k}), func(i int) bool {
			o := &s.Drafts[i]
			if s.Out[i] {
				return false
			}
			for p := range nearest.Points(o) {
				if own := KeysOf(*p); slices.Contains(own, k) && (o.Title != d.Title || gone != nil && !slices.Equal(own, gone)) {
					return true
				}
			}
			return false
		})
	})
}

// Fixed reports whether an article is that of a project, or of a project's lines of one kind.
func (s *Pages) Fixed(d *draft.Draft) bool {
	if s.projects == nil {
		s.projects = map[string]bool{}
		for i := range s.Entries {
			s.projects[wiki.Fold(s.Entries[i].Project)] = s.Entries[i].Project != ""
		}
	}
	_, of, _ := strings.Cut(d.Title, " of ") // "Decisions of tide"
	return s.projects[wiki.Fold(d.Title)] || s.projects[wiki.Fold(of)] || slices.ContainsFunc(d.Aliases, func(a string) bool { return s.projects[wiki.Fold(a)] })
}

// OfFolder reports whether a title is only the name of a folder, which tells nobody what is in it: "cli", "work/app".
func OfFolder(title string) bool {
	return strings.ContainsAny(title, `/\`) || slices.Contains(folders, strings.ToLower(title))
}

// Renames reports whether an article may get another title: that of a project may if it is called by a folder, or if the
// title is the same name in another spelling, such as "tide-watch" for "tidewatch".
func (s *Pages) Renames(d *draft.Draft, title string) bool {
	return !s.Fixed(d) || OfFolder(d.Title) || len(d.Title) <= 3 || letters(d.Title) != "" && letters(d.Title) == letters(title)
}

// letters returns a name without what parts its words.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, wiki.Fold(name))
}

var folders = strings.Fields("tmp temp home root users user desktop documents downloads src source workspace workspaces work dev code git repo repos project projects tasks " +
	"main master trunk backend frontend server client website site core library docs test tests demo example examples sample tool tools service services monorepo example-project")

// move carries out what an edit says of an article as a whole, as far as it still fits.
func (s *Pages) move(d *draft.Draft, e *kept.Edit) {
	for _, keys := range e.Drops {
		if s.Elsewhere(d, keys, keys) {
			without := func(list []wiki.Point) []wiki.Point {
				return slices.DeleteFunc(slices.Clone(list), func(p wiki.Point) bool { return slices.Equal(KeysOf(p), keys) })
			}
			was := d.Details
			inDetails(d, without)
			if rest := without(d.Points); len(rest) > 0 || s.lift(d, &rest) {
				d.Points = rest
			} else {
				d.Details = was
			}
		}
	}
	n := s.titles[wiki.Fold(d.Title)]
	switch o := s.Find(e.Merge); {
	case s.Fixed(d) && !(e.Rename != "" && s.Renames(d, e.Rename)):
	case e.Rename != "" && (s.Find(e.Rename) == d || !s.Taken(e.Rename)):
		old := d.Title
		if k := s.Page(old); k != nil && !k.Human {
			d.Slug = k.Slug // its file stays where it is
		}
		d.Title = e.Rename
		d.Aliases = append(slices.Clip(d.Aliases), old)
		first(s.titles, d.Title, n)
		first(s.aliases, old, n)
		s.relink(old, draft.Ref{Slug: d.Name(), Title: d.Title})
	case e.Merge != "" && o != nil && o != d && o.Type == wiki.Concept:
		own := sorted(LinesOf(o))
		for p := range nearest.Points(d) {
			if !Covers(KeysOf(*p), own) {
				o.Points = append(slices.Clip(o.Points), *p)
			}
		}
		o.History = append(slices.Clip(o.History), d.History...)
		s.leave(n, d, o)
	case e.Remove:
		on := sorted(LinesOf(d))
		if s.Elsewhere(d, on, nil) {
			s.leave(n, d, &s.Drafts[s.Saying(on)[0]])
		}
	}
}

// lift takes a point of the details for an article that would open with none. It reports whether there is one: a task is
// none.
func (s *Pages) lift(d *draft.Draft, points *[]wiki.Point) bool {
	inDetails(d, func(list []wiki.Point) []wiki.Point {
		if len(*points) > 0 || len(list) == 0 || slices.ContainsFunc(KeysOf(list[0]), func(k string) bool { return s.Kind[k] == daily.Action }) {
			return list
		}
		*points = list[:1:1]
		return list[1:]
	})
	return len(*points) > 0
}

// leave takes an article out; its names and what is linked to it go to another.
func (s *Pages) leave(n int, d, to *draft.Draft) {
	if to == d {
		return
	}
	if s.Out == nil {
		s.Out = map[int]bool{}
	}
	s.Out[n] = true
	to.Aliases = append(append(slices.Clip(to.Aliases), d.Title), d.Aliases...)
	dates(to)
	at := s.titles[wiki.Fold(to.Title)]
	s.titles[wiki.Fold(d.Title)] = at
	s.relink(d.Title, draft.Ref{Slug: to.Slug, Title: to.Title})
	for i := range s.Drafts { // what joined the two joins nothing
		if c := s.Drafts[i].Connects; len(c) == 2 && wiki.Fold(c[0].Title) == wiki.Fold(c[1].Title) {
			s.Out[i] = true
		}
	}
}

// relink has what leads to a title lead to another article.
func (s *Pages) relink(old string, to draft.Ref) {
	for i := range s.Drafts {
		d := &s.Drafts[i]
		d.Related, d.Connects = slices.Clone(d.Related), slices.Clone(d.Connects)
		for k := range d.Related {
			if wiki.Fold(d.Related[k].Title) == wiki.Fold(old) {
				d.Related[k].Ref = to
			}
		}
		seen := map[string]bool{wiki.Fold(d.Title): true}
		d.Related = slices.DeleteFunc(d.Related, func(r draft.Related) bool {
			was := seen[wiki.Fold(r.Title)]
			seen[wiki.Fold(r.Title)] = true
			return was
		})
		for k := range d.Connects {
			if wiki.Fold(d.Connects[k].Title) == wiki.Fold(old) {
				d.Connects[k] = to
			}
		}
	}
}

// Result returns the drafts that are left.
func (s *Pages) Result() (out []draft.Draft) {
	for i := range s.Drafts {
		if !s.Out[i] {
			out = append(out, s.Drafts[i])
		}
	}
	return out
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
