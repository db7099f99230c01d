package flush

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

func (b *bench) lose(name string) {
	b.t.Helper()
	must.Do(b.t, os.RemoveAll(filepath.Join(b.dir, filepath.FromSlash(name))))
}

// fork is a copy of s under another session id, as clients make it: with the same uuids.
func (s *script) fork(id string) *script {
	was, _, _ := strings.Cut(s.path, ".")
	return &script{path: id + ".jsonl", text: strings.ReplaceAll(s.text, fmt.Sprintf(`"sessionId":%q`, was), fmt.Sprintf(`"sessionId":%q`, id))}
}

// What a fork copies is its parent's, whatever is left of the state, and also when the
// copy ends within a range of the parent's entry.
func TestCaptureAFork(t *testing.T) {
	for _, lost := range []string{"nothing", layout.Rows, ".memoria/archive", ".memoria"} {
		t.Run("lost "+lost, func(t *testing.T) {
			b := newBench(t)
			a := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one", "a1/m1 A 10:01 two")
			f := a.fork("F")
			b.end(a.say("u2 A 10:02 three"))
			b.lose(lost)
			b.end(f)
			got, want := b.spans(), "A:u1..u2"
			must.Hold(t, got == want, "a fork that said nothing: %s, want %s", got, want)
			b.grow(f.say("f1 F 10:05 keep four"))
			b.end(f.say("f2 F 10:06 dull"))
			b.end(a.say("u3 A 10:07 keep five"))
			got, want = b.spans(), "A:u1..u2 F:f1..f1 F:f2..f2 A:u3..u3"
			must.Hold(t, got == want, "spans = %s, want %s", got, want)
			got, want = b.account(), "sessions 2 flushed 2; turns 6 flushed 6"
			must.Hold(t, got == want, "account = %s, want %s", got, want)
		})
	}
}

// The hook named the parent, the file and its rows are the fork's.
func TestCaptureUnderTheParentsName(t *testing.T) {
	b := newBench(t)
	a := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one")
	b.end(a)
	f := a.fork("F").say("f1 F 10:05 keep two")
	b.capture(Capture{Source: f.source(), Session: "A", Final: true})
	b.expect("A:u1..u1 F:f1..f1", "sessions 2 flushed 2; turns 2 flushed 2", 2)
	b.capture(Capture{Source: f.say("f2 F 10:06 keep three").source(), Session: "A", Final: true})
	b.expect("A:u1..u1 F:f1..f1 F:f2..f2", "sessions 2 flushed 2; turns 3 flushed 3", 3)
}

// A client that appends to another session's file.
func TestCaptureTwoSessionsInOneFile(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one", "v1 B 10:01 keep two")
	b.grow(s)
	b.expect("A:u1..u1 B:v1..v1", "sessions 2 flushed 2; turns 2 flushed 2", 2)
	b.grow(s.say("u2 A 10:02 keep three"))
	b.grow(s.say("v2 B 10:03 dull", "u3 A 10:04 dull"))
	b.end(s)
	b.expect("A:u1..u1 B:v1..v1 A:u2..u2 A:u3..u3 B:v2..v2", "sessions 2 flushed 2; turns 5 flushed 5", 5)
}

// The file changed before the cursor: it is read again, and no entry is repeated.
func TestCaptureAChangedFile(t *testing.T) {
	for name, change := range map[string]func(*script){
		"rows before the first": func(s *script) { s.text = `{"type":"mode","sessionId":"A"}` + "\n" + s.text },
		"the first rows gone":   func(s *script) { s.text = s.text[strings.Index(s.text, "\n")+1:] },
		"the last rows gone":    func(s *script) { s.text = s.text[:strings.LastIndex(strings.TrimSuffix(s.text, "\n"), "\n")+1] },
		"all rows but one gone": func(s *script) { s.text = line("a1/m1 A 10:01 keep two") },
		"nothing":               func(*script) {},
		"written anew":          func(s *script) { s.text = strings.ReplaceAll(s.text, `"gitBranch":"main"`, `"gitBranch":"next"`) },
		"the last byte changed": func(s *script) { s.text = s.text[:len(s.text)-1] + " \n" },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			s := (&script{path: "A.jsonl"}).say("u1 A 10:00 dull", "a1/m1 A 10:01 keep two", "u2 A 10:02 dull", "u3 A 10:03 dull")
			b.grow(s)
			change(s)
			b.grow(s)
			b.end(s.say("u4 A 10:04 keep three"))
			got, want := b.spans(), "A:u1..u3 A:u4..u4"
			must.Hold(t, got == want, "spans = %s, want %s", got, want)
			rows, twice := b.archived()
			must.Hold(t, len(rows) == 5 && twice == nil, "archive: %v, twice %v", rows, twice)
			b.account()
		})
	}
}

