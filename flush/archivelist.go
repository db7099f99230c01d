package flush

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/agent-admin/memoria/daily"
)

// An Archived is a session that the archive holds something of.
type Archived struct {
	Agent, Session string
	Days           []daily.Date // of its entries, each once
}

// Archived lists the sessions in the archive, by name. A file that cannot be read is passed over:
// [Ledger.Audit] tells of it.
func (f *Flusher) Archived(ctx context.Context) ([]Archived, error) {
	a := archive{f.Ledger.Dir}
	tops, err := a.dir.ReadDir(archiveDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the archive: %w", err)
	}
	var out []Archived
	for _, top := range tops {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sessions, err := a.dir.ReadDir(path.Join(archiveDir, top.Name()))
		if err != nil {
			continue // a stray file
		}
		for _, s := range sessions {
			if one, ok := f.archivedIn(path.Join(archiveDir, top.Name(), s.Name())); ok {
				out = append(out, one)
			}
		}
	}
	slices.SortFunc(out, func(a, b Archived) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Agent, b.Agent))
	})
	return out, nil
}

// archivedIn is the session whose folder in the archive is this.
func (f *Flusher) archivedIn(folder string) (s Archived, ok bool) {
	a := archive{f.Ledger.Dir}
	names, err := a.files(folder)
	if err != nil {
		return s, false
	}
	for _, name := range names {
		head, err := a.head(name)
		if err != nil || archiveFolder(head.Agent, head.Session) != folder {
			continue
		}
		s.Agent, s.Session, ok = head.Agent, head.Session, true
		for _, e := range head.Entries {
			if d := daily.DateOf(e.At, f.Zone); !slices.Contains(s.Days, d) {
				s.Days = append(s.Days, d)
			}
		}
	}
	return s, ok
}
