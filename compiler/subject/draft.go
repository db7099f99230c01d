package subject

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/prose"
)

// maxPoints is how many key points an article of a subject has.
const maxPoints = 12

// drafts returns the articles: the subjects' and the collections'.
func (b *book) drafts() []draft.Draft {
	related := b.relate(b.pairs())
	var out, more []draft.Draft
	links := make(map[*subject][]draft.Related)
	for _, s := range b.subjects {
		for _, c := range b.collections[s] {
			more = append(more, b.gather(c, links))
		}
	}
	for _, s := range b.subjects {
		if s.human() {
			continue
		}
		d := b.concept(s, related[s])
		if d.Related = append(d.Related, links[s]...); s.project != "" {
			d.Related = append(links[s], related[s]...)
		}
		out = append(out, d)
	}
	return append(out, more...)
}

// ref names a subject: a draft by its title, a person's page by its slug.
func (s *subject) ref() draft.Ref { return draft.Ref{Slug: s.slug, Title: s.title} }

func (b *book) concept(s *subject, related []draft.Related) draft.Draft {
	d := draft.Draft{Slug: s.slug, Title: s.title, Type: wiki.Concept, Aliases: s.aliases, Tags: b.tags(s.lines), Related: related}
	b.open(&d, s)
	if s.project != "" {
		b.layOutProject(&d, s)
	} else {
		b.layOut(&d, s)
	}
	if len(d.Points) == 0 && len(d.Details) > 0 { // no citation names a line of it, only a day
		also := &d.Details[0]
		n := min(len(also.Points), maxPoints)
		if d.Points, also.Points = also.Points[:n], also.Points[n:]; len(also.Points) == 0 {
			d.Details = d.Details[1:]
		}
	}
	b.date(&d, b.today(s.lines))
	return d
}

// layOut divides what is said about a subject into key points and details: first the lines that say what it is or does, then
// those that last, by kind, of a branch ofSession of each session. What no longer holds goes to the history.
func (b *book) layOut(d *draft.Draft, s *subject) {
	lines := b.today(s.lines)
	var points, more []int32
	kinds := quoted
	if s.id < 0 {
		kinds = []daily.Kind{daily.Decision, daily.Preference, daily.Lesson, daily.Fact} // what was chosen and wished in it
	}
	from, spread := make(map[string]int), s.id < 0 && b.again(lines)
	for _, strong := range []bool{true, false} {
		for _, i := range b.standOf(b.said(lines, kinds...)) {
			l := &b.Lines[i]
			switch {
			case b.strength(i, s) > 0 != strong:
			case len(points) < maxPoints && (!spread || from[b.Entries[l.Entry].Session] < ofSession) && (strong || l.Alone && (l.Kind == daily.Decision || l.Lasts && (l.Kind != daily.Preference || l.Rules))):
				points = append(points, i)
				from[b.Entries[l.Entry].Session]++
			default:
				more = append(more, i)
			}
		}
	}
	asked := b.standOf(b.said(lines, daily.Exchange))
	for _, other := range []*[]int32{&more, &asked} {
		if len(points) == 0 {
			points, *other = *other, nil
		}
	}
	d.Points = b.points(b.openerLast(s, points))
	b.detail(d, "Also noted", more)
	b.detail(d, "Exchanges", asked)
	b.detail(d, "Also said", slices.DeleteFunc(slices.Clone(s.lines), func(i int32) bool { return !b.Lines[i].Loose() }))
	b.actions(d, s)
	b.past(d, lines)
}

func (b *book) detail(d *draft.Draft, heading string, lines []int32) {
	if len(lines) > 0 {
		d.Details = append(d.Details, draft.Detail{Heading: heading, Points: b.points(lines)})
	}
}

// A project's article has at most hubMost lines beside what no longer holds; the others are read in the logs that it
// names as its sources. If fewer than hubLeast deserve it, lines that say less fill it up.
const (
	hubMost  = 60
	hubLeast = 6
)

// layOutProject puts first what holds in a project, and then by kind what else is worth reading, the newest first.
func (b *book) layOutProject(d *draft.Draft, s *subject) {
	points := b.clearFirst(b.inPlace(b.standing(slices.DeleteFunc(slices.Clone(s.lines), func(i int32) bool { return b.branched(s, i) }))))
	var rest, weak []int32
	for _, i := range s.lines {
		l := &b.Lines[i]
		switch {
		case slices.Contains(points, i) || !b.Stands(i) || b.collected(s, i) || l.Kind == daily.Action && !l.Loose():
		case l.Alone && !l.Loose() && l.Kind != daily.Exchange && l.Lasts:
			rest = append(rest, i)
		default:
			weak = append(weak, i)
		}
	}
	rest = b.ranked(rest)
	rest = rest[:min(len(rest), hubMost-len(points))]
	fill := max(0, min(len(weak), hubLeast-len(points)-len(rest)))
	slices.SortStableFunc(weak, func(i, j int32) int {
		return cmp.Compare(prose.Bit(b.Lines[j].Alone), prose.Bit(b.Lines[i].Alone))
	})
	rest = append(rest, weak[:fill]...)
	slices.SortStableFunc(rest, func(i, j int32) int { return cmp.Compare(b.Lines[j].Entry, b.Lines[i].Entry) })
	for _, k := range sections {
		of := b.said(rest, k.kind)
		if n := min(len(of), maxReasons); len(points) == 0 {
			points, of = of[:n], of[n:]
		}
		b.detail(d, k.heading, of)
	}
	d.Points = b.points(points)
	b.detail(d, "Also said", slices.DeleteFunc(rest, func(i int32) bool { return !b.Lines[i].Loose() }))
	b.actions(d, s)
	b.past(d, b.today(s.lines))
}

