//go:build !windows

package fsutil

import (
	"errors"
	"syscall"
)

// unwaiting makes an open return at once whatever is opened: a pipe without its other end would keep
// it for ever. To regular files and directories it makes no difference.
const unwaiting = syscall.O_NONBLOCK | syscall.O_NOCTTY

// isSpecial tells whether an open failed because of what it would have opened: a socket, a device of
// no driver, a pipe that nobody reads.
func isSpecial(err error) bool {
	return errors.Is(err, syscall.ENXIO) || errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.EOPNOTSUPP)
}
