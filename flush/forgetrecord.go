package flush

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// record is the ledger's record of a session without words, and with nothing of a whole one waiting.
func (r *forgetting) record(s forgotten.Session, out *Forgone) error {
	aside, err := r.Ledger.Dir.ReadNames(layout.Sessions)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the ledger: %w", err)
	}
	for _, name := range aside { // records that were damaged
		if name = layout.Sessions + "/" + name; strings.HasPrefix(name, ledger.NameOf(s.Agent, s.ID)+".corrupt-") {
			r.damaged = append(r.damaged, name)
		}
	}
	rec, err := r.Ledger.Get(s.Agent, s.ID, r.now)
	if err != nil || rec.Session == "" {
		return err
	}
	changed := false
	for i := range rec.Files {
		f := &rec.Files[i]
		out.Transcripts = append(out.Transcripts, f.Path)
		if c := f.Cursor; c != nil {
			n := len(c.Heard)
			c.Heard = slices.DeleteFunc(c.Heard, func(h reported.Message) bool { return h.Text != "" && r.hears(s, h) })
			changed = changed || len(c.Heard) < n
		}
		if r.whole[s] && f.Pending > 0 {
			f.Skipped, f.Pending, changed = f.Skipped+f.Pending, 0, true
		}
	}
	if r.whole[s] && rec.Pending+rec.Dead > 0 {
		rec.Skipped, rec.Pending, rec.Dead, changed = rec.Skipped+rec.Pending+rec.Dead, 0, 0, true
	}
	if r.whole[s] && (rec.State == ledger.Pending || rec.State == ledger.Dead || rec.State == ledger.Skipped && rec.Reason != ledger.ReasonForgotten) {
		rec.State, rec.Reason, changed = ledger.Skipped, ledger.ReasonForgotten, true
		if len(rec.Entries) > 0 {
			rec.State, rec.Reason = ledger.Flushed, ""
		}
	}
	if changed {
		r.records = append(r.records, rec)
	}
	return nil
}

// hears reports whether a message that a hook heard is to be forgotten.
func (r *forgetting) hears(s forgotten.Session, h reported.Message) bool {
	return r.whole[s] || r.entries[h.Entry] || slices.ContainsFunc(r.Lines, func(l ForgetLine) bool {
		return l.Of.Session == s.ID && l.Of.Agent == s.Agent && l.in(h.Text)
	})
}

// replies are the names of those that are kept.
func (r *forgetting) replies() ([]string, error) {
	names, err := r.Ledger.Dir.ReadNames(layout.Replies)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look through %q: %w", layout.Replies, err)
	}
	return names, nil
}
