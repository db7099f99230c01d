//go:build linux || darwin

package doctor

import (
	"math"
	"syscall"
)

// freeSpace returns how many bytes the person may still write to the disk of a folder.
func freeSpace(dir string) (int64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, err
	}
	blocks, size := uint64(st.Bavail), uint64(st.Bsize)
	if size > 0 && blocks > math.MaxInt64/size {
		return math.MaxInt64, nil
	}
	return int64(blocks * size), nil
}
