package fsutil

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"
)

const (
	tempPrefix = ".memoria-"
	tempSuffix = ".tmp"
	tempDigits = 16
)

// IsTemp tells whether the last element of a name is one that WriteFile gives to its temporary
// files. Watchers and listings pass over these.
func IsTemp(name string) bool {
	name, ok := strings.CutPrefix(path.Base(name), tempPrefix)
	if !ok {
		return false
	}
	digits, ok := strings.CutSuffix(name, tempSuffix)
	return ok && len(digits) == tempDigits && strings.Trim(digits, "0123456789abcdef") == ""
}

// CleanTempOf removes the temporary files of one directory, however old they are, but not those below
// it: for whoever holds the lock under which alone files are written there. It returns how many it
// removed.
func (d *Dir) CleanTempOf(dir string) (removed int, err error) {
	entries, err := d.ReadDir(dir)
	if err != nil {
		return 0, fmt.Errorf("clean %q: %w", dir, err)
	}
	var left []string
	for _, e := range entries {
		if e.Type().IsRegular() && IsTemp(e.Name()) {
			left = append(left, e.Name())
		}
	}
	if err := d.RemoveAllOf(dir, left); err != nil {
		return 0, fmt.Errorf("clean %q: %w", dir, err)
	}
	return len(left), nil
}

// CleanTemp removes temporary files that a killed process left anywhere under d and that were last
// written more than olderThan before now. It returns how many it removed; it goes on after an error
// and returns the first.
func (d *Dir) CleanTemp(olderThan time.Duration, now time.Time) (removed int, err error) {
	var first error
	note := func(err error) {
		if first == nil && !errors.Is(err, fs.ErrNotExist) {
			first = err
		}
	}
	fs.WalkDir(d.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			note(err)
			return nil
		}
		if !e.Type().IsRegular() || !IsTemp(name) {
			return nil
		}
		info, err := e.Info()
		if err != nil {
			note(err)
			return nil
		}
		if now.Sub(info.ModTime()) <= olderThan {
			return nil
		}
		if err := d.about(OpRemove, name); err != nil {
			note(err)
			return nil
		}
		if err := d.root.Remove(name); err != nil {
			note(err)
			return nil
		}
		removed++
		return nil
	})
	return removed, first
}
