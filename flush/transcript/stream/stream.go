// Package stream reads transcripts of JSON lines whose rows a [Dialect] understands, and makes turns of what it says of
// them. Claude Code's own, whose messages are spread over rows, are read by package transcript itself.
package stream

import (
	"bytes"
	"io"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/jsonl"
)

// A Dialect understands the rows of one agent.
type Dialect interface {
	// Row reads a row, a JSON object, and calls the methods of r for what was said and done in it. It reports
	// false for what is no row.
	Row(r *Reader, line []byte) bool
	// Head reads a row for what it says of the session alone: its folder, its branch, whose it is.
	Head(r *Reader, line []byte)
}

// A Reader turns a transcript into turns. What is below is what the rows said so far.
type Reader struct {
	Agent   string // its name
	Session string // id
	CWD     string
	Branch  string
	Remote  string // address of the repository, in git's notation
	Sub     bool   // it is a subagent's: no person speaks in it
	Parent  string // the row that the next prompt follows; "" if the rows do not tell
	Copied  bool   // the rows are a fork's copies of Session's, which may have a transcript of its own
	Copy    string // what a copy of the row that is said next is called; "" for what it is called itself
	Part    bool   // the row being read may be a part of a torn one
	Rewrite bool   // a later row may write an earlier one again, under its id: turns are handed out at the end

	lines   *jsonl.Lines
	dialect Dialect
	stats   transcript.Stats
	open    *transcript.Turn
	looks   transcript.Looks // of the open turn
	ready   []*transcript.Turn
	seen    map[string]bool             // turns, by id
	weak    map[string]bool             // short ids of rows, alone and with their times
	written map[string]*transcript.Turn // if rows are written again, by role and id
	begun   bool
	begin   int64
	err     error
}

// New reads the transcript in r from its beginning.
func New(r io.Reader, d Dialect) *Reader {
	return &Reader{lines: jsonl.New(r), dialect: d, seen: map[string]bool{}, weak: map[string]bool{}, written: map[string]*transcript.Turn{}}
}

// Continue says that the input of a new Reader is the rest of a transcript that begins with head. The head may be less than
// what was read: dir is the folder in which its last words were said, "" if it is not known.
func (r *Reader) Continue(head []byte, dir string) {
	r.begun = true
	for line := range bytes.Lines(head) {
		jsonl.Rows(line, true, func(b []byte, _ bool) bool {
			r.dialect.Head(r, b)
			return true
		})
	}
	if dir != "" && dir != r.CWD {
		r.CWD, r.Branch, r.Remote = dir, "", ""
	}
}

// Next returns the next turn, in the order they began, once the next one begins. At the end of the input it returns
// io.EOF; an error of the input comes after the turns before it.
func (r *Reader) Next() (*transcript.Turn, error) {
	for {
		if len(r.ready) > 0 && (!r.Rewrite || r.err != nil) {
			t := r.ready[0]
			r.ready = r.ready[1:]
			r.stats.Gives(t)
			return t, nil
		}
		if r.err != nil {
			return nil, r.err
		}
		r.begin = r.lines.Place()
		line, whole, err := r.lines.Next()
		if err != nil {
			r.close("")
			r.err = r.lines.Failure(err)
			continue
		}
		if jsonl.Rows(line, whole, r.row) {
			r.stats.Tears(r.begin)
		}
	}
}

// row reads an object if it is a row.
func (r *Reader) row(b []byte, part bool) bool {
	r.Part = part
	if !r.dialect.Row(r, b) {
		return false
	}
	r.stats.Rows++
	return true
}

// Stats reports what was read up to the last call of Next.
func (r *Reader) Stats() transcript.Stats {
	s := r.stats.At(r.lines)
	s.Session = r.Session
	return s
}

// Skip counts a row of a known kind without words; why is one of transcript's reasons.
func (r *Reader) Skip(why string) { r.stats.Skip(why) }

// Rewound notes that the person went back to before a prompt that was not read.
func (r *Reader) Rewound() { r.stats.Rewound = true }

// Unknown counts a row of a kind that the dialect does not know, unless it may be a part of another.
func (r *Reader) Unknown(kind string) {
	if !r.Part {
		r.stats.Odd(kind)
	}
}

// minID is how long an id has to be that tells a row from those of all sessions. Clients write UUIDs and longer words of
// chance; a shorter id may come from a provider of models that counts the items of an answer.
const minID = 20

// Says begins a turn. Its row is known by the agent and its id, by its time and its words where it has none, by all of
// these where it is short. What a person says in a subagent's transcript is an agent's order, and is left out.
func (r *Reader) Says(role transcript.Role, id string, at time.Time, text string) {
	if text = transcript.Tidy(text); text == "" {
		r.Skip(transcript.SkipEmpty)
		return
	}
	if r.Sub && role != transcript.Agent {
		r.Skip(transcript.SkipMeta)
		return
	}
	row := string('0'+rune(role)) + id
	if t := r.written[row]; t != nil && id != "" {
		r.stats.Repeated++
		if !cutFrom(t.Text, text) {
			t.Text = text
		}
		return
	}
	if id == "" {
		id = transcript.IDOf(at.UTC().Format(time.RFC3339Nano), text)
	}
	former := id // what earlier versions called it, or the copy in a fork
	if len(id) < minID {
		when := id + "\x00" + at.UTC().Format(time.RFC3339Nano)
		if r.weak[when] && !at.IsZero() { // the row is written again
			r.stats.Repeated++
			return
		}
		if r.weak[id] {
			former = ""
		}
		r.weak[id], r.weak[when] = true, true
		id = transcript.IDOf(r.Agent, when, text)
	} else {
		if id = r.rowID(id); r.Copy != "" {
			former = r.rowID(r.Copy)
		}
	}
	if r.seen[id] {
		r.stats.Repeated++
		return
	}
	r.seen[id] = true
	if role == transcript.Person && !r.begun {
		r.begun = true
		r.stats.Opens(text)
	}
	r.close(text)
	r.open = &transcript.Turn{ID: id, Last: id, Former: former, Session: r.Session, Role: role, Text: text, At: at, Started: at,
		CWD: r.CWD, Branch: r.Branch, Remote: r.Remote, Subagent: r.Sub, Copied: r.Copied, Rewritten: r.Rewrite, Begin: r.begin, End: r.lines.Place()}
	if role == transcript.Person {
		r.open.Parent = r.Parent
	}
	if r.Sub {
		r.stats.Sidechain++
	}
	if r.Rewrite {
		r.written[row] = r.open
	}
}

// cutFrom reports whether a text is what is left of an earlier one: a part of it, or its beginning and a word that says so.
func cutFrom(was, text string) bool {
	const mark = 40 // bytes of such a word
	if len(text) >= len(was) {
		return false
	}
	same := 0
	for same < len(text) && text[same] == was[same] {
		same++
	}
	return strings.Contains(was, text) || same >= mark && same >= len(text)-mark
}

// rowID returns the name of a row by its id, which another agent may have given as well.
func (r *Reader) rowID(id string) string { return r.Agent + ":" + id }

// Said reports whether a turn with this id was read.
func (r *Reader) Said(id string) bool { return r.seen[r.rowID(id)] || r.weak[id] }

// close hands out the open turn, behind which words follow.
func (r *Reader) close(after string) {
	if r.open != nil {
		r.looks.Tell(r.open, after)
		r.ready = append(r.ready, r.open)
		r.open = nil
	}
}
