package agent

import "syscall"

const detachedProcess = 0x8

// apart gives a process no console and no part in what is sent to this one's group.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: detachedProcess | syscall.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// closeOnExec does nothing: a process of Windows is given only the handles that are named.
func closeOnExec() {}
