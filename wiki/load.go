package wiki

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"path"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/fsutil"
)

// load looks at all pages and reads those of which the cache does not know what they say, two at a
// time for each processor.
func load(ctx context.Context, s Store) (*loader, error) {
	l := &loader{dir: s.Dir, wiki: s.Folder(), tick: s.Tick, whole: s.Whole, shelf: &shelf{dir: s.Dir}}
	if !s.Whole {
		l.was = readCache(s.Dir)
	}
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
	l.save()
	return l, nil
}

type loader struct {
	dir     *fsutil.Dir
	wiki    string
	whole   bool  // the text of all pages is kept
	tick    int64 // before the first file was looked at; 0 if the cache is left as it is
	was     map[string]*record
	scanner *scanner
	shelf   *shelf
	todo    []string // pages of the folder at hand that have to be read, by name

	ctx   context.Context
	group *errgroup.Group

	mu    sync.Mutex
	pages []*Page
	now   map[string]*record // of pages that were read
	kept  map[string]*record // of those that were not
}

func (l *loader) fingerprint() string { return l.scanner.fingerprint() }

func (l *loader) add(pages ...*Page) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pages = append(l.pages, pages...)
}

// look takes a file as it is known, or has it read.
func (l *loader) look(name string, f fsutil.Stamped) error {
	switch {
	case f.Type&fs.ModeSymlink != 0:
		p := namedPage(name)
		p.Kind = Attachment
		p.findings = []Finding{{FindingSymlink, 0, "a symbolic link is not followed"}}
		l.add(p)
	case !isPage(name):
		l.add(newPage(l.wiki, name, nil))
	case f.Type.IsRegular():
		if was := l.was[name]; was != nil && was.settled && was.stamp == f.Stamp {
			if l.kept == nil {
				l.kept = make(map[string]*record, len(l.was))
			}
			l.kept[name] = was
			l.add(was.page(l.wiki, name, l.shelf))
			return nil
		}
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
	records := map[string]*record{}
	for _, base := range files {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		file := path.Join(folder, base)
		src, stamp, err := dir.Read(base, maxPage)
		switch {
		case errors.Is(err, fs.ErrNotExist): // gone since it was listed
			continue
		case errors.Is(err, fsutil.ErrLong):
			p := newPage(l.wiki, file, nil)
			p.Article.readOnly = true
			p.findings = []Finding{{FindingSize, 0, errTooLarge.Error()}}
			pages = append(pages, p)
			continue
		case err != nil:
			return err
		}
		p, r := l.page(file, src, stamp)
		if pages = append(pages, p); r != nil {
			records[file] = r
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pages = append(l.pages, pages...)
	for file, r := range records {
		if l.now == nil {
			l.now = map[string]*record{}
		}
		l.now[file] = r
	}
	return nil
}

// page makes a page of what was read, which the next page is read over. If the cache is kept its text
// is let go again, as few are needed, but for who needs all.
func (l *loader) page(file string, src []byte, stamp fsutil.Stamp) (*Page, *record) {
	if was := l.was[file]; was != nil && was.known.sum == sha256.Sum256(src) {
		r := *was
		r.stamp, r.settled = stamp, stamp.Settled(l.tick)
		return r.page(l.wiki, file, l.shelf), &r
	}
	if l.tick == 0 {
		return newPage(l.wiki, file, bytes.Clone(src)), nil
	}
	if l.whole {
		p := newPage(l.wiki, file, bytes.Clone(src))
		return p, recordOf(p.Article, stamp, stamp.Settled(l.tick))
	}
	p := newPage(l.wiki, file, src)
	r := recordOf(p.Article, stamp, stamp.Settled(l.tick))
	return r.page(l.wiki, file, l.shelf), r
}

// save writes the cache if it has something to learn. That it cannot is no harm.
func (l *loader) save() {
	if l.tick == 0 || len(l.now) == 0 && len(l.kept) == len(l.was) {
		return
	}
	all := make(map[string]*record, len(l.kept)+len(l.now))
	var paths []string
	for _, m := range []map[string]*record{l.kept, l.now} {
		for file, r := range m {
			all[file] = r
			paths = append(paths, file)
		}
	}
	slices.Sort(paths)
	_, _ = l.dir.WriteFileNoSync(cacheName, packCache(paths, all), 0o600)
}
