package fsutil

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

func identity(info fs.FileInfo) (inode uint64, change int64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ino, st.Ctim.Nano()
	}
	return 0, 0
}

func stampAt(dir int, name string) (Stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return Stamp{}, err
	}
	return Stamp{Size: st.Size, ModTime: st.Mtim.Nano(), Change: st.Ctim.Nano(), Inode: st.Ino}, nil
}
