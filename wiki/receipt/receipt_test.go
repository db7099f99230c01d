package receipt

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

func vaultDir(t *testing.T) *fsutil.Dir {
	return fsutiltest.Open(t, t.TempDir())
}

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

func TestBookAddsUp(t *testing.T) {
	d := vaultDir(t)
	give := func(way Way, session string, ids ...string) {
		t.Helper()
		if err := Give(d, Receipt{At: noon, Way: way, Session: session, IDs: ids}); err != nil {
			t.Fatal(err)
		}
	}
	give(Start, "s1", "2026-03-01^k1", "p1")
	give(Recall, "s1", "2026-03-01^k1")
	give(Start, "s2", "2026-03-01^k1")
	give(Query, "", "p1")
	give(MCP, "s2") // nothing
	for range 2 {
		if err := Took(d, noon, "s2", "2026-03-01^k1", Words); err != nil {
			t.Fatal(err)
		}
	}
	if err := Took(d, noon, "s9", "p1", Link); err != nil { // that was never given it
		t.Fatal(err)
	}
	b, err := Load(d)
	if err != nil {
		t.Fatal(err)
	}
	k1, p1 := b.Memories["2026-03-01^k1"], b.Memories["p1"]
	if k1.Given != 2 || k1.Used != 1 || k1.Ways[Start] != 2 || k1.Ways[Recall] != 1 {
		t.Errorf("k1: %+v", k1)
	}
	if p1.Given != 1 || p1.Ways[Query] != 1 || p1.Used != 0 || !b.Unused("p1", 1) || b.Unused("p1", 2) || b.Unused("2026-03-01^k1", 1) || b.Unused("none", 0) {
		t.Errorf("p1: %+v", p1)
	}
	if !b.Sessions["s1"].Given["p1"] || b.Sessions["s2"].Given["p1"] || b.Sessions["s2"].Used["2026-03-01^k1"] != Words {
		t.Errorf("sessions: %+v", b.Sessions)
	}
	for session, want := range map[string]int{"s1": 2, "s2": 1, "": 0, "s": 0} {
		if got, err := GivenTo(d, session); err != nil || len(got) != want {
			t.Errorf("given to %q: %v, %v", session, got, err)
		}
	}
	if l := b.List(); len(l) != 2 || l[0] != k1 {
		t.Errorf("list: %+v", l)
	}
}

// What comes from outside stays in its field, and what makes no sense is passed over.
func TestDamagedReceipts(t *testing.T) {
	d := vaultDir(t)
	if b, err := Load(d); err != nil || len(b.Memories) != 0 {
		t.Errorf("of nothing: %v, %+v", err, b)
	}
	if err := Give(d, Receipt{At: noon, Way: Start, Session: "s\t1\n2", IDs: []string{"a b\tc", "d"}}); err != nil {
		t.Fatal(err)
	}
	for _, l := range []string{"", "nonsense", "2026\tstart\ts\tx", "2026-03-02T12:00:00Z\tstart\ts3"} {
		if err := d.AppendLine(givenName, l, 0o600, fileMax); err != nil {
			t.Fatal(err)
		}
	}
	b, err := Load(d)
	if err != nil || len(b.Memories) != 2 || !b.Sessions["s_1_2"].Given["a_b_c"] {
		t.Errorf("%v, %+v", err, b.Memories)
	}
}

func TestReceiptsAreBounded(t *testing.T) {
	d := vaultDir(t)
	ids := strings.Fields(strings.Repeat("2026-03-01^k1234567 ", 300))
	for range 300 {
		if err := Give(d, Receipt{At: noon, Way: Start, Session: "s", IDs: ids}); err != nil {
			t.Fatal(err)
		}
	}
	var size int64
	for _, n := range []string{givenName, givenName + ".1"} {
		if info, err := d.Stat(n); err == nil {
			size += info.Size()
		}
	}
	if size == 0 || size > 2*fileMax+16<<10 {
		t.Errorf("%d bytes", size)
	}
}

func TestIDs(t *testing.T) {
	if id := PageID("wiki/concepts/secret-plan.md"); strings.Contains(id, "secret") || id == PageID("wiki/concepts/other.md") {
		t.Errorf("page id %q", id)
	}
	if id := BlockID("2026-03-02", "k1"); id != "2026-03-02^k1" {
		t.Errorf("block id %q", id)
	}
}