// A turn that several rows make may be captured half; its later rows are a turn then.
func TestCaptureAHalfTurn(t *testing.T) {
	for _, lost := range []string{"nothing", ".memoria"} {
		b := newBench(t)
		s := (&script{path: "A.jsonl"}).say("u1 A 10:00 dull", "a1/m1 A 10:01 keep one", "a2/m1 A 10:02 and two")
		b.grow(s)
		b.grow(s.say("a3/m1 A 10:03 keep three"))
		b.lose(lost)
		b.end(s.say("u2 A 10:04 dull"))
		got, want := b.spans(), "A:u1..a2 A:a3..a3 A:u2..u2"
		must.Hold(t, got == want, "lost %s: spans = %s, want %s", lost, got, want)
		got, want = b.account(), "sessions 1 flushed 1; turns 4 flushed 4"
		must.Hold(t, got == want, "lost %s: account = %s, want %s", lost, got, want)
		must.Equal(t, strings.Count(b.log("2026-03-01"), "- keep"), 2, "lost %s", lost)
	}
}

// A line that is still being written is taken as far as it is whole, once.
func TestCaptureALineWithoutItsEnd(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one")
	s.text += strings.TrimSuffix(line("u2 A 10:01 keep two"), "\n")
	b.grow(s)
	s.text += "\n" + line("u3 A 10:02 keep three")
	b.grow(s)
	half := line("u4 A 10:03 keep four")
	s.text += half[:40]
	b.grow(s)
	s.text += half[40:]
	b.end(s)
	b.expect("A:u1..u2 A:u3..u3 A:u4..u4", "sessions 1 flushed 1; turns 4 flushed 4", 4)
}

// Only what follows the cursor is read of a long transcript.
func TestCaptureReadsFromTheCursor(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one")
	result := fmt.Sprintf(`{"type":"user","uuid":"x","sessionId":"A","toolUseResult":"y","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":%q}]}}`+"\n", strings.Repeat("noise ", 20000))
	s.text += strings.Repeat(result, 100)
	b.grow(s.say("u2 A 10:01 keep two"))
	for i := range 3 {
		s.count = 0
		b.grow(s.say(fmt.Sprintf("u%d A 10:0%d keep more", i+3, i+2)))
		must.Hold(t, s.count <= 64<<10, "capture %d read %d bytes of %d", i, s.count, len(s.text))
	}
	b.expect("A:u1..u2 A:u3..u3 A:u4..u4 A:u5..u5", "sessions 1 flushed 1; turns 5 flushed 5", 5)
	s.count = 0
	rep := b.run(s.say("u6 A 10:06 keep it").source())
	must.Hold(t, rep.Entries == 1, "import: %+v", rep)
	s.count = 0
	b.grow(s.say("u7 A 10:07 keep it")) // an import leaves a cursor
	must.Hold(t, s.count <= 64<<10, "after the import %d bytes were read", s.count)
}

// Two captures in short order, as by two compactions, keep both.
// A session over midnight is in the log of the day of each prompt, and nothing in two.
func TestCaptureOverMidnight(t *testing.T) {
	b := newBench(t)
	zone, err := time.LoadLocation("Europe/Berlin") // an hour before UTC in March
	must.Do(t, err)
	b.f.Zone, b.f.Daily.Zone = zone, zone
	s := (&script{path: "A.jsonl"}).say("u1 A 22:50 keep one", "a1/m1 A 22:51 dull")
	b.grow(s)
	b.grow(s.say("u2 A 23:20 keep two"))
	b.end(s.say("a2/m2 A 23:21 keep three"))
	got, want := spansOf(b.log("2026-03-01"))+" | "+spansOf(b.log("2026-03-02")), "u1..a1 | u2..u2 a2..a2"
	must.Hold(t, got == want, "spans = %s, want %s", got, want)
}

