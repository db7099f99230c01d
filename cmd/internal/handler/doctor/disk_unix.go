//go:build unix

package doctor

import (
	"os"
	"syscall"
)

// writable returns why the person may not write in a folder, or nil.
func writable(dir string) error {
	const writeAndSearch = 2 | 1
	if err := syscall.Access(dir, writeAndSearch); err != nil {
		return &os.PathError{Op: "access", Path: dir, Err: err}
	}
	return nil
}
