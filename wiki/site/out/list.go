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

// head is the first line of the list; behind it stands of which vault the site is, and unclean while files
// are written.
const (
	head    = "memoria site 1: the files below were written by memoria build; it replaces and removes them"
	ofVault = "; of vault "
	unclean = " (unfinished)"
)

// A list is what is known of a folder.
type list struct {
	files map[string]file
	vault string // whose site it is; "" where that is not known
	whole bool   // false where the run that wrote it did not end, so that a file may have other bytes than it says
}

// A file is what is known of a file that was written.
type file struct {
	hash string // of its bytes; "" where it was about to be written for the first time
	key  string // of what it was made from; "" where that is not known

	may []string // hashes of the bytes that a run which did not end may have given it
}

// ours reports whether a file with bytes of this hash is as it was written.
func (f *file) ours(hash string) bool { return f.hash == hash || slices.Contains(f.may, hash) }

func hashOf(body []byte) string { return fsutil.Hash(body)[:32] }

// ErrForeign says that a folder holds files and is not one that memoria filled.
var ErrForeign = errors.New("the folder holds files that memoria did not write")

// ErrOtherVault says that a folder holds the site of another vault.
var ErrOtherVault = errors.New("the folder holds the site of another vault")

// readList reads the list of a folder. A line that is damaged is passed over.
func readList(dir *fsutil.Dir) (l list, err error) {
	b, err := dir.ReadFile(ListName)
	if errors.Is(err, fs.ErrNotExist) {
		return list{whole: true}, empty(dir)
	}
	if err != nil {
		return l, fmt.Errorf("read %s: %w", ListName, err)
	}
	l.files = map[string]file{}
	first := true
	for line := range bytes.Lines(b) {
		text := strings.TrimSuffix(string(line), "\n")
		if first {
			first = false
			if !strings.HasPrefix(text, "memoria site ") {
				return list{}, fmt.Errorf("%s: %w", ListName, ErrForeign)
			}
			text, unfinished := strings.CutSuffix(text, unclean)
			l.whole = !unfinished
			_, l.vault, _ = strings.Cut(text, ofVault)
			continue
		}
		hash, rest, _ := strings.Cut(text, " ")
		key, name, ok := strings.Cut(rest, " ")
		if ok && fs.ValidPath(name) {
			l.files[name] = file{hash: plain(hash), key: plain(key)}
		}
	}
	if first {
		return list{}, fmt.Errorf("%s: %w", ListName, ErrForeign)
	}
	if !l.whole {
		err = l.addJournal(dir)
	}
	return l, err
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

// writeList writes the list of a folder.
func writeList(dir *fsutil.Dir, l list) error {
	var b bytes.Buffer
	b.WriteString(head)
	if l.vault != "" {
		b.WriteString(ofVault + l.vault)
	}
	if !l.whole {
		b.WriteString(unclean)
	}
	b.WriteByte('\n')
	for _, name := range slices.Sorted(maps.Keys(l.files)) {
		f := l.files[name]
		b.WriteString(mark(f.hash) + " " + mark(f.key) + " " + name + "\n")
	}
	if _, err := dir.WriteFile(ListName, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", ListName, err)
	}
	return nil
}
