package fsutil

import (
	"io/fs"
	"syscall"
)

func identity(info fs.FileInfo) (inode uint64, change int64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ino, st.Ctim.Nano()
	}
	return 0, 0
}
