package subject

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// Two subjects may occur together only in an entry with too many subjects to pair, in a line that no link can quote:
// then the entry is the reason.
func TestCrowdedEntry(t *testing.T) {
	var entries []daily.Dated
	add := func(day int, lines ...string) {
		date := daily.DateOf(time.Date(2026, time.March, day, 0, 0, 0, 0, time.UTC), nil)
		e := daily.Dated{Date: date}
		e.ID, e.Agent, e.Session, e.Project, e.Title = fmt.Sprintf("e%d", day), "claude", fmt.Sprint("s", day), "quay", fmt.Sprint("Work of day ", day)
		e.At = date.At(9, 0, time.UTC)
		for i, l := range lines {
			e.Bullets = append(e.Bullets, daily.Bullet{Kind: daily.Decision, Text: l, Block: fmt.Sprintf("k%d%d", day, i)})
		}
		entries = append(entries, e)
	}
	about := func(frame string, names ...string) (out []string) {
		for _, name := range names {
			out = append(out, fmt.Sprintf(frame, "`"+name+"`"))
		}
		return out
	}
	var old []string
	for i := range maxTogether + 2 {
		old = append(old, fmt.Sprintf("old%c-store", 'a'+i))
	}
	frames := []string{"%s drops the last row when the disk is full", "We want %s in every environment", "Moved %s behind a flag", "%s is the part that talks to the harbour"}
	for i, frame := range frames {
		add(1+i, about(frame, old...)...)
		add(10+i, about(frame, "young-cursor")...)
		add(15+i, about(frame, "young-ledger")...)
	}
	add(20, append(about("The nightly run needs %s from now on", old...),
		"Use `young-cursor` with `young-ledger` wherever the importer of the harbour's tables has to go on after a failure of the network or of the disk, but only on Tuesdays")...)
	var said string
	for slug, page := range rendered(articles(t, entries, nil)) {
		if strings.Contains(string(slug), "young") {
			said += page
		}
	}
	if !strings.Contains(said, "both come up on 2026-03-20") {
		t.Errorf("the two do not meet:\n%s", said)
	}
}
