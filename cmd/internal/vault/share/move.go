package share

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// isCopy recognizes the names that file syncs give to copies: "a.sync-conflict-20261128-235418-APZ2LA6.json",
// "a (conflicted copy).json", "a 2.json", "a (1).json", "a-DESKTOP-4F2K.json". No name of state looks like that.
var isCopy = lazy.Regexp(`(?i:conflict)|\s|-[A-Z][A-Z0-9]+(-[A-Z0-9]+)*(\.|$)|^(\.syncthing\.|~)`)

// archived is the name of a file of the archive.
var archived = lazy.Regexp(`^[0-9a-f]{24}`)

const archiveSuffix = ".jsonl.gz"

// look finds the state that is in the vault, below a folder.
func (p *Plan) look(d *fsutil.Dir, folder string) error {
	err := fs.WalkDir(d.FS(), folder, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == folder:
		case !layout.OfMachine(name):
			if e.IsDir() {
				return fs.SkipDir
			}
		case e.IsDir():
			p.dirs = append(p.dirs, name)
		case p.foreign != nil && p.foreign(name):
		case e.Type()&fs.ModeSymlink != 0:
			if info, err := d.Stat(name); err != nil || !info.Mode().IsRegular() {
				return fmt.Errorf("%s is a link and no file: put what it leads to in its place", name)
			}
			fallthrough
		case e.Type().IsRegular():
			return p.file(name, e)
		}
		return nil
	})
	slices.Reverse(p.dirs)
	return err
}

func (p *Plan) file(name string, e fs.DirEntry) error {
	copied := isCopy().MatchString(path.Base(name)) && !strings.HasPrefix(name, layout.Archive+"/") && !strings.HasPrefix(name, layout.Site+"/")
	if copied || made(name) || fsutil.IsTemp(name) {
		p.Drops = append(p.Drops, name)
		return nil
	}
	p.Moves = append(p.Moves, name)
	info, err := e.Info()
	if err == nil {
		p.Bytes += info.Size()
	}
	return missingIsNone(err)
}

// made reports whether a file is a lock or of a cache.
func made(name string) bool {
	return strings.HasPrefix(name, layout.Cache+"/") || strings.HasPrefix(name, path.Dir(layout.LockImport)+"/")
}

// carry copies files of state to their places outside of the vault, and reads them back. If there is one already, it
// stays; with longer the longer one does: of a stretch in the archive, a copy by a file sync may hold more turns.
func carry(from, to *fsutil.Dir, names []string, longer bool) error {
	for _, name := range names {
		if err := carryFile(from, to, name, longer); err != nil {
			return err
		}
	}
	return nil
}

func carryFile(from, to *fsutil.Dir, name string, longer bool) error {
	b, err := from.ReadFile(name)
	if err != nil {
		return missingIsNone(err)
	}
	if base := path.Base(name); isCopy().MatchString(base) && archived().MatchString(base) {
		name = path.Join(path.Dir(name), base[:24]+archiveSuffix)
	}
	old, err := to.ReadFile(name)
	if err == nil && (!longer || len(old) >= len(b)) {
		return nil
	}
	if missingIsNone(err) != nil {
		return err
	}
	if _, err := to.WriteFile(name, b, 0o600); err != nil {
		return err
	}
	if back, err := to.ReadFile(name); err != nil || !bytes.Equal(back, b) {
		return fmt.Errorf("read back %s: it is not what was written, %w", to.PathOf(name), err)
	}
	return nil
}

// remove removes files, with one sync for each folder.
func remove(d *fsutil.Dir, names []string) error {
	in := map[string][]string{}
	for _, name := range names {
		in[path.Dir(name)] = append(in[path.Dir(name)], path.Base(name))
	}
	for _, dir := range slices.Sorted(maps.Keys(in)) {
		if err := missingIsNone(d.RemoveAllOf(dir, in[dir])); err != nil {
			return err
		}
	}
	return nil
}

// removeDirs removes the folders that are empty.
func removeDirs(d *fsutil.Dir, dirs []string) error {
	for _, dir := range dirs {
		names, err := d.ReadNames(dir)
		if err == nil && len(names) == 0 {
			err = d.RemoveDir(dir)
		}
		if missingIsNone(err) != nil {
			return err
		}
	}
	return nil
}

func missingIsNone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
