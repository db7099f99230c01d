package wiki

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/frontmatter"
)

// maxPage is the maximum size in bytes of a page that is read. No person writes a longer one, and reading
// one must not exhaust the memory.
const maxPage = 8 << 20

// batch is how many files one task reads: enough to outweigh the cost of a task.
const batch = 64

// load makes the pages of all files that were found, and reads those that are pages.
func (s Store) load(ctx context.Context, found *scanner) ([]*Page, error) {
	var pages []*Page
	for _, file := range found.links {
		p := namedPage(file)
		p.findings = []frontmatter.Fault{{Kind: FaultSymlink, Text: "a symbolic link is not followed"}}
		pages = append(pages, p)
	}
	for _, file := range found.others {
		pages = append(pages, namedPage(file))
	}
	g, within := errgroup.WithContext(ctx)
	g.SetLimit(2 * max(2, workers()))
	var mu sync.Mutex
	for _, f := range found.folders {
		for part := range slices.Chunk(f.pages, batch) {
			g.Go(func() error {
				read, err := s.readPages(within, f.path, part)
				mu.Lock()
				defer mu.Unlock()
				pages = append(pages, read...)
				return err
			})
		}
	}
	err := g.Wait()
	return pages, cmp.Or(ctx.Err(), err)
}

// readPages reads pages of one folder, which is opened once for all of them.
func (s Store) readPages(ctx context.Context, folder string, list []fsutil.Stamped) (pages []*Page, err error) {
	dir, err := s.Dir.Folder(folder)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	for _, f := range list {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		base := f.Name
		file := path.Join(folder, base)
		if p, ok := s.Seen.Get(file, f.Stamp); ok {
			pages = append(pages, p)
			continue
		}
		src, stamp, err := dir.Read(base, maxPage)
		switch {
		case errors.Is(err, fs.ErrNotExist): // gone since it was listed
		case errors.Is(err, fsutil.ErrLong):
			p := s.page(file, nil)
			p.Article.readOnly = true
			p.findings = []frontmatter.Fault{{Kind: FaultSize, Text: fmt.Sprintf("the page is longer than %d bytes", maxPage)}}
			pages = append(pages, p)
		case err != nil:
			return nil, err
		default:
			p := s.page(file, bytes.Clone(src))
			p.Stamp = stamp
			s.Seen.Put(file, stamp, p)
			pages = append(pages, p)
		}
	}
	return pages, nil
}
