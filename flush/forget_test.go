package flush

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// forget has a session's flusher forget, and what it was asked taken out of the logs.
func (b *bench) forget(x *forgotten.Target, at time.Time) Removed {
	b.t.Helper()
	cut := daily.Cut{Entries: map[string]bool{}, Blocks: map[string]bool{}}
	for _, e := range x.Entries {
		cut.Entries[e.ID] = true
	}
	for _, l := range x.Lines {
		cut.Blocks[l.Bullet.Block] = true
	}
	day, _ := daily.ParseDate("2026-03-01")
	dry := must.Get(b.f.Forget(context.Background(), x, true, at))(b.t)
	out := must.Get(b.f.Forget(context.Background(), x, false, at))(b.t)
	must.Hold(b.t, out.Turns == dry.Turns && maps.EqualFunc(out.Files, dry.Files, bytes.Equal) && len(out.Damaged) == len(dry.Damaged), "a dry run says %+v, a run %+v", dry, out)
	must.Get(b.f.Daily.Cut(context.Background(), day, cut))(b.t)
	must.Do(b.t, forgotten.Done(b.f.Ledger.Dir))
	return out
}

// logged are the entries of the day that the scripts are of.
func (b *bench) logged() []daily.Dated {
	b.t.Helper()
	day, _ := daily.ParseDate("2026-03-01")
	log := must.Get(b.f.Daily.Read(day))(b.t)
	return log.Entries
}

// silent checks that no file holds words.
func (b *bench) silent(words string) {
	b.t.Helper()
	filepath.WalkDir(b.dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		if strings.HasSuffix(p, ".jsonl.gz") {
			rel, _ := filepath.Rel(b.dir, p)
			var file archive.File
			if file, err = (archive.Archive{Dir: b.f.Ledger.Dir}).Read(filepath.ToSlash(rel)); err == nil {
				data = nil
				for _, t := range file.Turns {
					data = append(data, t.Text+"\n"...)
				}
				for _, e := range file.Head.Entries {
					for _, x := range e.Bullets {
						data = append(data, e.Title+e.Context+x.Text+"\n"...)
					}
				}
			}
		}
		must.Hold(b.t, err != nil || !strings.Contains(string(data), words), "%s still says %q:\n%s", p, words, data)
		return nil
	})
}

var half = time.Date(2026, 3, 1, 10, 30, 0, 0, time.UTC)

// TestForgetASessionThatGoesOn: what it said is gone for good, and what it says later is kept.
func TestForgetASessionThatGoesOn(t *testing.T) {
	b := newBench(t)
	s := &script{path: "/t/s1.jsonl"}
	s.say("a s1 10:00 keep the merger is with Acme", "b/m1 s1 10:01 understood, keep it secret that Acme is bought")
	b.end(s)
	b.forget(&forgotten.Target{Scope: forgotten.Scope{Sessions: []forgotten.Session{{Agent: "claude", ID: "s1"}}}, Entries: b.logged()}, half)
	b.silent("Acme")
	b.end(s)
	b.run(s.source())
	b.silent("Acme")
	s.say("c s1 11:00 keep now something else", "d/m2 s1 11:01 keep so it is")
	b.end(s)
	got := b.logged()
	must.Be(t, len(got) == 2 && got[1].From == "c", "the logs hold %+v", got)
	b.silent("Acme")
	for _, lost := range [][]string{{"daily"}, {"daily", ".memoria/archive", ".memoria/state", ".memoria/sessions"}} {
		for _, name := range lost {
			os.RemoveAll(filepath.Join(b.dir, name))
		}
		os.MkdirAll(filepath.Join(b.dir, "daily"), 0o755)
		if len(lost) == 1 {
			must.Get(b.f.Rebuild(context.Background(), archived("s1"), testNow))(t)
		} else {
			b.run(s.source())
		}
		b.silent("Acme")
		must.Hold(t, strings.Contains(b.log("2026-03-01"), "something else"), "what was said later is lost")
	}
	b.account()
}

// TestForgetAForkedSession: a copy of a forgotten row is forgotten, too.
func TestForgetAForkedSession(t *testing.T) {
	b := newBench(t)
	s := &script{path: "/t/s1.jsonl"}
	s.say("a s1 10:00 keep the merger is with Acme", "b/m1 s1 10:01 keep yes, Acme")
	b.end(s)
	b.forget(&forgotten.Target{Scope: forgotten.Scope{Sessions: []forgotten.Session{{Agent: "claude", ID: "s1"}}}, Entries: b.logged()}, half)
	for _, name := range []string{"daily", ".memoria/archive", ".memoria/state", ".memoria/sessions"} {
		os.RemoveAll(filepath.Join(b.dir, name))
	}
	os.MkdirAll(filepath.Join(b.dir, "daily"), 0o755)
	fork := &script{path: "/t/s2.jsonl"}
	fork.say("a s2 10:00 keep the merger is with Acme", "b/m1 s2 10:01 keep yes, Acme", "e s2 11:00 keep another thing")
	b.end(fork)
	b.silent("Acme")
	must.Hold(t, strings.Contains(b.log("2026-03-01"), "another thing"), "what the fork said is lost")
}

