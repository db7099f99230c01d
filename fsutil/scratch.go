package fsutil

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"time"
)

// scratchLeft is the age after which the process that made a scratch directory is certainly gone.
const scratchLeft = time.Hour

// Scratch creates an empty directory of mode 0700 in the directory under, for temporary
// data; remove deletes it with its contents. Directories that a killed process left
// there more than an hour before now are deleted first.
func (d *Dir) Scratch(under string, now time.Time) (s *Dir, remove func() error, err error) {
	const prefix = tempPrefix + "scratch-"
	if old, err := d.ReadDir(under); err == nil {
		for _, e := range old {
			info, err := e.Info()
			if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), prefix) && now.Sub(info.ModTime()) > scratchLeft && d.about(OpRmdir, path.Join(under, e.Name())) == nil {
				d.of(path.Join(under, e.Name())).root.RemoveAll(path.Join(under, e.Name()))
			}
		}
	}
	name := path.Join(under, fmt.Sprintf("%s%016x", prefix, rand.Uint64()))
	d = d.of(name)
	if err := d.mkdir(name, 0o700); err != nil {
		return nil, nil, fmt.Errorf("make a scratch directory in %q: %w", under, outside(err))
	}
	remove = func() error {
		if err := d.about(OpRmdir, name); err != nil {
			return err
		}
		return outside(d.root.RemoveAll(name))
	}
	if s, err = d.Sub(name); err != nil {
		remove()
		return nil, nil, err
	}
	return s, remove, nil
}
