package subject

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/draft"
)

// open writes the lead and the description of the article of s. A line that says what s is opens it if enough other
// lines follow. Else the lead only says where s occurs, because it must not repeat the key points below it.
func (b *book) open(d *draft.Draft, s *subject) {
	origin := b.origin(s)
	d.Lead, d.Description = origin, b.outline(s, d.Related)
	i := b.definition(s)
	if i < 0 {
		return
	}
	said := sentence(opening(b.Lines[i].Text))
	d.Description = whole(said, describeMost)
	if s.project != "" || b.texts(b.said(s.lines, daily.Decision, daily.Lesson, daily.Preference, daily.Fact)) > minToOpen {
		d.Lead = said + " " + strings.Replace(origin, "Comes up", "It comes up", 1)
		s.opener = i
	}
}

// minToOpen is how many key points an article needs besides the one that opens it.
const minToOpen = 3

// openerLast moves the line that opens the article of s after the other key points.
func (b *book) openerLast(s *subject, points []int32) []int32 {
	if s.opener < 0 {
		return points
	}
	text := b.Lines[s.opener].Text
	last := func(i int32) bool { return b.Lines[i].Text == text }
	out := slices.DeleteFunc(slices.Clone(points), last)
	for _, i := range points {
		if last(i) {
			out = append(out, i)
		}
	}
	return out
}
