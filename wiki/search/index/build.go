package index

import (
	"bytes"
	"context"
	"path"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// build makes a segment of files and stores it if it can be written. base and gone are as in encode.
func (s *Store) build(ctx context.Context, name string, now *survey, files []file, base string, gone []int) (*segment, error) {
	in := *s
	if s.Redact != nil {
		in.Redact = sync.OnceValues(s.Redact)
	}
	if s.Progress != nil {
		var done atomic.Int64
		in.step = func() { s.Progress(int(done.Add(1)), len(files)) }
	}
	var parts []*builder
	var wg sync.WaitGroup
	for _, some := range divided(files, runtime.GOMAXPROCS(0)) {
		b := newBuilder(sizeOf(some))
		parts = append(parts, b)
		wg.Go(func() { in.read(ctx, b, now, some) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	data := encode(parts, s.Version(), base, gone)
	if s.Cache != nil {
		_, _ = s.Cache.WriteFileNoSync(name, data, 0o600) // that it cannot be is no harm
	}
	return open(bytes.NewReader(data), int64(len(data)), s.Version()), nil
}

// divided splits files, in their order, into as many parts as there are processors, of about equal work.
func divided(files []file, most int) (out [][]file) {
	most = max(1, min(most, len(files)/32))
	total, sum, from := sizeOf(files), int64(0), 0
	for i := range files {
		sum += sizeOf(files[i : i+1])
		if i+1 == len(files) || sum*int64(most) >= total*int64(len(out)+1) {
			out = append(out, files[from:i+1])
			from = i + 1
		}
	}
	return out
}

// sizeOf estimates the work of reading files, in bytes; opening a file counts as some bytes.
func sizeOf(files []file) (n int64) {
	for i := range files {
		n += min(files[i].stamp.Size, FileMost) + 512
	}
	return n
}

// read adds files and records their state, until ctx ends. A file that cannot be read has no documents until it
// changes.
func (s *Store) read(ctx context.Context, b *builder, now *survey, files []file) {
	in := Reader{In: s.Dir}
	defer in.Close()
	for _, f := range files {
		if ctx.Err() != nil {
			return
		}
		f.first = len(b.langs)
		if f.stamp.Size > FileMost {
			f.settled = f.stamp.Settled(now.tick)
		} else if p, ok := s.Seen.Get(f.path, f.stamp); ok && p.Kind != wiki.DayPage {
			d := pageOf(wiki.Store{Wiki: s.Wiki, Daily: s.Daily}, f.path, p.Article)
			f.settled, f.hash = f.stamp.Settled(now.tick), p.Hash()
			b.add(&d)
		} else if src, err := in.Read(f.path); err == nil {
			f.settled, f.hash = f.stamp.Settled(now.tick), fsutil.Hash(src)
			for _, d := range s.Parse(f.path, src) {
				b.add(&d)
			}
		}
		f.docs = len(b.langs) - f.first
		b.files = append(b.files, f)
		if s.step != nil {
			s.step()
		}
	}
	b.finish()
}

// A Reader reads files of at most FileMost bytes. It keeps the folder of the last one open: opening the next file from it is
// cheaper than from the root.
type Reader struct {
	In   *fsutil.Dir // required
	name string
	dir  *fsutil.Folder
}

// Read returns the bytes of a file, which are valid until the next call.
func (f *Reader) Read(name string) (src []byte, err error) {
	if dir, _ := path.Split(name); f.dir == nil || dir != f.name {
		f.Close()
		if f.dir, err = f.In.Folder(path.Clean(dir)); err != nil {
			return nil, err
		}
		f.name = dir
	}
	src, _, err = f.dir.Read(path.Base(name), FileMost)
	return src, err
}

// Close closes the folder.
func (f *Reader) Close() {
	if f.dir != nil {
		f.dir.Close()
	}
	f.dir = nil
}

// Parse returns the documents of a file: of a day log its entries without redacted parts, or none if these parts
// cannot be determined.
func (s *Store) Parse(name string, src []byte) []Source {
	stem, in := s.Daily.Log(name)
	day, err := daily.ParseDate(stem)
	if s.Wiki == "" || !in || err != nil {
		return []Source{pageOf(wiki.Store{Wiki: s.Wiki, Daily: s.Daily}, name, wiki.Parse(src))}
	}
	log := s.log(day, src)
	if log == nil {
		return nil
	}
	return entriesOf(name, log, string(src))
}

// log returns a day log as it may be read, nil if that cannot be determined.
func (s *Store) log(day daily.Date, src []byte) *daily.Log {
	log := daily.Parse(day, s.zone(), src)
	if s.Called != nil {
		name, err := s.Called()
		if err != nil {
			return nil
		}
		log = log.Called(name)
	}
	if s.Redact != nil {
		redact, err := s.Redact()
		if err != nil {
			return nil
		}
		log = log.Without(redact)
	}
	return log.Cleaned(s.Clean)
}

// Projects returns the projects of the lines of a day, by their citations such as "2026-03-02#^k9dc1dd".
func (s *Store) Projects(day string) map[string]string {
	out := map[string]string{}
	date, err := daily.ParseDate(day)
	if s.Wiki == "" || err != nil {
		return out
	}
	src, err := s.Dir.ReadFile(s.Daily.Path(day))
	if err != nil || len(src) > FileMost {
		return out
	}
	if log := s.log(date, src); log != nil {
		for i := range log.Entries {
			e := &log.Entries[i]
			out[day+"#"+e.Heading] = e.Project
			for _, b := range e.Bullets {
				out[day+"#^"+b.Block] = e.Project
			}
		}
	}
	return out
}
