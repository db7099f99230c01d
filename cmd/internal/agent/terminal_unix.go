//go:build linux || darwin || dragonfly || freebsd || netbsd || openbsd

package agent

import (
	"syscall"
	"unsafe"
)

// isTerminal asks for what only a terminal has: the settings of its line.
func isTerminal(fd uintptr) bool {
	var t syscall.Termios
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, getTermios, uintptr(unsafe.Pointer(&t)))
	return errno == 0
}
