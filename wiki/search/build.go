package search

import (
	"context"
	"path"
	"runtime"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
)

// A taker is told what documents say.
type taker interface {
	// passage is told each passage of a document; text is good until it returns.
	passage(f field, text []byte, start, end int)
	// document ends a document.
	document(d *about)
}

// build makes the segment of files, which it completes.
func (s *Store) build(ctx context.Context, now *survey, files []file) (*segment, error) {
	in := *s
	if s.Veil != nil {
		in.Veil = sync.OnceValues(s.Veil)
	}
	parts := s.divide(files)
	done := make([]*stretch, len(parts))
	var wg sync.WaitGroup
	for i, part := range parts {
		wg.Go(func() { done[i] = in.stretch(ctx, now.tick, part) })
	}
	wg.Wait()
	docs := 0
	for i, part := range parts {
		if done[i] == nil {
			return nil, ctx.Err()
		}
		done[i].doc0 = docs
		for k := range part {
			part[k].first += docs
		}
		docs += done[i].docs
	}
	pieces, err := pieces(ctx, done)
	if err != nil {
		return nil, err
	}
	return &segment{files: files, parts: done, docs: docs, pieces: pieces}, nil
}

// divide parts files into as many as there are processors, about the same in work, in their order.
func (s *Store) divide(files []file) (out [][]file) {
	total := int64(0)
	for i := range files {
		total += s.cost(&files[i])
	}
	workers := int64(max(1, min(runtime.GOMAXPROCS(0), len(files)/32)))
	first, sum := 0, int64(0)
	for i := range files {
		sum += s.cost(&files[i])
		if i+1 == len(files) || sum*workers >= total*int64(len(out)+1) {
			out = append(out, files[first:i+1])
			first = i + 1
		}
	}
	return out
}

// cost is what it is to read a file, in bytes of a page: to open it is as much as to read some of them, and a day
// log is taken apart further.
func (s *Store) cost(f *file) int64 {
	n := min(f.stamp.Size, fileMost) + 1<<9
	if s.Wiki != "" && strings.HasPrefix(f.path, logFolder+"/") {
		n += n / 2
	}
	return n
}

// stretch reads files; nil when ctx ends.
func (s *Store) stretch(ctx context.Context, tick int64, files []file) *stretch {
	size := int64(0)
	for i := range files {
		size += min(files[i].stamp.Size, fileMost)
	}
	x := newIndexer(size)
	h := hand{Store: s, tick: tick, to: teller{to: x}}
	defer h.close()
	for i := range files {
		if ctx.Err() != nil {
			return nil
		}
		f := &files[i]
		f.first = x.docs
		h.read(f)
		f.docs = x.docs - f.first
	}
	return x.sorted()
}

// A hand reads files, folder by folder.
type hand struct {
	*Store
	tick   int64
	to     teller
	folder *fsutil.Folder
	name   string
}

func (h *hand) close() {
	if h.folder != nil {
		h.folder.Close()
	}
}

// read tells the documents of a file; one that cannot be read has none until it changes.
func (h *hand) read(f *file) {
	f.settled = f.stamp.Settled(h.tick)
	if f.stamp.Size > fileMost {
		return
	}
	src, err := h.bytes(f.path)
	if err != nil {
		f.settled = false
		return
	}
	f.hash = fsutil.Hash(src)
	h.tell(f.path, src, &h.to)
}

func (h *hand) bytes(name string) ([]byte, error) {
	folder, base := path.Split(name)
	if h.folder == nil || folder != h.name {
		h.close()
		var err error
		if h.folder, err = h.Dir.Folder(path.Clean(folder)); err != nil {
			h.folder = nil
			return nil, err
		}
		h.name = folder
	}
	src, _, err := h.folder.Read(base, fileMost)
	return src, err
}
