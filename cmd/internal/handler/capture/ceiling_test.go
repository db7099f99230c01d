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
)

// Each capture begins a session whose hook reports it, as a model's client would whose
// guards were all lost: no variable, another folder, no marker. The ceiling ends it, whatever worker
// is started again, and nothing that was reported is lost.
func TestRunawaySessionsMeetTheCeiling(t *testing.T) {
	home := t.TempDir()
	now := time.Now()
	m := &workspace.Machine{Getenv: func(string) string { return "" }, Now: func() time.Time { return now }, Local: time.UTC, Dir: home, Home: home}
	if _, err := m.Finder().Init(filepath.Join(home, "v"), false); err != nil {
		t.Fatal(err)
	}
	v, err := m.Open(filepath.Join(home, "v"))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Dir.Close()
	const limit = 5
	made := 0
	begin := func(w *Worker) {
		made++
		id := fmt.Sprintf("5e550000-0000-4000-8000-%012d", made)
		path := filepath.Join(home, id+".jsonl")
		row := fmt.Sprintf(`{"type":"user","uuid":"u-%d","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","message":{"role":"user","content":"We decided to keep table %d in SQLite, because one file is easy to copy."}}`+"\n",
			made, id, now.UTC().Format(time.RFC3339), made)
		if err := os.WriteFile(path, []byte(row), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := w.Queue.Put(queue.Note{Kind: queue.End, Agent: "claude", Session: id, Transcript: path, At: now}); err != nil {
			t.Fatal(err)
		}
	}
	work := func() {
		w := &Worker{Vault: v, Queue: NewQueue(v, nil), Scribe: author.Extractor(), Tell: t.Logf,
			Silent: true, Ceiling: limit, Report: Report{Days: map[daily.Date]int{}}, compiled: true}
		if made == 0 {
			begin(w)
		}
		for range 4 * limit { // each capture begins the next
			job, err := w.Queue.Next(now, false)
			if err != nil {
				t.Fatal(err)
			}
			if job == nil {
				return
			}
			before := w.Report.Entries
			if err := w.work(context.Background(), job); err != nil {
				t.Fatal(err)
			}
			if w.Report.Entries > before {
				begin(w)
			}
		}
		t.Fatal("the ceiling does not hold")
	}
	captured := func() int {
		records, _, err := (&ledger.Ledger{Dir: v.Dir}).All(now)
		if err != nil {
			t.Fatal(err)
		}
		return len(records)
	}
	for range 3 { // workers that hooks start again and again
		work()
	}
	if captured() != limit {
		t.Errorf("%d sessions captured, want %d", captured(), limit)
	}
	jobs, err := v.Queue(nil).List(now)
	if err != nil || len(jobs) != 1 || jobs[0].Reason != "more than 5 new sessions within an hour" {
		t.Errorf("queue holds %+v, %v", jobs, err)
	}
	now = now.Add(2 * time.Hour)
	work()
	if captured() != 2*limit {
		t.Errorf("%d sessions captured an hour later, want %d", captured(), 2*limit)
	}
}
