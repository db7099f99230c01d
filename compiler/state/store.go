package state

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// A MovedError says that a file has changed since a change of it was planned. Nothing was written.
type MovedError struct{ Path string }

func (e *MovedError) Error() string {
	return fmt.Sprintf("%q was changed while the plan was made", e.Path)
}

// A Store reads and writes what the compiler remembers, below .memoria/state. Writers hold the compile lock.
type Store struct {
	Vault *fsutil.Dir
	Log   *slog.Logger
	Wrote func(name string) error // tests: called after each write; an error stops the run there, as a crash would
	Kept  *Kept                   // what was read last; nil keeps nothing
}

// Kept holds a state that was read or written, so that one run decodes it once.
type Kept struct{ last atomic.Pointer[kept] }

type kept struct {
	hash string // of the file
	st   *State
}

// get returns a copy of the state of a file with the hash, nil if it is not held.
func (k *Kept) get(hash string) *State {
	if k != nil {
		if last := k.last.Load(); last != nil && last.hash == hash {
			return last.st.Clone()
		}
	}
	return nil
}

func (k *Kept) put(hash string, st *State) {
	if k != nil {
		k.last.Store(&kept{hash, st.Clone()})
	}
}

// After is called after each write.
func (s *Store) After(name string) error {
	if s.Wrote == nil {
		return nil
	}
	return s.Wrote(name)
}

// Load reads what was compiled. A damaged file counts as empty and is left where it is. A file of a later version is
// a *[fsutil.NewerStateError].
func (s *Store) Load() (*State, error) {
	st, _, _, err := s.Read()
	return st, err
}

// Read is Load, and also returns the hash of the file, "" if there is none, and a warning if it is damaged.
func (s *Store) Read() (st *State, hash, warning string, err error) {
	st = new(State)
	data, err := s.Vault.ReadFile(layout.Compiled)
	if errors.Is(err, fs.ErrNotExist) {
		return st, "", "", nil
	}
	if err != nil {
		return nil, "", "", fmt.Errorf("read state %q: %w", layout.Compiled, err)
	}
	hash = fsutil.Hash(data)
	if st := s.Kept.get(hash); st != nil {
		return st, hash, "", nil
	}
	err = fsutil.DecodeState(data, layout.Compiled, layout.CompiledVersion, st)
	if errors.As(err, new(*fsutil.NewerStateError)) {
		return nil, "", "", err
	}
	if err != nil {
		st = new(State)
		return st, hash, fmt.Sprintf("state %q is damaged (%v): every log counts as new", layout.Compiled, err), nil
	}
	s.Kept.put(hash, st)
	return st, hash, "", nil
}

// Write writes what was compiled; it marks a run as done.
func (s *Store) Write(st *State) error {
	if _, err := fsutil.WriteState(s.Vault, layout.Compiled, layout.CompiledVersion, *st); err != nil {
		return err
	}
	if data, err := s.Vault.ReadFile(layout.Compiled); err == nil {
		s.Kept.put(fsutil.Hash(data), st)
	}
	return s.After(layout.Compiled)
}

// SetAsideDamaged renames a state file that cannot be read, so that the next write does not destroy it.
func (s *Store) SetAsideDamaged(now time.Time) error {
	if _, _, damaged, err := s.Read(); damaged == "" {
		return err
	}
	warning, err := fsutil.ReadState(s.Vault, layout.Compiled, layout.CompiledVersion, new(State), now)
	if warning != "" {
		s.Log.Warn(warning)
	}
	return err
}

// textName returns the file of a base text by its hash. Base texts are the compiler's last version of each article,
// for merges with a person's edits, and the full draft if parts of it wait. Losing one costs nobody's words: the page
// then only grows.
func textName(hash string) string { return layout.Pages + "/" + hash + ".md" }

// Text returns the text with a hash, nil if it is lost or damaged.
func (s *Store) Text(hash string) (*wiki.Article, error) {
	if hash == "" {
		return nil, nil
	}
	data, err := s.Vault.ReadFile(textName(hash))
	if errors.Is(err, fs.ErrNotExist) || err == nil && fsutil.Hash(data) != hash {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what a page was: %w", err)
	}
	return wiki.Parse(data), nil
}

// Keep writes the texts that the state is about to refer to. It does not sync them: a text lost in a power cut only
// makes a page grow.
func (s *Store) Keep(texts map[string][]byte) error {
	if len(texts) == 0 {
		return nil
	}
	if err := s.Vault.MkdirAll(layout.Pages, 0o700); err != nil {
		return fmt.Errorf("keep what a page was: %w", err)
	}
	for _, hash := range slices.Sorted(maps.Keys(texts)) {
		if _, err := s.Vault.WriteFileNoSync(textName(hash), texts[hash], 0o600); err != nil {
			return fmt.Errorf("keep what a page was: %w", err)
		}
		if err := s.After(textName(hash)); err != nil {
			return err
		}
	}
	return nil
}

// Sweep removes the texts that the state does not refer to: those of the state before it, and of pages as another machine
// wrote them, which nothing rests on any more.
func (s *Store) Sweep(next *State) {
	names, err := s.Vault.ReadNames(layout.Pages)
	if err != nil {
		return
	}
	used := next.TextHashes()
	idle := slices.DeleteFunc(names, func(name string) bool { return used[strings.TrimSuffix(name, ".md")] })
	if len(idle) == 0 {
		return
	}
	if err := s.Vault.RemoveAllOf(layout.Pages, idle); err != nil {
		s.Log.Warn("remove what pages were", "error", err)
	}
}
