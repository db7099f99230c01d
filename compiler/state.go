package compiler

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"time"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// PendingName is a file that lies in a vault while what a compile made is written, and after one that was
// killed there.
const PendingName = layout.CompilePending

const (
	stateName    = layout.Compiled
	pendingName  = PendingName
	stateVersion = layout.CompiledVersion

	lockCompile = layout.LockCompile
	lockDaily   = layout.LockDaily
)

// state is what the compiler remembers between runs. All of it can be lost: then every log is new,
// and a page that differs from what would be written now counts as a person's work.
type state struct {
	Days  map[daily.Date]dayRecord `json:"days,omitempty"`
	Pages map[string]pageRecord    `json:"pages,omitempty"` // by path
}

// A dayRecord says what of a log was compiled. The log's hash decides whether it is stale, the
// entries' hashes what in it is.
type dayRecord struct {
	Hash    string                 `json:"hash"`
	At      string                 `json:"at"` // of the last compile, RFC 3339
	Entries map[string]entryRecord `json:"entries,omitempty"`
	Undone  string                 `json:"undone,omitempty"` // hash of the log whose compile was taken back: as it is, no run takes it unasked
}

type entryRecord struct {
	Hash string `json:"hash"`
	By   string `json:"by"` // the recipe
}

// A pageRecord is a page as the compiler last left it, or last found it.
type pageRecord struct {
	Names   []string    `json:"names"`             // title and aliases it was drafted under, title first
	Hash    string      `json:"hash,omitempty"`    // of its bytes; "" when they were never ours
	Cites   []merge.Key `json:"cites,omitempty"`   // every citation it ever had, sorted
	By      string      `json:"by,omitempty"`      // the recipe of the last draft
	Hands   bool        `json:"hands,omitempty"`   // a person's words are in it, so it is only added to
	Moved   bool        `json:"moved,omitempty"`   // a person gave it its place, so it is not removed
	Deleted bool        `json:"deleted,omitempty"` // a person removed it: it is not made again
	Crowded bool        `json:"crowded,omitempty"` // another page has its name, so links say its path
	Owed    bool        `json:"owed,omitempty"`    // it could not be read when there was something to add
	Ends    []string    `json:"ends,omitempty"`    // of a connection: the titles of what it connects, folded and sorted
	Base    string      `json:"base,omitempty"`    // hash of the text that the next merge starts from: see keepsake
	Edited  []string    `json:"edited,omitempty"`  // who edited the last draft, beside the recipe: models
	Draft   string      `json:"draft,omitempty"`   // hash of what ours was to be, where some of it waits as proposals
}

// when is the time of the last compile, zero when there is no telling.
func (r dayRecord) when() time.Time {
	t, err := time.Parse(time.RFC3339, r.At)
	if err != nil {
		return time.Time{}
	}
	return t
}

// stood is the record as far as staleness goes. One whose only compile was taken back is of a log that
// is new.
func (r dayRecord) stood(known bool) record {
	return record{known: known && r.Hash != "", hash: r.Hash, at: r.when(), undone: r.Undone}
}

func (s *state) clone() *state {
	c := &state{Days: maps.Clone(s.Days), Pages: maps.Clone(s.Pages)}
	if c.Days == nil {
		c.Days = map[daily.Date]dayRecord{}
	}
	if c.Pages == nil {
		c.Pages = map[string]pageRecord{}
	}
	return c
}

// peek decodes a state file and leaves it where it is, damaged or not: planning writes nothing. A
// damaged one reads as empty, with a warning; a later version's is a *fsutil.NewerStateError.
func peek[T any](d *fsutil.Dir, name string) (value T, hash, warning string, err error) {
	var zero T
	data, err := d.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return zero, "", "", nil
	}
	if err != nil {
		return zero, "", "", fmt.Errorf("read state %q: %w", name, err)
	}
	hash = fsutil.Hash(data)
	var head struct {
		Version int `json:"version"`
	}
	err = json.Unmarshal(data, &head)
	if err == nil && head.Version > stateVersion {
		return zero, "", "", &fsutil.NewerStateError{Name: name, Version: head.Version, Supported: stateVersion}
	}
	if err == nil && head.Version < 1 {
		err = errors.New("no version")
	}
	if err == nil {
		err = json.Unmarshal(data, &value)
	}
	if err != nil {
		return zero, hash, fmt.Sprintf("state %q is damaged (%v): every log counts as new", name, err), nil
	}
	return value, hash, "", nil
}

// setAsideDamaged moves state files that cannot be read out of the way, so that a run which is
// about to write new ones loses nothing.
func (c *Compiler) setAsideDamaged() error {
	for _, read := range []func() (string, error){
		func() (string, error) {
			return fsutil.ReadState(c.Vault, stateName, stateVersion, new(state), c.Now())
		},
		func() (string, error) {
			return fsutil.ReadState(c.Vault, pendingName, stateVersion, new(pending), c.Now())
		},
	} {
		warning, err := read()
		if err != nil {
			return err
		}
		if warning != "" {
			c.log().Warn(warning)
		}
	}
	return nil
}

// addCites adds citations to a page's record.
func (r *pageRecord) addCites(keys merge.Keys) {
	all := merge.KeysOf(r.Cites)
	maps.Copy(all, keys)
	r.Cites = all.Sorted()
}
