package agent

import "os"

// IsTerminal tells whether f is a terminal, so that a person may be typing into it. Other devices, the
// null device above all, are none.
func IsTerminal(f *os.File) bool {
	conn, err := f.SyscallConn()
	if err != nil {
		return false
	}
	is := false
	err = conn.Control(func(fd uintptr) { is = isTerminal(fd) })
	return is && err == nil
}