// sections are the details of a project's article, by kind.
var sections = []struct {
	kind    daily.Kind
	heading string
}{{daily.Preference, "Preferences"}, {daily.Decision, "Decisions"}, {daily.Lesson, "Lessons"}, {daily.Fact, "Facts"}, {daily.Exchange, "Exchanges"}}

// ranked returns the lines that hold, preferences and what was chosen first, then other decisions and lessons, and the newest first among equals.
func (b *book) ranked(lines []int32) []int32 {
	rank := func(i int32) int {
		switch l := &b.Lines[i]; l.Kind {
		case daily.Preference:
			return 2
		case daily.Decision:
			return 1 + prose.Bit(l.Chosen)
		case daily.Lesson:
			return 1
		}
		return 0
	}
	out := b.standOf(lines)
	slices.SortFunc(out, func(i, j int32) int { return cmp.Or(cmp.Compare(rank(j), rank(i)), cmp.Compare(j, i)) })
	return out
}

// actions lists what remains to be done and what was done, unless a collection does.
func (b *book) actions(d *draft.Draft, s *subject) {
	var open, done []int32
	for _, i := range b.said(s.lines, daily.Action) {
		switch {
		case !b.Stands(i) || b.collected(s, i) && len(d.Points) > 0:
		case b.Lines[i].Done:
			done = append(done, i)
		case len(d.Points) > 0 && !(b.Lines[i].Alone && b.Lines[i].ToDo):
		default:
			open = append(open, i)
		}
	}
	if len(d.Points) == 0 {
		d.Points = b.points(append(open, done...))
		return
	}
	b.detail(d, "Open", open)
	b.detail(d, holds.DoneHeading, done)
}

// openerLast moves the line that opens the article of s after the other key points.
func (b *book) openerLast(s *subject, points []int32) []int32 {
	if s.strongest < 0 {
		return points
	}
	text := b.Lines[s.strongest].Text
	last := func(i int32) bool { return b.Lines[i].Text == text }
	out := slices.DeleteFunc(slices.Clone(points), last)
	for _, i := range points {
		if last(i) {
			out = append(out, i)
		}
	}
	return out
}

// points makes key points of lines. A repeated statement is one point with two citations.
func (b *book) points(lines []int32) []wiki.Point {
	type cited struct {
		point int
		cite  wiki.Cite
	}
	var out []wiki.Point
	again := make(map[cited]bool)
	at := make(map[string]int, len(lines))
	for _, i := range lines {
		l := &b.Lines[i]
		if n, ok := at[l.Text]; ok {
			if c := (cited{n, l.Cite}); !again[c] && out[n].Cites[0] != l.Cite {
				out[n].Cites, again[c] = append(out[n].Cites, l.Cite), true
			}
			continue
		}
		at[l.Text] = len(out)
		out = append(out, wiki.Point{Text: l.Text, Cites: []wiki.Cite{l.Cite}})
	}
	return out
}

// tags returns the projects that the lines come from.
func (b *book) tags(lines []int32) []string {
	var out, seen []string
	for _, i := range lines {
		if project := b.Entries[b.Lines[i].Entry].Project; !slices.Contains(seen, project) {
			seen = append(seen, project)
			if t := tag(b.spelled(project)); t != "" && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// tag returns a tag that Obsidian accepts: no spaces, not only digits.
func tag(s string) string {
	letters := false
	t := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r):
			letters = true
			return unicode.ToLower(r)
		case unicode.IsDigit(r), unicode.IsMark(r):
			return r
		}
		return '-'
	}, s)
	if t = strings.Trim(t, "-"); !letters {
		return ""
	}
	for strings.Contains(t, "--") {
		t = strings.ReplaceAll(t, "--", "-")
	}
	return t
}

// date sets the days that the lines come from.
func (b *book) date(d *draft.Draft, lines []int32) {
	for _, i := range lines {
		d.Sources = append(d.Sources, b.Lines[i].Cite.Date)
	}
	slices.SortFunc(d.Sources, func(x, y wiki.Date) int { return cmp.Compare(x, y) })
	d.Sources = slices.Compact(d.Sources)
	d.Created, d.Updated = d.Sources[0].Day(), d.Sources[len(d.Sources)-1].Day()
}
