package flush

import "fmt"

// OwnCall is why a session of memoria's own calls to a model is skipped.
const OwnCall = reasonOwn

// Audit holds the archive against the sessions that have entries: wrong names the files that cannot
// be read. unarchived counts the sessions of which the archive holds nothing, because it was deleted
// or an earlier memoria kept none; what a log loses of these cannot be written anew.
func (l *Ledger) Audit(records []Record) (wrong []string, unarchived int, err error) {
	a := archive{l.Dir}
	for _, r := range records {
		if len(r.Entries) == 0 {
			continue
		}
		names, err := a.files(archiveFolder(r.Agent, r.Session))
		if err != nil {
			return wrong, unarchived, fmt.Errorf("look through the archive: %w", err)
		}
		if len(names) == 0 {
			unarchived++
		}
		for _, name := range names {
			switch h, err := a.head(name); {
			case err != nil:
				wrong = append(wrong, fmt.Sprintf("session %s: %v", r.Session, err))
			case h.Agent != r.Agent || h.Session != r.Session:
				wrong = append(wrong, fmt.Sprintf("session %s: the archive %q is of session %s", r.Session, name, h.Session))
			}
		}
	}
	return wrong, unarchived, nil
}
