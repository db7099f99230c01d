//go:build unix && !linux

package process

import "syscall"

// attributes make a program the leader of a process group. It outlives memoria if memoria is killed.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
