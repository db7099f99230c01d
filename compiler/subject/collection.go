package subject

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// A collection is an article with all lines of one kind that a project has: its decisions, its preferences or its
// open tasks. The newest come first.
type collection struct {
	*shelf
	project *subject
	title   string
	slug    wiki.Slug
	lines   []int32
}

// A shelf is a kind of collection.
type shelf struct {
	kind        daily.Kind
	name, about string
}

var shelves = []*shelf{
	{daily.Decision, "Decisions of ", "Decisions from the work on "},
	{daily.Preference, "Preferences of ", "Preferences from the work on "},
	{daily.Action, "Open tasks of ", "Tasks from the work on "},
}

// A collection has collectLeast different lines of two sessions, or collectAlone of one; fewer are read in the
// project's article.
const (
	collectLeast = 3
	collectAlone = 5
)

// collect makes the collections of the projects that have an article.
func (b *book) collect(ways map[string][]string) {
	b.collections = make(map[*subject][]*collection)
	for _, s := range b.subjects {
		if s.project == "" || s.human() {
			continue
		}
		seat := b.Seat(s.project)
		for _, k := range shelves {
			c := &collection{shelf: k, project: s}
			for _, n := range b.work[seat] {
				for i := b.Entries[n].First; i < b.Entries[n].Last; i++ {
					if l := &b.Lines[i]; l.Kind == k.kind && k.takes(l) {
						c.lines = append(c.lines, i)
					}
				}
			}
			if b.collects(c) && b.entitled(c, append([]string{b.spelled(s.project)}, ways[seat]...)) {
				b.collections[s] = append(b.collections[s], c)
			}
		}
	}
}

// takes reports whether a line of the kind is understood by itself and holds beyond its day; others stand with their
// neighbours in the project's article.
func (k *shelf) takes(l *topic.Line) bool {
	switch {
	case !l.Alone || l.Loose():
		return false
	case k.kind == daily.Preference:
		return !markers().once.MatchString(l.Plain)
	}
	return k.kind == daily.Action || width(l.Plain) < shortest || worth(l) > 0
}

// collects reports whether a collection is worth an article.
func (b *book) collects(c *collection) bool {
	n := b.texts(c.lines)
	session := func(i int32) string { return b.Entries[b.Lines[i].Entry].Session }
	again := slices.ContainsFunc(c.lines, func(i int32) bool { return session(i) != session(c.lines[0]) })
	return n >= collectAlone || again && n >= collectLeast
}

// entitled gives a collection its title, that of its page if it has one. It reports whether the title is free.
func (b *book) entitled(c *collection, spellings []string) bool {
	c.title = c.name + spellings[0]
	for _, p := range spellings {
		if k, ok := b.known[wiki.Fold(c.name+p)]; ok {
			c.title, c.slug = k.Title, k.Slug
			break
		}
	}
	return b.names.take(c.title)
}

// collected reports whether a collection of s has a line, so that the article of s need not list it.
func (b *book) collected(s *subject, i int32) bool {
	l := &b.Lines[i]
	return b.home[b.Seats[b.Entries[l.Entry].Home]] == s &&
		slices.ContainsFunc(b.collections[s], func(c *collection) bool { return c.kind == l.Kind && c.takes(l) })
}

// maxOfCollection is how many subjects a collection is linked with, and how many lines are its key points.
const maxOfCollection = 40

// gather returns the article of a collection, and links it with its project and with what its lines are about.
func (b *book) gather(c *collection, links map[*subject][]draft.Related) draft.Draft {
	d := b.collection(c)
	link := func(s *subject, why string) {
		d.Related = append(d.Related, draft.Related{Ref: s.ref(), Why: why})
		links[s] = append(links[s], draft.Related{Ref: c.ref(), Why: why})
	}
	link(c.project, "part of the work on "+c.project.title)
	linked := make(map[*subject][]int32)
	var order []*subject
	for _, i := range c.lines {
		for _, s := range b.about[i] {
			if linked[s] = append(linked[s], i); len(linked[s]) == 1 && s != c.project && len(order) < maxOfCollection {
				order = append(order, s)
			}
		}
	}
	for _, s := range order {
		link(s, b.why(linked[s]))
	}
	return d
}

func (b *book) collection(c *collection) draft.Draft {
	d := draft.Draft{Slug: c.slug, Title: c.title, Type: wiki.Concept, Tags: b.tags(c.lines)}
	d.Description = c.about + b.spelled(c.project.project) + ", " + b.span([]int32{b.Lines[c.lines[0]].Entry, b.Lines[c.lines[len(c.lines)-1]].Entry}) + "."
	d.Lead = d.Description
	lines := b.today(c.lines)
	points := b.standOf(lines)
	slices.Reverse(points)
	if c.kind == daily.Action {
		open := slices.DeleteFunc(slices.Clone(points), func(i int32) bool { return b.Lines[i].Done })
		if len(open) > 0 {
			b.detail(&d, "Done", slices.DeleteFunc(points, func(i int32) bool { return !b.Lines[i].Done }))
			points = open
		} else {
			d.Lead += " None is open."
		}
	}
	n := min(len(points), maxOfCollection)
	d.Points = b.points(points[:n])
	b.detail(&d, "Earlier", points[n:])
	b.past(&d, lines)
	b.date(&d, lines)
	return d
}

// ref names a collection in the articles that are linked with it.
func (c *collection) ref() draft.Ref { return draft.Ref{Slug: c.slug, Title: c.title} }
