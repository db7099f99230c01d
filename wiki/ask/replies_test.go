package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// echo is a model that counts its calls.
type echo struct {
	calls int
	err   error
}

func (*echo) Name() string { return "echo" }
func (*echo) Window() int  { return 1 << 10 }

func (e *echo) Ask(_ context.Context, q Question) (Answer, error) {
	e.calls++
	return Answer{Text: q.Prompt}, e.err
}

func replies(t *testing.T) *Replies {
	t.Helper()
	d := fsutiltest.Open(t, t.TempDir())
	return &Replies{Dir: d}
}

// An answer is cleaned and kept before it is read, and asked for once.
func TestAsker(t *testing.T) {
	m := &echo{}
	a := Asker{Model: m, Replies: replies(t), Clean: func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") }}
	q := Question{Prompt: "the key is hunter2", Recipe: Recipe("q")}
	for range 2 {
		if got, err := a.Ask(t.Context(), q); err != nil || got != (Answer{"the key is ***", "echo"}) {
			t.Fatal(got, err)
		}
	}
	names, err := a.Replies.Names("")
	if b, _ := a.Replies.Dir.ReadFile(layout.Replies + "/" + names[0]); m.calls != 1 || err != nil || strings.Contains(string(b), "hunter2") {
		t.Errorf("%d calls, kept %s, %v", m.calls, b, err)
	}
	a.Replies.DropAnswers([]string{q.Recipe})
	q.Recipe = ""
	if _, err := a.Ask(t.Context(), q); err != nil || m.calls != 2 {
		t.Error(m.calls, err)
	}
	if names, err := a.Replies.Names(""); err != nil || len(names) != 0 {
		t.Errorf("%v are left, %v", names, err)
	}
	m.err = errors.New("busy")
	if _, err := a.Ask(t.Context(), q); err != m.err {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Ask(ctx, q); !errors.Is(err, context.Canceled) || m.calls != 3 {
		t.Error(m.calls, err)
	}
	if r, ok := (*Replies)(nil).Answer(Recipe("q")); ok || r.Text != "" || (*Replies)(nil).KeepAnswer(Recipe("q"), Answer{}) != nil {
		t.Error("nil keeps")
	}
}

// Answers age; what the wiki rests on does not, nor does a file that is of no use keep others from
// being read.
func TestReplies(t *testing.T) {
	r := replies(t)
	type record struct{ N int }
	for i, name := range []string{Edits + "b", Edits + "a", Verdicts + "a", Unread + "a"} {
		must.Do(t, r.Keep(name+".json", record{i}))
	}
	must.Do(t, r.KeepAnswer(Recipe("q"), Answer{"text", "x"}))
	for file, text := range map[string]string{Edits + "c.json": "{", Edits + "d.json": "[]", Verdicts + "b.json": `{"version":2}`} {
		must.Do(t, must.Err(r.Dir.WriteFile(layout.Replies+"/"+file, []byte(text), 0o600)))
	}
	got, err := Records[record](r, Edits)
	must.Hold(t, fmt.Sprint(got) == "[{edit-a.json {1}} {edit-b.json {0}}]" && err == nil, "%v %v", got, err)
	if _, err := Records[record](r, Verdicts); !errors.As(err, new(*fsutil.NewerStateError)) {
		t.Error(err)
	}
	must.Do(t, r.Clean(time.Now()))
	if _, ok := r.Answer(Recipe("q")); !ok {
		t.Error("a new answer is gone")
	}
	must.Do(t, r.Clean(time.Now().Add(2*age)))
	if _, ok := r.Answer(Recipe("q")); ok {
		t.Error("an old answer is kept")
	}
	if names, err := r.Names(""); len(names) != 6 || err != nil {
		t.Errorf("%v are left, %v", names, err)
	}
}
