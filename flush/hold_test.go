package flush

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/redact/cautious"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

func saidAt(t *testing.T, clock, text, veiled string) queue.Message {
	t.Helper()
	return queue.Message{Text: veiled, Mark: queue.Mark(text), At: at(t, "2026-03-01 "+clock)}
}

// A message whose row is missing is held: all else is captured, and it waits.
func TestCaptureHoldsAMessage(t *testing.T) {
	last := saidAt(t, "10:02", "keep the key abc1", "keep the key "+cautious.Withheld)
	for _, final := range []bool{false, true} {
		b := newBench(t)
		s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one", "u2 A 10:01 dull")
		c := Capture{Source: s.source(), Session: "A", Messages: []queue.Message{last}, Hold: true, Final: final}
		for range 2 {
			r := b.capture(c).Sessions[0]
			must.Hold(t, r.Pending == 1 && !r.Settles(c.Source), "final %v: %+v", final, r)
			b.expect("A:u1..u2", "sessions 1 flushed 1; turns 3 flushed 2", 2)
		}
		c.Patient = true
		must.Is(t, must.Err(b.f.Capture(context.Background(), c, testNow)), ErrLagging, "patient")
		// A capture that nothing is told to knows it from the record.
		c.Messages = nil
		must.Is(t, must.Err(b.f.Capture(context.Background(), c, testNow)), ErrLagging, "patient, told nothing")
		c.Patient = false
		b.capture(c)
		b.expect("A:u1..u2", "sessions 1 flushed 1; turns 3 flushed 2", 2)
		c.Hold = false
		r := b.capture(c).Sessions[0]
		must.Hold(t, r.Pending == 0 && r.Settles(c.Source), "taken: %+v", r)
		id := reported.ID(last)
		b.expect("A:u1..u2 A:"+id+".."+id, "sessions 1 flushed 1; turns 3 flushed 3", 3)
	}
}

// Its row arrives while it is held: it is captured, and the hook's words are gone.
func TestCaptureTheRowOfAHeldMessage(t *testing.T) {
	b := newBench(t)
	last := saidAt(t, "10:02", "keep the key abc1", "keep the key "+cautious.Withheld)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 dull")
	c := Capture{Source: s.source(), Session: "A", Messages: []queue.Message{last}, Hold: true}
	b.capture(c)
	c.Source = s.say("a1/m1 A 10:02 keep the key abc1").source()
	b.capture(c)
	c.Hold = false
	b.capture(c)
	b.expect("A:u1..a1", "sessions 1 flushed 1; turns 2 flushed 2", 2)
	must.Text(t, b.log("2026-03-01"), "the text").Has("keep the key abc1").Lacks(cautious.Withheld)
	if names, err := filepath.Glob(filepath.Join(b.dir, ".memoria", "sessions", "*.json")); err != nil || len(names) != 1 {
		t.Fatal(names, err)
	} else if data, err := os.ReadFile(names[0]); err != nil || strings.Contains(string(data), "the key") {
		t.Errorf("%s, %v", data, err)
	}
}

// Its row arrives after the veiled words were taken: it is the same message, and the archive takes what was withheld from the row.
func TestCaptureTheRowOfAVeiledMessage(t *testing.T) {
	last := saidAt(t, "10:02", "keep the key abc1", "keep the key "+cautious.Withheld)
	id := reported.ID(last)
	want := "A:u1.." + id + " A:u2..u2"
	for _, lost := range []string{"nothing", layout.Rows, layout.Sessions, ".memoria"} {
		t.Run(lost, func(t *testing.T) {
			b := newBench(t)
			s := (&script{path: "A.jsonl"}).say("u1 A 10:00 dull")
			c := Capture{Source: s.source(), Session: "A", Messages: []queue.Message{last}}
			b.capture(c)
			b.expect("A:u1.."+id, "sessions 1 flushed 1; turns 2 flushed 2", 2)
			if b.lose(lost); lost == ".memoria" || lost == layout.Sessions { // what counted it, too: nobody tells it again
				c.Messages = nil
			}
			c.Source = s.say("a1/m1 A 10:02 keep the key abc1", "u2 A 10:03 keep two").source()
			b.capture(c)
			b.capture(c)
			must.Equal(t, b.spans(), want, "spans")
			must.Equal(t, b.account(), "sessions 1 flushed 1; turns 3 flushed 3", "b.account()")
			var said []string
			a := archive.Archive{Dir: b.f.Ledger.Dir}
			if err := a.Each("claude", "A", func(_ string, f *archive.File) error {
				for _, t := range f.Turns {
					said = append(said, t.Text)
				}
				return nil
			}); err != nil || slices.Contains(said, "keep the key abc1") != (lost == "nothing" || lost == layout.Rows) {
				t.Errorf("archived: %q, %v", said, err)
			}
			b.lose(".memoria")
			b.run(s.source())
			must.Equal(t, b.spans(), want, "imported: spans")
			b.lose(".memoria")
			b.end(s)
			b.expect(want, "sessions 1 flushed 1; turns 3 flushed 3", 0)
		})
	}
}

