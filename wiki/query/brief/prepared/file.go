package prepared

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// The files lie in the folder of the vault's caches, under names with this prefix.
const (
	Folder = layout.Cache
	Prefix = "brief-"
)

// version identifies the format of a file. It also changes when the same notes would give another brief.
const version = "brief/5"

// Name returns the file of a project's brief.
func Name(project string) string { return Folder + "/" + Prefix + fsutil.Hash([]byte(project))[:24] }

// Write stores a brief, even one without notes, which says that nothing is known. It reports
// whether bytes changed.
func Write(dir *fsutil.Dir, b *Brief) (changed bool, err error) {
	return dir.WriteFileNoSync(Name(b.Project), b.encode(), 0o600)
}

// A Freshness says how far a brief is up to date.
type Freshness uint8

const (
	Missing Freshness = iota // the file is missing or damaged
	Stale                    // something was added since; its notes are still true
	Fresh
)

// Read returns the brief of a project without the notes whose files have changed since.
func Read(dir *fsutil.Dir, project string) (*Brief, Freshness) {
	data, err := dir.ReadFile(Name(project))
	if err != nil {
		return nil, Missing
	}
	b := decode(data)
	if b == nil || b.Project != project {
		return nil, Missing
	}
	fresh := Fresh
	for _, s := range b.Stamps {
		if StampOf(dir, s.Path) != s {
			fresh = Stale
		}
	}
	seen, logs := map[string]bool{}, changed{dir, map[string][]byte{}}
	kept := b.Items[:0]
	for _, it := range b.Items {
		same, known := seen[it.Path]
		if !known {
			same = b.has(StampOf(dir, it.Path))
			seen[it.Path] = same
		}
		if same {
			kept = append(kept, it)
			continue
		}
		fresh = Stale
		if logs.holds(it) {
			kept = append(kept, it)
		}
	}
	b.Items = kept
	return b, fresh
}

// has reports whether notes were taken from this version of a file.
func (b *Brief) has(s Stamp) bool {
	i, ok := slices.BinarySearchFunc(b.Files, s.Path, func(f Stamp, path string) int { return strings.Compare(f.Path, path) })
	return ok && b.Files[i] == s
}

// changed reads the logs that were added to since, each once.
type changed struct {
	dir  *fsutil.Dir
	text map[string][]byte
}

// holds reports whether a changed log still has the line that a note comes from: a log grows all
// day, and most of its lines stay.
func (c changed) holds(it Item) bool {
	day, block, ok := strings.Cut(it.ID, "^")
	if !ok || path.Base(it.Path) != day+".md" {
		return false
	}
	text, known := c.text[it.Path]
	if !known {
		text, _ = c.dir.ReadFile(it.Path)
		c.text[it.Path] = text
	}
	at := bytes.Index(text, []byte(" ^"+block+"\n"))
	if at < 0 {
		at = bytes.Index(text, []byte(" ^"+block+"\r\n"))
	}
	return at >= 0 && bytes.Contains(text[bytes.LastIndexByte(text[:at], '\n')+1:at], []byte(it.Probe))
}

// StampOf returns the current stamp of a file of the vault.
func StampOf(dir *fsutil.Dir, path string) Stamp {
	info, err := dir.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Stamp{Path: path, Size: -1}
	case err != nil:
		return Stamp{Path: path, Size: -2}
	case info.IsDir(): // its size is the file system's affair
		return Stamp{Path: path, ModTime: info.ModTime().UnixNano()}
	}
	return Stamp{path, info.Size(), info.ModTime().UnixNano()}
}

// texts returns the texts of a note in the order of the file.
func (it *Item) texts() []*string {
	return []*string{&it.Kind, &it.ID, &it.Session, &it.Branch, &it.Text, &it.Why, &it.Path, &it.Probe}
}

// itemRoom is how many bytes most notes take.
const itemRoom = 400

func (b *Brief) encode() []byte {
	w := pack.New(version)
	w.Grow(len(b.Items) * itemRoom)
	w.String(b.Project)
	w.Bool(b.Small)
	for _, list := range [][]Stamp{b.Stamps, b.Files} {
		w.Len(len(list))
		for _, s := range list {
			w.String(s.Path)
			w.Int(s.Size)
			w.Int(s.ModTime)
		}
	}
	w.Int(int64(b.More))
	w.Len(len(b.Items))
	for i := range b.Items {
		it := &b.Items[i]
		for _, s := range it.texts() {
			w.String(*s)
		}
		w.Strings(it.Cites)
		for _, n := range []int64{int64(it.Section), int64(it.Rank), it.At} {
			w.Int(n)
		}
	}
	return w.Bytes()
}

// decode returns nil if the data is not a complete file of this version.
func decode(data []byte) *Brief {
	r := pack.Open(data, version)
	if r == nil {
		return nil
	}
	b := &Brief{Project: r.String(), Small: r.Bool()}
	for _, list := range []*[]Stamp{&b.Stamps, &b.Files} {
		for range r.Len() {
			*list = append(*list, Stamp{r.String(), r.Int(), r.Int()})
		}
	}
	b.More = int(r.Int())
	for range r.Len() {
		var it Item
		for _, s := range it.texts() {
			*s = r.String()
		}
		it.Cites = r.Strings()
		it.Section, it.Rank, it.At = Section(r.Int()), int(r.Int()), r.Int()
		b.Items = append(b.Items, it)
	}
	if !r.Done() || slices.ContainsFunc(b.Items, func(it Item) bool { return it.Section > Pages }) {
		return nil
	}
	return b
}

// ProjectOf returns the project of a brief's file, "" if the file is none.
func ProjectOf(dir *fsutil.Dir, file string) string {
	f, err := dir.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, headMost))
	if err != nil {
		return ""
	}
	if r := pack.Head(data, version); r != nil {
		if project := r.String(); Name(project) == file {
			return project
		}
	}
	return ""
}

// headMost is how many bytes the name of a project takes at most.
const headMost = 4 << 10
