// Package archive keeps what was captured of sessions, redacted; it outlives the agent's transcripts.
//
// Each session has a folder with a compressed file for each stretch that was captured at once. The first
// line of a file describes the stretch, each further line is a turn. A row is in one file only.
package archive

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	schema = 1
	suffix = ".jsonl.gz"
)

// An Archive is the archive of one vault.
type Archive struct {
	Dir   *fsutil.Dir
	Daily layout.Daily // the folder of the logs, by which an index of its rows is made
}

// A Head is the first line of a file.
type Head struct {
	Schema  int    `json:"schema"`
	Agent   string `json:"agent"`
	Session string `json:"session"`
	Project string `json:"project,omitempty"`
	Branch  string `json:"branch,omitempty"`
	First   string `json:"first,omitempty"` // uuid of the first row in it
	Titles
	Entries []Entry `json:"entries,omitempty"` // the entries that were appended of it
}

// An Entry is an entry as it was appended.
type Entry struct {
	ID      string    `json:"id"`
	Project string    `json:"project,omitempty"`
	Repo    string    `json:"repo,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	At      time.Time `json:"at"`
	Started time.Time `json:"started,omitzero"`
	From    string    `json:"from"`
	To      string    `json:"to"`
	By      string    `json:"by,omitempty"`
	Redoes  string    `json:"redoes,omitempty"`
	Title   string    `json:"title,omitempty"`
	Context string    `json:"context,omitempty"`
	Bullets []Bullet  `json:"bullets,omitempty"`
}

// A Bullet is one of the lines of an Entry.
type Bullet struct {
	Kind daily.Kind `json:"kind"`
	Text string     `json:"text"`
	Done bool       `json:"done,omitempty"`

	Settles string `json:"settles,omitempty"`
}

// A Turn is a line of a file.
type Turn struct {
	Rows     []string  `json:"rows"` // uuids of the rows of words
	Entry    string    `json:"entry,omitempty"`
	Role     string    `json:"role"`
	At       time.Time `json:"at,omitzero"`
	Started  time.Time `json:"started,omitzero"`
	Text     string    `json:"text"`
	Question string    `json:"question,omitempty"`
	Rejected bool      `json:"rejected,omitempty"`
	CWD      string    `json:"cwd,omitempty"`
	Branch   string    `json:"branch,omitempty"`
	Steps    []Step    `json:"steps,omitempty"`
	Left     bool      `json:"left,omitempty"` // the person went back to before it: see transcript.Leave

	Words *reported.Words `json:"words,omitempty"` // of what was said, where they are not those of the text
	Raw   string          `json:"-"`               // the text as it was read
}

// A Step is what an agent did.
type Step struct {
	Tool    string `json:"tool"`
	Target  string `json:"target,omitempty"`
	File    bool   `json:"file,omitempty"`
	Edit    bool   `json:"edit,omitempty"`
	Failed  bool   `json:"failed,omitempty"`
	Error   string `json:"error,omitempty"`
	Outcome string `json:"outcome,omitempty"`
}

// Person is the Role of what a person typed.
const Person = "person"

var roles = [...]string{transcript.Person: Person, transcript.Agent: "agent", transcript.Choice: "choice"}

// A File is the content of one file of a session.
type File struct {
	Head  Head
	Turns []Turn
}

// Folder returns the folder of a session.
func Folder(agent, session string) string {
	key := fsutil.Hash([]byte(agent + "\x00" + session))[:24]
	return path.Join(layout.Archive, key[:2], key)
}

// name returns the path of the file of a stretch that begins at a row.
func (h Head) name(first string) string {
	return path.Join(Folder(h.Agent, h.Session), fsutil.Hash([]byte(h.Agent + "\x00" + h.Session + "\x00" + first))[:24]+suffix)
}

// TurnOf returns t in the archive's form, in an entry or, with "", in none.
func TurnOf(t *transcript.Turn, entry string) Turn {
	out := Turn{
		Rows: t.RowIDs(), Entry: entry, Role: roles[t.Role], At: t.At, Text: t.Text, Question: t.Question, Rejected: t.Rejected,
		CWD: t.CWD, Branch: t.Branch, Left: t.Left,
	}
	if !t.Started.Equal(t.At) {
		out.Started = t.Started
	}
	for _, s := range t.Steps {
		out.Steps = append(out.Steps, Step{s.Tool, s.Target, s.File, s.Edit, s.Failed, s.Error, s.Outcome})
	}
	return out
}

// Of returns the turns of an entry, without those that lost their words to a forget or were left behind.
func (f *File) Of(entry string) (out []transcript.Turn) {
	for _, t := range f.Turns {
		role := slices.Index(roles[:], t.Role)
		if t.Entry != entry || t.Text == "" || t.Left || role <= 0 {
			continue
		}
		turn := transcript.Turn{
			ID: t.Rows[0], Last: t.Rows[len(t.Rows)-1], Session: f.Head.Session, Role: transcript.Role(role), Text: t.Text,
			Question: t.Question, Rejected: t.Rejected, At: t.At, Started: t.Started, CWD: t.CWD, Branch: t.Branch,
		}
		for _, s := range t.Steps {
			turn.Steps = append(turn.Steps, transcript.Step{Tool: s.Tool, Target: s.Target, File: s.File, Edit: s.Edit, Failed: s.Failed, Error: s.Error, Outcome: s.Outcome})
		}
		out = append(out, turn)
	}
	return out
}

// Said returns what was said as the archive tells it.
func (t *Turn) Said() reported.Said {
	s := reported.Said{At: t.At}
	switch told := reported.IsID(t.Rows[0]); {
	case told && (t.Words == nil || t.Role != Person):
		return reported.OfID(t.Rows[0])
	case t.Words != nil:
		s.Words, s.Told = *t.Words, told
	case t.Raw+t.Text != "":
		s.Words = reported.WordsOf(transcript.Role(slices.Index(roles[:], t.Role)), cmp.Or(t.Raw, t.Text))
	}
	return s
}

// Blank takes the words out of a turn, all but their hashes, and reports whether it had any.
func (t *Turn) Blank() bool {
	had := t.Text+t.Question+t.CWD+t.Branch != "" || len(t.Steps) > 0
	words := t.Words
	if had && !reported.IsID(t.Rows[0]) {
		words = new(t.Said().Words)
	}
	*t = Turn{Rows: t.Rows, Entry: t.Entry, Role: t.Role, At: t.At, Started: t.Started, Left: t.Left, Words: words}
	return had
}

// EntryOf returns e in the archive's form.
func EntryOf(e daily.Entry) Entry {
	out := Entry{
		ID: e.ID, Project: e.Project, Repo: e.Repo, Branch: e.Branch, At: e.At, Started: e.Started, From: e.From, To: e.To, By: e.By, Redoes: e.Redoes,
		Title: e.Title, Context: e.Context,
	}
	for _, b := range e.Bullets {
		out.Bullets = append(out.Bullets, Bullet{b.Kind, b.Text, b.Done, b.Settles})
	}
	return out
}

// Daily returns e in the form in which it was appended.
func (e Entry) Daily(agent, session string) daily.Entry {
	out := daily.Entry{
		ID: e.ID, Agent: agent, Session: session, Project: e.Project, Repo: e.Repo, Branch: e.Branch, At: e.At, Started: e.Started,
		From: e.From, To: e.To, By: e.By, Redoes: e.Redoes, Summary: daily.Summary{Title: e.Title, Context: e.Context},
	}
	for _, b := range e.Bullets {
		out.Bullets = append(out.Bullets, daily.Bullet{Kind: b.Kind, Text: b.Text, Done: b.Done, Settles: b.Settles})
	}
	return out
}

// AddEntry adds an entry to a file, beside the entry that it replaces.
func (a Archive) AddEntry(name string, e daily.Entry) error {
	file, err := a.Read(name)
	if err != nil {
		return err
	}
	file.Head.Entries = slices.DeleteFunc(file.Head.Entries, func(x Entry) bool { return x.ID == e.ID })
	file.Head.Entries = append(file.Head.Entries, EntryOf(e))
	if err := a.Save(name, &file); err != nil {
		return fmt.Errorf("archive entry %s: %w", e.ID, err)
	}
	return nil
}

// Save writes a file. The caller holds the import's lock.
func (a Archive) Save(name string, f *File) error { return a.save(name, f, a.Dir.WriteFile) }

func (a Archive) save(name string, f *File, write func(string, []byte, fs.FileMode) (bool, error)) error {
	text, err := f.JSON()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err = write(name, b.Bytes(), 0o600)
	return err
}

// JSON returns the lines of the file before they are compressed.
func (f *File) JSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(f.Head); err != nil {
		return nil, err
	}
	for i := range f.Turns {
		if err := e.Encode(f.Turns[i]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
