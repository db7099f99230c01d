package flush

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	archiveDir    = layout.Archive
	archiveSchema = 1
	archiveEnd    = ".jsonl.gz"
)

// An archive keeps what was captured, redacted, after the agent deleted its transcripts: of each
// session a folder, in it a compressed file for each stretch that was captured at once. The first
// line of a file tells of the stretch, each other is a turn. A row stands in one file only.
type archive struct{ dir *fsutil.Dir }

// An archiveHead is the first line of a file.
type archiveHead struct {
	Schema  int             `json:"schema"`
	Agent   string          `json:"agent"`
	Session string          `json:"session"`
	Project string          `json:"project,omitempty"`
	Branch  string          `json:"branch,omitempty"`
	First   string          `json:"first,omitempty"` // uuid of the first row in it
	Titles  []string        `json:"titles,omitempty"`
	Entries []archivedEntry `json:"entries,omitempty"` // what the day logs got of it
}

// An archivedEntry is an entry as it was appended.
type archivedEntry struct {
	ID      string           `json:"id"`
	Project string           `json:"project,omitempty"`
	Branch  string           `json:"branch,omitempty"`
	At      time.Time        `json:"at"`
	Started time.Time        `json:"started,omitzero"`
	From    string           `json:"from"`
	To      string           `json:"to"`
	By      string           `json:"by,omitempty"`
	Redoes  string           `json:"redoes,omitempty"`
	Title   string           `json:"title,omitempty"`
	Context string           `json:"context,omitempty"`
	Bullets []archivedBullet `json:"bullets,omitempty"`
}

type archivedBullet struct {
	Kind daily.Kind `json:"kind"`
	Text string     `json:"text"`
	Done bool       `json:"done,omitempty"`
}

// An archivedTurn is a line of a file.
type archivedTurn struct {
	Rows     []string       `json:"rows"` // uuids of the rows of words
	Entry    string         `json:"entry,omitempty"`
	Role     string         `json:"role"`
	At       time.Time      `json:"at,omitzero"`
	Started  time.Time      `json:"started,omitzero"`
	Text     string         `json:"text"`
	Question string         `json:"question,omitempty"`
	Rejected bool           `json:"rejected,omitempty"`
	CWD      string         `json:"cwd,omitempty"`
	Branch   string         `json:"branch,omitempty"`
	Steps    []archivedStep `json:"steps,omitempty"`

	ending ending // by which a hook may have reported it
}

type archivedStep struct {
	Tool   string `json:"tool"`
	Target string `json:"target,omitempty"`
	File   bool   `json:"file,omitempty"`
	Edit   bool   `json:"edit,omitempty"`
	Failed bool   `json:"failed,omitempty"`
	Error  string `json:"error,omitempty"`
}

var roleNames = [...]string{transcript.Person: "person", transcript.Agent: "agent", transcript.Choice: "choice"}

// An archived file is one file of a session, read.
type archivedFile struct {
	head  archiveHead
	turns []archivedTurn
}

func archiveFolder(agent, session string) string {
	key := fsutil.Hash([]byte(agent + "\x00" + session))[:24]
	return path.Join(archiveDir, key[:2], key)
}

// name is where a stretch lies that begins at a row.
func (h archiveHead) name(first string) string {
	return path.Join(archiveFolder(h.Agent, h.Session), fsutil.Hash([]byte(h.Agent + "\x00" + h.Session + "\x00" + first))[:24]+archiveEnd)
}

// write keeps a stretch of h. The caller holds the import's lock.
func (a archive) write(file archivedFile, h *harvest, sync bool) error {
	if len(file.turns) == 0 {
		return nil
	}
	first := file.turns[0].Rows[0]
	name := file.head.name(first)
	if err := a.settle(name, &file, h); err != nil {
		return fmt.Errorf("archive session %s: %w", file.head.Session, err)
	}
	if len(file.turns) == 0 && len(file.head.Entries) == 0 {
		return nil
	}
	data, err := file.encode()
	if err == nil && sync {
		_, err = a.dir.WriteFile(name, data, 0o600)
	} else if err == nil {
		_, err = a.dir.WriteFileNoSync(name, data, 0o600)
	}
	if err != nil {
		return fmt.Errorf("archive session %s: %w", file.head.Session, err)
	}
	return nil
}

// settle leaves out of file what other files of the session hold already, and takes over what the
// one in its place holds and the transcript does not any more.
func (a archive) settle(name string, file *archivedFile, h *harvest) error {
	fresh := map[string]bool{}
	for _, t := range file.turns {
		for _, r := range t.Rows {
			fresh[r] = true
		}
	}
	stale := func(t archivedTurn) bool {
		return fresh[t.Rows[0]] || h.theirs(t.Rows[0]) ||
			isHeard(t.Rows[0]) && (slices.ContainsFunc(file.turns, t.heard) || slices.ContainsFunc(h.others, t.heard))
	}
	names, err := a.files(path.Dir(name))
	if err != nil {
		return err
	}
	for _, other := range names {
		same := other == name
		if !same && !h.known {
			continue
		}
		old, err := a.read(other)
		if err != nil {
			continue // what cannot be read holds nothing
		}
		if same {
			old.turns = slices.DeleteFunc(old.turns, stale)
			old.head.Entries = slices.DeleteFunc(old.head.Entries, func(e archivedEntry) bool { return fresh[e.From] || fresh[e.To] })
			file.turns = append(old.turns, file.turns...)
			file.head.Entries = append(old.head.Entries, file.head.Entries...)
			continue
		}
		held := map[string]bool{}
		var told []archivedTurn
		for _, t := range old.turns {
			if isHeard(t.Rows[0]) && !isVeiled(t.Rows[0]) {
				told = append(told, t)
			}
			for _, r := range t.Rows {
				held[r] = true
			}
		}
		file.turns = slices.DeleteFunc(file.turns, func(t archivedTurn) bool {
			return held[t.Rows[0]] || slices.ContainsFunc(told, func(o archivedTurn) bool { return o.heard(t) })
		})
	}
	if file.head.First = ""; len(file.turns) > 0 {
		file.head.First = file.turns[0].Rows[0]
	}
	return nil
}

// heard reports whether t is what a hook had reported of the turn that real is, and nothing more. A
// veiled message that an entry was made of is a turn of its own.
func (t archivedTurn) heard(real archivedTurn) bool {
	id := t.Rows[0]
	return id != real.Rows[0] && !(isVeiled(id) && t.Entry != "") && real.ending.like(id, real.At) == inTime
}

func (f *archivedFile) encode() ([]byte, error) {
	text, err := f.text()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	err = z.Close()
	return b.Bytes(), err
}

// text is the file before it is compressed.
func (f *archivedFile) text() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(f.head); err != nil {
		return nil, err
	}
	for i := range f.turns {
		if err := e.Encode(f.turns[i]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}
