package out

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
)

// A TakenError says that something else is in the place of one of the site's files.
type TakenError struct {
	Path string
	Kind string // what it is; "" for a file that memoria did not write
}

func (e *TakenError) Error() string {
	if e.Kind != "" {
		return e.Path + ": there is a " + e.Kind + " in place of the file that memoria wrote"
	}
	return e.Path + ": a file lies there that memoria did not write"
}

// PreviewDir holds files that are made of pages alone, and of nothing that two vaults share.
const PreviewDir = "site/previews"

// akin reports whether a tenth of the previews in a folder are those of the site: then it is a site of the same vault,
// which was moved, or of a copy. Other files may be the same in any site.
func (w *writer) akin() bool {
	same, all := 0, 0
	for name, f := range w.was {
		if path.Dir(name) != PreviewDir {
			continue
		}
		all++
		if f.key != "" && f.key == w.src.Key(name) {
			same++
		}
	}
	return same*10 >= all
}

// look lists the files in the folders of the site, and refuses to replace those of others.
func (w *writer) look(paths []string) error {
	dirs := map[string]bool{}
	for _, p := range paths {
		dirs[path.Dir(p)] = true
	}
	for p := range w.was {
		dirs[path.Dir(p)] = true
	}
	for d := range dirs {
		at := d + "/"
		if d == "." {
			at = ""
		}
		list, err := w.dir.Stamps(d, func(string, fs.FileMode) bool { return false })
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			return fmt.Errorf("look into %s: %w", d, err)
		}
		for _, e := range list {
			if fsutil.IsTemp(e.Name) {
				w.torn = append(w.torn, d)
				continue
			}
			w.have[at+e.Name] = e.Type
		}
	}
	for _, p := range paths {
		typ, there := w.have[p]
		switch _, ours := w.was[p]; {
		case !there:
		case ours && !typ.IsRegular():
			return &TakenError{p, kindOf(typ)}
		case !ours && path.Base(p)[0] != '.':
			return &TakenError{p, ""}
		}
	}
	return nil
}

// clean removes temporary files of builds that were killed.
func (w *writer) clean() error {
	for _, d := range slices.Compact(w.torn) {
		if _, err := w.dir.CleanTempOf(d); err != nil {
			return err
		}
	}
	return nil
}

// kindOf describes something that is not a file.
func kindOf(typ fs.FileMode) string {
	switch {
	case typ.IsDir():
		return "folder"
	case typ&fs.ModeSymlink != 0:
		return "link"
	case typ&fs.ModeNamedPipe != 0:
		return "pipe"
	}
	return "device"
}
