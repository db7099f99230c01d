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
// regardless of the umask.
func stage(dir *os.Root, base string, perm fs.FileMode, set, sync bool) (temporary, error) {
	if !sync {
		return newPlainTemp(dir, base, perm, set, sync)
	}
	temp := tempName()
	f, err := renameio.NewPendingFile(temp, renameio.WithRoot(dir), renameio.WithPermissions(perm))
	if err != nil {
		return nil, err
	}
	p := &syncedTemp{PendingFile: f, dir: dir, base: base, temp: temp}
	if set {
		if err := p.Chmod(perm); err != nil { // not renameio's option, which leaves its file behind after an error
			return nil, errors.Join(err, p.Cleanup())
		}
	}
	return p, nil
}

// A syncedTemp is a temporary that renameio writes, for files that must survive a power cut. renameio appends
// a number to the name of the file that it replaces, so that a person's hidden file could look like a
// leftover. So it replaces a temporary name of this package, and that takes the place of the file.
type syncedTemp struct {
	*renameio.PendingFile
	dir        *os.Root
	base, temp string
	renamed    bool // from renameio's name to temp
}

func (p *syncedTemp) CloseAtomicallyReplace() error {
	if err := p.PendingFile.CloseAtomicallyReplace(); err != nil {
		return err
	}
	p.renamed = true
	return p.dir.Rename(p.temp, p.base)
}

// Cleanup removes the file under whichever of the two temporary names it has.
func (p *syncedTemp) Cleanup() error {
	if p.renamed {
		return p.dir.Remove(p.temp)
	}
	return p.PendingFile.Cleanup()
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
