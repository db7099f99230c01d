//go:build unix && !linux

package process

import "syscall"

// attributes put a program at the head of a group. It outlives us when we are killed.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
