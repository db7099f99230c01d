package flush

import (
	"fmt"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// A LostEntry is an entry that the ledger lists and that no day log holds.
type LostEntry struct {
	Session string     `json:"session"`
	Entry   string     `json:"entry"`
	Day     daily.Date `json:"day,omitzero"` // zero where the archive does not hold the entry either
}

// Lost lists the entries of records that are not among those that the logs hold. A log may hold more
// than the ledger knows, for the ledger is a cache. zone is that of the day logs.
func (l *Ledger) Lost(records []Record, held map[string]bool, zone *time.Location) ([]LostEntry, error) {
	a := archive{l.Dir}
	var out []LostEntry
	for _, r := range records {
		var days map[string]daily.Date // read where something is lost
		for _, id := range r.Entries {
			if held[id] {
				continue
			}
			if days == nil {
				var err error
				if days, err = a.days(archiveFolder(r.Agent, r.Session), zone); err != nil {
					return out, fmt.Errorf("look for lost entries: %w", err)
				}
			}
			out = append(out, LostEntry{r.Session, id, days[id]})
		}
	}
	return out, nil
}

// days are those of the entries that a session's folder holds, as far as its files can be read.
func (a archive) days(folder string, zone *time.Location) (map[string]daily.Date, error) {
	out := map[string]daily.Date{}
	names, err := a.files(folder)
	if err != nil {
		return out, err
	}
	for _, name := range names {
		h, err := a.head(name)
		if err != nil {
			continue // Audit tells
		}
		for _, e := range h.Entries {
			out[e.ID] = daily.DateOf(e.At, zone)
		}
	}
	return out, nil
}
