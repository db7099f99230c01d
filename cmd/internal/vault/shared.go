package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A vault is shared when .memoria/shared/vault holds its id: 16 hex digits, and in lines below who shared it and on
// which machine: who=ana, machine=7f3a91c2.
// It stands on several machines, so what a machine alone needs lies outside, in a folder of the user's state folder:
//
//	$XDG_STATE_HOME/memoria/vaults/<id>-<first 8 hex digits of the hash of the vault's path>/
//	  path         the path of the vault
//	  .memoria/    what would be in the vault's own .memoria/ if it were not shared
//
// The path in the name gives a copy of the vault on the same machine a state of its own.
const (
	vaultsFolder = "vaults"
	pathName     = "path"
	idDigits     = 16
	adoptWait    = 10 * time.Second
)

// NotArrivedError says that a file sync has not yet brought all of a shared vault.
type NotArrivedError struct{ Path string }

func (e *NotArrivedError) Error() string {
	return fmt.Sprintf("the vault %q is shared, but %s has not arrived whole", e.Path, layout.SharedVault)
}

// Hints returns what mends it.
func (e *NotArrivedError) Hints() []string {
	return []string{"let the sync tool finish; memoria sync --setup ends a setup that was interrupted"}
}

// ChangedError says that another shared vault was at a path, whose state this machine has there. Somebody may have changed the
// id, or removed it, so that all that this machine accepted, trusts and wrote would count for nothing.
type ChangedError struct{ Path string }

func (e *ChangedError) Error() string {
	return fmt.Sprintf("the vault %q is not the shared one that it was: %s says something else, or is gone", e.Path, layout.SharedVault)
}

// Hints returns what mends it.
func (e *ChangedError) Hints() []string {
	return []string{"if nobody here did that: git log -p -- " + layout.SharedVault + " shows the change, and git checkout COMMIT -- " + layout.SharedVault + " takes it back",
		"if it is another vault, in the place of that one: memoria sync --setup, or memoria init for one that is not shared"}
}

