package queue

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// TestForget holds that the words of a message go, wherever the queue keeps them, and nothing else.
func TestForget(t *testing.T) {
	q := openQueue(t)
	at := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	say := func(session, text string) {
		t.Helper()
		must.Do(t, q.Put(Note{Kind: Turn, Agent: "claude", Session: session, Message: text, Mark: Mark(text), At: at}))
		at = at.Add(time.Second)
	}
	say("s", "the merger is off")
	say("s", "tabs it is")
	say("other", "the merger is off, too")
	if j, err := q.Next(at.Add(time.Hour), true); err != nil || j == nil {
		t.Fatal(j, err)
	}
	say("s", "the merger again")
	plantFile(t, q, "damaged/"+Key("claude", "s")+".turn.1-00000000.json", "{merger")
	plantFile(t, q, ".memoria-0123456789abcdef.tmp", "{merger") // of a hook that was killed
	plantFile(t, q, "jobs/.memoria-0123456789abcdef.tmp", "{merger")
	merger := func(m Message, _ bool) bool { return strings.Contains(m.Text, "merger") }
	for _, dry := range []bool{true, false} {
		n, err := q.Forget("claude", "s", merger, dry)
		must.Be(t, err == nil && n == 3, "forgot %d, want 3 (%v)", n, err)
	}
	if n, err := q.Forget("claude", "s", merger, false); err != nil || n != 0 {
		t.Fatalf("forgot %d more (%v)", n, err)
	}
	var left []string
	filepath.WalkDir(filepath.Join(q.Dir.Path(), queueDir), func(path string, d os.DirEntry, err error) error {
		if data, err := os.ReadFile(path); err == nil {
			left = append(left, string(data))
		}
		return nil
	})
	all := strings.Join(left, "\n")
	got := strings.Count(all, "merger")
	must.Hold(t, got == 1, "the words stand in %d places, want those of the other session:\n%s", got, all)
	must.Hold(t, strings.Contains(all, "tabs it is") && strings.Contains(all, Mark("the merger again")), "more is gone than was asked for:\n%s", all)
	jobs, err := q.List(at)
	must.Be(t, err == nil && len(jobs) == 2, "%v %v", jobs, err)
}
