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

// head is the first line of the list.
const head = "memoria site 1: the files below were written by memoria build; it replaces and removes them"

// A file is what is known of a file that was written.
type file struct {
	hash string // of its bytes; "" while it is being written
	key  string // of what it was made from; "" where that is not known
}

// ErrForeign says that a folder holds files and is not one that memoria filled.
var ErrForeign = errors.New("the folder holds files that memoria did not write")

// readList reads the list of a folder. A list that is damaged counts as one of files whose bytes are not
// known.
func readList(dir *fsutil.Dir) (map[string]file, error) {
	b, err := dir.ReadFile(ListName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, empty(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", ListName, err)
	}
	list := map[string]file{}
	first := true
	for line := range bytes.Lines(b) {
		text := strings.TrimSuffix(string(line), "\n")
		if first {
			first = false
			if !strings.HasPrefix(text, "memoria site ") {
				return nil, fmt.Errorf("%s: %w", ListName, ErrForeign)
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
		return nil, fmt.Errorf("%s: %w", ListName, ErrForeign)
	}
	return list, nil
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

func writeList(dir *fsutil.Dir, list map[string]file) error {
	var b bytes.Buffer
	b.WriteString(head + "\n")
	for _, name := range slices.Sorted(maps.Keys(list)) {
		f := list[name]
		b.WriteString(mark(f.hash) + " " + mark(f.key) + " " + name + "\n")
	}
	if _, err := dir.WriteFile(ListName, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", ListName, err)
	}
	return nil
}
