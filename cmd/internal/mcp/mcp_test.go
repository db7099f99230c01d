package mcp

import (
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

func TestCutEndsALine(t *testing.T) {
	long := strings.Repeat("Die Gezeiten stehen in SQLite, weil eine Datei leicht zu kopieren ist – überall.\n", 200)
	got := cut(long)
	if len(got) > maxAnswer+40 || !utf8.ValidString(got) || !strings.HasSuffix(got, "überall.\n\n(cut here: there is more)") {
		t.Errorf("cut ends in %q", got[len(got)-60:])
	}
	if cut("short") != "short" {
		t.Error("a short text is cut")
	}
	if got := cut(strings.Repeat("ü", maxAnswer)); !utf8.ValidString(got) {
		t.Error("cut within a rune")
	}
}

// server is one of a vault with an entry in each of two projects.
func server(t *testing.T) *Server {
	t.Helper()
	d, err := fsutil.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	s := &Server{Daily: &daily.Store{Dir: d, Zone: time.UTC}, Wiki: wiki.Store{Dir: d}}
	for i, project := range []string{"tide", "log"} {
		at := time.Date(2026, 3, 1+i, 10, 0, 0, 0, time.UTC)
		e := daily.Entry{Agent: "claude", Session: "s-" + project, Project: project, At: at, From: "u1", To: "u2", By: "test",
			Summary: daily.Summary{Title: "Where " + project + " is kept", Bullets: []daily.Bullet{{Kind: daily.Decision, Text: "Keep " + project + " in SQLite"}}}}
		e.ID = daily.EntryID(e.Agent, e.Session, e.To)
		if _, _, err := s.Daily.Append(context.Background(), e); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestRecent(t *testing.T) {
	s := server(t)
	all, err := s.recent(RecentArgs{})
	if err != nil || !strings.HasPrefix(all, quoted) || strings.Index(all, "Keep log") > strings.Index(all, "Keep tide") || !strings.Contains(all, "claude session s-tide") {
		t.Errorf("recent = %s, %v", all, err)
	}
	one, err := s.recent(RecentArgs{Project: "Tide", Limit: -3})
	if err != nil || strings.Contains(one, "Keep log") || !strings.Contains(one, "- Keep tide in SQLite ([[2026-03-01#^") {
		t.Errorf("of tide: %s, %v", one, err)
	}
	if last, err := s.recent(RecentArgs{Limit: 1}); err != nil || strings.Contains(last, "Keep tide") {
		t.Errorf("the last: %s, %v", last, err)
	}
	if none, err := s.recent(RecentArgs{Project: "nowhere"}); err != nil || none != `Nothing was kept yet of a project named "nowhere".` {
		t.Errorf("of none: %s, %v", none, err)
	}
}

// H-13: no argument is a path.
func TestReadStaysInTheVault(t *testing.T) {
	s := server(t)
	if day, err := s.read(context.Background(), " 2026-03-01 "); err != nil || !strings.Contains(day, "daily/2026-03-01.md") || !strings.Contains(day, "Keep tide") {
		t.Errorf("the day: %s, %v", day, err)
	}
	for _, name := range []string{"", "../../../etc/passwd", `..\..\x`, "%2e%2e/x", "/etc/passwd", "a\x00.md", "../README", ".memoria/config.yaml"} {
		if got, err := s.read(context.Background(), name); err == nil {
			t.Errorf("read(%q) = %s", name, got)
		}
	}
}
