package doctor

import (
	"math"
	"os"
	"syscall"
	"unsafe"
)

// writable returns why the person may not write in a folder, or nil. Access lists there can only be tested by a
// write, so it checks only that the folder is one.
func writable(dir string) error {
	_, err := os.Stat(dir)
	return err
}

// freeSpace returns how many bytes the person may still write to the disk of a folder.
func freeSpace(dir string) (int64, error) {
	name, err := syscall.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	ask := syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")
	if done, _, err := ask.Call(uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&free)), 0, 0); done == 0 {
		return 0, err
	}
	return int64(min(free, math.MaxInt64)), nil
}
