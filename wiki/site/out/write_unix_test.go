//go:build unix

package out

import "syscall"

func init() {
	strangers["pipe"] = func(at string) error { return syscall.Mkfifo(at, 0o644) }
}
