package daily

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

const cutLog = `# Daily Log: 2026-11-27

A person's prose.

## Sessions

### Session (14:32) - Sidecar locks
<!-- memoria:entry id=9f2c1e7ab03d agent=claude session=5d3f project=acme-merger branch=main at=2026-11-27T14:32:05+01:00 from=A to=B by=extractive -->

**Context:** how to lock

**Decisions Made:**
- Lock a sidecar file ^k3f9a2c
- Keep it ^k000001
<!-- /memoria:entry -->

Between.

### Session (15:00) - Another
<!-- memoria:entry id=aaaaaaaaaaaa agent=claude session=5d3f at=2026-11-27T15:00:05+01:00 from=C to=D by=extractive -->

**Facts:**
- It holds ^k000002
<!-- /memoria:entry -->

## By hand

- One thing
  over two lines ^mine
- Another
`

var cutDay, _ = ParseDate("2026-11-27")

// sections are the hashes of what was kept by hand under a heading.
func sections(src, heading string) map[string]bool {
	out := map[string]bool{}
	for _, e := range Parse(cutDay, time.UTC, []byte(src)).Entries {
		out[e.Hash] = e.Hand && e.Heading == heading
	}
	return out
}

// TestCut holds that a cut takes what it names and no other byte, and that the markers stay, so that
// no turn is flushed again (design.md section 4; peers.md 16).
func TestCut(t *testing.T) {
	set := func(ids ...string) map[string]bool {
		m := map[string]bool{}
		for _, id := range ids {
			m[id] = true
		}
		return m
	}
	entry := cutLog[strings.Index(cutLog, "### Session (14:32)"):strings.Index(cutLog, "\nBetween.")]
	husk := "### Session (14:32) - forgotten\n<!-- memoria:entry id=9f2c1e7ab03d agent=claude session=5d3f project= branch= at=2026-11-27T14:32:05+01:00 from=A to=B by=extractive -->\n<!-- /memoria:entry 9f2c1e7ab03d -->\n"
	for name, c := range map[string]struct {
		cut  Cut
		want string
	}{
		"nothing":       {Cut{}, cutLog},
		"line":          {Cut{Blocks: set("k3f9a2c")}, strings.Replace(cutLog, "- Lock a sidecar file ^k3f9a2c\n", "", 1)},
		"entry":         {Cut{Entries: set("9f2c1e7ab03d")}, strings.Replace(cutLog, entry, husk, 1)},
		"title":         {Cut{Titles: set("9f2c1e7ab03d"), Contexts: set("9f2c1e7ab03d")}, strings.NewReplacer("### Session (14:32) - Sidecar locks", "### Session (14:32)", "**Context:** how to lock\n", "").Replace(cutLog)},
		"section":       {Cut{Sections: sections(cutLog, "By hand")}, cutLog[:strings.Index(cutLog, "## By hand")]},
		"line by hand":  {Cut{Blocks: set("mine")}, strings.Replace(cutLog, "- One thing\n  over two lines ^mine\n", "", 1)},
		"not in there":  {Cut{Blocks: set("k999999"), Entries: set("bbbbbbbbbbbb")}, cutLog},
		"entry and its": {Cut{Blocks: set("k3f9a2c"), Entries: set("9f2c1e7ab03d")}, strings.Replace(cutLog, entry, husk, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			for _, eol := range []string{"\n", "\r\n"} {
				src := strings.ReplaceAll(cutLog, "\n", eol)
				cut := c.cut
				if len(cut.Sections) > 0 {
					cut.Sections = sections(src, "By hand")
				}
				got := cut.From(cutDay, time.UTC, []byte(src))
				want := strings.ReplaceAll(c.want, "\n", eol)
				must.Be(t, string(got) == want, "got\n%q\nwant\n%q", got, want)
				again := cut.From(cutDay, time.UTC, got)
				must.Be(t, bytes.Equal(again, got), "a second cut changes\n%q\ninto\n%q", got, again)
			}
		})
	}
}

// TestCutCovers holds that an entry which was forgotten still covers its turns.
func TestCutCovers(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	s := &Store{Dir: dir}
	e := Entry{Agent: "claude", Session: "s", From: "A", To: "B", At: time.Date(2026, 11, 27, 14, 32, 0, 0, time.UTC),
		Summary: Summary{Title: "A title", Context: "words", Bullets: []Bullet{{Kind: Fact, Text: "It holds"}}}}
	if _, _, err := s.Append(context.Background(), e); err != nil {
		t.Fatal(err)
	}
	before, _ := s.Spans()
	changed, err := s.Cut(context.Background(), cutDay, Cut{Entries: map[string]bool{before[0].Entry: true}})
	must.Be(t, err == nil && changed, "%v %v", changed, err)
	after, _ := s.Spans()
	must.Be(t, len(after) == 1 && after[0] == before[0], "covered %v, now %v", before, after)
	if _, added, err := s.Append(context.Background(), e); err != nil || added {
		t.Fatal("a forgotten entry was appended again", err)
	}
	if changed, err := s.Cut(context.Background(), cutDay, Cut{Entries: map[string]bool{before[0].Entry: true}}); err != nil || changed {
		t.Fatal("a second cut changed the log", err)
	}
}
