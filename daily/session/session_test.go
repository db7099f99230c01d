package session

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
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
	must.Equal(t, Said(all), "2 sessions", "Said(all)")
	must.Equal(t, Said(all[3:4]), "1 entry", "Said(all[3:4])")
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
	got := slices.Sorted(maps.Keys(Continued(logs)))
	must.Hold(t, slices.Equal(got, []string{"late", "mid"}), "%q go on", got)
}
