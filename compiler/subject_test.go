package compiler_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

// harbor is a week of work on a small service, a line for each bullet: day, kind, text.
const harbor = `
02 D Keep the job queue in SQLite, since a second service to run is one too many.
02 D SQLite runs in WAL mode, because readers blocked the writer for seconds.
02 L A busy timeout of zero makes SQLite fail at once instead of waiting for the lock.
03 D Every request carries an idempotency key, so that a retry does not charge twice.
03 F The idempotency key is stored in SQLite for two days.
03 P Say plainly when a migration cannot be undone.
04 L The retry budget ran out because the idempotency key was made anew for each attempt.
04 D A retry budget of ten percent, counted per host, replaces the fixed number of retries.
04 F The job queue polls every two seconds when it is empty.
05 D The job queue leases a job for a minute and gives it back when the lease runs out.
05 L A lease shorter than the slowest job makes the job queue run it twice.
05 F The retry budget is shared by all leases of a host.
06 D Migrations run inside one transaction in SQLite, and a failed one leaves the old schema.
06 A Measure the WAL checkpoint under load.
06 L The WAL file grows without end while a reader keeps its snapshot open.
`

func harborLogs(t *testing.T) map[string]string {
	t.Helper()
	v := newVault(t)
	kinds := map[string]daily.Kind{"D": daily.Decision, "L": daily.Lesson, "P": daily.Preference, "F": daily.Fact, "A": daily.Action}
	byDay := map[string]*daily.Entry{}
	var order []string
	for line := range strings.Lines(strings.TrimSpace(harbor)) {
		w := strings.SplitN(strings.TrimSpace(line), " ", 3)
		e := byDay[w[0]]
		if e == nil {
			at := must.Get(time.Parse(time.DateOnly, "2026-11-"+w[0]))(t)
			e = &daily.Entry{
				Agent: "claude", Session: "session-" + w[0], Project: "harbor", Branch: "main", By: "extractive",
				At: at.Add(15 * time.Hour), From: "from-" + w[0], To: "to-" + w[0], Summary: daily.Summary{Title: "Work on harbor, day " + w[0]},
			}
			byDay[w[0]] = e
			order = append(order, w[0])
		}
		e.Bullets = append(e.Bullets, daily.Bullet{Kind: kinds[w[1]], Text: w[2]})
	}
	for _, d := range order {
		_, _, err := v.c.Daily.Append(context.Background(), *byDay[d])
		must.Do(t, err)
	}
	return v.pages()
}

func harborVault(t *testing.T) *vault {
	v := newVault(t)
	v.c.Author = subject.Author{}
	return v
}

// Files left by a killed write in the wiki are removed; those left by a person's editor are not.
func TestLeftovers(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor`"})
	v.settled(compiler.Options{})
	v.write("wiki/concepts/.memoria-0123456789abcdef.tmp", "half") // of a process that is gone
	v.write("wiki/concepts/.cursor.md.swp", "an editor's")
	before := len(v.files())
	v.settled(compiler.Options{All: true})
	after := len(v.files())
	must.Hold(t, after == before-1 && v.exists("wiki/concepts/.cursor.md.swp"), "%d files, then %d", before, after)
}
