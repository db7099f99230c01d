package editor

import (
	"testing"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
)

// A reply that another machine keeps counts for the entries of that machine, and of those that trust it.
func TestBelieves(t *testing.T) {
	e := daily.Dated{Said: daily.Speaker{Who: "ana", ID: "11111111", Trusts: "33333333"}}
	e.ID, e.Bullets = "aaaaaaaaaaaa", []daily.Bullet{{Kind: daily.Decision, Text: "We use git.", Block: "k123456"}}
	for machine, want := range map[string]bool{"": true, "11111111": true, "33333333": true, "22222222": false} {
		s := &session{Author: &Author{}, Pages: pages.New([]daily.Dated{e}), covered: map[string]*kept.Reply{}}
		s.adopt([]*kept.Reply{{Entries: []string{pages.Identity(&e)}, Machine: machine}})
		if got := len(s.replies) == 1; got != want {
			t.Errorf("of %q: %v", machine, got)
		}
	}
}
