package lint

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A survey is a look at the names and stamps of all files, which reads none.
type survey struct {
	files     []surveyed // those a snapshot has, sorted by path
	hidden    []string   // those whose names begin with a dot, in the same folders
	tick      int64      // what the file system's clock said before
	all, logs sight      // of the whole vault and of the folder of the logs
}

type surveyed struct {
	path  string
	kind  pathKind
	stamp fsutil.Stamp // of a page
}

// A pathKind is what a snapshot makes of a file by its name and type alone.
type pathKind uint8

const (
	pagePath  pathKind = iota + 1
	otherPath          // an attachment
	linkPath           // a symbolic link
)

// A sight sums up names and stamps.
type sight struct {
	hash.Hash
	blurred bool // a file may change and look the same
}

// sum is the same as long as no file changed; "" if that cannot be told.
func (s *sight) sum() string {
	if s.blurred {
		return ""
	}
	return string(s.Sum(nil))
}

func (l *Linter) survey(ctx context.Context) (*survey, error) {
	s := &survey{all: sight{Hash: sha256.New()}, logs: sight{Hash: sha256.New()}}
	s.tick, _ = l.Dir.Tick(wiki.TickName)
	s.tick += l.ahead
	if err := s.walk(ctx, l.Dir, "."); err != nil {
		return nil, err
	}
	slices.SortFunc(s.files, func(a, b surveyed) int { return cmp.Compare(a.path, b.path) })
	return s, nil
}

func kindOfPath(name string, typ fs.FileMode) pathKind {
	switch {
	case typ&fs.ModeSymlink != 0:
		return linkPath
	case typ.IsDir():
		return 0
	case path.Ext(name) != ".md":
		return otherPath
	case typ.IsRegular():
		return pagePath
	}
	return 0
}

// logFolder is where the logs lie.
const logFolder = "daily"

func (s *survey) walk(ctx context.Context, dir *fsutil.Dir, folder string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	list, err := dir.Stamps(folder, func(name string, typ fs.FileMode) bool {
		return name[0] != '.' && kindOfPath(name, typ) == pagePath
	})
	if err != nil {
		return err
	}
	s.files = slices.Grow(s.files, len(list))
	text := make([]byte, 0, 96*len(list))
	blurred := false
	for _, f := range list {
		name := f.Name
		if folder != "." {
			name = folder + "/" + name
		}
		kind := kindOfPath(f.Name, f.Type)
		switch {
		case f.Name[0] == '.':
			s.hidden = append(s.hidden, name)
			blurred = blurred || fsutil.IsTemp(f.Name) // its age counts
		case f.Type.IsDir():
		case kind != 0:
			s.files = append(s.files, surveyed{name, kind, f.Stamp})
			// A log may be a link to one that is elsewhere, and so may the folder of the logs.
			blurred = blurred || kind == pagePath && !f.Stamp.Settled(s.tick) ||
				kind == linkPath && (name == logFolder || folder == logFolder)
		}
		text = appendSeen(text, f)
	}
	s.see(folder, text, blurred)
	for _, f := range list {
		if f.Name[0] != '.' && f.Type.IsDir() {
			if err := s.walk(ctx, dir, path.Join(folder, f.Name)); err != nil {
				return err
			}
		}
	}
	return nil
}

func appendSeen(b []byte, f fsutil.Stamped) []byte {
	b = append(append(b, f.Name...), 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(f.Type))
	for _, n := range [...]uint64{uint64(f.Stamp.Size), uint64(f.Stamp.ModTime), uint64(f.Stamp.Change), f.Stamp.Inode} {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return b
}

// see takes what was seen of a folder into the sights it belongs to.
func (s *survey) see(folder string, text []byte, blurred bool) {
	head := append(binary.AppendUvarint([]byte(folder), uint64(len(text))), 0)
	sights := []*sight{&s.all, &s.logs}
	if folder != "." && folder != logFolder && !strings.HasPrefix(folder, logFolder+"/") {
		sights = sights[:1]
	}
	for _, to := range sights {
		to.Write(head)
		to.Write(text)
		to.blurred = to.blurred || blurred
	}
}
