package flush

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// echo is an author that keeps every message that says "keep".
type echo struct{ asked *[]string }

func (echo) Name() string { return "echo" }

func (e echo) Summarise(_ context.Context, turns []transcript.Turn, _ []string) (daily.Summary, error) {
	s := daily.Summary{Title: "About " + turns[0].ID}
	for _, t := range turns {
		if e.asked != nil {
			*e.asked = append(*e.asked, t.Text)
		}
		if strings.Contains(t.Text, "explode") {
			return s, errors.New("author: no")
		}
		if strings.Contains(t.Text, "keep") {
			s.Bullets = append(s.Bullets, daily.Bullet{Kind: daily.Fact, Text: t.Text})
		}
	}
	return s, nil
}

type bench struct {
	t   testing.TB
	dir string
	f   *Flusher
}

func newBench(t testing.TB) *bench {
	t.Helper()
	dir := t.TempDir()
	d := fsutiltest.Open(t, dir)
	must.Do(t, d.MkdirAll("daily", 0o755))
	return &bench{t, dir, &Flusher{Daily: &daily.Store{Dir: d, Zone: time.UTC}, Ledger: &ledger.Ledger{Dir: d}, Author: echo{}, Zone: time.UTC}}
}

var testNow = time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC)

func (b *bench) run(sources ...transcript.Source) Report {
	b.t.Helper()
	p, warnings := must.Get2(b.f.Plan(context.Background(), sources, Options{Now: testNow}))(b.t)
	if len(warnings) > 0 {
		b.t.Log(warnings)
	}
	rep := must.Get(b.f.Run(context.Background(), p, 2, nil))(b.t)
	return rep
}

func (b *bench) log(day string) string {
	b.t.Helper()
	s := fsutiltest.Read(b.t, filepath.Join(b.dir, "daily", day+".md"))
	return string(s)
}

func (b *bench) account() string {
	b.t.Helper()
	recs, _ := must.Get2(b.f.Ledger.All(testNow))(b.t)
	s, tn, skips, n := ledger.Account(recs)
	must.Hold(b.t, s.Seen == s.Flushed+s.Pending+s.Dead+len(skips) && tn.Seen == tn.Flushed+tn.Pending+tn.Dead+n, "does not add up: %+v %d, %+v %d", s, len(skips), tn, n)
	return fmt.Sprintf("sessions %d flushed %d; turns %d flushed %d", s.Seen, s.Flushed, tn.Seen, tn.Flushed)
}

// spansOf is every "from..to" in a log.
func spansOf(log string) string {
	var out []string
	for _, l := range strings.Split(log, "\n") {
		if i := strings.Index(l, " from="); i > 0 {
			f := strings.Fields(l[i:])
			out = append(out, strings.TrimPrefix(f[0], "from=")+".."+strings.TrimPrefix(f[1], "to="))
		}
	}
	return strings.Join(out, " ")
}

func TestRunTwiceChangesNothing(t *testing.T) {
	b := newBench(t)
	src := file("a.jsonl", "u1 A 10:00 keep one", "u2 A 10:01 two")
	rep := b.run(src)
	must.Be(t, rep.Entries == 1 && rep.Flushed == 1, "first run: %+v", rep)
	before := b.log("2026-03-01")
	rep = b.run(src)
	must.Hold(t, rep.Entries == 0 && rep.Flushed == 0, "an unchanged transcript was worked again: %+v", rep)
	// Without the ledger the logs alone say that there is nothing to do.
	must.Do(t, os.RemoveAll(filepath.Join(b.dir, ".memoria")))
	rep = b.run(src)
	must.Hold(t, rep.Entries == 0 && rep.Flushed == 1, "without a ledger: %+v", rep)
	after := b.log("2026-03-01")
	must.Hold(t, after == before, "the log changed:\n%s\nto\n%s", before, after)
	got, want := b.account(), "sessions 1 flushed 1; turns 2 flushed 2"
	must.Hold(t, got == want, "account = %s, want %s", got, want)
}

