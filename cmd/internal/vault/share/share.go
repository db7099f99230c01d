// Package share makes a vault one that several machines share: it gets an id, its settings name a zone, and the state of
// this machine moves out of it.
//
// The archive is the only copy of turns, so nothing is removed before it is elsewhere and was read back. Until the id
// of the vault is written, which makes it a shared one, the state in the vault holds; after it, what is still there is
// moved by the next run.
package share

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Sharer makes one vault a shared one. A vault that is one already it mends: it moves out what was left in it, adds
// what the settings lack, and removes the copies of state that a file sync made.
type Sharer struct {
	Path     string                     // of the vault; required
	ID       string                     // of the shared vault that this one becomes a part of; "" makes it a new one
	By       vault.Sharing              // who shared the vault of that ID, as far as it says so
	State    string                     // vault.StateDir; required
	Zone     string                     // for settings that name none, such as Europe/Lisbon
	Identity vault.Identity             // names that this machine and its person get
	Taken    func(name, id string) bool // required: whether a machine with another id has a name
	Now      func() time.Time           // required

	// Foreign reports whether another machine put a file into the vault after it was shared, as by a commit. It is not
	// taken for state of this one. Nil knows none.
	Foreign func(name string) bool

	before func(fsutil.Change) error // in tests
}

// A Plan says what Apply will do.
type Plan struct {
	ID    string   `json:"id,omitempty"` // of the vault; "" before it has one
	To    string   `json:"to,omitempty"` // the folder of state; "" before it is known
	Edits []string `json:"edits"`        // files of the vault that are written
	Moves []string `json:"moves"`        // files of state that move out of the vault
	Drops []string `json:"drops"`        // files below .memoria/ that are removed: caches, locks, copies by a file sync
	Bytes int64    `json:"bytes"`        // of Moves
	Names bool     `json:"names"`        // this machine gets its names, or others

	texts map[string][]byte // of Edits
	dirs  []string          // of state in the vault, what is below one before it

	foreign func(name string) bool // see Sharer
}

// Empty reports whether there is nothing to do.
func (p *Plan) Empty() bool {
	return !p.Names && len(p.Edits)+len(p.Moves)+len(p.Drops)+len(p.dirs) == 0
}

// ErrZone says that a zone has to be named.
var ErrZone = errors.New("the settings name no zone, and that of this machine has no name")

// Plan looks at the vault. It changes nothing.
func (s *Sharer) Plan() (*Plan, error) {
	d, err := fsutil.OpenDir(s.Path)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	defer d.Close()
	p, err := s.plan(d)
	if err != nil {
		return nil, fmt.Errorf("share %q: %w", s.Path, err)
	}
	return p, nil
}

func (s *Sharer) plan(d *fsutil.Dir) (*Plan, error) {
	id, err := vault.ID(d)
	if err != nil {
		return nil, err
	}
	p := &Plan{ID: id, Edits: []string{}, Moves: []string{}, Drops: []string{}}
	if id != "" {
		p.foreign = s.Foreign
		p.To = filepath.Join(s.State, filepath.FromSlash(vault.StateFolder(id, d.Path())))
	}
	p.Names = p.To == "" || !s.named(p.To)
	if err := p.edit(d, s.Zone); err != nil {
		return nil, err
	}
	if id == "" || s.ID != "" && s.ID != id {
		p.Edits = append(p.Edits, layout.SharedVault)
	}
	return p, p.look(d, layout.Folder)
}

// named reports whether this machine has its names in a folder of state.
func (s *Sharer) named(to string) bool {
	d, err := fsutil.OpenDir(to)
	if err != nil {
		return false
	}
	defer d.Close()
	id, err := vault.ReadIdentity(d, s.Now())
	return err == nil && id.ID != "" && id.Who == s.Identity.Who && id.Name == s.Identity.Name
}

// Apply carries out the plan, which it makes anew under the locks of the vault. An fsutil.ErrLocked says that something
// is at work in it. Who has opened the vault before has to open it again.
func (s *Sharer) Apply(ctx context.Context) (*Plan, error) {
	p, err := s.apply(ctx)
	if err != nil {
		return nil, fmt.Errorf("share %q: %w", s.Path, err)
	}
	return p, nil
}

