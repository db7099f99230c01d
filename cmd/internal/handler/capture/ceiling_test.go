package capture

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Each capture begins a session whose hook reports it, as a model's client would whose
// guards were all lost: no variable, another folder, no marker. The ceiling ends it, whatever worker
// is started again, and nothing that was reported is lost.
func TestRunawaySessionsMeetTheCeiling(t *testing.T) {
	home := t.TempDir()
	now := time.Now()
	m := &workspace.Machine{Getenv: func(string) string { return "" }, Now: func() time.Time { return now }, Local: time.UTC, Dir: home, Home: home}
	must.Get(m.Finder().Init(filepath.Join(home, "v"), false))(t)
	v := must.Get(m.Open(filepath.Join(home, "v")))(t)
	defer v.Dir.Close()
	const limit = 5
	made := 0
	begin := func(w *Worker) {
		made++
		id := fmt.Sprintf("5e550000-0000-4000-8000-%012d", made)
		path := filepath.Join(home, id+".jsonl")
		row := fmt.Sprintf(`{"type":"user","uuid":"u-%d","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","message":{"role":"user","content":"We decided to keep table %d in SQLite, because one file is easy to copy."}}`+"\n",
			made, id, now.UTC().Format(time.RFC3339), made)
		must.Do(t, os.WriteFile(path, []byte(row), 0o600))
		must.Do(t, w.Queue.Put(queue.Note{Kind: queue.End, Agent: "claude", Session: id, Transcript: path, At: now}))
	}
	work := func() {
		w := &Worker{Vault: v, Queue: NewQueue(v, nil), Scribe: author.Extractor(), Tell: t.Logf,
			Silent: true, Ceiling: limit, Report: Report{Days: map[daily.Date]int{}}, compiled: true}
		if made == 0 {
			begin(w)
		}
		for range 4 * limit { // each capture begins the next
			job := must.Get(w.Queue.Next(now, false))(t)
			if job == nil {
				return
			}
			before := w.Report.Entries
			must.Do(t, w.work(context.Background(), job))
			if w.Report.Entries > before {
				begin(w)
			}
		}
		t.Fatal("the ceiling does not hold")
	}
	captured := func() int {
		records, _, err := (&ledger.Ledger{Dir: v.Dir}).All(now)
		must.Do(t, err)
		return len(records)
	}
	for range 3 { // workers that hooks start again and again
		work()
	}
	must.Hold(t, captured() == limit, "%d sessions captured, want %d", captured(), limit)
	jobs, err := v.Queue(nil).List(now)
	must.Hold(t, err == nil && len(jobs) == 1 && jobs[0].Reason == "more than 5 new sessions within an hour", "queue holds %+v, %v", jobs, err)
	now = now.Add(2 * time.Hour)
	work()
	must.Hold(t, captured() == 2*limit, "%d sessions captured an hour later, want %d", captured(), 2*limit)
}
