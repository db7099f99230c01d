package session

import (
	"testing"

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
