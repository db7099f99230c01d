// Package reported identifies messages that a hook reported and that the transcript lacked when it was read,
// and finds them in the transcript once it has them.
package reported

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
)

// A Message is a message of the agent that a hook reported and that the transcript did not hold when it was read.
type Message struct {
	ID    string    `json:"id"` // of the turn that it is taken for
	Text  string    `json:"text,omitempty"`
	At    time.Time `json:"at"`
	Entry string    `json:"entry,omitempty"` // that covers it; without one it waits
	Fresh bool      `json:"fresh,omitempty"` // not counted among the session's turns
	Held  bool      `json:"held,omitempty"`  // not taken for a turn yet: its row may still come
}

// Mark returns the mark of m, as an [Ending] has it, "" for an id that is none of a message.
func (m Message) Mark() string {
	if !IsID(m.ID) || IsPrompt(m.ID) {
		return ""
	}
	return MarkOf(m.ID)
}

// Waits reports whether no entry is known to cover m.
func (m Message) Waits() bool { return m.Entry == "" }

const (
	markLen  = 1 + 16
	late     = 2 * time.Second // how much later than the hook's report the row of a message may be dated
	proofLen = 64              // runes of a message, without white space, from which on its mark alone identifies it
)

// What ids begin with, of messages and prompts, and marks. Earlier versions named messages hv, and a row without an id is an h with as
// many digits: those tell a second since 2024 with which memoria may have written them.
const (
	message, earlier = 'm', "hv"
	prompt           = 'p'
	mark             = "h"
	since, until     = 1_700_000_000, 1_800_000_000
)

// ID returns the id of the turn that a message of the agent becomes: a hash of its last words, whatever was withheld of them, and the
// second. It is "" where m has no mark.
func ID(m queue.Message) string {
	if len(m.Mark) != markLen-1 {
		return ""
	}
	return string(message) + m.Mark + fmt.Sprintf("%08x", uint32(m.At.Unix()))
}

// IsID reports whether an id can be that of a reported message or prompt.
func IsID(id string) bool {
	if len(id) != markLen+8 || id[0] != message && strings.IndexByte(earlier, id[0]) < 0 {
		return IsPrompt(id)
	}
	sec, err := strconv.ParseUint(id[markLen:], 16, 32)
	return id[0] == message || err == nil && since <= sec && sec < until
}

// MarkOf returns the mark in an id, as an [Ending] has it.
func MarkOf(id string) string { return mark + id[1:markLen] }

// MarkIn returns the mark by which the row of a message is known that a hook brought, "" if there is none: of what a person
// typed as in [Words.Shown], of the agent's message as in an [Ending].
func MarkIn(m queue.Message, typed bool) string {
	if typed {
		return Of(m).Shown
	}
	return Message{ID: ID(m)}.Mark()
}

// MarksOf returns the marks by which hooks may tell a turn as it was read, or by which they did.
func MarksOf(t *transcript.Turn) []string {
	switch {
	case IsPrompt(t.ID):
		return []string{TypedOf(t.ID).Shown}
	case IsID(t.ID):
		return []string{MarkOf(t.ID)}
	case t.Role == transcript.Person:
		return []string{WordsOf(t.Text).Shown}
	}
	return EndingOf(t).Marks
}

// sameMoment is how many seconds lie at most between a hook that tells words and their row in a fork of the session.
const sameMoment = 16

// Echo returns the keys of the words of a turn in any session of an agent: as hooks alone told them, or as a transcript has them from
// before any hook told of its session. near adds to the moment.
func Echo(agent string, told bool, t *transcript.Turn, near ...int64) (keys []rowkey.Key) {
	for _, mark := range MarksOf(t) {
		for _, n := range near {
			keys = append(keys, EchoOf(agent, told, mark, t.At, n))
		}
	}
	return keys
}

// EchoOf returns the same of a mark and a time.
func EchoOf(agent string, told bool, mark string, at time.Time, near int64) rowkey.Key {
	return rowkey.Of(fmt.Sprintf("echo %s %t %s %d", agent, told, mark, at.Unix()/sameMoment+near))
}

// An Ending holds the marks by which hooks may report a message of the agent.
type Ending struct {
	Marks []string // of all its words, then of what follows a blank line near the end
	proof bool     // the first mark covers so many words that no other message ends alike
}

// EndingOf returns the Ending of t, which is empty where no hook reports such a turn.
func EndingOf(t *transcript.Turn) (e Ending) {
	if t.Role != transcript.Agent {
		return e
	}
	add := func(text string) {
		if m := queue.Mark(text); m != "" {
			e.Marks = append(e.Marks, mark+m)
		}
	}
	add(t.Text)
	runes := 0
	for text := t.Text; ; { // a hook may report the last block alone
		i := max(0, strings.LastIndex(text, "\n\n"))
		runes += solid(text[i:])
		e.proof = runes >= proofLen // then its mark is that of the whole
		if e.proof || i == 0 {
			return e
		}
		add(t.Text[i:])
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

// A Likeness says how well a turn fits a reported message.
type Likeness uint8

const (
	Unlike    Likeness = iota
	EndsAlike          // it ends alike, in so many words that the clocks need not agree
	InTime             // it ends alike, and was not said later than it was reported
)

// Like compares a turn with this ending, said at a time, with the message that an id names.
func (e Ending) Like(id string, at time.Time) Likeness {
	if !IsID(id) || IsPrompt(id) {
		return Unlike
	}
	n := slices.Index(e.Marks, MarkOf(id))
	sec, err := strconv.ParseUint(id[markLen:], 16, 32)
	switch {
	case n < 0 || err != nil:
		return Unlike
	case !at.After(time.Unix(int64(sec), 0).Add(late)):
		return InTime
	case n == 0 && e.proof:
		return EndsAlike
	}
	return Unlike
}

// Best returns which of n turns, offered in their order, is the message: the last that was said in time,
// else the first that ends alike, or -1.
func Best(n int, like func(i int) Likeness) int {
	at, best := -1, Unlike
	for i := range n {
		if l := like(i); l == InTime || l == EndsAlike && best == Unlike {
			at, best = i, l
		}
	}
	return at
}

// FindIn returns the turn that is m, if the transcript holds it by now, or nil. It ignores turns that are
// known to be other messages.
func (m Message) FindIn(turns []transcript.Turn, others map[string]bool) *transcript.Turn {
	at := Best(len(turns), func(i int) Likeness {
		if t := &turns[i]; !others[t.ID] {
			return EndingOf(t).Like(m.ID, t.At)
		}
		return Unlike
	})
	if at < 0 {
		return nil
	}
	return &turns[at]
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
