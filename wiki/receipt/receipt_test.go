package receipt

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func vaultDir(t *testing.T) *fsutil.Dir {
	return fsutiltest.Open(t, t.TempDir())
}

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

func TestBookAddsUp(t *testing.T) {
	d := vaultDir(t)
	give := func(way Way, session string, ids ...string) {
		t.Helper()
		must.Do(t, Give(d, Receipt{At: noon, Way: way, Session: session, IDs: ids}))
	}
	give(Start, "s1", "2026-03-01^k1", "p1")
	give(Recall, "s1", "2026-03-01^k1")
	give(Start, "s2", "2026-03-01^k1")
	give(Query, "", "p1")
	give(MCP, "s2") // nothing
	for range 2 {
		must.Do(t, Took(d, noon, "s2", "2026-03-01^k1", Words))
	}
	if err := Took(d, noon, "s9", "p1", Link); err != nil { // that was never given it
		t.Fatal(err)
	}
	b := must.Get(Load(d))(t)
	k1, p1 := b.Memories["2026-03-01^k1"], b.Memories["p1"]
	must.Hold(t, k1.Given == 2 && k1.Used == 1 && k1.Ways[Start] == 2 && k1.Ways[Recall] == 1, "k1: %+v", k1)
	must.Hold(t, p1.Given == 1 && p1.Ways[Query] == 1 && p1.Used == 0 && b.Unused("p1", 1) && !b.Unused("p1", 2) && !b.Unused("2026-03-01^k1", 1) && !b.Unused("none", 0), "p1: %+v", p1)
	must.Hold(t, b.Sessions["s1"].Given["p1"] && !b.Sessions["s2"].Given["p1"] && b.Sessions["s2"].Used["2026-03-01^k1"] == Words, "sessions: %+v", b.Sessions)
	for session, want := range map[string]int{"s1": 2, "s2": 1, "": 0, "s": 0} {
		if got, err := GivenTo(d, session); err != nil || len(got) != want {
			t.Errorf("given to %q: %v, %v", session, got, err)
		}
	}
	l := b.List()
	must.Hold(t, len(l) == 2 && l[0] == k1, "list: %+v", l)
}

// What comes from outside stays in its field, and what makes no sense is passed over.
func TestDamagedReceipts(t *testing.T) {
	d := vaultDir(t)
	if b, err := Load(d); err != nil || len(b.Memories) != 0 {
		t.Errorf("of nothing: %v, %+v", err, b)
	}
	must.Do(t, Give(d, Receipt{At: noon, Way: Start, Session: "s\t1\n2", IDs: []string{"a b\tc", "d"}}))
	for _, l := range []string{"", "nonsense", "2026\tstart\ts\tx", "2026-03-02T12:00:00Z\tstart\ts3"} {
		must.Do(t, d.AppendLine(givenName, l, 0o600, fileMax))
	}
	b, err := Load(d)
	must.Hold(t, err == nil && len(b.Memories) == 2 && b.Sessions["s_1_2"].Given["a_b_c"], "%v, %+v", err, b.Memories)
}

func TestReceiptsAreBounded(t *testing.T) {
	d := vaultDir(t)
	ids := strings.Fields(strings.Repeat("2026-03-01^k1234567 ", 300))
	for range 300 {
		must.Do(t, Give(d, Receipt{At: noon, Way: Start, Session: "s", IDs: ids}))
	}
	var size int64
	for _, n := range []string{givenName, givenName + ".1"} {
		if info, err := d.Stat(n); err == nil {
			size += info.Size()
		}
	}
	must.Hold(t, size != 0 && size <= 2*fileMax+16<<10, "%d bytes", size)
}

func TestIDs(t *testing.T) {
	id := PageID("wiki/concepts/secret-plan.md")
	must.Hold(t, !strings.Contains(id, "secret") && id != PageID("wiki/concepts/other.md"), "page id %q", id)
	id = BlockID("2026-03-02", "k1")
	must.Hold(t, id == "2026-03-02^k1", "block id %q", id)
}