// What is said in a folder that is excluded, withheld or memoria's own is in no place that a capture
// writes to, though a hook heard it.
func TestCaptureHearsNothingInABarredFolder(t *testing.T) {
	excluded := func(places ...string) string {
		if slices.Contains(places, "/w/tide") {
			return "excluded"
		}
		return ""
	}
	last := saidAt(t, "10:05", "keep whisper", "keep whisper")
	for _, dir := range []string{"/w/tide", "/w/app/private", ".memoria/ask", ""} {
		for _, c := range []Capture{{}, {Hold: true}, {Hold: true, Final: true}, {Patient: true}} {
			b := newBench(t)
			b.f.Excluded, b.f.Hidden = excluded, func(p string) bool { return strings.HasPrefix(p, "/w/app/private/") }
			where := dir
			if strings.HasPrefix(dir, ".") {
				where = filepath.ToSlash(b.dir) + "/" + dir
			}
			s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one", "u2 A 10:01 dull", "a2/m2 A 10:02 dull")
			all := s.text
			if i := strings.Index(all, `{"type":"user","uuid":"u2"`); dir != "" {
				s.text = all[:i] + strings.ReplaceAll(all[i:], `"/w/app"`, `"`+where+`"`)
			} else {
				s.text = strings.ReplaceAll(all, `"/w/app"`, `""`)
			}
			b.capture(Capture{Source: s.source(), Session: "A"})
			c.Source, c.Session, c.Messages = s.source(), "A", []queue.Message{last}
			for range 2 {
				r := b.capture(c).Sessions[0]
				must.Hold(t, r.Pending <= 0 || dir == "", "%q, %+v: %+v", dir, c, r)
			}
			b.nowhere("whisper")
			// Nor does an earlier capture's, once its folder is barred.
			b.f.Excluded, b.f.Hidden = nil, nil
			c.Patient, c.Hold = false, true
			b.capture(c)
			b.f.Excluded, b.f.Hidden = excluded, func(p string) bool { return strings.HasPrefix(p, "/w/app/private/") }
			c.Messages, c.Hold = nil, false
			b.capture(c)
			b.nowhere("whisper")
		}
	}
}

// nowhere looks for a word in all that lies in the vault.
func (b *bench) nowhere(word string) {
	b.t.Helper()
	must.Do(b.t, filepath.WalkDir(b.dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		must.Hold(b.t, !strings.Contains(string(data), word), "%s holds %q", p, word)
		return err
	}))
	rows, _ := b.archived() // compressed
	for id := range rows {
		must.Hold(b.t, !reported.IsID(id), "the archive holds %s", id)
	}
}

// A crash came after the log and before the ledger: what the log has is not held again.
func TestCaptureHoldsNothingThatALogHas(t *testing.T) {
	last := saidAt(t, "10:02", "keep this", "keep this")
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 dull")
	c := Capture{Source: s.source(), Session: "A", Messages: []queue.Message{last}}
	b.f.step = func(done string) error {
		if done == "log" {
			return errCrash
		}
		return nil
	}
	_, err := b.f.Capture(context.Background(), c, testNow)
	must.Be(t, errors.Is(err, errCrash), "%v", err)
	b.f.step, c.Hold = nil, true
	b.capture(c)
	want := "A:u1.." + reported.ID(last)
	b.expect(want, "sessions 1 flushed 1; turns 2 flushed 2", 2)
	b.end(s.say("a1/m1 A 10:02 keep this"))
	b.expect(want, "sessions 1 flushed 1; turns 2 flushed 2", 2)
}
