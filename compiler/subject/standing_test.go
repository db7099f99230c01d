package subject

import (
	"fmt"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A report of a step, a place in the code and what is said of the moment do not hold beyond their day; of preferences only
// certain rules do.
func TestLasts(t *testing.T) {
	for _, tt := range []struct {
		kind daily.Kind
		text string
		want bool // it may be a key point of a project
	}{
		{daily.Decision, "Prices are kept in cents, because floats lose pennies", true},
		{daily.Decision, "`shelf.Open` returns a slice instead of a cursor", true},
		{daily.Decision, "Deleted the `cmd/shelf/` directory", false},
		{daily.Decision, "Added a section on shelves to the README", false},
		{daily.Lesson, "The scanner sends the code twice unless it is told not to", true},
		{daily.Lesson, "Ohne Sperre schreiben zwei Kassen zugleich, weil beide die Datei offen haben", true},
		{daily.Lesson, "没有锁文件时两个进程会同时写入，因为它们都打开了日志", true},
		{daily.Lesson, "line 40 has 3 occurrences of it (goconst)", false},
		{daily.Preference, "Never print a test page on the shop floor", true},
		{daily.Preference, "ok but please don't just ring twice, I want it to wait", true},
		{daily.Preference, "Write dates as year-month-day", true},
		{daily.Preference, "Bitte nie am Freitag ausliefern, immer erst am Montag", true},
		{daily.Preference, "Can you find out why the till is slow?", false},
		{daily.Preference, "I'd like to add a flame graph to the till", false},
	} {
		l := Traits(tt.kind, tt.text, prose.Inline(tt.text))
		got := l.Lasts && (tt.kind != daily.Preference || l.Rules)
		must.Hold(t, got == tt.want, "%q: a key point: %t", tt.text, got)
	}
}

// However much is said in a project, its article stays short, and what is new and says most is in it.
func TestProjectStaysShort(t *testing.T) {
	var entries []daily.Dated
	for n := range 60 {
		date := daily.DateOf(time.Date(2026, time.March, 1+n/2, 0, 0, 0, 0, time.UTC), nil)
		e := daily.Dated{Date: date}
		e.ID, e.Agent, e.Session, e.Project = fmt.Sprintf("e%02d", n), "claude", fmt.Sprintf("s%d", n), "till"
		e.At = date.At(9+n%2, 0, time.UTC)
		for j, text := range []string{"Round up on day %d, because we lose pennies", "Never give day %d away", "Removed the drawer of day %d", "Nobody pays on day %d, because it is dark"} {
			kind := []daily.Kind{daily.Decision, daily.Preference, daily.Decision, daily.Lesson}[j]
			e.Bullets = append(e.Bullets, daily.Bullet{Kind: kind, Text: fmt.Sprintf(text, n), Block: fmt.Sprintf("k%03d%d", n, j)})
		}
		entries = append(entries, e)
		d := draftNamed(articles(t, entries, nil), "till")
		if d == nil {
			must.Be(t, n <= 1, "entry %d: no article", n)
			continue
		}
		held, lines := make(map[string]bool), 0
		for _, b := range append(d.Details, draft.Detail{Points: d.Points}) {
			for lines += len(b.Points); len(b.Points) > 0; b.Points = b.Points[1:] {
				held[b.Points[0].Text] = true
			}
		}
		must.Be(t, lines <= hubMost && len(d.Points) <= maxRules+maxReasons, "entry %d: %d lines, %d key points", n, lines, len(d.Points))
		for _, i := range []int{0, 1, 3} {
			must.Be(t, held[e.Bullets[i].Text], "entry %d: %q is missing", n, e.Bullets[i].Text)
		}
		must.Hold(t, n != 59 || !held[entries[n].Bullets[2].Text], "a mere report of a step displaces what holds")
	}
}
