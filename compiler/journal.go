package compiler

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// The journal holds the last changes of the vault, each as it is needed to take it back: what the
// files were, and how they read afterwards, so that one which somebody changed since is told from
// one that nobody did. An entry is written before the change it is about begins.
const (
	journalDir     = layout.Undo
	openName       = layout.Change // the change that is under way, if it is done to its end by the next run
	journalVersion = layout.ChangeVersion

	// KeptChanges is how many changes can be taken back.
	KeptChanges = 10
	// maxJournal bounds what they take together, in bytes; the oldest go first.
	maxJournal = 64 << 20
)

// A change is one entry of the journal.
type change struct {
	ID      int                      `json:"id"`
	What    string                   `json:"what"` // the command
	Args    []string                 `json:"args,omitempty"`
	At      string                   `json:"at"` // RFC 3339
	StateAt string                   `json:"state_at,omitempty"`
	Undoes  int                      `json:"undoes,omitempty"`  // the change that it takes back
	Open    bool                     `json:"open,omitempty"`    // it was not done to its end, and the next run does the rest
	TooBig  bool                     `json:"too_big,omitempty"` // what the files were was too much to keep
	Files   []changedFile            `json:"files,omitempty"`   // in the order of writing
	Pages   map[string]pageChange    `json:"pages,omitempty"`
	Days    map[daily.Date]dayChange `json:"days,omitempty"`
	Texts   map[string][]byte        `json:"texts,omitempty"` // see keepsake, by hash
	Moved   *renaming                `json:"moved,omitempty"`
	Notes   []Note                   `json:"notes,omitempty"`
}

// A changedFile is a file before and after. A nil text is no file.
type changedFile struct {
	Path   string `json:"path"`
	From   string `json:"from,omitempty"` // its path before, if it moves
	Before []byte `json:"before"`
	Now    string `json:"now,omitempty"`   // hash of it afterwards; "" when it is gone
	After  []byte `json:"after,omitempty"` // only of an open change
	Code   bool   `json:"code,omitempty"`  // a page that code writes

	Lines []string `json:"lines,omitempty"` // that a page of the log got
}

// A pageChange is what the state knew of a page, and what it knows then; nil is nothing.
type pageChange struct {
	Before *pageRecord `json:"before,omitempty"`
	After  *pageRecord `json:"after,omitempty"`
}

type dayChange struct {
	Before *dayRecord `json:"before,omitempty"`
	After  *dayRecord `json:"after,omitempty"`
}

func (f changedFile) was() string {
	if f.Before == nil {
		return ""
	}
	return fsutil.Hash(f.Before)
}

func journalName(id int) string { return fmt.Sprintf("%s/%06d.json", journalDir, id) }

// journalIDs are those of the changes that can be read, ascending.
func (c *Compiler) journalIDs() ([]int, error) { return journalIDs(c.Vault) }

