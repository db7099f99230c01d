//go:build unix && !linux

package agent

// closeOnExec keeps files that the agent left open in the hook from the worker.
func closeOnExec() { closeEachOnExec() }
