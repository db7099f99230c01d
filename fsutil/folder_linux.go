package fsutil

import (
	"errors"
	"io/fs"

	"golang.org/x/sys/unix"
)

// read opens a file by its name in the folder, which no link leads out of.
func (f *Folder) read(base string, most int64) (src []byte, stamp Stamp, err error) {
	conn, err := f.dir.SyscallConn()
	if err != nil {
		return nil, stamp, err
	}
	link := false
	cerr := conn.Control(func(dir uintptr) {
		fd := 0
		fd, err = uninterrupted(func() (int, error) {
			return unix.Openat(int(dir), base, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_CLOEXEC|unwaiting, 0)
		})
		if err != nil {
			link = errors.Is(err, unix.ELOOP)
			return
		}
		defer unix.Close(fd)
		var st unix.Stat_t
		if err = unix.Fstat(fd, &st); err != nil {
			return
		}
		if st.Mode&unix.S_IFMT != unix.S_IFREG {
			err = errSpecial
			return
		}
		stamp = Stamp{Size: st.Size, ModTime: st.Mtim.Nano(), Change: st.Ctim.Nano(), Inode: st.Ino}
		src, err = f.fill(stamp, most, func(b []byte) (int, error) {
			return uninterrupted(func() (int, error) { return unix.Read(fd, b) })
		})
	})
	switch {
	case link:
		return f.open(base, most)
	case cerr != nil:
		err = cerr
	}
	if err != nil && err != ErrLong {
		err = &fs.PathError{Op: "read", Path: base, Err: err}
	}
	return src, stamp, err
}

func uninterrupted(f func() (int, error)) (int, error) {
	for {
		n, err := f()
		if err != unix.EINTR {
			return n, err
		}
	}
}
