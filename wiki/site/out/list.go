package out

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// ListName is the file that lists the files in a folder that memoria wrote.
const ListName = ".memoria-site"

// head is the first line of the list, and of the journal; the vault of the site follows it.
const (
	head    = "memoria site 1: the files below were written by memoria build; it replaces and removes them"
	ofVault = "; of vault "
)

func headOf(vault string) string {
	if vault == "" {
		return head + "\n"
	}
	return head + ofVault + vault + "\n"
}

// A list is what is known of a folder.
type list struct {
	files map[string]file
	vault string // the vault of the site; "" if unknown
	whole bool   // false after a run that was killed, so that a file may have other bytes than listed
}

// A file is what is known of a file that was written.
type file struct {
	hash string // of its bytes; "" if it was about to be written for the first time
	key  string // of its sources; "" if unknown

	may []string // hashes of the bytes that a run which did not end may have given it
}

// ours reports whether a file with bytes of this hash is as it was written.
func (f *file) ours(hash string) bool { return f.hash == hash || slices.Contains(f.may, hash) }

func hashOf(body []byte) string { return fsutil.Hash(body)[:32] }

// ErrForeign says that a folder holds files but no site of memoria.
var ErrForeign = errors.New("the folder holds files that memoria did not write")

// ErrOtherVault says that a folder holds the site of another vault.
var ErrOtherVault = errors.New("the folder holds the site of another vault")

// readList reads the list of a folder, and the journal of a run that was killed.
func readList(dir *fsutil.Dir) (list, error) {
	l := list{files: map[string]file{}}
	listed, err := l.take(dir, ListName, l.addLine)
	if err != nil {
		return list{}, err
	}
	begun, err := l.take(dir, journalName, l.addNote)
	if err != nil {
		return list{}, err
	}
	if l.whole = !begun; !listed && !begun {
		return l, empty(dir)
	}
	return l, nil
}

// take reads the lines below the head of a file; found is false if there is no such file.
func (l *list) take(dir *fsutil.Dir, name string, add func(line string)) (found bool, err error) {
	b, err := dir.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read %s: %w", name, err)
	}
	first, rest, _ := strings.Cut(string(b), "\n")
	if !strings.HasPrefix(first, "memoria site ") {
		return false, fmt.Errorf("%s: %w", name, ErrForeign)
	}
	_, l.vault, _ = strings.Cut(first, ofVault)
	for line := range strings.SplitSeq(strings.TrimSuffix(rest, "\n"), "\n") {
		add(line)
	}
	return true, nil
}

// addLine reads a line of the list. A damaged line is skipped.
func (l *list) addLine(line string) {
	hash, rest, _ := strings.Cut(line, " ")
	key, name, ok := strings.Cut(rest, " ")
	if ok && fs.ValidPath(name) {
		l.files[name] = file{hash: plain(hash), key: plain(key)}
	}
}

func plain(s string) string { return strings.TrimPrefix(s, "-") }

func mark(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// empty returns an error unless a folder holds only names that begin with a dot.
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

// writeList writes the list of a folder with these files, in their order.
func writeList(dir *fsutil.Dir, vault string, names []string, files map[string]file) error {
	var b bytes.Buffer
	b.Grow(128 * len(names))
	b.WriteString(headOf(vault))
	for _, name := range names {
		f := files[name]
		for _, s := range [...]string{mark(f.hash), " ", mark(f.key), " ", name, "\n"} {
			b.WriteString(s)
		}
	}
	if _, err := dir.WriteFile(ListName, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", ListName, err)
	}
	return nil
}
