//go:build !windows

package fsutil

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/google/renameio/v2"
)

// stage creates a temporary file beside the file base of dir. With set the file gets the mode perm
// regardless of the umask. renameio appends a number to the name. A name that is too long for this, or that ends in a
// digit, so that the number could not be recognized, gets a temporary file of this package instead. One in a hundred of
// renameio's numbers is too short for [IsTemp]: then another file is created.
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
			err = p.Chmod(perm) // not renameio's Chmod, which leaves its file behind after an error
		}
		if known && err == nil {
			return p, nil
		}
		if cerr := p.Cleanup(); err != nil || cerr != nil {
			return nil, errors.Join(err, cerr)
		}
	}
}

// hasModes says that the system keeps permission bits.
const hasModes = true

// renamesOpen says that an open file can be renamed.
const renamesOpen = true

// transient is never true here: rename replaces a file even while it is open.
func transient(error) bool { return false }

// syncRoot makes the names in a directory durable. If a file system cannot sync a directory, there is
// no alternative, so that is no error.
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
