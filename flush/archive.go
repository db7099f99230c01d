package flush

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
)

const (
	archiveDir    = ".memoria/archive"
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

// write keeps a stretch. known says that rows of it were captured before, so that other files may
// hold them. The caller holds the import's lock.
func (a archive) write(file archivedFile, known, sync bool) error {
	if len(file.turns) == 0 {
		return nil
	}
	first := file.turns[0].Rows[0]
	name := file.head.name(first)
	if err := a.settle(name, &file, known); err != nil {
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
func (a archive) settle(name string, file *archivedFile, known bool) error {
	fresh := map[string]bool{}
	for _, t := range file.turns {
		for _, r := range t.Rows {
			fresh[r] = true
		}
	}
	stale := func(t archivedTurn) bool { return fresh[t.Rows[0]] }
	names, err := a.files(path.Dir(name))
	if err != nil {
		return err
	}
	for _, other := range names {
		same := other == name
		if !same && !known {
			if head, err := a.head(other); err != nil || !fresh[head.First] {
				continue // what cannot be read holds nothing
			}
		}
		old, err := a.read(other)
		if err != nil {
			continue
		}
		if same {
			old.turns = slices.DeleteFunc(old.turns, stale)
			old.head.Entries = slices.DeleteFunc(old.head.Entries, func(e archivedEntry) bool { return fresh[e.From] || fresh[e.To] })
			file.turns = append(old.turns, file.turns...)
			file.head.Entries = append(old.head.Entries, file.head.Entries...)
			continue
		}
		held := map[string]bool{}
		for _, t := range old.turns {
			for _, r := range t.Rows {
				held[r] = true
			}
		}
		file.turns = slices.DeleteFunc(file.turns, func(t archivedTurn) bool { return held[t.Rows[0]] })
	}
	if file.head.First = ""; len(file.turns) > 0 {
		file.head.First = file.turns[0].Rows[0]
	}
	return nil
}

func (f *archivedFile) encode() ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	e := json.NewEncoder(z)
	e.SetEscapeHTML(false)
	if err := e.Encode(f.head); err != nil {
		return nil, err
	}
	for i := range f.turns {
		if err := e.Encode(f.turns[i]); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// files lists the files in a session's folder, by name.
func (a archive) files(folder string) ([]string, error) {
	list, err := a.dir.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []string
	for _, f := range list {
		if strings.HasSuffix(f.Name(), archiveEnd) && !strings.HasPrefix(f.Name(), ".") {
			out = append(out, path.Join(folder, f.Name()))
		}
	}
	return out, nil
}

// head reads the first line of a file.
func (a archive) head(name string) (h archiveHead, err error) {
	err = a.open(name, func(d *json.Decoder) error { return d.Decode(&h) })
	return h, err
}

// read reads a file.
func (a archive) read(name string) (f archivedFile, err error) {
	err = a.open(name, func(d *json.Decoder) error {
		if err := d.Decode(&f.head); err != nil {
			return err
		}
		for {
			var t archivedTurn
			if err := d.Decode(&t); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			if len(t.Rows) > 0 {
				f.turns = append(f.turns, t)
			}
		}
	})
	return f, err
}

func (a archive) open(name string, f func(*json.Decoder) error) error {
	file, err := a.dir.Open(name)
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(bufio.NewReader(file))
	if err == nil {
		err = f(json.NewDecoder(z))
	}
	if err != nil {
		return fmt.Errorf("read the archive %q: %w", name, err)
	}
	return nil
}

// eachRow tells every row that the archive holds, to make the index of rows anew. A file that
// cannot be read is passed over: what it holds is in the day logs as well.
func (a archive) eachRow(f func(rowMark)) error {
	tops, err := a.dir.ReadDir(archiveDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, top := range tops {
		sessions, err := a.dir.ReadDir(path.Join(archiveDir, top.Name()))
		if err != nil {
			continue // a stray file
		}
		for _, s := range sessions {
			names, err := a.files(path.Join(archiveDir, top.Name(), s.Name()))
			if err != nil {
				continue
			}
			for _, name := range names {
				if file, err := a.read(name); err == nil {
					file.eachRow(f)
				}
			}
		}
	}
	return nil
}

func (f *archivedFile) eachRow(each func(rowMark)) {
	me := sessionKey(f.head.Agent, f.head.Session)
	for _, t := range f.turns {
		entry := turnKey(0)
		if t.Entry != "" {
			entry = keyOf(t.Entry)
		}
		for _, r := range t.Rows {
			each(rowMark{keyOf(r), me, entry})
		}
	}
}
