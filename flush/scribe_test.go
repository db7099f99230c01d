package flush

import (
	"context"
	"errors"
	"github.com/agent-admin/memoria/flush/before"
	"strings"
	"testing"
	"time"

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
}

func (c *costly) Write(ctx context.Context, turns []transcript.Turn, titles []string, past before.Past, more bool) (daily.Summary, string, func(), error) {
	c.asked++
	c.more = append(c.more, more)
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
	if !errors.Is(err, busy{}) || c.kept > 0 {
		t.Fatalf("error is %v, %d kept", err, c.kept)
	}
	if records, _, _ := b.f.Ledger.All(testNow); len(records) > 0 {
		t.Errorf("recorded %v", records)
	}
	c.err = nil
	if got := b.grow(s); got.Entries != 1 || c.kept != 1 || !c.more[1] {
		t.Errorf("%d entries, %d kept, more %v", got.Entries, c.kept, c.more)
	}
	if log := b.log("2026-03-01"); !strings.Contains(log, " by=model/small -->") {
		t.Error(log)
	}
	if got := b.end(s); got.Entries != 0 || c.asked != 2 {
		t.Errorf("%d entries more, asked %d times", got.Entries, c.asked)
	}
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
	p, _, err := b.f.Plan(context.Background(), []transcript.Source{s.source()}, Options{Now: testNow})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.f.Run(context.Background(), p, 1, nil); !errors.Is(err, busy{}) {
		t.Errorf("error is %v", err)
	}
	c.err = nil
	if rep := b.run(s.source()); rep.Entries != 1 || c.kept != 1 {
		t.Errorf("%d entries, %d kept", rep.Entries, c.kept)
	}
}
