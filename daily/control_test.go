package daily

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Controls are appended to the machine's own log, once, are read back, and are no one's prose. A control that a crash
// tore is cut off.
func TestControls(t *testing.T) {
	s, root := newStore(t, afternoon.Location())
	s.Machine = func(context.Context) (Machine, error) {
		return Machine{Name: "laptop", ID: "7f3a91c2", Who: "ana"}, nil
	}
	day := mustDate(t, "2026-11-27")
	want := []Control{
		{Verb: Forgot, Entry: "0123456789ab", Line: "k3f9a2c", At: afternoon, Who: "ana"},
		{Verb: ForgotDone, Entry: "0123456789ab", At: afternoon},
		{Verb: Gone, Cite: "2026-11-27@laptop#^k3f9a2c", Page: "sqlite", At: afternoon, Who: "ana"},
		{Verb: Back, Cite: "2026-11-27#Session (14:32) - A title --> here", Page: "sqlite", At: afternoon, Who: "ana"},
	}
	add := func(c ...Control) {
		t.Helper()
		must.Do(t, s.AppendControls(t.Context(), day, c...))
	}
	add(want[0])
	mustAppend(t, s, sample(0))
	add(want...)
	file := filepath.Join(root, "daily/2026-11-27@laptop.md")
	once := read(t, file)
	add(want...)
	again := want[0]
	again.At = again.At.AddDate(0, 0, 1)
	add(again)
	got := read(t, file)
	must.Hold(t, got == once, "again, it is\n%s\nnot\n%s", got, once)
	log, err := s.Read(day.On("laptop"))
	must.Hold(t, err == nil && slices.EqualFunc(log.Controls, want, func(a, b Control) bool { return a.Says() == b.Says() && a.At.Equal(b.At) && a.Who == b.Who }), "read %+v, %v in\n%s", log.Controls, err, once)
	must.Hold(t, len(log.Entries) == 1 && log.Entries[0].Machine == "laptop" && log.Entries[0].Who == "ana" && !log.Entries[0].Hand, "entries %+v", log.Entries)
	for cut := len(once) - len(want[3].String()) + len("<!-- memoria:back "); cut < len(once)-len(entry.Ending); cut++ {
		must.Do(t, os.WriteFile(file, []byte(once[:cut]), 0o600))
		add(want...)
		got := read(t, file)
		must.Be(t, strings.Count(got, "memoria:back") == 1 && strings.Contains(got, want[3].String()+"\n"), "torn at %d, it is\n%s", cut, got)
	}
	must.Hold(t, must.Err(os.Stat(filepath.Join(root, "daily/2026-11-27.md"))) != nil, "the log that no machine owns was written")
}

// A machine appends to no log of another one of its name, and adds nothing that the log of another machine of the day
// has.
func TestLogsOfMachines(t *testing.T) {
	laptop, root := newStore(t, afternoon.Location())
	desktop := &Store{Dir: laptop.Dir, Zone: laptop.Zone}
	laptop.Machine = func(context.Context) (Machine, error) {
		return Machine{Name: "laptop", ID: "7f3a91c2", Who: "ana"}, nil
	}
	desktop.Machine = func(context.Context) (Machine, error) {
		return Machine{Name: "desktop", ID: "00000001", Who: "bo"}, nil
	}
	mustAppend(t, laptop, sample(0))
	before := read(t, filepath.Join(root, "daily/2026-11-27@laptop.md"))
	must.Hold(t, strings.HasPrefix(before, "# Daily Log: 2026-11-27\n<!-- memoria:log machine=laptop id=7f3a91c2 -->\n\n## Sessions\n"), "it begins\n%s", before)
	if d, ok, err := desktop.Append(t.Context(), sample(0)); ok || err != nil || d.String() != "2026-11-27@laptop" {
		t.Errorf("appended %v to %s, %v", ok, d, err)
	}
	mustAppend(t, desktop, sample(1))
	after := read(t, filepath.Join(root, "daily/2026-11-27@laptop.md"))
	must.Hold(t, after == before, "the log of the other is\n%s", after)
	twin := &Store{Dir: laptop.Dir, Zone: laptop.Zone, Machine: func(context.Context) (Machine, error) { return Machine{Name: "laptop", ID: "00000002", Who: "cy"}, nil }}
	if _, _, err := twin.Append(t.Context(), sample(2)); err == nil || !strings.Contains(err.Error(), "another machine") {
		t.Errorf("appended to the log of a namesake: %v", err)
	}
	// One entry in two logs, as after two machines took in one conflict copy, is one.
	put(t, root, "daily/2026-11-27@third.md", appendTo(t, "", sample(1)))
	logs, _, err := laptop.Logs(t.Context())
	must.Hold(t, err == nil && len(logs) == 3 && len(logs[0].Entries)+len(logs[1].Entries)+len(logs[2].Entries) == 2, "%d logs: %+v, %v", len(logs), logs, err)
	spans, err := laptop.Spans()
	must.Hold(t, err == nil && len(spans) == 3, "spans %+v, %v", spans, err)
}
