package flush

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/fsutil/must"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
)

func (b *bench) redos() []Redo {
	b.t.Helper()
	return must.Get(b.f.Redos("claude", []string{"s", "o"}, "echo"))(b.t)
}

// What is written again stands below the old entry, once, and is lost and found with it; the rows stay
// the old one's, and what could not be asked is left as it was.
func TestRedo(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "/t/s.jsonl"}).say("r1 s 10:00 please keep this", "r2/m s 10:01 done, keep", "r3 s 18:00 keep the rest", "r4/n s 18:01 fine")
	b.end(s)
	b.end((&script{path: "/t/o.jsonl"}).say("o1 o 11:00 keep another"))
	before, account := b.log("2026-03-01"), b.account()
	todo := b.redos()
	must.Be(t, len(todo) == 3 && len(todo[0].Turns) == 2 && todo[0].Turns[1].Text == "done, keep" && todo[0].Turns[1].Last == "r2", "to do are %+v", todo)
	c := &costly{err: busy{}}
	b.f.Author = c
	if _, err := b.f.Redo(context.Background(), todo[0], testNow); !errors.Is(err, busy{}) || b.log("2026-03-01") != before {
		t.Errorf("error is %v", err)
	}
	c.err = nil
	for _, r := range todo {
		got, err := b.f.Redo(context.Background(), r, testNow)
		must.Be(t, err == nil && got.Entries == 1, "%v %v", got, err)
		if got, err := b.f.Redo(context.Background(), r, testNow); err != nil || got.Entries != 0 {
			t.Error("written twice", got, err)
		}
	}
	after := b.log("2026-03-01")
	must.Hold(t, strings.HasPrefix(after, before) && strings.Count(after, " by=model/small redoes=") == 3 && c.kept == 6, "%d kept:\n%s", c.kept, after)
	left := b.redos()
	must.Hold(t, len(left) == 0, "left are %v", left)
	must.Equal(t, b.account(), account, "account")
	must.Hold(t, b.end(s).Entries == 0 && b.log("2026-03-01") == after, "what is redone was flushed again")
	b.lose("daily/2026-03-01.md")
	got, err := b.f.Rebuild(context.Background(), archived("s", "o"), testNow)
	must.Hold(t, err == nil && got.Entries == 6, "rebuilt %d, %v", got.Entries, err)
	left = b.redos()
	must.Hold(t, len(left) == 0, "left are %v", left)
}

// same answers in the name of who wrote the old.
type same struct{ kept int }

func (*same) Name() string { return "model/small" }

func (s *same) Summarise(ctx context.Context, turns []transcript.Turn, titles []string) (daily.Summary, error) {
	return echo{}.Summarise(ctx, turns, titles)
}

func (s *same) Write(ctx context.Context, turns []transcript.Turn, titles []string, _ before.Past, _ bool) (daily.Summary, string, func(), error) {
	sum, err := s.Summarise(ctx, turns, titles)
	return sum, "echo", func() { s.kept++ }, err
}

// What only the old author can write stays, and is decided: the answers that it was tried with are of
// no more use.
func TestRedoThatComesToNothing(t *testing.T) {
	b := newBench(t)
	b.end((&script{path: "/t/s.jsonl"}).say("r1 s 10:00 please keep this", "r2/m s 10:01 done, keep"))
	before, author := b.log("2026-03-01"), &same{}
	todo := b.redos()
	todo[0].By = "model/large+echo" // of which the new one would be only the worse part
	b.f.Author = author
	got, err := b.f.Redo(context.Background(), todo[0], testNow)
	if got.Drop != nil {
		got.Drop()
	}
	must.Hold(t, err == nil && got.Entries == 0 && got.Same == 1 && author.kept == 1 && b.log("2026-03-01") == before, "%+v, %v, %d kept", got, err, author.kept)
}