func (s *Sharer) apply(ctx context.Context) (*Plan, error) {
	d, err := fsutil.OpenDir(s.Path)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	d.Before(s.before)
	id, err := vault.ID(d)
	if err != nil {
		return nil, err
	}
	if id != "" && s.ID != "" && s.ID != id {
		if err := s.follow(ctx, d, id); err != nil {
			return nil, err
		}
		id = s.ID
	}
	if err := vault.Detach(d.Path(), s.State, id); err != nil {
		return nil, err
	}
	to := d
	if id != "" {
		if to, err = s.open(d, id); err != nil {
			return nil, err
		}
		defer to.Close()
	}
	unlock, err := lock(ctx, to)
	if err != nil {
		return nil, err
	}
	defer unlock()
	p, err := s.plan(d)
	if err != nil {
		return nil, err
	}
	if id == "" {
		if err := s.clean(d.Path()); err != nil {
			return nil, err
		}
		by := s.By
		if p.ID = s.ID; p.ID == "" {
			p.ID = fmt.Sprintf("%016x", rand.Uint64())
			s.Identity.ID = cmp.Or(s.Identity.ID, vault.NewMachine())
			by = vault.Sharing{Who: s.Identity.Who, Machine: s.Identity.ID}
		}
		by.ID = p.ID
		p.texts[layout.SharedVault] = by.Text()
		if to, err = s.open(d, p.ID); err != nil {
			return nil, err
		}
		defer to.Close()
		if err := carry(d, to, p.Moves, true); err != nil {
			return nil, err
		}
	}
	p.To = to.Path()
	for _, name := range p.Edits { // the last makes it a shared vault
		if _, err := d.WriteFile(name, p.texts[name], 0o644); err != nil {
			return nil, err
		}
	}
	return p, s.finish(ctx, p, d, to, unlock)
}

// follow gives a shared vault the id of the one that it becomes a part of. Its state, with the only copy of turns, goes
// along before.
func (s *Sharer) follow(ctx context.Context, d *fsutil.Dir, id string) error {
	old, err := s.open(d, id)
	if err != nil {
		return err
	}
	unlock, err := lock(ctx, old)
	if err != nil {
		old.Close()
		return err
	}
	unlock()
	old.Close()
	all, err := fsutil.OpenDir(s.State)
	if err != nil {
		return err
	}
	defer all.Close()
	to := vault.StateFolder(s.ID, d.Path())
	if _, err := all.Lstat(to); errors.Is(err, fs.ErrNotExist) {
		err = all.Rename(vault.StateFolder(id, d.Path()), to)
	}
	if err != nil {
		return err
	}
	s.By.ID = s.ID
	_, err = d.WriteFile(layout.SharedVault, s.By.Text(), 0o644)
	return err
}

// open opens the folder of state.
func (s *Sharer) open(d *fsutil.Dir, id string) (*fsutil.Dir, error) {
	to, err := vault.OpenState(d.Path(), s.State, id)
	if err == nil {
		to.Before(s.before)
	}
	return to, err
}

// finish does what is left to do in a vault that has its id.
func (s *Sharer) finish(ctx context.Context, p *Plan, d, to *fsutil.Dir, unlock func()) error {
	id, err := vault.ReadIdentity(to, s.Now())
	if err == nil && (id.ID == "" || p.Names) {
		_, err = vault.KeepIdentity(ctx, to, s.Identity, s.Taken, s.Now())
	}
	if err != nil {
		return err
	}
	if err := carry(d, to, p.Moves, false); err != nil {
		return err
	}
	if err := remove(d, p.Moves); err != nil {
		return err
	}
	if _, err := d.CleanTempOf(layout.Shared); err != nil {
		return err
	}
	unlock() // the locks go, too
	if err := remove(d, p.Drops); err != nil {
		return err
	}
	return removeDirs(d, p.dirs)
}

// lock takes the locks of all that writes state.
func lock(ctx context.Context, d *fsutil.Dir) (unlock func(), err error) {
	var held []func()
	unlock = func() { // each may be called again
		for _, u := range held {
			u()
		}
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	for _, name := range []string{layout.LockWatch, layout.LockPublish, layout.LockSite, layout.LockImprove, layout.LockWorker, layout.LockImport,
		layout.LockCompile, layout.LockDaily, layout.LockProjects, layout.LockInstall} {
		u, err := d.Lock(ctx, name)
		if err != nil {
			unlock()
			return nil, err
		}
		held = append(held, u)
	}
	return unlock, nil
}

// lockWait is how long another run is waited for.
const lockWait = 15 * time.Second

// clean empties the folders of state of runs that ended before the vault at a path was a shared one. A machine that
// wrote into a shared vault has an identity in its folder.
func (s *Sharer) clean(at string) error {
	all, err := fsutil.CreateDir(s.State, 0o700)
	if err != nil {
		return err
	}
	defer all.Close()
	all.Before(s.before)
	folder := path.Dir(vault.StateFolder("", at))
	names, err := all.ReadNames(folder)
	if err != nil {
		return missingIsNone(err)
	}
	for _, name := range names {
		id, _, _ := strings.Cut(name, "-")
		name = path.Join(folder, name)
		if _, err := all.Lstat(path.Join(name, layout.Machine)); err == nil || vault.StateFolder(id, at) != name {
			continue
		}
		if err := empty(all, name); err != nil {
			return err
		}
	}
	return nil
}

// empty removes the state in a folder.
func empty(all *fsutil.Dir, name string) error {
	d, err := all.Sub(name)
	if err != nil {
		return err
	}
	defer d.Close()
	var p Plan
	if err := p.look(d, layout.Folder); err != nil {
		return missingIsNone(err)
	}
	if err := remove(d, append(p.Moves, p.Drops...)); err != nil {
		return err
	}
	return removeDirs(d, p.dirs)
}
