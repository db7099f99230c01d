package wiki

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io/fs"
	"path"

	"github.com/agent-admin/memoria/fsutil"
)

// A scanner goes over the files of the vault and notes what it sees. What it does not look into, nobody
// else does: files and folders whose name begins with a dot.
type scanner struct {
	dir  *fsutil.Dir
	tick int64 // the file system's clock before it began; 0 leaves the age of files out

	file func(name string, f fsutil.Stamped) error // called for each that is no folder; nil for no calls
	done func(folder string) error                 // called behind the last one of a folder; the same

	hidden []string // names that begin with a dot, in folders whose names do not

	sum   hash.Hash
	buf   []byte
	blind bool // something that stamps do not tell of
	fresh bool // a page was changed so lately that its stamp may not tell of the next change
}

func pageOnly(name string, typ fs.FileMode) bool {
	return name[0] != '.' && typ.IsRegular() && isPage(name)
}

func (e *scanner) walk(ctx context.Context, folder string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	list, err := e.dir.Stamps(folder, pageOnly)
	if err != nil {
		return err
	}
	var folders []string
	for _, f := range list {
		if f.Name[0] == '.' {
			e.hidden = append(e.hidden, path.Join(folder, f.Name))
			e.blind = e.blind || fsutil.IsTemp(f.Name) // somebody has to remove it
			continue
		}
		name := path.Join(folder, f.Name)
		e.note(name, f)
		if f.Type.IsDir() {
			folders = append(folders, name)
		} else if e.file != nil {
			if err := e.file(name, f); err != nil {
				return err
			}
		}
	}
	if e.done != nil {
		if err := e.done(folder); err != nil {
			return err
		}
	}
	for _, name := range folders {
		if err := e.walk(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// note takes an entry into the sum.
func (e *scanner) note(name string, f fsutil.Stamped) {
	if e.sum == nil {
		e.sum = sha256.New()
	}
	b := append(e.buf[:0], name...)
	b = append(b, 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(f.Type))
	if pageOnly(f.Name, f.Type) {
		s := f.Stamp
		for _, n := range [...]uint64{uint64(s.Size), uint64(s.ModTime), uint64(s.Change), s.Inode} {
			b = binary.LittleEndian.AppendUint64(b, n)
		}
		e.blind = e.blind || s.Change == 0
		e.fresh = e.fresh || e.tick != 0 && !s.Settled(e.tick)
	}
	// A log may be kept elsewhere and linked to: its stamp is that of the link.
	e.blind = e.blind || f.Type&fs.ModeSymlink != 0 && (name == "daily" || path.Dir(name) == "daily")
	e.sum.Write(b)
	e.buf = b
}

// fingerprint is the sum of all that was seen, "" if that does not tell whether a page changed.
func (e *scanner) fingerprint() string {
	if e.blind || e.fresh {
		return ""
	}
	if e.sum == nil {
		return "nothing"
	}
	return hex.EncodeToString(e.sum.Sum(nil))
}
