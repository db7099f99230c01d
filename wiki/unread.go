package wiki

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
)

// unread is a page of which a cache tells what it says, and whose text is read when somebody needs it.
type unread struct {
	from *shelf
	path string
	sum  [sha256.Size]byte
}

// A shelf is where the unread pages of a snapshot are. It notes when one is not what it was.
type shelf struct {
	dir *fsutil.Dir

	mu    sync.Mutex
	moved string // path of such a page
}

// read returns the text. Of a page that is another one by now it returns that, or nothing.
func (u *unread) read() []byte {
	src, err := readBounded(u.from.dir, u.path)
	if err != nil || sha256.Sum256(src) != u.sum {
		u.from.mu.Lock()
		defer u.from.mu.Unlock()
		u.from.moved = u.path
	}
	return src
}

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

var errTooLarge = fmt.Errorf("the page is longer than %d bytes", maxPage)

// maxPage is the size up to which a page is read. No person writes a longer one, and reading
// one whole must not exhaust the memory.
const maxPage = 8 << 20
