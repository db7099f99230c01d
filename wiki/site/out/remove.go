package out

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
)

// removeRest removes files of an earlier site that are no longer part of it.
func (w *writer) removeRest(paths []string) error {
	is := make(map[string]bool, len(paths))
	for _, p := range paths {
		is[p] = true
	}
	w.gone = map[string]bool{}
	for name, f := range w.was {
		if is[name] {
			continue
		}
		if typ, there := w.have[name]; there && !typ.IsRegular() {
			w.rep.Kept = append(w.rep.Kept, name)
			w.gone[name] = true
			continue
		}
		body, err := w.dir.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fmt.Errorf("remove %s: %w", name, err)
		case !f.ours(hashOf(body)):
			w.rep.Kept = append(w.rep.Kept, name)
		default:
			w.rep.Removed = append(w.rep.Removed, name)
			if w.o.Dry {
				continue
			}
			if err := w.begin(); err != nil {
				return err
			}
			if err := w.dir.Remove(name); err != nil {
				return fmt.Errorf("remove %s: %w", name, err)
			}
		}
		w.gone[name] = true
	}
	if !w.o.Dry {
		w.removeFolders()
	}
	return nil
}

// removeFolders removes the folders that files were removed from and that are empty.
func (w *writer) removeFolders() {
	for _, name := range w.rep.Removed {
		for d := path.Dir(name); d != "."; d = path.Dir(d) {
			if names, err := w.dir.ReadNames(d); err != nil || len(names) > 0 || w.dir.RemoveDir(d) != nil {
				break
			}
		}
	}
}
