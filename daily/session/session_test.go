package session

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
)

func TestCount(t *testing.T) {
	entry := func(agent, id string, change func(*daily.Dated)) *daily.Dated {
		e := &daily.Dated{}
		e.Agent, e.Session = agent, id
		e.Bullets = []daily.Bullet{{Kind: daily.Fact, Text: "It works."}}
		if change != nil {
			change(e)
		}
		return e
	}
	all := []*daily.Dated{
		entry("claude", "a", nil), entry("claude", "a", nil), entry("codex", "a", nil), entry("", "", nil),
		entry("claude", "b", func(e *daily.Dated) { e.Hand = true }),
		entry("claude", "c", func(e *daily.Dated) { e.Redone = true }),
		entry("claude", "d", func(e *daily.Dated) { e.Title, e.Bullets = "forgotten", nil }),
	}
	if got := Said(all); got != "2 sessions" {
		t.Errorf("%s", got)
	}
	if got := Said(all[3:4]); got != "1 entry" {
		t.Errorf("%s", got)
	}
}

// An entry goes on with a session whatever the order of the logs, and whatever day its first one is of.
func TestContinued(t *testing.T) {
	at := func(id, of string, hour int) daily.Dated {
		e := daily.Dated{}
		e.ID, e.Agent, e.Session, e.At = id, "claude", of, time.Date(2026, 3, 2, hour, 0, 0, 0, time.UTC)
		e.Bullets = []daily.Bullet{{Kind: daily.Fact, Text: "It works."}}
		return e
	}
	redone := at("old", "d", 1)
	redone.Redone = true
	logs := []*daily.Log{{Entries: []daily.Dated{at("late", "a", 30), at("lone", "b", 20)}}, {Entries: []daily.Dated{at("mid", "a", 23), at("first", "a", 9), at("hand", "", 8), redone, at("new", "d", 2)}}}
	if got := slices.Sorted(maps.Keys(Continued(logs))); !slices.Equal(got, []string{"late", "mid"}) {
		t.Errorf("%q go on", got)
	}
}
