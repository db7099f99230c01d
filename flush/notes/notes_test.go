package notes

import (
	"fmt"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func told(session, place string, lines ...string) Note {
	t := Note{Agent: "claude", Session: session, Dir: "/home/ana/tide", Place: place, By: "claude-memory/MEMORY.md", At: time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)}
	t.Summary.Title = "Memory"
	for _, l := range lines {
		t.Summary.Bullets = append(t.Summary.Bullets, daily.Bullet{Kind: daily.Fact, Text: l})
	}
	return t
}

func TestTell(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	must.Do(t, dir.MkdirAll("daily", 0o755))
	now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	f := &Keeper{Dir: dir, Daily: &daily.Store{Dir: dir, Zone: time.UTC}}
	said := daily.Entry{ID: entry.EntryID("claude", "s1", "r1"), Agent: "claude", Session: "s1", At: now, From: "r1", To: "r1", By: "extractive",
		Summary: daily.Summary{Title: "x", Bullets: []daily.Bullet{{Kind: daily.Lesson, Text: "The importer waits five seconds for a lock, because SQLite was busy"}}}}
	if _, _, err := f.Daily.Append(t.Context(), said); err != nil {
		t.Fatal(err)
	}
	tell := func(x Note) Outcome {
		t.Helper()
		h, err := f.Keep(t.Context(), []Note{x}, now)
		must.Be(t, err == nil && len(h) == 1, "%v, %v", h, err)
		return h[0]
	}
	// What its own session said in nearly the same words is not new; in another session's file it is.
	near := "Importer waits five seconds for a lock because SQLite was busy"
	if h := tell(told("s1", "/m/a.md", near, "A new line.", "A new line.")); h.Bullets != 1 || h.Known != 2 {
		t.Errorf("told %+v", h)
	}
	if h := tell(told("s1", "/m/a.md", "A new line.", "Another one")); h.Bullets != 1 {
		t.Errorf("told again %+v", h)
	}
	if h := tell(told("", "/m/b.md", "a NEW line")); h.Entry != "" || h.Known != 1 {
		t.Errorf("told by another file %+v", h)
	}
	// A line that was forgotten, or cut from a log, does not come back.
	gone := must.Get(forgotten.Read(dir))(t)
	gone.AddLine("claude", "s2", "Never say this again")
	must.Do(t, gone.Write(dir))
	if h := tell(told("s2", "/m/c.md", "Never say this again")); h.Entry != "" {
		t.Errorf("told what was forgotten: %+v", h)
	}
	must.Do(t, dir.Remove("daily/2026-11-27.md"))
	if h := tell(told("s1", "/m/a.md", "A new line.")); h.Entry != "" {
		t.Errorf("told what was cut: %+v", h)
	}
	// Settings that leave folders out hold.
	f.Excluded = func(places ...string) string { return "no" }
	if h := tell(told("s3", "/m/d.md", "Something else")); h.Refused != "no" || h.Entry != "" {
		t.Errorf("told of an excluded folder: %+v", h)
	}
	x := told("s3", "/m/d.md", "Something else")
	x.Dir = ""
	if h := tell(x); h.Refused == "" || h.Entry != "" {
		t.Errorf("told of an unknown folder: %+v", h)
	}
}

// A line that says otherwise is new, however near it is to one that the logs hold; and what one project
// knows is no news of another.
func TestToldOtherwise(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	now := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	f := &Keeper{Dir: dir, Daily: &daily.Store{Dir: dir, Zone: time.UTC}}
	for i, pair := range [][2]string{
		{"Do not use Postgres for the queue", "Use Postgres for the queue"},
		{"We keep backups for 30 days", "We keep backups for 90 days"},
		{"Use port 8080 and not 9090 for the probe", "Use port 9090 and not 8080 for the probe"},
		{"Ana prefers tabs over spaces in all files", "Ana prefers spaces over tabs in all files"},
		{"C++", "C#"},
		{"日本語を使う", "日本語を使わない"},
	} {
		for _, session := range []string{"", "s1"} {
			for n, text := range pair {
				x := Note{Agent: "claude", Session: session, Place: fmt.Sprint("p", i, session, n), By: "test", At: now,
					Summary: daily.Summary{Title: "x", Bullets: []daily.Bullet{{Kind: daily.Fact, Text: text + session}}}}
				if h, err := f.Keep(t.Context(), []Note{x}, now); err != nil || h[0].Bullets != 1 {
					t.Errorf("%q in session %q: %+v, %v", text, session, h, err)
				}
			}
		}
	}
}
