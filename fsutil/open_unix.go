//go:build !windows

package fsutil

import (
	"errors"
	"syscall"
)

// unwaiting makes an open return at once whatever is opened: a pipe without another end would otherwise block
// it forever. It makes no difference for regular files and directories.
const unwaiting = syscall.O_NONBLOCK | syscall.O_NOCTTY

// isSpecial reports whether an open failed because of the kind of file: a socket, a device without
// a driver, a pipe without a reader.
func isSpecial(err error) bool {
	return errors.Is(err, syscall.ENXIO) || errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.EOPNOTSUPP)
}
