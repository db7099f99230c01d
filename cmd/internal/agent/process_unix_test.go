//go:build unix

package agent

import "syscall"

func fifo(name string) error { return syscall.Mkfifo(name, 0o600) }
