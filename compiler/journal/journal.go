package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// The journal holds the last changes of the vault, each with what undo needs: the old files, and the hashes of the
// new ones, which reveal later edits. An entry is written before its change starts.
const (
	// KeptChanges is how many changes can be undone.
	KeptChanges = 10
	// maxJournal is the most bytes that they take together; the oldest go first.
	maxJournal = 64 << 20
)

// A Journal holds the last changes of a vault, undoes them, and completes interrupted ones.
type Journal struct {
	Store *state.Store     // required
	Wiki  wiki.Store       // required: the vault's wiki
	Now   func() time.Time // required

	Shared   bool                               // pages carry the sums of their base texts: see sums
	Progress func(done, total int, path string) // called after each page that is written; nil for no calls
}

// An Entry is one entry of the journal.
type Entry struct {
	ID     int                      `json:"id"`
	What   string                   `json:"what"` // the command
	Args   []string                 `json:"args,omitempty"`
	At     string                   `json:"at"`                // RFC 3339
	Undoes int                      `json:"undoes,omitempty"`  // the change that it undoes
	Open   bool                     `json:"open,omitempty"`    // not completed yet; the next run does it
	TooBig bool                     `json:"too_big,omitempty"` // the old files were too large to keep
	Files  []File                   `json:"files,omitempty"`   // in the order of writing
	Pages  map[string]PageChange    `json:"pages,omitempty"`
	Days   map[daily.Date]DayChange `json:"days,omitempty"`
	Texts  map[string][]byte        `json:"texts,omitempty"` // base texts of merges, by hash
	Moved  *Renaming                `json:"moved,omitempty"`
	Notes  []Note                   `json:"notes,omitempty"`

	// Only in an open change:
	Entries int                   `json:"entries,omitempty"` // of logs, that are compiled
	Log     []state.LogLine       `json:"log,omitempty"`     // what log.md is to say
	More    map[string]PageChange `json:"more,omitempty"`    // records of pages whose files stay; undo does not revert them

	// Busy reports whether somebody has begun to write a file again; nil for never. Busy files are left alone.
	Busy func(name string) bool `json:"-"`
}

// A File is a file before and after. A nil text means no file.
type File struct {
	Path   string `json:"path"`
	From   string `json:"from,omitempty"` // its path before, if it moves
	Before []byte `json:"before"`
	Now    string `json:"now,omitempty"`   // hash of it afterwards; "" if it is removed
	After  []byte `json:"after,omitempty"` // only in an open change
	Code   bool   `json:"code,omitempty"`  // a generated page

	Lines []string `json:"lines,omitempty"` // that were added to a page of the log

	// Only in an open compile:
	Known string      `json:"known,omitempty"` // where the state knew the page, if a person has moved it since
	Days  []wiki.Date `json:"days,omitempty"`  // logs that count as compiled only when the file is written
}

// A PageChange is the state's record of a page before and after; nil means no record.
type PageChange struct {
	Before *state.PageRecord `json:"before,omitempty"`
	After  *state.PageRecord `json:"after,omitempty"`
}

type DayChange struct {
	Before *state.DayRecord `json:"before,omitempty"`
	After  *state.DayRecord `json:"after,omitempty"`
}

func (f File) Was() string {
	if f.Before == nil {
		return ""
	}
	return fsutil.Hash(f.Before)
}

func journalName(id int) string { return fmt.Sprintf("%s/%06d.json", layout.Undo, id) }

