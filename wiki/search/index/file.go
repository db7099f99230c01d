package index

import (
	"encoding/binary"

	"github.com/agent-admin/memoria/fsutil"
)

// A file is what the index stores about a file that it was built from.
type file struct {
	path    string
	stamp   fsutil.Stamp
	settled bool // the stamp shows that the file did not change
	hash    string
	first   int // document
	docs    int
}

func (f *file) append(b []byte) []byte {
	b = appendString(b, f.path)
	for _, n := range [...]uint64{uint64(f.stamp.Size), uint64(f.stamp.ModTime), uint64(f.stamp.Change), f.stamp.Inode} {
		b = binary.AppendUvarint(b, n)
	}
	settled := 0
	if f.settled {
		settled = 1
	}
	return appendString(appendNumbers(b, f.first, f.docs, settled), f.hash)
}

func (d *decoder) file() (f file) {
	f.path = d.string()
	f.stamp = fsutil.Stamp{Size: int64(d.uint()), ModTime: int64(d.uint()), Change: int64(d.uint()), Inode: d.uint()}
	f.first, f.docs, f.settled = d.int(), d.int(), d.int() == 1
	f.hash = d.string()
	return f
}
