package agent

import "syscall"

const detachedProcess = 0x8

// apart gives a process no console and a process group of its own.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: detachedProcess | syscall.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// closeOnExec does nothing: a process of Windows is given only the handles that are named.
func closeOnExec() {}