// OpenDir opens the folder of a vault. In a shared vault the names of this machine's state are diverted to its folder
// below state, a [StateDir], which is made if it is missing. It returns a *NotArrivedError if that cannot be known yet.
func OpenDir(at, state string) (*fsutil.Dir, error) {
	d, err := fsutil.OpenDir(at)
	if err != nil {
		return nil, err
	}
	if err := divert(d, state); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func divert(d *fsutil.Dir, state string) error {
	id, err := ID(d)
	if err != nil {
		return err
	}
	if id == "" {
		if all, err := fsutil.OpenDir(filepath.Join(state, vaultsFolder)); err == nil {
			defer all.Close()
			return unchanged(all, d.Path(), "")
		}
		return nil // no shared vault has ever been opened
	}
	other, err := OpenState(d.Path(), state, id)
	if err != nil {
		if errors.As(err, new(*ChangedError)) {
			return err
		}
		return fmt.Errorf("open the state of this machine: %w", err)
	}
	d.Divert(other, layout.OfMachine)
	return nil
}

// ID returns the id of a shared vault, "" if the vault is not shared.
func ID(d *fsutil.Dir) (string, error) {
	names, err := d.ReadNames(layout.Shared)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	b, err := d.ReadFile(layout.SharedVault)
	if s := ParseShared(b); err == nil && s.ID != "" {
		return s.ID, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, name := range names {
		if !fsutil.IsTemp(name) {
			return "", &NotArrivedError{d.Path()}
		}
	}
	return "", nil
}

// A Sharing is what .memoria/shared/vault holds.
type Sharing struct {
	ID      string // of the vault
	Who     string // the person who shared it, "" where it names nobody
	Machine string // the id of the machine that did, "" where it names none
}

// SharedBy returns who shared a vault, as far as it says so.
func SharedBy(d *fsutil.Dir) Sharing {
	b, err := d.ReadFile(layout.SharedVault)
	if err != nil {
		return Sharing{}
	}
	return ParseShared(b)
}

// ParseShared reads what [Sharing.Text] returned. An id of another form is none.
func ParseShared(b []byte) (s Sharing) {
	id, rest, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	if id = strings.TrimSpace(id); isHex(id, idDigits) {
		s.ID = id
	}
	for line := range strings.Lines(rest) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch {
		case key == "who" && IsPerson(value):
			s.Who = value
		case key == "machine" && isHex(value, machineDigits):
			s.Machine = value
		}
	}
	return s
}

// Text returns the content of .memoria/shared/vault.
func (s Sharing) Text() []byte {
	text := s.ID + "\n"
	if s.Who != "" {
		text += "who=" + s.Who + "\n"
	}
	if s.Machine != "" {
		text += "machine=" + s.Machine + "\n"
	}
	return []byte(text)
}

// StateFolder returns the name of the folder with the state of the vault at a path without links, below a [StateDir].
func StateFolder(id, at string) string {
	return path.Join(vaultsFolder, id+"-"+fsutil.Hash([]byte(at))[:8])
}

// OpenState opens the folder with the state of the shared vault at a path without links, and makes it if it is missing.
func OpenState(at, state, id string) (*fsutil.Dir, error) {
	if state == "" {
		return nil, errors.New("no folder for it: neither HOME nor XDG_STATE_HOME is set")
	}
	folder := StateFolder(id, at)
	d, err := fsutil.OpenDir(filepath.Join(state, filepath.FromSlash(folder)))
	if !errors.Is(err, fs.ErrNotExist) {
		return d, err
	}
	all, err := fsutil.CreateDir(filepath.Join(state, vaultsFolder), 0o700)
	if err != nil {
		return nil, err
	}
	defer all.Close()
	ctx, cancel := context.WithTimeout(context.Background(), adoptWait)
	defer cancel()
	unlock, err := all.Lock(ctx, "lock")
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := unchanged(all, at, id); err != nil {
		return nil, err
	}
	key, err := adopt(all, path.Base(folder), id, at)
	if err != nil {
		return nil, err
	}
	if err := all.MkdirAll(path.Join(key, layout.Folder), 0o700); err != nil {
		return nil, err
	}
	if _, err := all.WriteFile(path.Join(key, pathName), []byte(at+"\n"), 0o600); err != nil {
		return nil, err
	}
	return all.Sub(key)
}

// formers returns the folders in all with the state of other shared vaults that were at a path, and that this machine wrote in.
func formers(all *fsutil.Dir, at, id string) (out []string) {
	names, _ := all.ReadNames(".") // where they cannot be read, the state cannot be either
	_, hash, _ := strings.Cut(path.Base(StateFolder(id, at)), "-")
	for _, name := range names {
		of, tail, _ := strings.Cut(name, "-")
		if of == id || tail != hash {
			continue
		}
		b, err := all.ReadFile(path.Join(name, pathName))
		if _, none := all.Lstat(path.Join(name, layout.Machine)); err == nil && none == nil && strings.TrimSuffix(string(b), "\n") == at {
			out = append(out, name)
		}
	}
	return out
}

func unchanged(all *fsutil.Dir, at, id string) error {
	if len(formers(all, at, id)) > 0 {
		return &ChangedError{at}
	}
	return nil
}

// Detach has the state of other shared vaults that were at a path no longer be that of the one there now, of an id or "".
// Where one of them is opened elsewhere, it finds its state again.
func Detach(at, state, id string) error {
	all, err := fsutil.OpenDir(filepath.Join(state, vaultsFolder))
	if err != nil {
		return nil // no shared vault has ever been opened
	}
	defer all.Close()
	for _, name := range formers(all, at, id) {
		if _, err := all.WriteFile(path.Join(name, pathName), []byte("\n"), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// SharedVaults returns the shared vaults that have their state below state, a [StateDir], and are still there.
func SharedVaults(state string) (out []string) {
	eachState(state, func(_, at string, there bool) {
		if there {
			out = append(out, at)
		}
	})
	return out
}

// A LostState is the state of a shared vault that is not where it was.
type LostState struct{ Folder, Vault string } // Vault is "" where another one took its place

// LostStates returns those below state, a [StateDir]. Each holds the only copy of what was said once an agent has deleted its
// transcripts; a vault with its id that is opened takes it along.
func LostStates(state string) (out []LostState) {
	eachState(state, func(folder, at string, there bool) {
		if !there {
			out = append(out, LostState{folder, at})
		}
	})
	return out
}

// eachState calls f with the folder of the state of each shared vault, the vault's path, and whether it is there.
func eachState(state string, f func(folder, at string, there bool)) {
	all, err := fsutil.OpenDir(filepath.Join(state, vaultsFolder))
	if err != nil {
		return // none has ever been opened
	}
	defer all.Close()
	names, _ := all.ReadNames(".")
	for _, name := range names {
		id, _, _ := strings.Cut(name, "-")
		b, err := all.ReadFile(path.Join(name, pathName))
		if err != nil {
			continue
		}
		at := strings.TrimSuffix(string(b), "\n")
		f(filepath.Join(all.Path(), name), at, at != "" && holds(at, id))
	}
}

// adopt returns the folder of the vault's state in all: key, which it takes from the place that the vault was moved
// away from. Where a file system has two names for the vault, it is the folder that is known by the other.
func adopt(all *fsutil.Dir, key, id, at string) (string, error) {
	if _, err := all.Stat(key); err == nil {
		return key, nil
	}
	names, err := all.ReadNames(".")
	if err != nil {
		return "", err
	}
	for _, name := range names {
		if !strings.HasPrefix(name, id+"-") {
			continue
		}
		b, err := all.ReadFile(path.Join(name, pathName))
		if err != nil {
			continue // never finished
		}
		old := strings.TrimSuffix(string(b), "\n")
		if sameFolder(old, at) {
			return name, nil
		}
		if !holds(old, id) {
			return key, all.Rename(name, key)
		}
	}
	return key, nil
}

// holds reports whether the vault with the id is at a path.
func holds(at, id string) bool {
	d, err := fsutil.OpenDir(at)
	if err != nil {
		return false
	}
	defer d.Close()
	found, err := ID(d)
	return err != nil || found == id
}

// ZoneIn returns the time zone that the settings of a vault name, "" if they name none.
func ZoneIn(config []byte) (string, error) {
	own, _, err := parseFile(configName, config)
	return own["timezone"].text, err
}

// DailyIn returns the folder of the logs that the settings of a vault name; the default where they cannot be read.
func DailyIn(config []byte) layout.Daily {
	own, _, _ := parseFile(configName, config)
	return layout.Daily(layout.Daily(own["daily"].text).Folder())
}

// SharesIn returns the globs of the folders whose sessions the settings of a vault share; none if it shares all.
func SharesIn(config []byte) ([]string, error) {
	own, _, err := parseFile(configName, config)
	return own["projects.share"].list, err
}