func journalIDs(vault *fsutil.Dir) ([]int, error) {
	names, err := vault.ReadNames(journalDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	var ids []int
	for _, n := range names {
		if id, err := strconv.Atoi(strings.TrimSuffix(n, ".json")); err == nil && id > 0 && journalName(id) == path.Join(journalDir, n) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// journaled reads one change. One that cannot be read is as good as none.
func (c *Compiler) journaled(id int) (*change, error) {
	data, err := c.Vault.ReadFile(journalName(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the journal: %w", err)
	}
	ch := new(change)
	err = fsutil.DecodeState(data, journalName(id), journalVersion, ch)
	if newer := (*fsutil.NewerStateError)(nil); errors.As(err, &newer) {
		return nil, err
	}
	if err != nil || ch.ID != id {
		c.log().Warn("an entry of the journal is damaged and is left out", "path", journalName(id))
		return nil, nil
	}
	return ch, nil
}

// history are all changes, the oldest first.
func (c *Compiler) history() ([]*change, error) {
	ids, err := c.journalIDs()
	if err != nil {
		return nil, err
	}
	var out []*change
	for _, id := range ids {
		ch, err := c.journaled(id)
		if err != nil {
			return nil, err
		}
		if ch != nil {
			out = append(out, ch)
		}
	}
	return out, nil
}

// enter writes a change that is about to begin into the journal.
func (c *Compiler) enter(ch *change) error {
	ids, err := c.journalIDs()
	if err != nil {
		return err
	}
	ch.ID, ch.At = 1, c.Now().UTC().Format(timeFormat)
	if n := len(ids); n > 0 {
		ch.ID = ids[n-1] + 1
		last, err := c.journaled(ids[n-1])
		if err != nil {
			return err
		}
		if last != nil && c.unfinished(last, ch) {
			c.continues(last, ch)
		}
	}
	size := 0
	for _, f := range ch.Files {
		size += len(f.Before)
	}
	if ch.TooBig = size > maxJournal/2 && !ch.Open; ch.TooBig {
		ch.Files, ch.Pages, ch.Days, ch.Texts = nil, nil, nil, nil
	}
	if err := c.writeChange(ch); err != nil {
		return err
	}
	if !ch.Open {
		c.trimJournal()
	}
	return nil
}

func (c *Compiler) writeChange(ch *change) error {
	name := journalName(ch.ID)
	if ch.Open {
		name = openName
	} else {
		for i := range ch.Files {
			ch.Files[i].After = nil
		}
	}
	if _, err := fsutil.WriteState(c.Vault, name, journalVersion, ch); err != nil {
		return fmt.Errorf("write the journal: %w", err)
	}
	return c.after(name)
}

// unfinished reports whether a change is the one that a run began before and did not end.
func (c *Compiler) unfinished(last, ch *change) bool {
	if last.What != ch.What || last.Open || ch.Open || last.TooBig || !slices.Equal(last.Args, ch.Args) {
		return false
	}
	if ch.What == compiling { // which ends with the state
		return last.StateAt == ch.StateAt
	}
	return slices.ContainsFunc(last.Files, func(f changedFile) bool {
		now, err := c.hashOf(f.Path)
		return err == nil && now == f.was() && now != f.Now
	})
}

// hashOf is the hash of a file, "" if there is none.
func (c *Compiler) hashOf(name string) (string, error) {
	data, err := c.Vault.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return fsutil.Hash(data), nil
}

// continues makes one change of what a run did before it was cut off and what is done now.
func (c *Compiler) continues(last, ch *change) {
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
		if now, err := c.hashOf(f.Path); err == nil && now != f.was() {
			f.Now = now
			ch.Files = append(ch.Files, f)
		}
	}
	for at, p := range last.Pages {
		now, ok := ch.Pages[at]
		if !ok {
			now.After = p.After
		}
		now.Before = p.Before
		put(&ch.Pages, at, now)
	}
	for day, d := range last.Days {
		now, ok := ch.Days[day]
		if !ok {
			now.After = d.After
		}
		now.Before = d.Before
		put(&ch.Days, day, now)
	}
	for hash, text := range last.Texts {
		put(&ch.Texts, hash, text)
	}
}

func put[K comparable, V any](m *map[K]V, k K, v V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[k] = v
}

// trimJournal removes the oldest changes. That one cannot be removed harms nothing.
func (c *Compiler) trimJournal() {
	ids, err := c.journalIDs()
	if err != nil || len(ids) <= 1 {
		return
	}
	total := int64(0)
	var idle []string
	for i, id := range slices.Backward(ids) {
		info, err := c.Vault.Stat(journalName(id))
		if err != nil {
			continue
		}
		if total += info.Size(); i < len(ids)-1 && (len(ids)-i > KeptChanges || total > maxJournal) {
			idle = append(idle, path.Base(journalName(id)))
		}
	}
	if err := c.Vault.RemoveAllOf(journalDir, idle); err != nil {
		c.log().Warn("remove old entries of the journal", "error", err)
	}
}
