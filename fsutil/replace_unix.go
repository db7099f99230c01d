//go:build !windows

package fsutil

import (
	"errors"
	"os"
	"syscall"
)

// hasModes says that permission bits are kept as they are set.
const hasModes = true

// renamesOpen says that a file can be renamed while it is open.
const renamesOpen = true

// transient is never true here: rename replaces a file whoever has it open.
func transient(error) bool { return false }

// syncRoot makes the names in a directory durable. A file system that cannot sync a directory has
// nothing to offer in its place, so that is no error.
func syncRoot(root *os.Root) error {
	dir, err := root.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	err = dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOTTY) {
		return nil
	}
	return err
}
