package reported

import (
	"slices"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
)

// A Message is an answer of the agent that a hook reported and that the transcript did not hold when it was read.
type Message struct {
	ID    string    `json:"id"` // of the turn that it is taken for
	Text  string    `json:"text,omitempty"`
	At    time.Time `json:"at"`
	Entry string    `json:"entry,omitempty"` // that covers it; without one it waits
	Fresh bool      `json:"fresh,omitempty"` // not counted among the session's turns
	Held  bool      `json:"held,omitempty"`  // not taken for a turn yet: its row may still come
}

// Waits reports whether no entry is known to cover m.
func (m Message) Waits() bool { return m.Entry == "" }

// FindIn returns the turn that is m, if the transcript holds it by now, or nil. It ignores turns that are known to be other messages.
func (m Message) FindIn(turns []transcript.Turn, others map[string]bool) *transcript.Turn {
	var fit []*transcript.Turn
	var rows []Said
	for i := range turns {
		if t := &turns[i]; t.Role == transcript.Agent && !IsID(t.ID) && !others[t.ID] {
			fit, rows = append(fit, t), append(rows, Read(t))
		}
	}
	if at := Nearest(m.ID, rows); at >= 0 {
		return fit[at]
	}
	return nil
}

// Insert inserts m behind the turns that had ended when it was reported. If there is none, m gets the folder
// dir and the offset start in the transcript.
func (m Message) Insert(turns []transcript.Turn, dir string, start int64) []transcript.Turn {
	n := len(turns)
	for n > 0 && turns[n-1].At.After(m.At) {
		n--
	}
	t := transcript.Turn{ID: m.ID, Last: m.ID, Role: transcript.Agent, Text: m.Text, At: m.At, Started: m.At, CWD: dir, Begin: start}
	if n > 0 {
		before := &turns[n-1]
		t.CWD, t.Branch, t.Session, t.Begin = before.CWD, before.Branch, before.Session, before.End
	}
	t.End = t.Begin
	return slices.Insert(turns, n, t)
}
