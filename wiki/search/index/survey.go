package index

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/seen"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// A survey is the list of files and the time when it was made.
type survey struct {
	files []file
	tick  int64
}

func (s *Store) survey(ctx context.Context) (*survey, error) {
	v := &survey{}
	look := s.Look
	if look == nil {
		look = &seen.Look{Dir: s.Dir}
		if s.Cache != nil {
			look.Tick, _ = s.Cache.Tick(s.Name + tick)
		}
	}
	v.tick = look.Tick
	err := s.walk(ctx, look, ".", &v.files)
	sorting.By(v.files, func(a, b file) int { return strings.Compare(a.path, b.path) })
	return v, err
}

func (s *Store) walk(ctx context.Context, look *seen.Look, folder string, to *[]file) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	list, err := look.Stamps(folder)
	if err != nil {
		if folder != "." && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)) {
			return nil // just removed, or not a page
		}
		return err
	}
	*to = slices.Grow(*to, len(list))
	for _, f := range list {
		name := strings.TrimPrefix(folder+"/"+f.Name, "./")
		switch {
		case f.Name[0] == '.':
		case f.Type.IsDir():
			if err := s.walk(ctx, look, name, to); err != nil {
				return err
			}
		case seen.IsMarkdown(f.Name, f.Type) && !s.code(name):
			*to = append(*to, file{path: name, stamp: f.Stamp})
		}
	}
	return nil
}

// code reports whether a page is generated from others, so that it is no good first hit.
func (s *Store) code(name string) bool {
	return s.Wiki != "" && wiki.CodePath(s.Wiki, name)
}