// TestForgetWhatWaits: a session that no entry was made of yet is skipped, with the reason.
func TestForgetWhatWaits(t *testing.T) {
	b := newBench(t)
	s := &script{path: "/t/s1.jsonl"}
	s.say("a s1 10:00 the merger is with Acme")
	b.grow(s)
	b.forget(&forgotten.Target{Scope: forgotten.Scope{Sessions: []forgotten.Session{{Agent: "claude", ID: "s1"}}}}, half)
	s.say("b/m1 s1 10:01 keep yes, Acme")
	b.end(s)
	b.silent("Acme")
	rec, err := b.f.Ledger.Get("claude", "s1", testNow)
	must.Hold(t, err == nil && rec.State == ledger.Skipped && rec.Reason == ledger.ReasonForgotten, "the record is %+v (%v)", rec, err)
	b.account()
}

// TestForgetALine: the turn that said it loses its words in the archive, others keep theirs, and a
// damaged archive that is written again does not get them back.
func TestForgetALine(t *testing.T) {
	b := newBench(t)
	s := &script{path: "/t/s1.jsonl"}
	s.say("a s1 10:00 keep the merger is with Acme and nobody else", "b/m1 s1 10:01 keep tabs are what we use here")
	b.end(s)
	var x forgotten.Target
	for _, e := range b.logged() {
		for _, l := range e.Bullets {
			if strings.Contains(l.Text, "Acme") {
				x.Lines = append(x.Lines, forgotten.Line{Of: e, Bullet: l})
			}
		}
	}
	must.Be(t, len(x.Lines) == 1, "the log is %s", b.log("2026-03-01"))
	got := b.forget(&x, half)
	must.Hold(t, got.Turns == 1 && x.Lines[0].Archived == 1 && len(got.Transcripts) == 1, "forgot %+v, %+v", got, x.Lines[0])
	b.silent("Acme")
	rows, _ := b.archived()
	must.Hold(t, len(rows) == 2, "the archive holds %v", rows)
	names, err := (archive.Archive{Dir: b.f.Ledger.Dir}).Files(archive.Folder("claude", "s1"))
	must.Be(t, err == nil && len(names) == 1, "%v %v", names, err)
	must.Do(t, os.WriteFile(filepath.Join(b.dir, names[0]), []byte("spoiled"), 0o600))
	p, _ := must.Get2(b.f.Plan(context.Background(), []transcript.Source{s.source()}, Options{Now: testNow, Again: true}))(t)
	must.Get(b.f.Run(context.Background(), p, 1, nil))(t)
	b.silent("Acme")
	if rows, _ := b.archived(); len(rows) != 2 {
		t.Errorf("the archive was not written again: %v", rows)
	}
	must.Hold(t, strings.Contains(b.log("2026-03-01"), "tabs are what we use"), "another line went")
}

// TestForgetAnEditedLine: what the line said before a person edited it goes, too.
func TestForgetAnEditedLine(t *testing.T) {
	b := newBench(t)
	s := &script{path: "/t/s1.jsonl"}
	s.say("a s1 10:00 keep the merger with Acme for us alone", "b/m1 s1 10:01 keep tabs are what we use here")
	b.end(s)
	name := filepath.Join(b.dir, "daily", "2026-03-01.md")
	edited := strings.Replace(b.log("2026-03-01"), "keep the merger with Acme for us alone", "it is off", 1)
	fsutiltest.Write(t, name, edited)
	e := b.logged()[0]
	got := b.forget(&forgotten.Target{Lines: []forgotten.Line{{Of: e, Bullet: e.Bullets[0]}}}, half)
	must.Hold(t, got.Turns == 1, "forgot %+v", got)
	b.silent("Acme")
	b.silent("it is off")
	must.Hold(t, strings.Contains(b.log("2026-03-01"), "tabs are what we use"), "another line went")
}

func TestSays(t *testing.T) {
	for _, c := range []struct {
		text, line string
		want       bool
	}{
		{"We lock a *sidecar* file. That is all.", "we lock a sidecar file", true},
		{"So: lock the sidecar file, because a rename drops it, ok?", "Lock the sidecar file because a rename drops it", true},
		{"Tabs it is.", "Lock a sidecar file", false},
		{"", "Lock a sidecar file", false},
		{"我们用 SQLite 保存数据。", "用 SQLite 保存数据", true},
		{"a file is a file", "is a file", true},
	} {
		must.Equal(t, wording.Says(c.text, c.line), c.want, "Says(%q, %q)", c.text, c.line)
	}
}
