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
	"github.com/agent-admin/memoria/flush/redact/cautious"
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
	Held  bool      `json:"held,omitempty"`  // not taken for a turn yet: its row may still come
}

// waits reports whether no entry is known to cover h.
func (h heard) waits() bool { return h.Entry == "" }

const (
	markLen   = 1 + 16
	heardLate = 2 * time.Second // how much later than a hook reports a message its row may be dated
	proofLen  = 64              // runes of a message, no white space, by which its mark alone tells it
)

// heardID names a heard message: what it ends with, and the second. One without a mark has no name.
// It begins with v where words were withheld from the hook's message: its row says more.
func heardID(m queue.Message) string {
	if len(m.Mark) != markLen-1 {
		return ""
	}
	kind := "h"
	if strings.Contains(m.Text, cautious.Withheld) {
		kind = "v"
	}
	return kind + m.Mark + fmt.Sprintf("%08x", uint32(m.At.Unix()))
}

// isHeard tells an id that can be a heard message's.
func isHeard(id string) bool { return len(id) == markLen+8 && (id[0] == 'h' || id[0] == 'v') }

// isVeiled tells the id of a heard message whose row, when it comes, is a turn of its own.
func isVeiled(id string) bool { return isHeard(id) && id[0] == 'v' }

// markOf is how the id of a heard message begins, and markIn the same of an id, veiled or not.
func markOf(text string) string {
	if m := queue.Mark(text); m != "" {
		return "h" + m
	}
	return ""
}

func markIn(id string) string { return "h" + id[1:markLen] }

// An ending is how hooks may report an agent's turn.
type ending struct {
	marks []string // as markOf makes them: of all its words, then of what follows a blank line near the end
	proof bool     // the first of them is of so many words that nothing else ends so
}

func endingOf(t *transcript.Turn) (e ending) {
	if t.Role != transcript.Agent {
		return e
	}
	if m := markOf(t.Text); m != "" {
		e.marks = append(e.marks, m)
	}
	runes := 0
	for text := t.Text; ; { // a hook may report the last block alone
		i := strings.LastIndex(text, "\n\n")
		if i < 0 {
			e.proof = runes+solid(text) >= proofLen
			return e
		}
		runes += solid(text[i:])
		if runes >= proofLen { // then it is marked as the whole is
			e.proof = true
			return e
		}
		if m := markOf(t.Text[i:]); m != "" {
			e.marks = append(e.marks, m)
		}
		text = text[:i]
	}
}

// solid counts the runes of text that are no white space.
func solid(text string) (n int) {
	for _, r := range text {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// A likeness says how well a turn fits a heard message.
type likeness uint8

const (
	unlike    likeness = iota
	endsAlike          // it ends so, in so many words that the clocks need not agree
	inTime             // it ends so, and was not said later than it was heard
)

// like compares a turn that ends so, said at a time, with the message that an id names.
func (e ending) like(id string, at time.Time) likeness {
	if !isHeard(id) {
		return unlike
	}
	n := slices.Index(e.marks, markIn(id))
	sec, err := strconv.ParseUint(id[markLen:], 16, 32)
	switch {
	case n < 0 || err != nil:
		return unlike
	case !at.After(time.Unix(int64(sec), 0).Add(heardLate)):
		return inTime
	case n == 0 && e.proof:
		return endsAlike
	}
	return unlike
}

// A pick finds the turn that is a heard message's among some, offered in order: the last that was
// said in time, else the first that ends so.
type pick struct {
	at   int // -1 for none
	best likeness
}

func (p *pick) offer(at int, l likeness) {
	if l == inTime || l == endsAlike && p.best == unlike {
		p.at, p.best = at, l
	}
}

// written finds the message of h among turns, where the transcript has got it at last. Those that
// were told to be another's are left out.
func (h heard) written(turns []transcript.Turn, told map[string]bool) *transcript.Turn {
	p := pick{at: -1}
	for i := range turns {
		if t := &turns[i]; !told[t.ID] {
			p.offer(i, endingOf(t).like(h.ID, t.At))
		}
	}
	if p.at < 0 {
		return nil
	}
	return &turns[p.at]
}

// turn is the message as a turn, after the turn before it; the first of all is said in dir.
func (h heard) turn(before *transcript.Turn, dir string, at int64) transcript.Turn {
	t := transcript.Turn{ID: h.ID, Last: h.ID, Role: transcript.Agent, Text: h.Text, At: h.At, Started: h.At, CWD: dir, Begin: at, End: at}
	if before != nil {
		t.CWD, t.Branch, t.Session = before.CWD, before.Branch, before.Session
	}
	return t
}
