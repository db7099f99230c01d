package claude

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil"
)

// An Installer adds memoria's hooks to settings files of the client and removes them again.
//
// A settings file belongs to its owner and to the client. The installer changes it as text and keeps every byte that
// is not memoria's. Other programs write it too and lock nothing, so it is read again just before it is replaced, and
// once more after; other runs of memoria are kept out by a lock in StateDir.
type Installer struct {
	StateDir string // required: the person's state folder; see vault.StateDir
	Scope    Scope  // decides the mode of a file that is made: what a project shares is not private

	wait func() // in the place of a pause, for tests
}

const (
	peace     = 25 * time.Millisecond // how long another program gets to finish writing
	fresh     = 2 * time.Second       // a file so young may be in the middle of being written
	patience  = 10 * time.Second      // with a program that does not stop writing
	lockLimit = time.Minute
)

// Plan returns what Install would change, and writes nothing. The error is a *SettingsError if Install would refuse
// the file.
func (in *Installer) Plan(path string, c hookline.Command) (*Change, error) {
	return in.plan(path, hooksPart{c}, true)
}

// PlanRemoval returns what Uninstall would change, and writes nothing.
func (in *Installer) PlanRemoval(path string) (*Change, error) {
	return in.plan(path, hooksPart{}, false)
}

// plan returns what change would change.
func (in *Installer) plan(path string, p part, install bool) (*Change, error) {
	if !filepath.IsAbs(path) {
		return nil, &SettingsError{path, ErrNoHome}
	}
	f, err := in.read(context.Background(), path)
	if err != nil {
		return nil, err
	}
	f.slot = p.slot()
	ch, _, err := in.planned(f, p, install)
	return ch, err
}

// planned returns the change to a file as it was read, and the record that undoes it, nil for a removal.
func (in *Installer) planned(f file, p part, install bool) (*Change, *record, error) {
	old := loadRecord(in.StateDir, f.key())
	if !install {
		ch, err := planRemoval(f, old, p)
		return ch, nil, err
	}
	ch, rec, err := planInstall(f, old, p)
	if err == nil {
		rec.shareFile(in.StateDir)
		rec.shareFolders(in.StateDir)
	}
	return ch, rec, err
}

// Install adds one memoria hook for each event of Events to the settings file at path. A second call changes nothing.
// It writes nothing if it returns an error. The error is fsutil.ErrLocked if another run does not end, and
// fsutil.ErrChanged if another program keeps writing the file.
func (in *Installer) Install(ctx context.Context, path string, c hookline.Command) (*Change, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return in.change(ctx, path, hooksPart{c}, true)
}

// Uninstall removes memoria's hooks from the settings file at path. If nobody edited the file since Install, it
// restores the file byte for byte. It removes the file and the folders that Install made.
func (in *Installer) Uninstall(ctx context.Context, path string) (*Change, error) {
	return in.change(ctx, path, hooksPart{}, false)
}

// ErrNoHome says that the home folder is not known, so there is no place for settings or records.
var ErrNoHome = errors.New("it is not known where the home folder is")

// change adds a part to a file or removes it. It tries again while other programs change the file.
func (in *Installer) change(ctx context.Context, path string, p part, install bool) (*Change, error) {
	state, unlock, err := in.lock(ctx, path)
	if err != nil {
		return nil, err
	}
	defer state.Close()
	defer unlock()
	var done *Change
	begun := time.Now()
	for lost := 0; time.Since(begun) < patience; {
		f, err := in.read(ctx, path)
		if err != nil {
			return nil, err
		}
		f.slot = p.slot()
		clean(f)
		ch, rec, err := in.planned(f, p, install)
		if err != nil {
			return nil, err
		}
		if ch.None() {
			if done == nil {
				done = ch
			}
			return done, in.forget(state, f, rec)
		}
		err = in.carryOut(state, f, ch, rec, lost > 1)
		if errors.Is(err, fsutil.ErrChanged) && ctx.Err() == nil {
			lost++
			continue
		}
		if err != nil {
			return nil, err
		}
		if done == nil {
			done = ch
		}
		// A program that wrote at the same time may have overwritten this change with older text: check again.
		if time.Since(f.mod) < fresh {
			if err := in.pause(ctx); err != nil {
				return nil, err
			}
		}
	}
	return nil, &SettingsError{path, fsutil.ErrChanged}
}

// lock opens the state folder and keeps other runs of memoria out.
func (in *Installer) lock(ctx context.Context, path string) (state *fsutil.Dir, unlock func(), err error) {
	if in.StateDir == "" || !filepath.IsAbs(path) {
		return nil, nil, &SettingsError{path, ErrNoHome}
	}
	if state, err = fsutil.CreateDir(in.StateDir, 0o700); err != nil {
		return nil, nil, err
	}
	limited, cancel := context.WithTimeout(ctx, lockLimit)
	defer cancel()
	if unlock, err = state.Lock(limited, "lock/install"); err != nil {
		state.Close()
		return nil, nil, err
	}
	return state, unlock, nil
}