// An author's error moves nothing; an entry belongs to where it was said, also when the
// turn before was captured earlier.
func TestCaptureAfterAnAuthorsError(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one")
	b.grow(s)
	s.say("u2 A 10:01 explode")
	s.text = strings.Replace(s.text, `"cwd":"/w/app","gitBranch":"main","message":{"role":"user","content":"explode`, `"cwd":"/tmp","gitBranch":"main","message":{"role":"user","content":"explode`, 1)
	c := Capture{Source: s.source(), Session: "A", Final: true}
	must.Hold(t, must.Err(b.f.Capture(context.Background(), c, testNow)) != nil, "no error")
	b.expect("A:u1..u1", "sessions 1 flushed 1; turns 1 flushed 1", 1)
	b.f.Author = calm{}
	b.capture(c)
	b.expect("A:u1..u1 A:u2..u2", "sessions 1 flushed 1; turns 2 flushed 2", 2)
	must.Text(t, b.log("2026-03-01"), "work in a scratch folder is another project").Times(2, " project=app ")
}

// A torn entry at the end of the log is replaced.
func TestCaptureAfterATornEntry(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one")
	b.grow(s)
	whole := b.log("2026-03-01")
	log := filepath.Join(b.dir, "daily", "2026-03-01.md")
	for _, cut := range []int{12, 60, 200} {
		at := strings.Index(whole, "### Session")
		must.Do(t, os.WriteFile(log, []byte(whole[:min(at+cut, len(whole)-10)]), 0o600))
		b.lose(".memoria")
		b.end(s)
		got := b.log("2026-03-01")
		must.Hold(t, got == whole, "cut after %d bytes: the log is\n%s\nwant\n%s", cut, got, whole)
	}
}

// What was said before the install is left to an import, which takes it.
func TestCaptureSince(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one", "u2 A 10:01 keep two", "u3 A 12:00 keep three")
	c := Capture{Source: s.source(), Session: "A", Since: at(t, "2026-03-01 11:00"), Final: true}
	out := b.capture(c)
	must.Hold(t, out.Older == 2 && out.Turns == 1, "captured: %+v", out)
	b.expect("A:u3..u3", "sessions 1 flushed 1; turns 1 flushed 1", 1)
	c.Source = s.say("u4 A 12:01 keep four").source()
	b.capture(c)
	b.expect("A:u3..u3 A:u4..u4", "sessions 1 flushed 1; turns 2 flushed 2", 2)
	b.run(s.source())
	b.expect("A:u3..u3 A:u4..u4 A:u1..u2", "sessions 1 flushed 1; turns 4 flushed 4", 4)

	b = newBench(t)
	c.Since = at(t, "2026-03-02 11:00")
	out = b.capture(c)
	must.Hold(t, out.Older == 4 && out.Sessions[0].Turns == 0 && strings.Contains(out.Sessions[0].Reason, "memoria import"), "captured nothing: %+v", out)
}

// What an import took of a file is not left to another one when a scan comes to it, by whatever name of the session.
func TestCaptureSinceOfImported(t *testing.T) {
	for kind, said := range map[string][]string{"kept": {"u1 A 10:00 keep one", "u2 A 10:01 keep two"}, "passed over": {"u1 A 10:00 dull", "u2 A 10:01 dull"}} {
		b := newBench(t)
		s := (&script{path: "named-otherwise.jsonl"}).say(said...)
		b.run(s.source())
		want, spans := b.account(), b.spans()
		out := b.capture(Capture{Source: s.source(), Session: "named-otherwise", Since: at(t, "2026-03-02 11:00"), Final: true})
		got := b.account()
		must.Hold(t, got == want && b.spans() == spans && out.Older <= 0, "%s: %s, want %s; %+v", kind, got, want, out)
	}
}

// The transcript is gone, the log was deleted: the archive gives back the same entries.
func TestRebuild(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep one", "u2 A 10:01 dull")
	b.grow(s)
	b.end(s.say("u3 A 10:02 keep `two` - [[three]]", "u4 A 10:03 dull"))
	b.end(s.say("u5 A 10:05 dull"))
	want := b.log("2026-03-01")
	b.lose("daily/2026-03-01.md")
	for range 2 {
		out := must.Get(b.f.Rebuild(context.Background(), archived("A"), testNow))(t)
		got := b.log("2026-03-01")
		must.Hold(t, got == want, "rebuilt %+v\n%s\nwant\n%s", out, got, want)
	}
	b.end(s)
	b.expect("A:u1..u2 A:u3..u4 A:u5..u5", "sessions 1 flushed 1; turns 5 flushed 5", 5)
	must.Is(t, must.Err(b.f.Rebuild(context.Background(), archived("B"), testNow)), ErrNoArchive, "of a session never captured")
	// What a later entry covers is not written twice.
	b.lose("daily/2026-03-01.md")
	b.lose(layout.Sessions)
	b.run(s.source())
	again := b.log("2026-03-01")
	must.Get(b.f.Rebuild(context.Background(), archived("A"), testNow))(t)
	got := b.log("2026-03-01")
	must.Hold(t, got == again, "rebuilt over\n%s\nto\n%s", again, got)
}

