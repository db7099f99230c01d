package lint

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A survey is a look at the names and stamps of all files, which reads none.
type survey struct {
	files  []surveyed // those a snapshot has, sorted by path
	hidden []string   // those whose names begin with a dot, in the same folders
	tick   int64      // what the file system's clock said before
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

func (l *Linter) survey(ctx context.Context) (*survey, error) {
	s := &survey{}
	s.tick, _ = l.Dir.Tick(wiki.TickName)
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
	for _, f := range list {
		name := f.Name
		if folder != "." {
			name = folder + "/" + name
		}
		kind := kindOfPath(f.Name, f.Type)
		switch {
		case f.Name[0] == '.':
			s.hidden = append(s.hidden, name)
		case f.Type.IsDir():
			if err := s.walk(ctx, dir, name); err != nil {
				return err
			}
		case kind != 0:
			s.files = append(s.files, surveyed{name, kind, f.Stamp})
		}
	}
	return nil
}