// Clean removes temporary files that a killed run left beside the settings file at path. Install and Uninstall do
// this too; call Clean if a plan shows that there is nothing to change.
func (in *Installer) Clean(ctx context.Context, path string) error {
	f, err := readFile(path)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(filepath.Dir(f.target))
	if err != nil || !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return fsutil.IsTemp(e.Name()) }) {
		return nil // most often, and then no folder is made for the lock
	}
	state, unlock, err := in.lock(ctx, path)
	if err != nil {
		return err
	}
	defer state.Close()
	defer unlock()
	clean(f)
	return nil
}

// clean removes what a run that was killed left beside the settings file, a copy of the settings, or the start of
// one. The caller holds the lock, so no other run uses these files.
func clean(f file) {
	dir, err := fsutil.OpenDir(filepath.Dir(f.target))
	if err != nil {
		return
	}
	defer dir.Close()
	if f.slot == "" {
		_, _ = dir.CleanTempOf(".") // a failure to clean does not matter here
		return
	}
	// Its folder is the home or a project, where other memoria processes write without that lock.
	entries, _ := dir.ReadDir(".")
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.Type().IsRegular() && fsutil.IsTemp(e.Name()) && time.Since(info.ModTime()) > lockLimit {
			_ = dir.Remove(e.Name())
		}
	}
}

// forget removes the record once an uninstall has nothing left to undo.
func (in *Installer) forget(state *fsutil.Dir, f file, rec *record) error {
	if rec != nil {
		return nil
	}
	if err := state.Remove(recordName(f.key())); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget the install in %q: %w", f.path, err)
	}
	return nil
}

// pause gives another program time to finish writing.
func (in *Installer) pause(ctx context.Context) error {
	if in.wait != nil {
		in.wait()
		return ctx.Err()
	}
	select {
	case <-time.After(peace):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// carryOut writes the record, then the file: a crash between the two leaves a record that does not fit the file, and
// is ignored.
//
// In a race with a program that keeps writing the file, it goes the other way round.
func (in *Installer) carryOut(state *fsutil.Dir, f file, ch *Change, rec *record, race bool) error {
	name := recordName(f.key())
	old := loadRecord(in.StateDir, f.key())
	if rec != nil && !race {
		if _, err := fsutil.WriteState(state, name, recordVersion, *rec); err != nil {
			return err
		}
	}
	err := in.write(f, ch, old, race)
	if race {
		if err == nil && rec != nil {
			_, err = fsutil.WriteState(state, name, recordVersion, *rec)
		}
		return err
	}
	if err == nil || rec == nil {
		return err
	}
	if old != nil {
		fsutil.WriteState(state, name, recordVersion, *old)
	} else {
		state.Remove(name)
	}
	return err
}

// write puts the file in its place, or removes it with the folders that were made for it.
func (in *Installer) write(f file, ch *Change, old *record, race bool) error {
	perm, dirPerm := fs.FileMode(0o600), fs.FileMode(0o700)
	if in.Scope == Project || in.Scope == Local {
		dirPerm = 0o755
	}
	if in.Scope == Project {
		perm = 0o644
	}
	made := missing(f.target)
	dir, err := fsutil.CreateDir(filepath.Dir(f.target), dirPerm)
	if err != nil {
		return err
	}
	defer dir.Close()
	base := filepath.Base(f.target)
	var before []byte
	if f.exists {
		before = []byte(f.text)
	}
	if ch.Exists {
		swap := dir.SwapFile
		if race {
			swap = dir.SwapFileSoon
		}
		if err := swap(base, before, []byte(ch.After), perm); err != nil {
			removeFolders(made)
			return &SettingsError{f.path, err}
		}
		return nil
	}
	now, err := dir.ReadFile(base)
	if err != nil || string(now) != f.text {
		return fsutil.ErrChanged
	}
	if err := dir.Remove(base); err != nil {
		return &SettingsError{f.path, err}
	}
	if old != nil {
		removeFolders(old.Folders)
	}
	return nil
}

// removeFolders removes folders that are empty; others stay.
func removeFolders(dirs []string) {
	for _, path := range dirs {
		up, err := fsutil.OpenDir(filepath.Dir(path))
		if err != nil {
			return
		}
		err = up.RemoveDir(filepath.Base(path))
		up.Close()
		if err != nil {
			return
		}
	}
}

// read returns readFile for a file that another program may be writing in place at this moment: what was written just
// now and does not parse is looked at again.
func (in *Installer) read(ctx context.Context, path string) (file, error) {
	for try := 0; ; try++ {
		f, err := readFile(path)
		if err != nil || !f.exists || try == 10 || time.Since(f.mod) > fresh {
			return f, err
		}
		if _, _, err := jsonc.Scan(f.text); err == nil && f.text != "" {
			return f, nil
		}
		if err := in.pause(ctx); err != nil {
			return f, err
		}
	}
}
