package subject

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/subject/reading"
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/holds"
)

// In logs without a project, a line replaces another only if several words show what both are about: they may belong
// to two projects.
func TestTruthWithoutProject(t *testing.T) {
	entries := parseEntries(t, `2026-06-01 x
D The ingest queue runs on Redis
D The port is 8080
D Use yarn
2026-06-05 x
D Switched the ingest queue from Redis to Kafka
D Changed the port from 8080 to 9090
D Moved from yarn to pnpm
`)
	for i := range entries {
		entries[i].Project = ""
	}
	x := topic.Read(entries, reading.Load(nil, Traits))
	x.SettleTruth(new(holds.Memory).Judge)
	for i := range x.Lines {
		over, want := x.Truth[i].ReplacedBy >= 0, i == 0
		must.Hold(t, over == want, "%q: overturned %v, want %v", x.Lines[i].Text, over, want)
	}
}

// A subject that was given up altogether is not introduced by its old definition, one that was given up in part is;
// and one that was resumed is introduced by that.
func TestGoneIsNotIntroduced(t *testing.T) {
	was := `2026-06-01 x
D Redis is the ingest queue because it is fast
2026-06-02 x
L Redis must have a password because of the audit
2026-06-03 x
L Redis needs AOF because restarts lose data
2026-06-04 x
L Redis forgets first the keys that nobody asked for
2026-06-05 x
L Redis is asked by the ingest alone
`
	gone := was + `2026-06-08 x
D We got rid of Redis completely because Kafka does it all
`
	part := strings.Replace(gone, "completely", "in the tests", 1)
	again := gone + `2026-06-09 x
D Redis is the cache of sessions because they are hot
`
	for text, want := range map[string]string{part: "Redis is the ingest queue", gone: "", again: "Redis is the cache"} {
		_, drafts := draftsOf(parseEntries(t, text), true)
		d, ok := drafts["Redis"]
		must.Hold(t, ok && (want != "" || !strings.Contains(d.Lead+d.Description, "ingest")) && strings.Contains(d.Description, want), "%q is introduced by %q, want %q", d.Title, d.Description, want)
	}
}
