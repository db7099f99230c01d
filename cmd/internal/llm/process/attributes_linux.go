package process

import "syscall"

// attributes make a program the leader of a process group, and end it when memoria is killed.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
