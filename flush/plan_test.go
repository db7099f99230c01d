package flush

import (
	"slices"
	"testing"

	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/fsutil/must"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/transcript"
)

// What the settings withheld is looked at again once they say something else, also where it was
// captured in two goes.
func TestPlanAfterRulesChanged(t *testing.T) {
	b := newBench(t)
	bar := func(places ...string) string {
		if slices.Contains(places, "/w/app") {
			return "its folder is excluded"
		}
		return ""
	}
	b.f.Excluded, b.f.Version = bar, "one"
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one", "u2 A 10:01 dull")
	b.grow(s)
	b.end(s.say("u3 A 10:02 keep two"))
	b.run(s.source())
	b.expect("", "sessions 1 flushed 0; turns 3 flushed 0", 0)
	b.f.Version = "other, and the same for this folder"
	b.run(s.source())
	b.expect("", "sessions 1 flushed 0; turns 3 flushed 0", 0)
	b.f.Excluded, b.f.Version = nil, "none"
	b.run(s.source())
	b.expect("A:u1..u3", "sessions 1 flushed 1; turns 3 flushed 3", 3)
	rec, err := b.f.Ledger.Get("claude", "A", testNow)
	must.Hold(t, err == nil && rec.Files[0].Rules == "", "%+v, %v", rec.Files, err)
	b.f.Version = "fourth"
	got := session.Changed([]transcript.Source{s.source()}, []ledger.Record{rec}, b.f.Version)
	must.Hold(t, len(got) == 0, "is read again: %v", got)
}
