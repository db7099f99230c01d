package daily_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/fsutil/seen"
	"pgregory.net/rapid"
)

// A store that has seen logs before reads what one that has not reads, whatever was done to them between, and to what it
// returned.
func TestSeenLogs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		folder := t.TempDir()
		dir := must.Get(fsutil.OpenDir(folder))(r)
		defer dir.Close()
		must.Do(r, os.Mkdir(filepath.Join(folder, "daily"), 0o755))
		name := func(e *daily.Entry) string { return e.Project + "!" }
		again := &daily.Store{Dir: dir, Who: "ana", Name: func() (daily.Name, error) { return name, nil }, Seen: &seen.Files[*daily.Log]{}}
		fresh := *again
		fresh.Seen = nil
		for n := range rapid.IntRange(1, 6).Draw(r, "steps") {
			day := daily.DateOf(time.Date(2026, 3, 1+rapid.IntRange(0, 2).Draw(r, "day"), 0, 0, 0, 0, time.UTC), nil)
			at := filepath.Join(folder, "daily", day.String()+".md")
			switch rapid.IntRange(0, 4).Draw(r, "what") {
			case 0:
				_ = os.Remove(at)
			case 1: // as one who sets the time back
				_ = os.Chtimes(at, time.Unix(1, 0), time.Unix(1, 0))
			default:
				e := daily.Entry{Agent: "claude", Session: "s", Project: "till", At: day.At(9, n, time.UTC), To: fmt.Sprint(n), ID: entry.EntryID("claude", "s", fmt.Sprint(n%2))}
				e.Title, e.Bullets = "T", []daily.Bullet{{Kind: daily.Fact, Text: fmt.Sprint("Word ", n)}}
				text := must.Get(e.Format())(r)
				must.Do(r, os.WriteFile(at, []byte("# Daily Log: "+day.String()+"\n\n## Sessions\n\n"+text), 0o644))
				if rapid.Bool().Draw(r, "rests") {
					time.Sleep(110 * time.Millisecond)
				}
			}
			want, _ := must.Get2(fresh.Logs(context.Background()))(r)
			for range 2 {
				again.Seen.Tick, _ = dir.Tick("tick")
				got, _, err := again.Logs(context.Background())
				must.Be(r, err == nil && reflect.DeepEqual(got, want), "step %d: it has other logs than who reads them: %v", n, err)
				for _, l := range got {
					for i := range l.Entries {
						l.Entries[i].Project, l.Entries[i].Redone = "gone", true
					}
				}
			}
		}
	})
}
