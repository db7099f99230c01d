package search

import (
	"io"

	"github.com/agent-admin/memoria/fsutil"
)

// staleMost is how many files are read anew each time before their new stamps are kept: those of a vault that was
// copied are all other ones.
const staleMost = 16

// restamp keeps a whole segment with other stamps of its files. It stays the same one, so what changed since fits
// on it as before.
func (s *Store) restamp(base *kept, files []file) error {
	listing := (&segment{files: files}).listing()
	long := base.long
	long[secFiles] = int64(len(listing))
	p, err := s.Cache.CreateNoSync(s.Name, 0o600)
	if err != nil {
		return err
	}
	defer p.Abort()
	if _, err := p.Write(headOf(s.key(), base.id, "", base.docs, len(files), long, nil)); err != nil {
		return err
	}
	if _, err := p.Write(listing); err != nil {
		return err
	}
	if err := base.copyRest(p); err != nil {
		return err
	}
	return p.Commit()
}

// copyRest copies all sections behind the list of files.
func (r *reader) copyRest(to *fsutil.Pending) error {
	_, err := io.Copy(to, io.NewSectionReader(r.at, r.off[secFiles]+r.long[secFiles], r.size-r.off[secFiles]-r.long[secFiles]))
	return err
}
