package fsutil

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"sync"
	"time"
)

// A Stamp identifies a version of a file without reading it. Files with different stamps may have the
// same bytes; [Stamp.Settled] says when equal stamps mean equal bytes.
type Stamp struct {
	Size    int64
	ModTime int64 // nanoseconds since 1970
	Change  int64 // the same for the last change of any attribute; 0 if that is not kept
	Inode   uint64
}

// Settled reports whether any later change gives a file another stamp, if the file was read after tick, see
// [Dir.Tick], and had this stamp just before: its last change is clearly older than the read, and
// the system keeps a change time that nobody can set back.
func (s Stamp) Settled(tick int64) bool {
	const coarse, fine = int64(2 * time.Second), int64(100 * time.Millisecond)
	slack := fine
	if tick%int64(10*time.Millisecond) == 0 { // a file system that keeps whole seconds, or a few
		slack = coarse
	}
	return s.Change != 0 && tick != 0 && s.Change < tick-slack
}

// A Stamped is an entry of a directory with its stamp.
type Stamped struct {
	Name  string
	Type  fs.FileMode // its type bits
	Stamp Stamp       // zero when it was not wanted or not to be had
}

// lookMost is how many entries of a directory are looked at in turn.
const lookMost = 512

// Stamps lists a directory, sorted by name, with the stamps of the wanted entries; a link has
// its own stamp. An entry that is gone meanwhile, or cannot be read, has none. The processors share the
// looks at the entries of a large directory.
func (d *Dir) Stamps(name string, wanted func(name string, typ fs.FileMode) bool) ([]Stamped, error) {
	names, err := d.ReadNames(name)
	if err != nil {
		return nil, fmt.Errorf("look at %q: %w", name, err)
	}
	in, err := d.Sub(name)
	if err != nil {
		return nil, fmt.Errorf("look at %q: %w", name, err)
	}
	defer in.Close()
	out := make([]Stamped, len(names))
	var looks sync.WaitGroup
	for from := 0; from < len(names); from += lookMost {
		looks.Go(func() {
			for i := from; i < min(from+lookMost, len(names)); i++ {
				base, e := names[i], &out[i]
				e.Name = base
				if info, err := in.of(base).root.Lstat(base); err == nil {
					if e.Type = info.Mode().Type(); wanted(base, e.Type) {
						e.Stamp = StampOf(info)
					}
				}
			}
		})
	}
	looks.Wait()
	return out, nil
}

// StampOf returns the stamp of a file from its FileInfo.
func StampOf(info fs.FileInfo) Stamp {
	s := Stamp{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
	s.Inode, s.Change = identity(info)
	return s
}

// Tick returns the time of the file system's own clock, in nanoseconds since 1970, 0 if it keeps no
// change times. To read the clock it writes the file name, which serves no other purpose.
func (d *Dir) Tick(name string) (int64, error) {
	if _, err := d.WriteFileNoSync(name, fmt.Appendf(nil, "%016x\n", rand.Uint64()), statePerm); err != nil {
		return 0, err
	}
	info, err := d.Lstat(name)
	if err != nil {
		return 0, err
	}
	_, change := identity(info)
	return change, nil
}
