package flush

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/transcript"
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
	Fresh bool      `json:"fresh,omitempty"` // not counted among the session's turns
}

const (
	markLen   = 1 + 16
	heardLate = 2 * time.Second // how much later than a hook reports a message its row may be dated
)

// markOf is how the id of a heard message begins.
func markOf(text string) string {
	if m := queue.Mark(text); m != "" {
		return "h" + m
	}
	return ""
}

// heardID names a heard message: what it ends with, and the second. One without a mark has no name.
func heardID(m queue.Message) string {
	if len(m.Mark) != markLen-1 {
		return ""
	}
	return "h" + m.Mark + fmt.Sprintf("%08x", uint32(m.At.Unix()))
}

// couldBe reports whether the message that an id names can be that of a turn, going by what is
// remembered of it: how it ends, and when it was heard.
func couldBe(id string, t *transcript.Turn) bool {
	if !isHeard(id) {
		return false
	}
	at, err := strconv.ParseUint(id[markLen:], 16, 32)
	return err == nil && !t.At.After(time.Unix(int64(at), 0).Add(heardLate)) && slices.Contains(marksOf(t), id[:markLen])
}

// isHeard tells an id that can be a heard message's.
func isHeard(id string) bool { return len(id) == markLen+8 && id[0] == 'h' }

// marksOf are the marks by which a hook may report an agent's turn: that of all its words, and, as a
// hook may report the last block alone, those of what follows a blank line near the end.
func marksOf(t *transcript.Turn) []string {
	if t.Role != transcript.Agent {
		return nil
	}
	var out []string
	if m := markOf(t.Text); m != "" {
		out = append(out, m)
	}
	runes := 0
	for text := t.Text; ; {
		i := strings.LastIndex(text, "\n\n")
		if i < 0 {
			return out
		}
		for _, r := range text[i:] {
			if !unicode.IsSpace(r) {
				runes++
			}
		}
		if runes >= 64 { // then it is marked as the whole is
			return out
		}
		if m := markOf(t.Text[i:]); m != "" {
			out = append(out, m)
		}
		text = text[:i]
	}
}

// endsIn reports whether a hook may report the turn by a mark as markOf makes it.
func endsIn(t *transcript.Turn, mark string) bool { return slices.Contains(marksOf(t), mark) }

// written finds the message of h among turns, where the transcript has got it at last; the latest
// that can be it. Those that were told to be another's are left out.
func (h heard) written(turns []transcript.Turn, told map[string]bool) *transcript.Turn {
	for i := len(turns) - 1; i >= 0; i-- {
		t := &turns[i]
		if !told[t.ID] && couldBe(h.ID, t) {
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
