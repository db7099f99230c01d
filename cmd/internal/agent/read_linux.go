package agent

import (
	"io"
	"os"
	"syscall"
	"time"
)

// waiter returns a function that waits for something to read from r, the end included, without a goroutine; nil if it
// cannot. What it returns reports false when nothing came in the time.
func waiter(r io.Reader) func(time.Duration) bool {
	f, ok := r.(*os.File)
	if !ok {
		return nil
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return nil
	}
	var set syscall.FdSet
	size := -1
	conn.Control(func(fd uintptr) {
		if fd < syscall.FD_SETSIZE {
			size = int(fd)
		}
	})
	if size < 0 {
		return nil
	}
	return func(d time.Duration) bool {
		for deadline := time.Now().Add(d); d > 0; d = time.Until(deadline) {
			set = syscall.FdSet{}
			width := syscall.FD_SETSIZE / len(set.Bits)
			set.Bits[size/width] |= 1 << (size % width)
			timeout := syscall.NsecToTimeval(d.Nanoseconds())
			n, err := syscall.Select(size+1, &set, nil, nil, &timeout)
			if err != syscall.EINTR {
				return n > 0 || err != nil // a Read returns the error
			}
		}
		return false
	}
}