// Two flushes of one session with new rows between them keep both, whatever the time between.
func TestASessionThatGrows(t *testing.T) {
	b := newBench(t)
	b.run(file("a.jsonl", "u1 A 10:00 keep one"))
	b.run(file("a.jsonl", "u1 A 10:00 keep one", "u2 A 10:01 keep two"))
	got, want := spansOf(b.log("2026-03-01")), "u1..u1 u2..u2"
	must.Hold(t, got == want, "spans = %s, want %s", got, want)
	b.run(file("a.jsonl", "u1 A 10:00 keep one", "u2 A 10:01 keep two", "u3 A 10:02 dull"))
	// What holds nothing more worth keeping is closed with an entry that says what was asked.
	got, want = b.account(), "sessions 1 flushed 1; turns 3 flushed 3"
	must.Hold(t, got == want, "account = %s, want %s", got, want)
	got, want = spansOf(b.log("2026-03-01")), "u1..u1 u2..u2 u3..u3"
	must.Hold(t, got == want, "spans = %s, want %s", got, want)
	must.Text(t, b.log("2026-03-01"), "log").Has("### Session (10:02) - dull\n", "**Context:** dull\n")
}

// The copy of a session repeats none of its turns, even when the original is gone.
func TestAResumedCopy(t *testing.T) {
	b := newBench(t)
	b.run(file("a.jsonl", "u1 A 10:00 keep one", "u2 A 10:01 keep two"))
	b.run(file("b.jsonl", "u1 B 10:00 keep one", "u2 B 10:01 keep two", "u3 B 10:02 keep three"))
	got, want := spansOf(b.log("2026-03-01")), "u1..u2 u3..u3"
	must.Hold(t, got == want, "spans = %s, want %s", got, want)
}

func TestDullStretchesWidenTheEntryBesideThem(t *testing.T) {
	b := newBench(t)
	b.run(file("a.jsonl", "u1 A 01:00 dull", "u2 A 05:00 keep", "u3 A 09:00 dull", "u4 A 13:00 keep", "u5 A 17:00 dull"))
	got, want := spansOf(b.log("2026-03-01")), "u1..u3 u4..u5"
	must.Hold(t, got == want, "spans = %s, want %s", got, want)
}

func TestSkipsHaveReasons(t *testing.T) {
	b := newBench(t)
	rep := b.run(
		file("dull.jsonl", "u1 D 10:00 dull"),
		raw("snap.jsonl", `{"type":"file-history-snapshot","messageId":"x","snapshot":{}}`+"\n"),
		raw("side.jsonl", `{"type":"user","isSidechain":true,"uuid":"s1","sessionId":"S","timestamp":"2026-03-01T10:00:00Z","message":{"role":"user","content":"look"}}`+"\n"),
		file("own.jsonl", "u9 O 10:00 <!-- memoria:ask --> keep this"))
	got := map[string]string{}
	for _, s := range rep.Skipped {
		got[s.Session] = s.Reason
	}
	for session, want := range map[string]string{"D": "worth keeping", "snap": "no messages", "S": "subagent", "O": "memoria's own"} {
		must.Hold(t, strings.Contains(got[session], want), "session %s: reason %q, want one about %q", session, got[session], want)
	}
	must.Hold(t, rep.Entries == 0, "entries: %+v", rep)
	b.account()
}

// Nothing is recorded as done before it is in the log; an author's error says dead, not done.
func TestAnAuthorsErrorLosesNothing(t *testing.T) {
	b := newBench(t)
	src := []transcript.Source{file("a.jsonl", "u1 A 10:00 explode"), file("b.jsonl", "u2 B 11:00 keep")}
	rep := b.run(src...)
	must.Be(t, len(rep.Failed) == 1 && rep.Flushed == 1, "report: %+v", rep)
	b.f.Author = calm{}
	if rep := b.run(src...); rep.Entries != 1 {
		t.Errorf("a dead session was not tried again: %+v", rep)
	}
	got, want := b.account(), "sessions 2 flushed 2; turns 2 flushed 2"
	must.Hold(t, got == want, "account = %s, want %s", got, want)
}

