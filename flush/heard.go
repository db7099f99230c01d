package flush

import (
	"errors"
	"strings"
	"time"
	"unicode"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
)

// ErrLagging says that the transcript does not hold the message yet that the agent ended its last
// answer with. It will in a moment.
var ErrLagging = errors.New("transcript does not hold the agent's last message yet")

// A heard message is one that a hook reported and that the transcript did not hold when it was read.
type heard struct {
	ID    string    `json:"id"` // of the turn that it is taken for
	Text  string    `json:"text,omitempty"`
	At    time.Time `json:"at"`
	Entry string    `json:"entry,omitempty"` // that covers it; without one it waits
}

const markLen = 1 + 16

// markOf is how the id of a heard message begins.
func markOf(text string) string {
	if m := queue.Mark(text); m != "" {
		return "h" + m
	}
	return ""
}

// heardID names a heard message: what it ends with, and when. One without a mark has no name.
func heardID(m queue.Message) string {
	if len(m.Mark) != markLen-1 {
		return ""
	}
	return "h" + m.Mark + fsutil.Hash([]byte(m.At.UTC().Format(time.RFC3339Nano)))[:8]
}

// isHeard tells an id that can be a heard message's.
func isHeard(id string) bool { return len(id) == markLen+8 && id[0] == 'h' }

// endsIn reports whether a turn's words end with the message of a mark as markOf makes it. A hook may
// report the last block alone.
func endsIn(t *transcript.Turn, mark string) bool {
	if t.Role != transcript.Agent || mark == "" {
		return false
	}
	if markOf(t.Text) == mark {
		return true
	}
	runes := 0
	for text := t.Text; runes < 64; {
		i := strings.LastIndex(text, "\n\n")
		if i < 0 {
			return false
		}
		for _, r := range text[i:] {
			if !unicode.IsSpace(r) {
				runes++
			}
		}
		text = text[:i]
		if markOf(t.Text[i:]) == mark {
			return true
		}
	}
	return false
}

// written finds the message of h among turns, where the transcript has got it at last; the latest
// that can be it. Those that were told to be another's are left out.
func (h heard) written(turns []transcript.Turn, told map[string]bool) *transcript.Turn {
	for i := len(turns) - 1; i >= 0; i-- {
		t := &turns[i]
		if !told[t.ID] && !t.At.After(h.At.Add(2*time.Second)) && endsIn(t, h.ID[:markLen]) {
			return t
		}
	}
	return nil
}

// turn is the message as a turn, after the turn before it.
func (h heard) turn(before *transcript.Turn, at int64) transcript.Turn {
	t := transcript.Turn{ID: h.ID, Last: h.ID, Role: transcript.Agent, Text: h.Text, At: h.At, Started: h.At, Begin: at, End: at}
	if before != nil {
		t.CWD, t.Branch, t.Session = before.CWD, before.Branch, before.Session
	}
	return t
}
