package flush

import (
	"context"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
)

// eager finds something in whatever is said.
type eager struct{}

func (eager) Name() string { return "eager" }

func (eager) Summarise(_ context.Context, turns []transcript.Turn, _ []string) (daily.Summary, error) {
	return daily.Summary{Title: "All", Bullets: []daily.Bullet{{Kind: daily.Fact, Text: turns[0].Text}}}, nil
}

// A session in which nothing was found is looked at again where it is asked for, and has an entry of its turns then
// like any other: it is not captured twice, goes on, and is rebuilt.
func TestRedoOfWhatWasPassedOver(t *testing.T) {
	b := newBench(t)
	s := (&script{path: "/t/s.jsonl"}).say("r1 s 10:00 nothing", "r2/m s 10:01 nothing at all", "r3 s 18:00 a new start", "r4/n s 18:01 fine")
	b.end(s)
	b.end((&script{path: "/t/o.jsonl"}).say("o1 o 11:00 please keep this"))
	if got := b.account(); got != "sessions 2 flushed 1; turns 5 flushed 1" {
		t.Fatal(got)
	}
	over := func() []Redo {
		t.Helper()
		return must.Get(b.f.PassedOver("claude", []string{"s", "o"}))(t)
	}
	todo := over()
	must.Be(t, len(todo) == 1 && todo[0].Session == "s" && len(todo[0].Turns) == 4 && todo[0].Title == "nothing" && todo[0].ID == "", "to do are %+v", todo)
	before := b.log("2026-03-01")
	if got, err := b.f.Redo(context.Background(), todo[0], testNow); err != nil || got.Entries != 0 || b.log("2026-03-01") != before {
		t.Errorf("who finds nothing again: %+v, %v", got, err)
	}
	old := b.f.Author
	b.f.Author = eager{}
	got, err := b.f.Redo(context.Background(), todo[0], testNow)
	if err != nil || got.Entries != 2 || got.Bullets != 2 { // the pause cuts
		t.Fatalf("%+v, %v", got, err)
	}
	b.f.Author = old
	after := b.log("2026-03-01")
	must.Hold(t, strings.HasPrefix(after, before) && strings.Count(after, "session=s ") == 2 && len(over()) == 0, "the log:\n%s", after)
	must.Equal(t, b.account(), "sessions 2 flushed 2; turns 5 flushed 5", "b.account()")
	must.Hold(t, b.end(s).Entries == 0 && b.log("2026-03-01") == after, "it was captured again")
	b.end(s.say("r5 s 19:00 keep that too"))
	if got := b.account(); got != "sessions 2 flushed 2; turns 6 flushed 6" || strings.Count(b.log("2026-03-01"), "session=s ") != 3 {
		t.Errorf("%s\n%s", got, b.log("2026-03-01"))
	}
	b.lose("daily/2026-03-01.md")
	if got, err := b.f.Rebuild(context.Background(), archived("s", "o"), testNow); err != nil || got.Entries != 4 {
		t.Errorf("rebuilt %d, %v", got.Entries, err)
	}
}
