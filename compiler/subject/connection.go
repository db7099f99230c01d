package subject

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A connection is an article about two subjects that decisions or lessons have in common.
type connection struct {
	*pair
	title string
	slug  wiki.Slug
	lines []int32
}

// projectBy reports whether s was a project at the time of an entry.
func (s *subject) projectBy(entry int32) bool { return s.project != "" && s.place <= entry }

// connections returns the pairs that get an article: two decisions or lessons are about both. A project cannot be an
// end of one, because everything in it relates to it; nor can a name and a longer name that contains it. If one of
// the two has almost nothing besides the shared lines, its own article is enough.
func (b *book) connections(pairs []*pair, known []wiki.Known) []*connection {
	have := make(map[string]wiki.Slug)
	for _, k := range known {
		if k.Type == wiki.Connection && !k.Human {
			have[wiki.Fold(k.Title)] = k.Slug
		}
	}
	var out []*connection
	for _, p := range pairs {
		if p.a.human() || p.b.human() ||
			strings.Contains(p.a.key, p.b.key) || strings.Contains(p.b.key, p.a.key) {
			continue
		}
		c := &connection{pair: p}
		said := make(map[string]bool)
		met := int32(-1) // the entry that connected them
		for _, i := range p.lines {
			l := &b.Lines[i]
			if l.Kind != daily.Decision && l.Kind != daily.Lesson {
				continue
			}
			c.lines = append(c.lines, i)
			if said[l.Text] = true; len(said) == 2 && met < 0 {
				met = max(l.Entry, p.a.since, p.b.since)
			}
		}
		if met < 0 || p.a.projectBy(met) || p.b.projectBy(met) || !b.beside(p.a, c.lines) || !b.beside(p.b, c.lines) {
			continue
		}
		c.title = p.a.title + " and " + p.b.title
		slug, old := have[wiki.Fold(c.title)]
		if !b.names.take(c.title) {
			continue
		}
		if old {
			c.slug = slug
		}
		out = append(out, c)
	}
	return out
}

// beside reports whether s has lines of its own besides those of a connection. More lines cannot make it false.
func (b *book) beside(s *subject, lines []int32) bool {
	var other []string
	for _, i := range s.lines {
		if text := b.Lines[i].Text; !slices.Contains(lines, i) && !slices.Contains(other, text) {
			if other = append(other, text); len(other) >= topic.OwnLines {
				return true
			}
		}
	}
	return false
}
