package flush

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A script is a transcript in memory that grows. It counts the bytes that are read of it.
type script struct {
	path  string
	text  string
	count int64
}

// say adds rows "id session time text", a person's; an id with a slash, "id/message", is the agent's.
func (s *script) say(rows ...string) *script {
	for _, r := range rows {
		s.text += line(r)
	}
	return s
}

func line(r string) string {
	f := strings.SplitN(r, " ", 4)
	id, message, agent := strings.Cut(f[0], "/")
	at := f[2]
	if len(at) == len("10:00") {
		at += ":00"
	}
	head := fmt.Sprintf(`"uuid":%q,"sessionId":%q,"timestamp":"2026-03-01T%sZ","cwd":"/w/app","gitBranch":"main"`, id, f[1], at)
	if !agent {
		return fmt.Sprintf(`{"type":"user",%s,"message":{"role":"user","content":%q}}`+"\n", head, f[3])
	}
	return fmt.Sprintf(`{"type":"assistant",%s,"message":{"id":%q,"role":"assistant","content":[{"type":"text","text":%q}]}}`+"\n", head, message, f[3])
}

// A tape reads a script as it is when it is opened.
type tape struct {
	*strings.Reader
	of *script
}

func (t tape) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.of.count += int64(n)
	return n, err
}

func (t tape) Close() error { return nil }

func (s *script) source() transcript.Source {
	return transcript.Source{
		Agent: "claude", Path: s.path, Size: int64(len(s.text)), ModTime: time.Unix(int64(len(s.text)), 0),
		Open: func() (io.ReadCloser, error) {
			if s.text == "" {
				return nil, fs.ErrNotExist
			}
			return tape{strings.NewReader(s.text), s}, nil
		},
	}
}

func (b *bench) capture(c Capture) Captured {
	b.t.Helper()
	out := must.Get(b.f.Capture(context.Background(), c, testNow))(b.t)
	return out
}

// grow captures s in the middle of its session.
func (b *bench) grow(s *script) Captured {
	b.t.Helper()
	return b.capture(Capture{Source: s.source(), Session: s.source().Stem()})
}

// end captures s at the end of its session.
func (b *bench) end(s *script) Captured {
	b.t.Helper()
	return b.capture(Capture{Source: s.source(), Session: s.source().Stem(), Final: true})
}

func (b *bench) spans() string {
	b.t.Helper()
	all := must.Get(b.f.Daily.Spans())(b.t)
	var out []string
	for _, s := range all {
		out = append(out, s.Session+":"+s.From+".."+s.To)
	}
	return strings.Join(out, " ")
}

// archived is every row in the archive, and those that stand there twice.
func (b *bench) archived() (out map[string]string, twice []string) {
	b.t.Helper()
	out = map[string]string{}
	root := filepath.Join(b.dir, filepath.FromSlash(layout.Archive))
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".jsonl.gz") {
			return err
		}
		rel, err := filepath.Rel(b.dir, p)
		if err != nil {
			return err
		}
		file, err := archive.Archive{Dir: b.f.Ledger.Dir}.Read(filepath.ToSlash(rel))
		for _, t := range file.Turns {
			for _, r := range t.Rows {
				if out[r] != "" {
					twice = append(twice, r)
				}
				out[r] = file.Head.Session
			}
		}
		return err
	})
	must.Be(b.t, err == nil || errors.Is(err, fs.ErrNotExist), "%v", err)
	return out, twice
}

func (b *bench) expect(spans, account string, archived int) {
	b.t.Helper()
	got := b.spans()
	must.Hold(b.t, got == spans, "spans = %s\nwant    %s", got, spans)
	got = b.account()
	must.Hold(b.t, got == account, "account = %s\nwant      %s", got, account)
	rows, twice := b.archived()
	must.Hold(b.t, len(rows) == archived && twice == nil, "%d rows in the archive, want %d: %v, twice %v", len(rows), archived, rows, twice)
}

