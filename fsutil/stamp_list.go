//go:build !linux

package fsutil

import (
	"io/fs"
	"os"
)

// stamps lists an open directory. An entry that is gone meanwhile, or cannot be looked at, stays without
// a stamp.
func stamps(dir *os.File, wanted func(string, fs.FileMode) bool) ([]Stamped, error) {
	list, err := dir.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	out := make([]Stamped, len(list))
	for i, e := range list {
		out[i] = Stamped{Name: e.Name(), Type: e.Type()}
		if !wanted(e.Name(), e.Type()) {
			continue
		}
		if info, err := e.Info(); err == nil {
			out[i].Stamp = stampOf(info)
		}
	}
	return out, nil
}
