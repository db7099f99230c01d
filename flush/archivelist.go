package flush

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// An Archived is a session that the archive holds something of.
type Archived struct {
	Agent, Session string
	Days           []daily.Date // of its entries, each once
	Damaged        bool         // a file of it cannot be read: [Ledger.Audit] tells of it, Rebuild moves it aside
}

// Archived lists the sessions in the archive, by name. Those of which no file can be read are listed
// as far as the ledger knows them.
func (f *Flusher) Archived(ctx context.Context, now time.Time) ([]Archived, error) {
	a := archive{f.Ledger.Dir}
	tops, err := a.dir.ReadDir(archiveDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the archive: %w", err)
	}
	var out []Archived
	nameless := map[string]bool{} // folders
	for _, top := range tops {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sessions, err := a.dir.ReadDir(path.Join(archiveDir, top.Name()))
		if err != nil {
			continue // a stray file
		}
		for _, s := range sessions {
			one := f.archivedIn(path.Join(archiveDir, top.Name(), s.Name()))
			if one.Session != "" {
				out = append(out, one)
			} else if one.Damaged {
				nameless[path.Join(archiveDir, top.Name(), s.Name())] = true
			}
		}
	}
	named, err := f.named(nameless, now)
	if err != nil {
		return nil, err
	}
	out = append(out, named...)
	slices.SortFunc(out, func(a, b Archived) int {
		return cmp.Or(cmp.Compare(a.Session, b.Session), cmp.Compare(a.Agent, b.Agent))
	})
	return out, nil
}

// named are the sessions whose folders these are, by the ledger.
func (f *Flusher) named(folders map[string]bool, now time.Time) (out []Archived, err error) {
	if len(folders) == 0 {
		return nil, nil
	}
	records, _, err := f.Ledger.All(now)
	for _, r := range records {
		if folders[archiveFolder(r.Agent, r.Session)] {
			out = append(out, Archived{Agent: r.Agent, Session: r.Session, Damaged: true})
		}
	}
	return out, err
}

// archivedIn is the session whose folder in the archive is this.
func (f *Flusher) archivedIn(folder string) (s Archived) {
	a := archive{f.Ledger.Dir}
	names, err := a.files(folder)
	if err != nil {
		return s
	}
	for _, name := range names {
		head, err := a.head(name)
		s.Damaged = s.Damaged || isDamage(err)
		if err != nil || archiveFolder(head.Agent, head.Session) != folder {
			continue
		}
		s.Agent, s.Session = head.Agent, head.Session
		for _, e := range head.Entries {
			if d := daily.DateOf(e.At, f.Zone); !slices.Contains(s.Days, d) {
				s.Days = append(s.Days, d)
			}
		}
	}
	return s
}