func TestCaptureAGrowingSession(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 dull")
	out := b.grow(s)
	must.Hold(t, out.Entries == 0 && out.Turns == 0, "a dull stretch: %+v", out)
	b.expect("", "sessions 1 flushed 0; turns 1 flushed 0", 0)
	out = b.grow(s.say("a1/m1 A 10:01 keep this", "u2 A 10:02 dull"))
	must.Hold(t, out.Entries == 1 && out.Bullets == 1 && out.Turns == 3, "with something to keep: %+v", out)
	b.expect("A:u1..u2", "sessions 1 flushed 1; turns 3 flushed 3", 3)
	b.grow(s)
	b.grow(s.say("a2/m2 A 10:03 dull"))
	b.expect("A:u1..u2", "sessions 1 flushed 1; turns 4 flushed 3", 3)
	b.end(s)
	b.end(s)
	b.expect("A:u1..u2 A:a2..a2", "sessions 1 flushed 1; turns 4 flushed 4", 4)
	b.end(s.say("u3 A 10:04 keep", "u4 A 10:05 dull"))
	b.expect("A:u1..u2 A:a2..a2 A:u3..u4", "sessions 1 flushed 1; turns 6 flushed 6", 6)
	before := b.log("2026-03-01")
	rep := b.run(s.source())
	must.Hold(t, rep.Entries == 0, "an import after it: %+v", rep)
	must.Do(t, os.RemoveAll(filepath.Join(b.dir, ".memoria")))
	b.end(s)
	got := b.log("2026-03-01")
	must.Hold(t, got == before, "without any state the log became\n%s\nfrom\n%s", got, before)
}

// A skipped session that goes on is read again together with what follows.
func TestCaptureASkippedSessionThatGoesOn(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 dull", "u2 A 10:01 dull")
	out := b.end(s)
	r := out.Sessions[0]
	must.Hold(t, r.State == ledger.Skipped && r.Skipped == 2 && out.Turns == 2, "skipped: %+v", out)
	b.expect("", "sessions 1 flushed 0; turns 2 flushed 0", 2)
	b.grow(s.say("u3 A 11:00 keep"))
	b.expect("A:u1..u3", "sessions 1 flushed 1; turns 3 flushed 3", 3)
}

func TestCaptureErrors(t *testing.T) {
	b := newBench(t)
	for _, tt := range []struct {
		text string
		want error
	}{{"", fs.ErrNotExist}, {"hello\n", ErrNoTranscript}, {`{"level":"info"}` + "\n", ErrNoTranscript}} {
		s := &script{path: "A.jsonl", text: tt.text}
		_, err := b.f.Capture(context.Background(), Capture{Source: s.source()}, testNow)
		must.Hold(t, errors.Is(err, tt.want), "%q: %v, want %v", tt.text, err, tt.want)
	}
	s := (&script{path: "A.jsonl"}).say("u1 A 10:00 explode")
	_, err := b.f.Capture(context.Background(), Capture{Source: s.source(), Final: true}, testNow)
	must.Hold(t, err != nil && strings.Contains(err.Error(), "session A"), "an author's error: %v", err)
	b.expect("", "sessions 0 flushed 0; turns 0 flushed 0", 0)
}

// A message that only a hook heard is not lost while what it belongs to waits.
func TestCaptureAHeardMessageThatWaits(t *testing.T) {
	last := queue.Message{Text: "dull answer", Mark: queue.Mark("dull answer"), At: at(t, "2026-03-01 10:01")}
	for _, arrives := range []bool{false, true} {
		b := newBench(t)
		s := (&script{path: "A.jsonl"}).say("u1 A 10:00 dull")
		b.capture(Capture{Source: s.source(), Session: "A", Messages: []queue.Message{last}})
		b.expect("", "sessions 1 flushed 0; turns 2 flushed 0", 0)
		if arrives {
			s.say("a1/m1 A 10:01 dull answer")
		}
		b.grow(s.say("u2 A 10:05 keep"))
		b.grow(s)
		b.expect("A:u1..u2", "sessions 1 flushed 1; turns 3 flushed 3", 3)
	}
}
