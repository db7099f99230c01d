// Package ledger keeps one record for each session: what was seen of it, what became of that, and how far
// its transcript was read.
package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Record is what the ledger holds about one session: what was seen of it and what became of that. Turns =
// Flushed + Pending + Skipped + Dead, always.
type Record struct {
	Agent   string    `json:"agent"`
	Session string    `json:"session"`
	Project string    `json:"project,omitempty"`
	Repo    string    `json:"repo,omitempty"`  // id of its repository
	Title   string    `json:"title,omitempty"` // that a person gave it
	First   time.Time `json:"first,omitzero"`
	Last    time.Time `json:"last,omitzero"`
	Files   []File    `json:"files,omitempty"`
	Turns   int       `json:"turns"`
	Flushed int       `json:"flushed"`
	Skipped int       `json:"skipped"`
	Pending int       `json:"pending"`
	Dead    int       `json:"dead"`
	State   State     `json:"state"`
	Reason  string    `json:"reason,omitempty"` // why skipped or dead
	Entries []string  `json:"entries,omitempty"`
	Copy    bool      `json:"copy,omitempty"` // all its turns are other sessions'

	Asked   []queue.Message `json:"asked,omitempty"`    // prompts that hooks told and that its transcript does not have yet
	AskedIn string          `json:"asked_in,omitempty"` // the folder in which
	Told    time.Time       `json:"told,omitzero"`      // when the last prompt was told that is archived, as a hook says
	ToldRow string          `json:"told_row,omitempty"` // and its row
}

// A File is a transcript as it was when it was last read, and what became of the session's turns in it.
type File struct {
	Path    string    `json:"path"`
	Size    int64     `json:"size"`
	ModTime time.Time `json:"mtime"`
	Flushed int       `json:"flushed,omitempty"`
	Skipped int       `json:"skipped,omitempty"`
	Pending int       `json:"pending,omitempty"`
	Older   int       `json:"older,omitempty"`   // turns left to an import, which the session's counts leave out
	Damaged int       `json:"damaged,omitempty"` // lines of it that could not be read, in the record of one of its sessions
	Rules   string    `json:"rules,omitempty"`   // Flusher.Rules by which some of the turns were withheld
	Cursor  *Cursor   `json:"cursor,omitempty"`
}

// A Cursor is how far a transcript was captured, and what is needed to read on from there. It stands behind
// the last row that need not be read again.
type Cursor struct {
	Offset   int64              `json:"offset"`
	ID       string             `json:"id,omitempty"`   // device and inode
	Head     string             `json:"head,omitempty"` // hash of the head of the file
	Tail     string             `json:"tail,omitempty"` // hash of what precedes Offset
	Attaches bool               `json:"attaches,omitempty"`
	Place    project.Place      `json:"place,omitzero"`
	Dir      string             `json:"dir,omitempty"`     // folder in which the last words before Offset were said
	Rows     []string           `json:"rows,omitempty"`    // the last before Offset
	Asked    []string           `json:"asked,omitempty"`   // the rows that the person's prompts before Offset follow, as hashes
	Heard    []reported.Message `json:"heard,omitempty"`   // messages whose rows are still to come
	Secrets  bool               `json:"secrets,omitempty"` // what was said before Offset held some

	Flushed int `json:"flushed,omitempty"` // turns before Offset
	Skipped int `json:"skipped,omitempty"`
	Older   int `json:"older,omitempty"`
	Damaged int `json:"damaged,omitempty"` // lines
}

// A Damage counts the lines of a transcript that could not be read. What is whole on them and around them was.
type Damage struct {
	Path  string `json:"path"`
	Lines int    `json:"lines"`
}

// Damages returns the transcripts that have damaged lines, in the order of their records.
func Damages(records []Record) (out []Damage) {
	for _, r := range records {
		for _, f := range r.Files {
			if f.Damaged > 0 {
				out = append(out, Damage{f.Path, f.Damaged})
			}
		}
	}
	return out
}

// Remember keeps the counts of a transcript as it was, if it is shorter now: what was seen of it was seen.
func (f *File) Remember(old *File) {
	if old != nil && f.Size < old.Size {
		f.Flushed, f.Skipped = max(f.Flushed, old.Flushed), max(f.Skipped, old.Skipped)
	}
}

// File returns the record of a transcript, nil if there is none.
func (r *Record) File(path string) *File {
	for i := range r.Files {
		if r.Files[i].Path == path {
			return &r.Files[i]
		}
	}
	return nil
}

// Damaged returns how many lines of a transcript could not be read.
func (r *Record) Damaged(path string) int {
	if f := r.File(path); f != nil {
		return f.Damaged
	}
	return 0
}

