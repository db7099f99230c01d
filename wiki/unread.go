package wiki

import (
	"crypto/sha256"
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

// Moved returns the path of a page that was changed behind the snapshot's back, "" while there is none:
// its text is not the one that the snapshot knows. What is to be written by such a snapshot has to be
// planned anew from another.
func (w *Wiki) Moved() string {
	if w.shelf == nil {
		return ""
	}
	w.shelf.mu.Lock()
	defer w.shelf.mu.Unlock()
	return w.shelf.moved
}
