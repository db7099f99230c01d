package wiki

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/seen"
)

// A scanner lists the files of the vault. Nothing reads what it leaves out: files and folders whose name
// begins with a dot.
type scanner struct {
	look  *seen.Look
	daily string // the folder of the day logs
	tick  int64  // the file system's clock before it began; 0 leaves the age of files out

	folders []folder // with pages in them
	links   []string // symbolic links
	others  []string // files that are no pages
	hidden  []string // names that begin with a dot, in folders whose names do not

	sum   hash.Hash
	buf   []byte
	blind bool // something whose change stamps do not show
	fresh bool // a page was changed so recently that its stamp may not show the next change
}

// A folder holds the pages in one folder.
type folder struct {
	path  string
	pages []fsutil.Stamped
}

func (s Store) scanner() *scanner {
	if s.At != nil {
		return &scanner{look: s.At, daily: s.Daily.Folder(), tick: s.At.Tick}
	}
	return &scanner{look: &seen.Look{Dir: s.Dir}, daily: s.Daily.Folder(), tick: s.Tick}
}

func pageOnly(name string, typ fs.FileMode) bool {
	return name[0] != '.' && typ.IsRegular() && isPage(name)
}

func (e *scanner) walk(ctx context.Context, at string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	list, err := e.look.Stamps(at)
	if err != nil {
		return err
	}
	pages := folder{at, make([]fsutil.Stamped, 0, len(list))}
	var below []string
	for _, f := range list {
		name := strings.TrimPrefix(at+"/"+f.Name, "./")
		if f.Name[0] == '.' {
			e.hidden = append(e.hidden, name)
			e.blind = e.blind || fsutil.IsTemp(f.Name) // it has to be removed
			continue
		}
		e.note(name, f)
		switch {
		case f.Type.IsDir():
			below = append(below, name)
		case f.Type&fs.ModeSymlink != 0:
			e.links = append(e.links, name)
		case !isPage(name):
			e.others = append(e.others, name)
		case f.Type.IsRegular():
			pages.pages = append(pages.pages, f)
		}
	}
	e.folders = append(e.folders, pages)
	for _, name := range below {
		if err := e.walk(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// note adds an entry to the sum.
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
	// A log may be a link to a file elsewhere: its stamp is that of the link.
	e.blind = e.blind || f.Type&fs.ModeSymlink != 0 && (name == e.daily || path.Dir(name) == e.daily || strings.HasPrefix(e.daily, name+"/"))
	e.sum.Write(b)
	e.buf = b
}

// fingerprint returns the sum of all that was seen, "" if the sum does not show whether a page changed.
func (e *scanner) fingerprint() string {
	if e.blind || e.fresh {
		return ""
	}
	if e.sum == nil {
		return "nothing"
	}
	return hex.EncodeToString(e.sum.Sum(nil))
}
