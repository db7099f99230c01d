//go:build !windows

package capture

import (
	"errors"
	"syscall"
)

// running reports whether a process with this id is there. 0, an unknown one, is not.
func running(pid int) bool {
	if pid <= 1 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
