//go:build !windows

package fsutil

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/google/renameio/v2"
)

// stage begins a temporary file beside the file base of dir. With set the file gets the mode perm
// whatever the umask is. A name too long for renameio, which puts a number behind it, gets one of ours, and
// so does a name that ends in a digit, behind which that number could not be told. One in a hundred of its
// numbers is too short for [IsTemp]: then another is taken.
func stage(dir *os.Root, base string, perm fs.FileMode, set, sync bool) (temporary, error) {
	last := base[len(base)-1]
	if !sync || len(base) > maxElement-renameioDigits-1 || '0' <= last && last <= '9' {
		return newPlainTemp(dir, base, perm, set, sync)
	}
	for {
		p, err := renameio.NewPendingFile(base, renameio.WithRoot(dir), renameio.WithPermissions(perm))
		if err != nil {
			return nil, err
		}
		known := IsTemp(p.Name())
		if known && set {
			err = p.Chmod(perm) // not renameio's, which leaves its file behind where that is refused
		}
		if known && err == nil {
			return p, nil
		}
		if cerr := p.Cleanup(); err != nil || cerr != nil {
			return nil, errors.Join(err, cerr)
		}
	}
}

// hasModes says that permission bits are kept as they are set.
const hasModes = true

// renamesOpen says that a file can be renamed while it is open.
const renamesOpen = true

// transient is never true here: rename replaces a file whoever has it open.
func transient(error) bool { return false }

// syncRoot makes the names in a directory durable. A file system that cannot sync a directory has
// nothing to offer in its place, so that is no error.
func syncRoot(root *os.Root) error {
	dir, err := root.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	err = dir.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOTTY) {
		return nil
	}
	return err
}
