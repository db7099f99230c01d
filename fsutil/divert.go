package fsutil

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

var errApart = errors.New("the two names lie in different directories")

// Divert makes the names that away reports lie in another directory, under the same names; what is below such
// a name must be one, too. What d itself has under these names is not seen any more. Lists of a directory show both
// sides. A rename from one side to the other is refused. d closes other. Divert must be called before several
// goroutines use d.
func (d *Dir) Divert(other *Dir, away func(name string) bool) {
	d.other, d.away = other, away
	if d.before != nil {
		other.before, other.prefix = d.before, d.prefix
	}
}

// PathOf returns the absolute path of a name, in the system's own form.
func (d *Dir) PathOf(name string) string {
	return filepath.Join(d.of(name).path, filepath.FromSlash(name))
}

// of returns the directory that a name lies in.
func (d *Dir) of(name string) *Dir {
	if d.other != nil && d.away(name) {
		return d.other
	}
	return d
}

// divertSub diverts s, the directory name of d, as d is. If that fails, s is closed.
func (d *Dir) divertSub(s *Dir, name string) error {
	if d.other == nil {
		return nil
	}
	other, err := d.other.Sub(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // away reports no name below it, or nothing is there
	}
	if err != nil {
		s.Close()
		return err
	}
	s.other, s.away = other, func(n string) bool { return d.away(path.Join(name, n)) }
	return nil
}

// list reads a directory on both sides.
func list[T any](d *Dir, name string, read func(*os.File) ([]T, error), called func(T) string) ([]T, error) {
	f, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out, err := read(f)
	if d.of(name) != d || d.other == nil || err != nil {
		return out, outside(err)
	}
	there, err := list(d.other, name, read, called)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	both := out[:0:0]
	for _, e := range out {
		if !d.away(path.Join(name, called(e))) {
			both = append(both, e)
		}
	}
	for _, e := range there {
		if d.away(path.Join(name, called(e))) {
			both = append(both, e)
		}
	}
	return both, nil
}