// journalIDs returns the ids of the changes that can be read, ascending.
func (j *Journal) journalIDs() ([]int, error) {
	names, err := j.Store.Vault.ReadNames(layout.Undo)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	var ids []int
	for _, n := range names {
		if id, err := strconv.Atoi(strings.TrimSuffix(n, ".json")); err == nil && id > 0 && journalName(id) == path.Join(layout.Undo, n) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// whole reads a change.
func whole(data []byte, name string, ch *Entry) error {
	return fsutil.DecodeState(data, name, layout.ChangeVersion, ch)
}

// head reads of a change what it is, without its files and what the state had, which are large.
func head(data []byte, name string, ch *Entry) error {
	version := 0
	fields := map[json.Token]any{"version": &version, "id": &ch.ID, "what": &ch.What, "args": &ch.Args, "at": &ch.At, "undoes": &ch.Undoes}
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil || fields[key] == nil {
			break
		}
		if err := d.Decode(fields[key]); err != nil {
			return err
		}
	}
	if version != layout.ChangeVersion {
		return whole(data, name, ch)
	}
	return nil
}

// journaled reads one change. One that cannot be read counts as missing.
func (j *Journal) journaled(id int, read func(data []byte, name string, ch *Entry) error) (*Entry, error) {
	data, err := j.Store.Vault.ReadFile(journalName(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	ch := new(Entry)
	err = read(data, journalName(id), ch)
	if newer := (*fsutil.NewerStateError)(nil); errors.As(err, &newer) {
		return nil, err
	}
	if err != nil || ch.ID != id {
		j.Store.Log.Warn("an entry of the journal is damaged and is left out", "path", journalName(id))
		return nil, nil
	}
	return ch, nil
}

// History returns all changes, the oldest first, and which of them were undone.
func (j *Journal) History() (all []*Entry, undone map[int]bool, err error) { return j.history(whole) }

func (j *Journal) history(read func(data []byte, name string, ch *Entry) error) (all []*Entry, undone map[int]bool, err error) {
	ids, err := j.journalIDs()
	if err != nil {
		return nil, nil, err
	}
	for _, id := range ids {
		ch, err := j.journaled(id, read)
		if err != nil {
			return nil, nil, err
		}
		if ch != nil {
			all = append(all, ch)
		}
	}
	undone = map[int]bool{}
	for _, ch := range all {
		undone[ch.Undoes] = ch.Undoes != 0
	}
	return all, undone, nil
}

// Enter records a change that is about to start.
func (j *Journal) Enter(ch *Entry) error {
	ids, err := j.journalIDs()
	if err != nil {
		return err
	}
	ch.ID, ch.At = 1, j.Now().UTC().Format(timeFormat)
	if n := len(ids); n > 0 {
		ch.ID = ids[n-1] + 1
		last, err := j.journaled(ids[n-1], whole)
		if err != nil {
			return err
		}
		if last != nil && j.unfinished(last, ch) {
			j.continues(last, ch)
		}
	}
	size := 0
	for _, f := range ch.Files {
		size += len(f.Before)
	}
	ch.TooBig = size > maxJournal/2 && (!ch.Open || ch.What == Compiling)
	if err := j.writeChange(ch); err != nil {
		return err
	}
	if !ch.Open {
		j.trimJournal()
	}
	return nil
}

func (j *Journal) writeChange(ch *Entry) error {
	name := journalName(ch.ID)
	if ch.Open {
		name = layout.Change
	} else {
		ch.close()
	}
	if _, err := fsutil.WriteState(j.Store.Vault, name, layout.ChangeVersion, ch); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	return j.Store.After(name)
}

// unfinished reports whether ch repeats the interrupted change last.
func (j *Journal) unfinished(last, ch *Entry) bool {
	if last.What != ch.What || last.Open || ch.Open || last.TooBig || !slices.Equal(last.Args, ch.Args) {
		return false
	}
	return slices.ContainsFunc(last.Files, func(f File) bool {
		now, err := j.HashOf(f.Path)
		return err == nil && now == f.Was() && now != f.Now
	})
}

// HashOf returns the hash of a file, "" if there is none.
func (j *Journal) HashOf(name string) (string, error) {
	data, err := j.Store.Vault.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return fsutil.Hash(data), nil
}

// continues combines what an interrupted run did with what is done now into one change.
func (j *Journal) continues(last, ch *Entry) {
	ch.ID = last.ID
	place := map[string]int{}
	for i, f := range ch.Files {
		place[f.Path] = i
	}
	for _, f := range last.Files {
		if i, ok := place[f.Path]; ok {
			ch.Files[i].Before, ch.Files[i].From = f.Before, f.From
			continue
		}
		if now, err := j.HashOf(f.Path); err == nil && now != f.Was() {
			f.Now = now
			ch.Files = append(ch.Files, f)
		}
	}
}

// close keeps of a change only what undo needs.
func (ch *Entry) close() {
	ch.Entries, ch.Log, ch.More = 0, nil, nil
	for i := range ch.Files {
		ch.Files[i].After, ch.Files[i].Known, ch.Files[i].Days = nil, "", nil
	}
	if ch.TooBig {
		ch.Files, ch.Pages, ch.Days, ch.Texts = nil, nil, nil, nil
	}
}

func put[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}

// Interrupted returns the command whose change was interrupted, "" if there is none. The next command that writes
// completes it.
func (j *Journal) Interrupted() string { return j.Open().What }

// Open returns the interrupted change; it has no command if there is none.
func (j *Journal) Open() (ch Entry) {
	data, err := j.Store.Vault.ReadFile(layout.Change)
	if err != nil || fsutil.DecodeState(data, layout.Change, layout.ChangeVersion, &ch) != nil {
		return Entry{}
	}
	return ch
}

// Resume adds to a state what an interrupted change has already done to pages: a page that reads as planned was
// written by the change, not by a person.
func (ch *Entry) Resume(s *state.State, w *wiki.Wiki) {
	for _, f := range ch.Files {
		page := w.Page(f.Path)
		if f.Code || f.Now == "" != (page == nil) || page != nil && page.Hash() != f.Now {
			continue
		}
		for _, at := range []string{f.Known, f.From, f.Path} {
			if p, ok := ch.Pages[at]; ok {
				set(s.Pages, at, p.After)
			}
		}
	}
}

// A Renaming is what a move did to the names of a page, so that moving it back reverts just that.
type Renaming struct {
	From    string   `json:"from"`
	To      string   `json:"to"`
	Was     string   `json:"was,omitempty"` // the title, if it changed
	Is      string   `json:"is,omitempty"`
	Aliases []string `json:"aliases,omitempty"` // that were added
}

// TextOf returns a text that the state refers to before the change, by its hash.
func (ch *Entry) TextOf(hash string) []byte {
	if text, ok := ch.Texts[hash]; ok {
		return text
	}
	for _, f := range ch.Files {
		if f.Before != nil && f.Was() == hash {
			return f.Before
		}
	}
	return nil
}
