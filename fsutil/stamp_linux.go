package fsutil

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

func identity(info fs.FileInfo) (inode uint64, change int64) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Ino, st.Ctim.Nano()
	}
	return 0, 0
}

// many is from how many files on the stamps of a directory are taken on all processors.
const many = 256

// stamps lists an open directory. What os.File offers looks at every entry of a directory that was
// opened below an os.Root, wanted or not, and one after the other.
func stamps(dir *os.File, wanted func(string, fs.FileMode) bool) ([]Stamped, error) {
	conn, err := dir.SyscallConn()
	if err != nil {
		return nil, err
	}
	var out []Stamped
	var failed error
	err = conn.Control(func(fd uintptr) {
		if out, failed = entries(int(fd)); failed == nil {
			stampAll(int(fd), out, wanted)
		}
	})
	if err == nil {
		err = failed
	}
	return out, err
}

// entries reads a directory from its beginning.
func entries(dir int) ([]Stamped, error) {
	var out []Stamped
	buf := make([]byte, 64<<10)
	for {
		n, err := unix.Getdents(dir, buf)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return nil, os.NewSyscallError("getdents64", err)
		}
		if n <= 0 {
			return out, nil
		}
		const size, kind, name = 16, 18, 19 // where a record has these, in bytes
		for rest := buf[:n]; len(rest) > name; {
			length := int(binary.NativeEndian.Uint16(rest[size:]))
			if length <= name || length > len(rest) {
				return nil, os.NewSyscallError("getdents64", unix.EIO)
			}
			text, _, _ := bytes.Cut(rest[name:length], []byte{0})
			typ, known := typeOf(rest[kind])
			if s := string(text); s != "." && s != ".." {
				if !known {
					var st unix.Stat_t
					if unix.Fstatat(dir, s, &st, unix.AT_SYMLINK_NOFOLLOW) == nil {
						typ, known = typeOf(byte(st.Mode & unix.S_IFMT >> 12))
					}
				}
				if known { // else it is gone
					out = append(out, Stamped{Name: s, Type: typ})
				}
			}
			rest = rest[length:]
		}
	}
}

// typeOf is what the kernel says of an entry, which file systems may leave open.
func typeOf(kind byte) (typ fs.FileMode, known bool) {
	switch kind {
	case unix.DT_REG:
		return 0, true
	case unix.DT_DIR:
		return fs.ModeDir, true
	case unix.DT_LNK:
		return fs.ModeSymlink, true
	case unix.DT_FIFO:
		return fs.ModeNamedPipe, true
	case unix.DT_SOCK:
		return fs.ModeSocket, true
	case unix.DT_CHR:
		return fs.ModeDevice | fs.ModeCharDevice, true
	case unix.DT_BLK:
		return fs.ModeDevice, true
	}
	return fs.ModeIrregular, kind != unix.DT_UNKNOWN
}

// stampAll fills in the stamps of the entries that are wanted. One that is gone meanwhile, or cannot be
// looked at, stays without.
func stampAll(dir int, list []Stamped, wanted func(string, fs.FileMode) bool) {
	workers := 1
	if len(list) >= many {
		workers = runtime.GOMAXPROCS(0)
	}
	var wg sync.WaitGroup
	for first := range workers {
		part := list[first*len(list)/workers : (first+1)*len(list)/workers]
		wg.Go(func() {
			var st unix.Stat_t
			for i := range part {
				if e := &part[i]; wanted(e.Name, e.Type) && unix.Fstatat(dir, e.Name, &st, unix.AT_SYMLINK_NOFOLLOW) == nil {
					e.Stamp = Stamp{Size: st.Size, ModTime: st.Mtim.Nano(), Change: st.Ctim.Nano(), Inode: st.Ino}
				}
			}
		})
	}
	wg.Wait()
}
