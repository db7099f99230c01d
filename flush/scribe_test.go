package flush

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/fsutil/must"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A costly author says who wrote, and is told when what it wrote is kept.
type costly struct {
	echo
	err   error
	more  []bool
	kept  int
	asked int
	past  []before.Past
}

func (c *costly) Write(ctx context.Context, turns []transcript.Turn, titles []string, past before.Past, more bool) (daily.Summary, string, func(), error) {
	c.asked++
	c.more, c.past = append(c.more, more), append(c.past, past)
	if c.err != nil {
		return daily.Summary{}, "", func() {}, c.err
	}
	sum, err := c.Summarise(ctx, turns, titles)
	return sum, "model/small", func() { c.kept++ }, err
}

type busy struct{}

func (busy) Error() string             { return "the server is busy" }
func (busy) Outcome() ask.Outcome      { return ask.Retry }
func (busy) RetryAfter() time.Duration { return time.Minute }

// Nothing is recorded before the model has answered, and then once; the author learns what is
// kept, and when more may follow.
func TestScribe(t *testing.T) {
	b := newBench(t)
	c := &costly{err: busy{}}
	b.f.Author = c
	s := (&script{path: "/t/s.jsonl"}).say("r1 s 10:00 please keep this", "r2/m s 10:01 done")
	_, err := b.f.Capture(context.Background(), Capture{Source: s.source()}, testNow)
	must.Be(t, errors.Is(err, busy{}) && c.kept <= 0, "error is %v, %d kept", err, c.kept)
	records, _, _ := b.f.Ledger.All(testNow)
	must.Hold(t, len(records) == 0, "recorded %v", records)
	c.err = nil
	got := b.grow(s)
	must.Hold(t, got.Entries == 1 && c.kept == 1 && c.more[1], "%d entries, %d kept, more %v", got.Entries, c.kept, c.more)
	must.Text(t, b.log("2026-03-01"), "the text").Has(" by=model/small -->")
	got = b.end(s)
	must.Hold(t, got.Entries == 0 && c.asked == 2, "%d entries more, asked %d times", got.Entries, c.asked)
	s.say("r3 s 10:02 keep that, too")
	if b.end(s); c.more[2] {
		t.Error("the end of a session is told as if more followed")
	}
}

// An import ends where every other session would meet the same, and goes on from there.
func TestScribeRun(t *testing.T) {
	b := newBench(t)
	c := &costly{err: busy{}}
	b.f.Author = c
	s := (&script{path: "/t/s.jsonl"}).say("r1 s 10:00 please keep this")
	p, _ := must.Get2(b.f.Plan(context.Background(), []transcript.Source{s.source()}, Options{Now: testNow}))(t)
	must.Is(t, must.Err(b.f.Run(context.Background(), p, 1, nil)), busy{}, "the error")
	c.err = nil
	rep := b.run(s.source())
	must.Hold(t, rep.Entries == 1 && c.kept == 1, "%d entries, %d kept", rep.Entries, c.kept)
}

// settling is an author whose second line settles the first line of the session.
type settling struct{ costly }

func (s *settling) Write(ctx context.Context, turns []transcript.Turn, titles []string, past before.Past, more bool) (daily.Summary, string, func(), error) {
	sum, by, done, err := s.costly.Write(ctx, turns, titles, past, more)
	if len(past.Lines) == 1 {
		sum.Bullets[0].Settles = past.Lines[0].Ref
	}
	return sum, by, done, err
}

// The author of a stretch is given what the session kept before, from the logs and of the same run, and what it
// settles is not given again.
func TestScribeIsGivenThePast(t *testing.T) {
	b := newBench(t)
	c := &settling{}
	b.f.Author = c
	s := (&script{path: "s.jsonl"}).say("r1 s 10:00 please keep one", "r2/m s 10:01 A or B?")
	b.grow(s)
	s.say("r3 s 15:00 please keep two", "r4/m s 15:01 done", "r5 s 20:00 please keep three", "r6/m s 20:01 done")
	b.grow(s)
	var got []string
	for _, p := range c.past {
		var lines []string
		for _, l := range p.Lines {
			lines = append(lines, l.Text)
		}
		said := ""
		if p.Said != nil {
			said = p.Said.Text
		}
		got = append(got, strings.Join(lines, ",")+"|"+said)
	}
	c.past = nil
	b.grow(s.fork("F").say("f1 F 21:00 please keep four"))
	p := c.past[0]
	must.Hold(t, len(c.past) == 1 && len(p.Lines) == 1 && p.Lines[0].Text == "please keep three" && p.Said != nil && p.Said.Text == "done", "a session that was resumed is given %+v", c.past)
	want := "|;please keep one|A or B?;please keep two|done"
	must.Hold(t, strings.Join(got, ";") == want, "given %q, want %q", strings.Join(got, ";"), want)
	r := regexp.MustCompile(`keep one \^(k[0-9a-f]+)`).FindStringSubmatch(b.log("2026-03-01"))
	must.Hold(t, r != nil && strings.Contains(b.log("2026-03-01"), ":2026-03-01^"+r[1]+" -->"), "no entry settles the first line: %s", b.log("2026-03-01"))
}
