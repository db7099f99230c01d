package wiki

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/fsutil"
)

// maxPage is the size in bytes up to which a page is read. No person writes a longer one, and reading
// one whole must not exhaust the memory.
const maxPage = 8 << 20

// load reads all pages, two batches at a time for each processor.
func load(ctx context.Context, s Store) (*loader, error) {
	l := &loader{dir: s.Dir, wiki: s.Folder()}
	l.scanner = &scanner{dir: s.Dir, tick: s.Tick, file: l.look, done: l.flush}
	l.group, l.ctx = errgroup.WithContext(ctx)
	l.group.SetLimit(2 * max(2, workers()))
	err := l.scanner.walk(l.ctx, ".")
	if rerr := l.group.Wait(); rerr != nil && ctx.Err() == nil {
		err = rerr // it is what ended the walk
	}
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return nil, err
	}
	return l, nil
}

type loader struct {
	dir     *fsutil.Dir
	wiki    string
	scanner *scanner
	todo    []string // pages of the folder at hand that have to be read, by name

	ctx   context.Context
	group *errgroup.Group

	mu    sync.Mutex
	pages []*Page
}

func (l *loader) add(pages ...*Page) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pages = append(l.pages, pages...)
}

// look takes a file as it is known, or notes it to be read.
func (l *loader) look(name string, f fsutil.Stamped) error {
	switch {
	case f.Type&fs.ModeSymlink != 0:
		p := namedPage(name)
		p.findings = []Finding{{FindingSymlink, 0, "a symbolic link is not followed"}}
		l.add(p)
	case !isPage(name):
		l.add(newPage(l.wiki, name, nil))
	case f.Type.IsRegular():
		l.todo = append(l.todo, f.Name)
	}
	return nil
}

// batch is how many files one task reads: enough to make the task worth its while.
const batch = 64

// flush has the pages of a folder read in batches.
func (l *loader) flush(folder string) error {
	files := l.todo
	l.todo = nil
	for len(files) > 0 {
		part := files[:min(batch, len(files))]
		files = files[len(part):]
		l.group.Go(func() error { return l.read(folder, part) })
	}
	return nil
}

// read reads pages of one directory, which is opened once for all of them.
func (l *loader) read(folder string, files []string) error {
	dir, err := l.dir.Folder(folder)
	if err != nil {
		return err
	}
	defer dir.Close()
	pages := make([]*Page, 0, len(files))
	for _, base := range files {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		file := path.Join(folder, base)
		src, _, err := dir.Read(base, maxPage)
		switch {
		case errors.Is(err, fs.ErrNotExist): // gone since it was listed
			continue
		case errors.Is(err, fsutil.ErrLong):
			p := newPage(l.wiki, file, nil)
			p.Article.readOnly = true
			p.findings = []Finding{{FindingSize, 0, fmt.Sprintf("the page is longer than %d bytes", maxPage)}}
			pages = append(pages, p)
			continue
		case err != nil:
			return err
		}
		pages = append(pages, newPage(l.wiki, file, bytes.Clone(src)))
	}
	l.add(pages...)
	return nil
}
