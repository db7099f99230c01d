package daily

import (
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// handLog has lines of a person's between the markers of an entry.
const handLog = `# Daily Log: 2026-11-27

## Sessions

### Session (14:32) - Sidecar locks
<!-- memoria:entry id=9f2c1e7ab03d agent=claude session=5d3f project= branch= at=2026-11-27T14:32:05+01:00 from=A to=B by=extractive -->

**Facts:**
- Lock a sidecar file ^k3f9a2c
- My own remark
  over two lines
- Named by me ^mine
- It lost its id
<!-- /memoria:entry -->

### Session (15:00) - Another
<!-- memoria:entry id=aaaaaaaaaaaa agent=claude session=5d3f at=2026-11-27T15:00:05+01:00 from=C to=D by=extractive -->

**Facts:**
- It lost its id
<!-- /memoria:entry -->
`

// TestCutKeepsOwn: what a person put between the markers of an entry stays below it, and a line of ours
// whose block id they took off goes with it, or alone, and with no other that says the same.
func TestCutKeepsOwn(t *testing.T) {
	lost := map[string]bool{entry.LineHash("9f2c1e7ab03d", "It lost its id"): true}
	c := Cut{Entries: map[string]bool{"9f2c1e7ab03d": true}, Lines: lost}
	got := string(c.From(cutDay, time.UTC, []byte(handLog)))
	own := "<!-- /memoria:entry 9f2c1e7ab03d -->\n\n- My own remark\n  over two lines\n- Named by me ^mine\n\n### Session (15:00)"
	must.Hold(t, strings.Contains(got, own) && !strings.Contains(got, "sidecar") && strings.Count(got, "It lost its id") == 1, "it is\n%s", got)
	again := string(c.From(cutDay, time.UTC, []byte(got)))
	must.Hold(t, again == got, "again, it is\n%s", again)
	n := c.Own([]byte(handLog))
	must.Hold(t, len(n) == 3 && n[0] == 10 && n[2] == 12, "a person's lines are %v", n)
	want := strings.Replace(handLog, "- It lost its id\n", "", 1)
	must.Equal(t, string((Cut{Lines: lost}).From(cutDay, time.UTC, []byte(handLog))), want, "without the line, it")
}

// TestCutUnfinished: an entry whose closing marker is gone is found, and goes, wherever it stands.
func TestCutUnfinished(t *testing.T) {
	e := Entry{Agent: "claude", Session: "s", From: "A", To: "B", At: time.Date(2026, 11, 27, 14, 32, 0, 0, time.UTC),
		Summary: Summary{Title: "A title", Bullets: []Bullet{{Kind: Fact, Text: "It holds"}, {Kind: Action, Text: "Do it"}}}}
	d, err := Read(e, time.UTC)
	must.Be(t, err == nil && d.Heading == "Session (14:32) - A title" && d.Target(d.Bullets[0]) == "2026-11-27#^"+d.Bullets[0].Block, "the entry is %+v (%v)", d, err)
	text, _ := e.Format()
	text, _, _ = strings.Cut(text, entry.Closing)
	whole := strings.Replace(cutLog, "### Session (15:00)", text+"\n### Session (15:00)", 1)
	bare := strings.Replace(whole, strings.Split(text, "\n")[1]+"\n", "", 1) // its first marker is gone, too
	dir := fsutiltest.Open(t, t.TempDir())
	s := &Store{Dir: dir}
	for name, src := range map[string]string{"daily/2026-11-27.md": whole, "daily/2026-11-28.md": cutLog + "\n" + text, tornDir + "/2026-11-26-abcd.md": text} {
		must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(dir.Path(), name)), 0o700))
		must.Do(t, os.WriteFile(filepath.Join(dir.Path(), name), []byte(src), 0o600))
	}
	found, err := s.Unfinished()
	must.Be(t, err == nil && len(found) == 2, "found %+v (%v)", found, err)
	for _, f := range found {
		must.Hold(t, f.ID == d.ID && f.Title == "A title" && len(f.Bullets) == 2, "found %+v", f)
	}
	c := Cut{Entries: map[string]bool{d.ID: true}}
	for _, src := range []string{whole, cutLog + "\n" + text, bare} {
		got := string(c.From(cutDay, time.UTC, []byte(src)))
		must.Hold(t, !strings.Contains(got, "It holds "+"^"+d.Bullets[0].Block) && !strings.Contains(got, "Do it") && strings.Contains(got, "Lock a sidecar"), "it is\n%s", got)
	}
}

// TestRedact: a log that brings back what was forgotten reads without it, and says so; one of which
// something is about to be cut reads as it will be.
func TestRedact(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	must.Get(dir.WriteFile("daily/2026-11-27.md", []byte(cutLog), 0o644))(t)
	redact := func(d Dated) (Dated, int) {
		if d.ID != "9f2c1e7ab03d" {
			return d, 0
		}
		n := len(d.Bullets)
		d.Bullets, d.Title = nil, Forgotten
		return d, n
	}
	s := &Store{Dir: dir, Redact: func() (Redact, error) { return redact, nil }, Cuts: map[Date]Cut{cutDay: {Blocks: map[string]bool{"mine": true}}}}
	logs, _, err := s.Logs(t.Context())
	one, err2 := s.Read(cutDay)
	must.Be(t, err == nil && err2 == nil && len(logs) == 1, "%v %v %v", logs, err, err2)
	for _, l := range []*Log{logs[0], one} {
		must.Hold(t, l.Back == 2 && len(l.Entries[1].Bullets) == 0 && l.Entries[1].Heading == "" && len(l.Entries) == 5 && len(l.Entries[4].Bullets) == 1, "%d are back, the log is %+v", l.Back, l.Entries)
	}
	if l, err := (&Store{Dir: dir}).Read(cutDay); err != nil || l.Back != 0 || len(l.Entries[1].Bullets) != 2 {
		t.Errorf("bare, it is %+v (%v)", l, err)
	}
}
