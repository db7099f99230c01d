//go:build unix

package agent

import "syscall"

// apart puts a process into a session of its own.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// closeOnExec keeps files that the agent left open in the hook from the worker. Those that Go opened
// are kept from it anyway.
func closeOnExec() {
	for fd := 3; fd < 1024; fd++ {
		syscall.CloseOnExec(fd)
	}
}
