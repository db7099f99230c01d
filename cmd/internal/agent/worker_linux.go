package agent

import "golang.org/x/sys/unix"

// closeOnExec keeps files that the agent left open in the hook from the worker. Those that Go opened
// are kept from it anyway.
func closeOnExec() {
	if unix.CloseRange(3, 1<<31-1, unix.CLOSE_RANGE_CLOEXEC) != nil { // a kernel before 5.11
		closeEachOnExec()
	}
}
