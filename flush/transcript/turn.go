package transcript

import (
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// Role says whose words a [Turn] holds.
type Role uint8

const (
	// Person is what a human typed, or what the program that drives the agent said for them.
	Person Role = iota + 1
	// Agent is what the coding agent answered.
	Agent
	// Choice is a person's decision that stands in a tool result: the answer to a question the agent asked,
	// or a rejection with a reason.
	Choice
)

// A Turn is one message: all the words one side said before the other spoke, in the order
// they were written. An agent's message that the client spread over several rows is one
// turn. Tool results are never the words of a turn; what the tools did is in Steps.
type Turn struct {
	ID        string    // uuid of the first row, with "#2" and so on for a row\'s further turns; "h" and a hash of its content where rows have none
	Last      string    // uuid of the last row of words, ID when there is one row
	Former    string    // the id that earlier versions gave it, or that it has where a fork repeats it; "" if it is the same; of several turns with one such id they read the first alone
	Session   string    // session id the rows carry
	Role      Role      //
	Text      string    // the words, client wrappers and injected context taken out, never empty
	Question  string    // Choice only: what the agent asked, or the tool call that was rejected; none where the person allowed a call and added something
	Rejected  bool      // Choice only: the person refused what the agent was about to do
	At        time.Time // time of the last row of words, zero when no row has one
	Started   time.Time // time of the first row of words
	CWD       string    // working directory the client recorded, in the client's own notation
	Branch    string    // git branch the client recorded
	Remote    string    // address of the repository the client recorded, in git's notation; "" where it records none
	Subagent  bool      // said inside a subagent: nobody typed it and nobody read it
	Copied    bool      // a fork repeats it, whose rows tell no time but that of the fork
	Rewritten bool      // its agent may write its row again, and longer
	Steps     []Step    // what the agent did after these words and before the next turn's
	Rows      []Row     // the rows of words, where there are several; their offsets are those in Text as it was read
	Parent    string    // Person only: uuid of the row that the prompt follows, "" where it begins a transcript
	Sender    string    // Person only: who wrote it in a chat, if a channel brought it and says
	Left      bool      // the person went back to before it and asked anew: see [Leave]
	Begin     int64     // where the line of the first row begins, in bytes from where reading began
	End       int64     // where the line of the last row ends; Begin when it has no end yet
}

// A Row is one of the rows that make a turn.
type Row struct {
	ID         string    // its uuid
	At         time.Time // when it was written
	Text       int       // how much of the turn's Text ends with its words
	Steps      int       // how many of the turn's Steps stand before its words
	Begin, End int64     // as those of a turn
}

// Recall gives t the id under which an earlier version captured it.
func (t *Turn) Recall() { t.ID, t.Last, t.Former = t.Former, t.Former, "" }

// Cut divides t before its nth row, 0 < n < len(t.Rows), as if it had been read by two readers of
// which the second began there.
func (t *Turn) Cut(n int) (head, tail Turn) {
	head, tail = *t, *t
	last, next := t.Rows[n-1], t.Rows[n]
	head.Last, head.At, head.End = last.ID, last.At, last.End
	head.Text, head.Steps, head.Rows = t.Text[:last.Text], slices.Clip(t.Steps[:next.Steps]), several(t.Rows[:n])
	tail.ID, tail.Started, tail.Begin = next.ID, next.At, next.Begin
	tail.Text, tail.Steps = t.Text[last.Text+len(rowBreak):], t.Steps[next.Steps:]
	tail.Rows = several(slices.Clone(t.Rows[n:]))
	for i := range tail.Rows {
		tail.Rows[i].Text -= last.Text + len(rowBreak)
		tail.Rows[i].Steps -= next.Steps
	}
	return head, tail
}

func several(rows []Row) []Row {
	if len(rows) < 2 {
		return nil
	}
	return slices.Clip(rows)
}

// A Step is one tool call.
type Step struct {
	ID      string // the client's id of the call, which its result repeats
	Tool    string // Bash, Edit, Read, mcp__linear__create_document, …
	Target  string // the file touched, or the first line of the command, or the query; at most 300 bytes
	File    bool   // Target is a path
	Edit    bool   // the call writes Target
	Failed  bool   // the client marked the result as an error
	Error   string // the head of the error text, at most 600 bytes
	Outcome string // what is kept of the answer to a command, or of what an edit changed: see package outcome
}

// Slash is the Tool of a step that is a slash command, which a person typed.
const Slash = "Slash"

// Edits counts the calls that write a file.
func (t *Turn) Edits() (n int) {
	return pick.Count(t.Steps, func(s Step) bool { return s.Edit })
}

// IDOf returns an id for a row without one, by what is known of it.
func IDOf(parts ...string) string {
	return "h" + fsutil.Hash([]byte(strings.Join(parts, "\x00")))[:24]
}

// RowOf returns the uuid of the row that a turn's id names: the id may end in "#2", since one row may make
// several turns.
func RowOf(id string) string {
	id, _, _ = strings.Cut(id, "#")
	return id
}

// RowIDs returns the uuids of the rows that make t.
func (t *Turn) RowIDs() []string {
	if len(t.Rows) == 0 {
		return []string{RowOf(t.ID)}
	}
	out := make([]string, len(t.Rows))
	for i, r := range t.Rows {
		out[i] = RowOf(r.ID)
	}
	return out
}

// Began returns the time of t's first row of words, or of its last where the first has none.
func (t *Turn) Began() time.Time {
	if t.Started.IsZero() {
		return t.At
	}
	return t.Started
}
