package index

import (
	"bytes"
	"context"
	"path"
	"runtime"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
)

// batch is how many files are read before their words are taken in.
const batch = 256

// build makes a segment of files and keeps it, if it can be written. base and gone are as in encode.
func (s *Store) build(ctx context.Context, name string, now *survey, files []file, base string, gone []int) (*segment, error) {
	in := *s
	if s.Veil != nil {
		in.Veil = sync.OnceValues(s.Veil)
	}
	b := newBuilder()
	for len(files) > len(b.files) {
		some := files[len(b.files):]
		some = some[:min(batch, len(some))]
		all := in.read(now, some)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range some {
			f := some[i]
			f.first, f.docs = len(b.langs), len(all[i])
			for k := range all[i] {
				b.add(&all[i][k])
			}
			b.files = append(b.files, f)
		}
	}
	data := b.encode(s.key(), base, gone)
	if s.Cache != nil {
		_, _ = s.Cache.WriteFileNoSync(name, data, 0o600) // that it cannot be is no harm
	}
	return open(bytes.NewReader(data), int64(len(data)), s.key()), nil
}

// read reads files, several at once, and notes what they are. One that cannot be read has no documents until it
// changes.
func (s *Store) read(now *survey, files []file) [][]Source {
	out := make([][]Source, len(files))
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(files))
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(files); i += workers {
				f := &files[i]
				if f.stamp.Size > FileMost {
					f.settled = f.stamp.Settled(now.tick)
					continue
				}
				if src, err := s.Dir.ReadFile(f.path); err == nil {
					f.settled, f.hash = f.stamp.Settled(now.tick), fsutil.Hash(src)
					out[i] = s.Parse(f.path, src)
				}
			}
		})
	}
	wg.Wait()
	return out
}

// Parse returns the documents of a file: of a day log its entries but for what is veiled, none where nobody can tell
// what that is.
func (s *Store) Parse(name string, src []byte) []Source {
	dir, base := path.Split(name)
	day, err := daily.ParseDate(strings.TrimSuffix(base, ".md"))
	if s.Wiki == "" || dir != logFolder+"/" || err != nil {
		return []Source{pageOf(s.Wiki, name, src)}
	}
	log := daily.Parse(day, s.zone(), src)
	if s.Veil != nil {
		veil, err := s.Veil()
		if err != nil {
			return nil
		}
		log = log.Without(veil)
	}
	return entriesOf(name, log, string(src))
}