// calm keeps everything.
type calm struct{}

func (calm) Name() string { return "calm" }

func (calm) Summarise(_ context.Context, turns []transcript.Turn, _ []string) (daily.Summary, error) {
	s := daily.Summary{Title: "t"}
	for _, t := range turns {
		s.Bullets = append(s.Bullets, daily.Bullet{Kind: daily.Fact, Text: t.Text})
	}
	return s, nil
}

// The author never sees what the redactor takes out.
func TestRedactedBeforeTheAuthor(t *testing.T) {
	b := newBench(t)
	var asked []string
	b.f.Author = echo{&asked}
	b.f.Clean = func(s string) string { return strings.ReplaceAll(s, "hunter2", "[redacted]") }
	b.run(file("a.jsonl", "u1 A 10:00 keep password hunter2 out"))
	must.Equal(t, strings.Join(asked, "|"), "keep password [redacted] out", "the author saw")
}

// Logs that vanished with their disk are not written anew from the transcripts.
func TestMissingLogsAreAnError(t *testing.T) {
	b := newBench(t)
	src := file("a.jsonl", "u1 A 10:00 keep")
	b.run(src)
	must.Do(t, os.RemoveAll(filepath.Join(b.dir, "daily")))
	_, _, err := b.f.Plan(context.Background(), []transcript.Source{src}, Options{Now: testNow})
	must.Hold(t, errors.Is(err, os.ErrNotExist) && strings.Contains(err.Error(), "session A was written there"), "plan without logs: %v", err)
}

// A run that ends early has done whole sessions only, and the next run the rest: the logs are those
// of one run.
func TestInterruptedAndRunAgain(t *testing.T) {
	var src []transcript.Source
	for i := range 12 {
		s := fmt.Sprintf("S%02d", i)
		src = append(src, file(s, fmt.Sprintf("%s-1 %s %02d:00 keep one", s, s, i), fmt.Sprintf("%s-2 %s %02d:10 keep two", s, s, i+1)))
	}
	clean := newBench(t)
	clean.run(src...)
	want := clean.log("2026-03-01")
	for stop := range 12 {
		b := newBench(t)
		ctx, cancel := context.WithCancel(context.Background())
		p, _, err := b.f.Plan(ctx, src, Options{Now: testNow})
		must.Do(t, err)
		_, err = b.f.Run(ctx, p, 3, func(done int, _ *session.Session) {
			if done > stop {
				cancel()
			}
		})
		must.Be(t, stop >= 11 || errors.Is(err, context.Canceled), "stopped after %d: %v", stop, err)
		cancel()
		b.account()
		b.run(src...)
		got := b.log("2026-03-01")
		must.Be(t, got == want, "stopped after %d and run again:\n%s\nwant\n%s", stop, got, want)
	}
}

// file is a transcript in memory; rows are "id session time text" and become a person's words.
func file(path string, rows ...string) transcript.Source {
	var b strings.Builder
	for _, r := range rows {
		f := strings.SplitN(r, " ", 4)
		fmt.Fprintf(&b, `{"type":"user","uuid":%q,"sessionId":%q,"timestamp":"2026-03-01T%s:00Z","cwd":"/w/app","gitBranch":"main","message":{"role":"user","content":%q}}`+"\n", f[0], f[1], f[2], f[3])
	}
	s := b.String()
	return transcript.Source{Agent: "claude", Path: path, Size: int64(len(s)), ModTime: time.Unix(int64(len(s)), 0),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }}
}

func raw(path, content string) transcript.Source {
	return transcript.Source{Agent: "claude", Path: path, Size: int64(len(content)),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(content)), nil }}
}

// at parses the short times of these tests, in UTC.
func at(t testing.TB, s string) time.Time {
	t.Helper()
	v := must.Get(time.Parse("2006-01-02 15:04", s))(t)
	return v
}
