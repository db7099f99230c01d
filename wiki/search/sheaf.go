package search

import (
	"io"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
)

// A sheaf is the bytes of a file in stretches, which are nowhere put together.
type sheaf struct {
	parts [][]byte
	from  []int64 // where each of them begins
	size  int64
}

func (s *sheaf) add(b []byte) {
	if len(b) > 0 {
		s.parts, s.from = append(s.parts, b), append(s.from, s.size)
		s.size += int64(len(b))
	}
}

// ReadAt reads as from a file.
func (s *sheaf) ReadAt(b []byte, at int64) (n int, err error) {
	i, begins := slices.BinarySearch(s.from, at)
	if !begins {
		i--
	}
	for ; n < len(b) && 0 <= i && i < len(s.parts); i++ {
		if skip := at + int64(n) - s.from[i]; skip < int64(len(s.parts[i])) {
			n += copy(b[n:], s.parts[i][skip:])
		}
	}
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

// write makes it a file.
func (s *sheaf) write(to *fsutil.Dir, name string) error {
	p, err := to.CreateNoSync(name, 0o600)
	if err != nil {
		return err
	}
	defer p.Abort()
	for _, b := range s.parts {
		if _, err := p.Write(b); err != nil {
			return err
		}
	}
	return p.Commit()
}
