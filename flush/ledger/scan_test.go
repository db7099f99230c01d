package ledger

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

var scanNow = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

func aged(path string, size int64, at time.Time) transcript.Source {
	return transcript.Source{Agent: "claude", Path: path, Size: size, ModTime: at}
}

func paths(list []transcript.Source) string {
	s := ""
	for _, x := range list {
		s += x.Stem() + " "
	}
	return s
}

func TestScanFindsWhatNobodyReported(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	installed := scanNow.Add(-time.Hour)
	before, after := installed.Add(-time.Minute), installed.Add(time.Minute)
	l := &Ledger{Dir: dir}
	s := &Scanner{Dir: dir, Ledger: l, Since: map[string]time.Time{"claude": installed}}
	for _, r := range []Record{
		{Agent: "claude", Session: "done", State: Flushed, Files: []File{{Path: "/p/done.jsonl", Size: 9, ModTime: after}}},
		{Agent: "claude", Session: "grown", State: Flushed, Files: []File{{Path: "/p/grown.jsonl", Size: 9, ModTime: after}}},
		{Agent: "claude", Session: "dull", State: Skipped, Files: []File{{Path: "/p/dull.jsonl", Size: 9, ModTime: after}}},
		{Agent: "claude", Session: "waits", State: Pending, Files: []File{{Path: "/p/waits.jsonl", Size: 9, ModTime: after}}},
		{Agent: "claude", Session: "missed", State: Pending},
		{Agent: "claude", Session: "resumed", State: Flushed, Files: []File{{Path: "/p/resumed.jsonl", Size: 9, ModTime: before}}},
	} {
		must.Do(t, l.Put(r))
	}
	sources := []transcript.Source{
		aged("/p/done.jsonl", 9, after), aged("/p/grown.jsonl", 12, after), aged("/p/dull.jsonl", 9, after),
		aged("/p/waits.jsonl", 9, after), aged("/p/missed.jsonl", 9, before), aged("/p/resumed.jsonl", 12, before),
		aged("/p/killed.jsonl", 9, after), aged("/p/past.jsonl", 9, before),
	}
	for round := range 2 { // the second with what the first kept
		f := must.Get(s.Find(sources, scanNow))(t)
		if got, want := paths(f.New), "grown waits missed resumed killed "; got != want {
			t.Errorf("round %d: new %q, want %q", round, got, want)
		}
		if got, want := paths(f.Old), "past "; got != want {
			t.Errorf("round %d: old %q, want %q", round, got, want)
		}
		must.Hold(t, f.Settled == 2, "round %d: %d settled, want 2", round, f.Settled)
		must.Do(t, s.Keep(f))
	}
	// Another size or time under a kept name is looked at again.
	f, err := s.Find([]transcript.Source{aged("/p/done.jsonl", 9, before), aged("/p/dull.jsonl", 10, after)}, scanNow)
	must.Hold(t, err == nil && paths(f.New) == "done dull ", "changed since: %q, %v", paths(f.New), err)
	// What a newer memoria kept is a cache as well: the ledger is asked.
	must.Get(fsutil.WriteStateNoSync(dir, scanName, scanVersion+1, map[string]any{"files": []int{}}))(t)
	if f, err := s.Find(sources, scanNow); err != nil || paths(f.New) != "grown waits missed resumed killed " {
		t.Errorf("a newer cache: %q, %v", paths(f.New), err)
	}
}
