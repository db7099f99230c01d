package summary

import (
	"context"
	"errors"
	"fmt"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/fsutil/must"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// transcriptOf is a session of n exchanges, as its agent would keep it.
func transcriptOf(n int) transcript.Source {
	var b strings.Builder
	for i, t := range long(n) {
		role := `"type":"user","message":{"role":"user","content":%q}`
		if i%2 == 1 {
			role = `"type":"assistant","message":{"id":"m` + fmt.Sprint(i) + `","role":"assistant","content":[{"type":"text","text":%q}]}`
		}
		fmt.Fprintf(&b, `{"uuid":"u-%d","sessionId":"s-1","timestamp":%q,"cwd":"/w/app",`+role+"}\n", i, t.At.Format(time.RFC3339), t.Text)
	}
	text := b.String()
	return transcript.Source{Agent: "claude", Path: "/t/s-1.jsonl", Size: int64(len(text)),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// A run that is killed at any change to the disk, and run again, asks at most the question again whose
// answer was not kept yet, and ends in the same log.
func TestCrash(t *testing.T) {
	run := func(dir *fsutil.Dir, m ask.Model) error {
		f := &flush.Flusher{Daily: &daily.Store{Dir: dir, Zone: time.UTC}, Ledger: &ledger.Ledger{Dir: dir}, Zone: time.UTC,
			Author: &Author{Asker: ask.Asker{Model: m, Replies: &ask.Replies{Dir: dir}}, Fallback: extract.Author{}}}
		_, err := f.Capture(context.Background(), flush.Capture{Source: transcriptOf(8), Session: "s-1", Final: true}, time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))
		return err
	}
	asker := func() *asktest.Model {
		return &asktest.Model{Bytes: 15 << 10, Say: func(q ask.Question, _ int) (string, error) { return answering(q), nil }}
	}
	fresh := func() *fsutil.Dir {
		dir := vaultDir(t)
		must.Do(t, dir.MkdirAll("daily", 0o755))
		return dir
	}
	m, dir := asker(), fresh()
	must.Do(t, run(dir, m))
	want, calls := logOf(t, dir), len(m.Asked)
	must.Be(t, calls >= 4, "%d calls", calls)
	step := 7 // of the changes to the disk; MEMORIA_LONG=1 takes each
	if os.Getenv("MEMORIA_LONG") != "" {
		step = 1
	}
	for n := 1; ; n += step {
		m, dir := asker(), fresh()
		stop := fsutiltest.CrashAt(dir, n)
		err := run(dir, m)
		if !stop.Happened() {
			t.Logf("%d changes, %d calls", n-1, calls)
			break
		}
		must.Be(t, err == nil || errors.Is(err, fsutiltest.ErrCrash), "change %d: %v", n, err)
		dir.Before(nil)
		if err := run(dir, m); err != nil {
			t.Fatalf("after change %d: %v", n, err)
		}
		got := logOf(t, dir)
		must.Be(t, got == want, "after change %d the log is\n%s\nwant\n%s", n, got, want)
		must.Hold(t, len(m.Asked) <= calls+1, "killed at change %d, %d calls were made, not %d", n, len(m.Asked), calls)
		names, _ := dir.ReadNames(layout.Replies)
		must.Hold(t, len(names) <= calls, "killed at change %d, %d answers are left", n, len(names))
	}
}

func logOf(t *testing.T, dir *fsutil.Dir) string {
	t.Helper()
	b := must.Get(dir.ReadFile("daily/2026-11-27.md"))(t)
	return string(b)
}

// What must not be kept is in no answer that is kept, and in no bullet.
func TestAnswersAreCleaned(t *testing.T) {
	m := says("fact [t1]: The key is in the vault, hunter2 it is")
	a, notes := noted(m)
	a.Clean = func(s string) string { return strings.ReplaceAll(s, "hunter2", "[redacted:test]") }
	a.Replies = &ask.Replies{Dir: vaultDir(t)}
	a.Known = known{{Title: "Key", Text: "The key was hunter2"}}
	sum, _, _, err := a.Write(context.Background(), said("person: The key is in the vault, [redacted:test] it is."), nil, before.Past{}, false)
	must.Be(t, err == nil && len(*notes) == 0, "%v %v", err, *notes)
	wantLines(t, sum, "fact: The key is in the vault, [redacted:test] it is")
	must.Hold(t, !strings.Contains(m.Asked[0].Prompt, "hunter2"), "asked with it")
	names, _ := a.Replies.Dir.ReadNames(layout.Replies)
	for _, n := range names {
		b, _ := a.Replies.Dir.ReadFile(layout.Replies + "/" + n)
		must.Hold(t, !strings.Contains(string(b), "hunter2"), "%s holds it", n)
	}
	must.Hold(t, len(names) != 0, "nothing is kept")
}

// Whatever a model answers: no error, and every bullet is one line of a kind whose values its turns
// say.
func TestWhateverIsAnswered(t *testing.T) {
	turns := said("person: Use SQLite 3.45 in /srv/app, see https://example.com/a. Never push to main.", "agent: `go test ./...` took 12 s; commit 3f9a2c71b5d.", "refused: Drop it? | No.")
	var raw string
	for _, turn := range readTurns(turns) {
		raw += "\n" + turn.body()
	}
	all := proof.Of(raw, nil)
	words := append(strings.Fields(raw), "https://evil.example/?k=1", "`rm -rf`", "99", "[[x]]", "<!--", "-->", "\u202e", "\u200b", "deadbeef12", "not", "/etc/passwd", "=== MARK", "\n", "t1", "^abc123", "--x")
	rapid.Check(t, func(t *rapid.T) {
		var out []string
		for range rapid.IntRange(0, 6).Draw(t, "lines") {
			head := rapid.SampledFrom([]string{"decision [t1]", "lesson [t2]", "preference [t1 t2]", "fact [t3]", "action []", "done [t1-t3]", "title", "context", "exchange [t9]", "system [t1]"}).Draw(t, "head")
			out = append(out, head+": "+strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 8).Draw(t, "words"), " "))
		}
		a, _ := noted(says(out...))
		sum, by, _, err := a.Write(context.Background(), turns, nil, before.Past{}, false)
		must.Do(t, err)
		if by == "extractive" {
			return
		}
		for _, text := range append(lines(sum), sum.Title, sum.Context) {
			why := proof.Amiss(strings.ReplaceAll(text, "…", ""), []*proof.Evidence{all})
			must.Be(t, why == "", "%q: %s", text, why)
			must.Be(t, !strings.ContainsFunc(text, prose.Invisible) && !strings.ContainsAny(text, "\n\r"), "%q", text)
		}
	})
}