// Cursor returns how far a transcript was captured, nil if that is not known.
func (r *Record) Cursor(path string) *Cursor {
	if f := r.File(path); f != nil {
		return f.Cursor
	}
	return nil
}

// Settled reports whether all that was said in the session is decided.
func (r *Record) Settled() bool {
	done := r.State == Flushed || r.State == Skipped
	return done && r.Pending == 0 && !slices.ContainsFunc(r.Files, func(f File) bool { return f.Older > 0 })
}

// Sum computes the session's counts from those of its files.
func (r *Record) Sum() {
	r.Flushed, r.Skipped, r.Pending, r.Dead = 0, 0, 0, 0
	for _, f := range r.Files {
		r.Flushed, r.Skipped, r.Pending = r.Flushed+f.Flushed, r.Skipped+f.Skipped, r.Pending+f.Pending
	}
	r.Turns = r.Flushed + r.Skipped + r.Pending
}

// State is what became of a session.
type State string

const (
	Pending State = "pending" // seen, not flushed yet
	Flushed State = "flushed" // has at least one entry
	Skipped State = "skipped" // holds nothing to keep; Reason says why
	Dead    State = "dead"    // cannot be flushed; Reason says why
)

// Why sessions and turns are skipped.
const (
	ReasonOwnCall   = "memoria's own call to a model, not a person's session"
	ReasonNothing   = "nothing in it was worth keeping: no decision, lesson, preference, fact or task"
	ReasonNothingBy = "nothing in it was worth keeping, as %s says, which was asked" // the model
	ReasonOlder     = "it ended before memoria was installed; memoria import takes it"
	ReasonCopied    = "what a fork repeats of it was captured before"
	ReasonForgotten = "forgotten, as memoria forget was told"
)

const (
	ledgerVersion = layout.SessionVersion
	ledgerDir     = layout.Sessions
)

// A Ledger keeps one [Record] for each session in small files in the vault's state directory. It is a cache:
// the day logs say what was flushed, and a lost ledger is rebuilt by reading again.
type Ledger struct {
	Dir *fsutil.Dir // required: the vault
}

func NameOf(agent, session string) string {
	return ledgerDir + "/" + fsutil.Hash([]byte(agent + "\x00" + session))[:24] + ".json"
}

// Clean removes incomplete files of a killed run. The caller holds the import's lock.
func (l *Ledger) Clean(now time.Time) {
	if dir, err := l.Dir.Sub(ledgerDir); err == nil {
		defer dir.Close()
		dir.CleanTemp(math.MinInt64, now) // a leftover harms nothing
	}
}

// Put writes r.
func (l *Ledger) Put(r Record) error {
	name := NameOf(r.Agent, r.Session)
	if _, err := fsutil.WriteStateNoSync(l.Dir, name, ledgerVersion, r.with(project.Hide)); err != nil {
		return fmt.Errorf("record session %s: %w", r.Session, err)
	}
	return nil
}

// All returns every record, by first turn, and warnings about what had to be moved aside.
func (l *Ledger) All(now time.Time) (records []Record, warnings []string, err error) {
	names, err := l.Dir.ReadDir(ledgerDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("read the ledger: %w", err)
	}
	for _, e := range names {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".json") || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		var r Record
		warning, err := fsutil.ReadState(l.Dir, ledgerDir+"/"+e.Name(), ledgerVersion, &r, now)
		if err != nil {
			return nil, warnings, err
		}
		if warning != "" {
			warnings = append(warnings, warning)
			continue
		}
		records = append(records, r.with(project.Reveal))
	}
	sorting.By(records, func(a, b Record) int {
		return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.Session, b.Session))
	})
	return records, warnings, nil
}

// Get returns the record of one session, the zero Record where there is none or where it is damaged.
func (l *Ledger) Get(agent, session string, now time.Time) (Record, error) {
	var r Record
	if _, err := l.Dir.Lstat(NameOf(agent, session)); errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	_, err := fsutil.ReadState(l.Dir, NameOf(agent, session), ledgerVersion, &r, now)
	return r.with(project.Reveal), err
}

// with returns r with its paths as change makes them.
func (r Record) with(change func(path string) string) Record {
	r.Files, r.AskedIn = slices.Clone(r.Files), change(r.AskedIn)
	for i := range r.Files {
		f := &r.Files[i]
		f.Path = change(f.Path)
		if f.Cursor != nil {
			c := *f.Cursor
			c.Dir, f.Cursor = change(c.Dir), &c
		}
	}
	return r
}
