//go:build linux || darwin

package fsutil

import (
	"io/fs"
	"os"
	"runtime"
	"sync"
)

// many is from how many files on the stamps of a directory are taken on all processors.
const many = 256

// stampAll fills in the stamps of those entries of an open directory that are wanted. One that is gone
// meanwhile, or cannot be looked at, stays without.
func stampAll(dir *os.File, _ []fs.DirEntry, out []Stamped, wanted []int) error {
	conn, err := dir.SyscallConn()
	if err != nil {
		return err
	}
	workers := 1
	if len(wanted) >= many {
		workers = runtime.GOMAXPROCS(0)
	}
	return conn.Control(func(fd uintptr) {
		var wg sync.WaitGroup
		for first := range workers {
			wg.Go(func() {
				for i := first * len(wanted) / workers; i < (first+1)*len(wanted)/workers; i++ {
					s := &out[wanted[i]]
					s.Stamp, _ = stampAt(int(fd), s.Name)
				}
			})
		}
		wg.Wait()
	})
}
