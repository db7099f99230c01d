package transcript

import (
	"io"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A message that waits in the client's queue is only in the row that put it there: a later reading
// begins before it.
func TestResumeBeforeTheQueue(t *testing.T) {
	enqueue := `{"type":"queue-operation","operation":"enqueue","sessionId":"s","content":"and the tests","timestamp":"2026-03-01T10:00:01Z"}` + "\n"
	prompt := `{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-03-01T10:00:00Z","message":{"content":"mend it"}}` + "\n"
	notice := `{"type":"queue-operation","operation":"enqueue","sessionId":"s","content":"<task-notification>done</task-notification>"}` + "\n"
	answer := `{"type":"assistant","uuid":"a1","sessionId":"s","timestamp":"2026-03-01T10:00:02Z","message":{"id":"m1","content":[{"type":"text","text":"Done."}]}}` + "\n"
	remove := `{"type":"queue-operation","operation":"remove","sessionId":"s","timestamp":"2026-03-01T10:00:03Z"}` + "\n"
	later := strings.NewReplacer("a1", "a2", "m1", "m2", "Done.", "So are they.", "00:02", "00:04").Replace(answer)

	_, st := readAll(t, prompt+notice+answer)
	if want := int64(len(prompt + notice + answer)); st.Resume != want || st.Offset != want {
		t.Errorf("with a notification in the queue: resume %d, offset %d, want %d", st.Resume, st.Offset, want)
	}
	_, st = readAll(t, prompt+enqueue+answer)
	if want := int64(len(prompt)); st.Resume != want {
		t.Errorf("with a message in the queue: resume %d, want %d", st.Resume, want)
	}
	whole, st := readAll(t, prompt+enqueue+answer+remove+later)
	if want := int64(len(prompt + enqueue + answer + remove + later)); st.Resume != want || len(whole) != 4 {
		t.Errorf("with the queue empty again: resume %d, want %d; %d turns", st.Resume, want, len(whole))
	}
	r := NewReader(strings.NewReader(enqueue + answer + remove + later))
	r.Continue(false)
	for _, want := range whole[1:] {
		got, err := r.Next()
		must.Hold(t, err == nil && got.ID == want.ID && got.Text == want.Text, "read on: %+v %v, want %+v", got, err, want)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("read on to the end: %v", err)
	}
}

// A session read on is not judged by its first prompt again.
func TestContinueIsNobodysFirstPrompt(t *testing.T) {
	r := NewReader(strings.NewReader(`{"type":"user","uuid":"u1","sessionId":"s","message":{"content":"memoria:ask is a marker, isn't it?"}}` + "\n"))
	r.Continue(true)
	if _, st := drain(t, r); st.Own || !st.Attaches {
		t.Errorf("stats = %+v", st)
	}
}