// Memoria's own calls are no sessions of a person, by their marker and by their folder.
// And memoria's own context coming back: none of it is a turn.
func TestCaptureWhatMemoriaSaysItself(t *testing.T) {
	b := newBench(t)
	marked := (&script{path: "A.jsonl"}).say("u1 A 10:00 memoria:ask keep this", "a1/m1 A 10:01 keep that")
	b.end(marked)
	placed := (&script{path: "B.jsonl"}).say("v1 B 10:00 keep this")
	placed.text = strings.Replace(placed.text, `"/w/app"`, fmt.Sprintf("%q", filepath.ToSlash(b.f.Daily.Dir.Path())+"/.memoria/ask"), 1)
	b.end(placed)
	injected := (&script{path: "C.jsonl"}).say("w1 C 10:00 dull")
	for _, row := range []string{
		`{"type":"attachment","uuid":"x1","sessionId":"C","attachment":{"type":"hook_additional_context","content":["keep: memoria says"],"hookEvent":"SessionStart"}}`,
		`{"type":"user","isMeta":true,"uuid":"x2","sessionId":"C","message":{"content":"SessionStart hook additional context: keep this in mind"}}`,
		`{"type":"user","uuid":"x3","sessionId":"C","message":{"content":"<system-reminder>\nSessionStart hook additional context: keep this in mind\n</system-reminder>"}}`,
		`{"type":"user","isCompactSummary":true,"uuid":"x4","sessionId":"C","message":{"content":"keep: a recap"}}`,
	} {
		injected.text += row + "\n"
	}
	b.end(injected)
	b.expect("", "sessions 3 flushed 0; turns 4 flushed 0", 1)
	recs, _ := must.Get2(b.f.Ledger.All(testNow))(t)
	for _, r := range recs {
		must.Hold(t, r.State == ledger.Skipped && (r.Session != "C") == (r.Reason == ledger.ReasonOwnCall), "%+v", r)
	}
	b.end(marked.say("u2 A 10:02 keep more"))
	b.run(marked.source(), placed.source(), injected.source())
	b.expect("", "sessions 3 flushed 0; turns 5 flushed 0", 1)
}

// Secrets are in none of the places that a capture writes to.
func TestCaptureRedacts(t *testing.T) {
	b := newBench(t)
	b.f.Clean = func(s string) string { return strings.ReplaceAll(s, "hunter2", "[redacted]") }
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 keep hunter2 out", "a1/m1 A 10:01 hunter2 it is")
	s.text = strings.ReplaceAll(s.text, `"gitBranch":"main"`, `"gitBranch":"hunter2"`)
	b.capture(Capture{Source: s.source(), Session: "A", Messages: []queue.Message{
		{Text: "I see hunter2", Mark: queue.Mark("I see hunter2"), At: at(t, "2026-03-01 10:05")}}})
	must.Hold(t, !strings.Contains(b.log("2026-03-01"), "hunter2"), "the log holds it")
	names, err := archive.Archive{Dir: b.f.Ledger.Dir}.Files(archive.Folder("claude", "A"))
	must.Be(t, err == nil && len(names) == 1, "%v %v", names, err)
	file, err := archive.Archive{Dir: b.f.Ledger.Dir}.Read(names[0])
	must.Hold(t, err == nil && len(file.Turns) == 3 && !strings.Contains(fmt.Sprint(file), "hunter2"), "the archive: %+v, %v", file, err)
	rec, err := os.ReadFile(filepath.Join(b.dir, filepath.FromSlash(ledger.NameOf("claude", "A"))))
	must.Hold(t, err == nil && !strings.Contains(string(rec), "hunter2"), "the ledger: %s, %v", rec, err)
}
