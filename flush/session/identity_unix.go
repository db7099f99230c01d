//go:build unix

package session

import (
	"fmt"
	"io/fs"
	"syscall"
)

// identity distinguishes a file from any other that takes its name.
func identity(info fs.FileInfo) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%x:%x", st.Dev, st.Ino)
	}
	return ""
}
