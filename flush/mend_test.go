package flush

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// damage spoils the first file of a session in the archive, at its head or behind it.
func (b *bench) damage(session string, head bool) (name string) {
	b.t.Helper()
	a := archive.Archive{Dir: b.f.Ledger.Dir}
	names, err := a.Files(archive.Folder("claude", session))
	must.Be(b.t, err == nil && len(names) != 0, "%v %v", names, err)
	for _, name = range names {
		if h, err := a.Head(name); err == nil && h.First == "u1" {
			break
		}
	}
	p := filepath.Join(b.dir, filepath.FromSlash(name))
	data, err := os.ReadFile(p)
	if err == nil && head {
		err = os.WriteFile(p, []byte("no gzip"), 0o600)
	} else if err == nil {
		err = os.WriteFile(p, data[:len(data)-9], 0o600)
	}
	must.Do(b.t, err)
	return name
}

// archived are sessions of Claude Code in the archive.
func archived(ids ...string) (out []archive.Session) {
	for _, id := range ids {
		out = append(out, archive.Session{Agent: "claude", Session: id})
	}
	return out
}

func (b *bench) rebuild(session string) Captured {
	b.t.Helper()
	return must.Get(b.f.Rebuild(context.Background(), archived(session), testNow))(b.t)
}

// A damaged file in the archive is moved aside, and what reads the session again archives it again.
func TestRebuildMovesADamagedFileAside(t *testing.T) {
	for _, tt := range []struct {
		name           string
		head, imported bool
		rebuilt        bool
	}{{"head, imported", true, true, true}, {"tail, imported", false, true, true}, {"head, captured", true, false, true}, {"not rebuilt", true, true, false}} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			b.f.Clean = func(s string) string { return strings.ReplaceAll(s, "hunter2", "[redacted]") }
			s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep `one` - [[hunter2]]", "u2 A 10:01 dull")
			b.grow(s)
			b.end(s.say("u3 A 10:02 keep two", "u4 A 10:03 dull"))
			want := b.log("2026-03-01")
			name := b.damage("A", tt.head)
			if tt.rebuilt {
				out := b.rebuild("A")
				must.Be(t, len(out.Warnings) == 1 && strings.Contains(out.Warnings[0], name+".corrupt-") && out.Entries == 0, "%+v", out)
				if out := b.rebuild("A"); len(out.Warnings) != 0 {
					t.Errorf("again: %+v", out)
				}
				b.expect("A:u1..u2 A:u3..u4", "sessions 1 flushed 1; turns 4 flushed 4", 2)
			}
			if tt.imported {
				plan, _ := must.Get2(b.f.Plan(context.Background(), []transcript.Source{s.source()}, Options{Now: testNow, Again: true}))(t)
				must.Get(b.f.Run(context.Background(), plan, 1, nil))(t)
			} else {
				s.text = `{"type":"mode","sessionId":"A"}` + "\n" + s.text // it was rewritten
				b.end(s)
			}
			moved, err := filepath.Glob(filepath.Join(b.dir, filepath.FromSlash(name)) + ".corrupt-*")
			must.Hold(t, err == nil && len(moved) == 1, "moved aside: %v, %v", moved, err)
			b.lose("daily")
			must.Do(t, os.MkdirAll(filepath.Join(b.dir, "daily"), 0o700))
			out := b.rebuild("A")
			must.Hold(t, out.Entries == 2, "%+v", out)
			got := b.log("2026-03-01")
			must.Hold(t, got == want, "rebuilt\n%s\nwant\n%s", got, want)
			b.lose(layout.Rows)
			b.end(s)
			_, twice := b.archived()
			must.Hold(t, twice == nil, "twice in the archive: %v", twice)
		})
	}
}

// A session of which the archive can read nothing is listed by the ledger's name, and does not keep
// the others from being rebuilt.
func TestRebuildAmongDamagedSessions(t *testing.T) {
	b := newBench(t)
	b.end((&script{path: "A.jsonl"}).say("u1 A 10:00 keep one"))
	b.end((&script{path: "B.jsonl"}).say("v1 B 11:00 keep two"))
	name := b.damage("A", true)
	list, err := archive.Archive{Dir: b.f.Ledger.Dir}.Sessions(context.Background(), b.f.Ledger, b.f.Zone, testNow)
	must.Be(t, err == nil && len(list) == 2 && list[0].Session == "A" && list[0].Damaged && !list[1].Damaged, "%+v, %v", list, err)
	b.lose("daily/2026-03-01.md")
	if lost, err := b.f.Lost(archived("A", "B")); len(lost) != 1 || err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("a dry run: %+v, %v", lost, err)
	}
	out, err := b.f.Rebuild(context.Background(), archived("A", "B"), testNow)
	must.Hold(t, err == nil && out.Entries == 1 && len(out.Warnings) == 1 && strings.Contains(out.Warnings[0], "session A"), "%+v, %v", out, err)
}
