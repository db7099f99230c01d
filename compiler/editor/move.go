package editor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// headings returns what the headings of the entries of some lines say: a line may be told with its heading's words.
func (q *asking) headings(keys []string) (out []*proof.Evidence) {
	for _, k := range keys {
		if i, ok := q.blocks[k]; ok {
			out = append(out, proof.Of(proof.Visible(q.entries[i].Title), nil))
		}
	}
	return out
}

// drops accepts that a point goes from an article, or returns why not: each of its lines must stand elsewhere.
func (q *asking) drops(e *edit, l line, d *draft.Draft) string {
	keys := q.refs[l.Over]
	if d == nil || d.Type != wiki.Concept || l.Over[0] != 'p' || keys == nil || !q.has(d, keys) {
		return fmt.Sprintf("%s is no point of this article", strconv.Quote(l.Over))
	}
	if !q.elsewhere(d, keys, keys) {
		return "a line of it stands nowhere else: put it into another article first"
	}
	e.Drops = append(e.Drops, keys)
	return ""
}

// elsewhere reports whether each line stands in a point of another article, or in one of this that is not the point
// with all the lines of gone.
func (s *pages) elsewhere(d *draft.Draft, keys, gone []string) bool {
	return !slices.ContainsFunc(keys, func(k string) bool {
		return !slices.ContainsFunc(s.saying([]string{k}), func(i int) bool {
			o := &s.drafts[i]
			if s.out[i] {
				return false
			}
			for p := range nearest.Points(o) {
				if own := keysOf(*p); slices.Contains(own, k) && (o.Title != d.Title || gone != nil && !slices.Equal(own, gone)) {
					return true
				}
			}
			return false
		})
	})
}

// moves accepts that an article gets another name, becomes a part of another, or goes; or it returns why not.
func (q *asking) moves(e *edit, l line, d *draft.Draft) string {
	if d == nil || d.Type != wiki.Concept {
		return "it is no article that is there"
	}
	if q.fixed(d) {
		return "the article of a project, and what is told of each, keeps its name"
	}
	to := tidy(l.Text)
	switch l.Kind {
	case "rename":
		if why := q.nameable(to); why != "" {
			return why
		}
		if q.find(to) != nil || q.page(to) != nil {
			return "another page has this name: merge them"
		}
		var on []string
		for p := range nearest.Points(d) {
			on = append(on, keysOf(*p)...)
		}
		if said := append(q.evidence(on), proof.Of(d.Title, nil)); proof.Amiss(to, said) != "" || !proof.Together(said).Bears(to) {
			return "its points speak of something else than the new title"
		}
		e.Rename = to
	case "merge":
		o := q.find(to)
		if o == nil || o.Type != wiki.Concept || o.Title == d.Title || !q.shown[o.Title] {
			return "there is no other article of this name among those that are shown"
		}
		e.Merge = o.Title
	case "remove":
		var on []string
		for k := range linesOf(d) {
			on = append(on, k)
		}
		if !q.elsewhere(d, on, nil) {
			return "a line of it stands nowhere else: merge it into another article"
		}
		e.Remove = true
	}
	return ""
}

// fixed reports whether an article is that of a project, or of a project's lines of one kind.
func (s *pages) fixed(d *draft.Draft) bool {
	if s.projects == nil {
		s.projects = map[string]bool{}
		for i := range s.entries {
			s.projects[wiki.Fold(s.entries[i].Project)] = s.entries[i].Project != ""
		}
	}
	title := wiki.Fold(d.Title)
	_, of, _ := strings.Cut(title, wiki.Fold(" of "))
	return s.projects[title] || s.projects[of]
}

// move carries out what an edit says of an article as a whole, as far as it still fits.
func (s *pages) move(d *draft.Draft, e *edit) {
	for _, keys := range e.Drops {
		if s.elsewhere(d, keys, keys) {
			without := func(list []wiki.Point) []wiki.Point {
				return slices.DeleteFunc(slices.Clone(list), func(p wiki.Point) bool { return slices.Equal(keysOf(p), keys) })
			}
			if rest := without(d.Points); len(rest) > 0 {
				d.Points = rest
				inDetails(d, without)
			}
		}
	}
	n := s.titles[wiki.Fold(d.Title)]
	switch o := s.find(e.Merge); {
	case s.fixed(d):
	case e.Rename != "" && (s.find(e.Rename) == d || !s.taken(e.Rename)):
		old := d.Title
		d.Slug, d.Title = d.Name(), e.Rename
		d.Aliases = append(slices.Clip(d.Aliases), old)
		first(s.titles, d.Title, n)
		first(s.aliases, old, n)
		s.relink(old, draft.Ref{Slug: d.Slug, Title: d.Title})
	case e.Merge != "" && o != nil && o != d && o.Type == wiki.Concept:
		own := linesOf(o)
		for p := range nearest.Points(d) {
			if !covers(keysOf(*p), sorted(own)) {
				o.Points = append(slices.Clip(o.Points), *p)
			}
		}
		o.History = append(slices.Clip(o.History), d.History...)
		s.leave(n, d, o)
	case e.Remove:
		on := sorted(linesOf(d))
		if s.elsewhere(d, on, nil) {
			s.leave(n, d, &s.drafts[s.saying(on)[0]])
		}
	}
}

// leave takes an article out; its names and what is linked to it go to another.
func (s *pages) leave(n int, d, to *draft.Draft) {
	if to == d {
		return
	}
	if s.out == nil {
		s.out = map[int]bool{}
	}
	s.out[n] = true
	to.Aliases = append(append(slices.Clip(to.Aliases), d.Title), d.Aliases...)
	dates(to)
	at := s.titles[wiki.Fold(to.Title)]
	s.titles[wiki.Fold(d.Title)] = at
	s.relink(d.Title, draft.Ref{Slug: to.Slug, Title: to.Title})
	for i := range s.drafts { // what joined the two joins nothing
		if c := s.drafts[i].Connects; len(c) == 2 && wiki.Fold(c[0].Title) == wiki.Fold(c[1].Title) {
			s.out[i] = true
		}
	}
}

// relink has what leads to a title lead to another article.
func (s *pages) relink(old string, to draft.Ref) {
	for i := range s.drafts {
		d := &s.drafts[i]
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

// result returns the drafts that are left.
func (s *pages) result() (out []draft.Draft) {
	for i := range s.drafts {
		if !s.out[i] {
			out = append(out, s.drafts[i])
		}
	}
	return out
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }

// unmoved gives a page back the names that it had before replies moved articles, so that the base, which knows nothing
// of them, makes of it what it made before.
func (s *session) unmoved(k *wiki.Known) {
	for _, r := range s.replies {
		for _, e := range r.Edits {
			is := func(name string) bool { return wiki.Fold(name) == wiki.Fold(e.Article) }
			if k.Human || e.Rename == "" && e.Merge == "" && !e.Remove || is(k.Title) || !slices.ContainsFunc(k.Aliases, is) {
				continue
			}
			k.Aliases = slices.DeleteFunc(slices.Clone(k.Aliases), is)
			if wiki.Fold(k.Title) == wiki.Fold(e.Rename) {
				k.Title = e.Article
			}
		}
	}
}
