package fsutil

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// stage creates a temporary file beside the file base of dir: renameio does not exist on Windows.
func stage(dir *os.Root, base string, perm fs.FileMode, set, sync bool) (temporary, error) {
	return newPlainTemp(dir, base, perm, set, sync)
}

// hasModes says that a file has only a read-only bit.
const hasModes = false

// renamesOpen says that an open file cannot be renamed.
const renamesOpen = false

const (
	errorAccessDenied     = syscall.Errno(5)
	errorSharingViolation = syscall.Errno(32)
)

// transient reports whether err is one of the two errors of a rename while another program has the file open.
func transient(err error) bool {
	return errors.Is(err, errorAccessDenied) || errors.Is(err, errorSharingViolation)
}

// syncRoot does nothing: Windows has no sync of a directory, and NTFS journals its names.
func syncRoot(*os.Root) error { return nil }
