package out

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// ListName is the file that says which files of a folder are ours.
const ListName = ".memoria-site"

// head is the first line of the list; behind it stands unclean while files are written.
const (
	head    = "memoria site 1: the files below were written by memoria build; it replaces and removes them"
	unclean = " (unfinished)"
)

// A file is what is known of a file that was written.
type file struct {
	hash string // of its bytes; "" while it is being written
	key  string // of what it was made from; "" where that is not known
}

// ErrForeign says that a folder holds files and is not one that memoria filled.
var ErrForeign = errors.New("the folder holds files that memoria did not write")

// readList reads the list of a folder; whole is false where the run that wrote it did not end, so that a file
// may have other bytes than the list says. A line that is damaged is passed over.
func readList(dir *fsutil.Dir) (list map[string]file, whole bool, err error) {
	b, err := dir.ReadFile(ListName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, empty(dir)
	}
	if err != nil {
		return nil, false, fmt.Errorf("read %s: %w", ListName, err)
	}
	list = map[string]file{}
	first := true
	for line := range bytes.Lines(b) {
		text := strings.TrimSuffix(string(line), "\n")
		if first {
			first = false
			whole = !strings.HasSuffix(text, unclean)
			if !strings.HasPrefix(text, "memoria site ") {
				return nil, false, fmt.Errorf("%s: %w", ListName, ErrForeign)
			}
			continue
		}
		hash, rest, _ := strings.Cut(text, " ")
		key, name, ok := strings.Cut(rest, " ")
		if ok && fs.ValidPath(name) {
			list[name] = file{plain(hash), plain(key)}
		}
	}
	if first {
		return nil, false, fmt.Errorf("%s: %w", ListName, ErrForeign)
	}
	return list, whole, nil
}

func plain(s string) string { return strings.TrimPrefix(s, "-") }

func mark(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// empty reports whether a folder may be filled: nothing lies in it but what begins with a dot.
func empty(dir *fsutil.Dir) error {
	names, err := dir.ReadNames(".")
	if err != nil {
		return fmt.Errorf("look into %s: %w", dir.Path(), err)
	}
	for _, n := range names {
		if !strings.HasPrefix(n, ".") {
			return fmt.Errorf("%s: %w (%s)", dir.Path(), ErrForeign, n)
		}
	}
	return nil
}

// writeList writes the list of a folder. suffix is unclean, or "" when all is as the list says.
func writeList(dir *fsutil.Dir, list map[string]file, suffix string) error {
	var b bytes.Buffer
	b.WriteString(head + suffix + "\n")
	for _, name := range slices.Sorted(maps.Keys(list)) {
		f := list[name]
		b.WriteString(mark(f.hash) + " " + mark(f.key) + " " + name + "\n")
	}
	if _, err := dir.WriteFile(ListName, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", ListName, err)
	}
	return nil
}
