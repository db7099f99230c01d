package wiki

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/fsutil"
)

// maxPage is the size up to which a page is read. No person writes a longer one, and reading
// one whole must not exhaust the memory.
const maxPage = 8 << 20

// load reads all pages below dir, directory by directory, two at a time for each processor.
func load(ctx context.Context, dir *fsutil.Dir, wiki string) ([]*Page, error) {
	l := &loader{dir: dir, wiki: wiki}
	l.group, l.ctx = errgroup.WithContext(ctx)
	l.group.SetLimit(2 * max(2, workers()))
	if err := l.walk("."); err != nil {
		_ = l.group.Wait()
		return nil, err
	}
	if err := l.group.Wait(); err != nil {
		return nil, err
	}
	return l.pages, ctx.Err()
}

type loader struct {
	dir   *fsutil.Dir
	wiki  string
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

// batch is how many files one task reads: enough to make the task worth its while.
const batch = 64

// walk lists name and hands its pages out in batches.
func (l *loader) walk(name string) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	entries, err := l.dir.ReadDir(name)
	if err != nil {
		return err
	}
	var files []string // names of pages in this directory
	for _, e := range entries {
		file := path.Join(name, e.Name())
		switch {
		case e.Name()[0] == '.':
		case e.Type()&fs.ModeSymlink != 0:
			l.add(&Page{Path: file, Name: stem(e.Name()), Kind: Attachment,
				findings: []Finding{{FindingSymlink, 0, "a symbolic link is not followed"}}})
		case e.IsDir():
			if err := l.walk(file); err != nil {
				return err
			}
		case !isPage(file):
			l.add(newPage(l.wiki, file, nil))
		case e.Type().IsRegular():
			files = append(files, e.Name())
		}
	}
	for len(files) > 0 {
		part := files[:min(batch, len(files))]
		files = files[len(part):]
		l.group.Go(func() error { return l.read(name, part) })
	}
	return nil
}

// read reads pages of one directory, which is opened once for all of them.
func (l *loader) read(name string, files []string) error {
	dir, err := l.dir.Sub(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	pages := make([]*Page, 0, len(files))
	for _, base := range files {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		file := path.Join(name, base)
		src, err := readBounded(dir, base)
		switch {
		case errors.Is(err, fs.ErrNotExist): // gone since it was listed
			continue
		case errors.Is(err, errTooLarge):
			p := newPage(l.wiki, file, nil)
			p.Article.readOnly = true
			p.findings = []Finding{{FindingSize, 0, err.Error()}}
			pages = append(pages, p)
			continue
		case err != nil:
			return err
		}
		pages = append(pages, newPage(l.wiki, file, src))
	}
	l.add(pages...)
	return nil
}

var errTooLarge = fmt.Errorf("the page is longer than %d bytes", maxPage)

func readBounded(dir *fsutil.Dir, file string) ([]byte, error) {
	f, err := dir.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > maxPage {
		return nil, errTooLarge
	}
	src := make([]byte, info.Size()+1) // one more byte tells the end without another read
	n, err := io.ReadFull(f, src)
	if err == nil {
		rest, err := io.ReadAll(io.LimitReader(f, maxPage)) // it grew meanwhile
		return append(src, rest...), err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil
	}
	return src[:n:n], err
}
