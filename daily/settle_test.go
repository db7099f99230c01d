package daily

import (
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"reflect"
	"testing"
	"time"
)

// What a person settles comes back from the log as it was said, and an entry of another agent settles
// nothing, whatever its session is called.
func TestSettlement(t *testing.T) {
	at := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	lines := []Bullet{{Kind: Decision, Text: "The port is 8080", Block: "k1"}}
	for _, s := range []Settlement{
		{Pair: "0123456789", N: 1, Past: []string{"2026-11-20^k1b2c3d", "2026-11-21~0a0b0c0d0e0f"}, Holds: []string{"2026-11-27^k3f9a2c"}},
		{Pair: "0123456789", N: 2, Both: true, Past: []string{"2026-11-20^k1b2c3d"}, Holds: []string{"2026-11-27^k3f9a2c"}},
	} {
		text := must.Get(s.Entry("app", lines, at).Format())(t)
		d := DateOf(at, time.UTC)
		l := Parse(d, time.UTC, []byte(entry.Header(d, Machine{})+text))
		must.Be(t, len(l.Entries) == 1, "%d entries in %s", len(l.Entries), text)
		e := l.Entries[0]
		if got, ok := e.Settlement(); !ok || !reflect.DeepEqual(got, s) {
			t.Errorf("%+v, want %+v", got, s)
		}
		must.Hold(t, len(e.Bullets) == 1 && e.Bullets[0].Text == lines[0].Text && e.Bullets[0].Block != "k1" && e.Project == "app", "%+v", e)
		e.Agent = "claude"
		if _, ok := e.Settlement(); ok {
			t.Error("an agent settles")
		}
	}
	for _, session := range []string{"", "settled", "settled/x/0", "settled/x/y", "settled/x/1/2", "other/x/1"} {
		if _, ok := (Entry{Agent: Settler, Session: session, From: "a", To: "b"}).Settlement(); ok {
			t.Errorf("%q settles", session)
		}
	}
}
