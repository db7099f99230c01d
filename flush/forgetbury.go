package flush

import (
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/rowkey"
)

// bury puts the tombs down, with the promise to take the words out.
func (r *forgetting) bury() error {
	t, err := readTombs(r.Ledger.Dir)
	if err != nil {
		return err
	}
	if t.Sessions == nil {
		t.Sessions = map[string]time.Time{}
	}
	if t.rows == nil {
		t.rows = map[rowkey.Key]bool{}
	}
	if t.lines == nil {
		t.lines, t.entries, t.sections = map[string]bool{}, map[string]bool{}, map[string]bool{}
	}
	for _, s := range r.sessions() {
		at := t.Sessions[s.key().String()]
		if r.whole[s] && (at.IsZero() || t.Open == nil && at.Before(r.now)) { // else this run ends another
			at = r.now.UTC().Truncate(time.Second)
		}
		t.Sessions[s.key().String()] = at
	}
	for row := range r.rows {
		t.rows[row] = true
	}
	r.buryWords(t)
	t.Open = t.Open.with(r.Promise)
	return t.write(r.Ledger.Dir, r.now)
}

// buryWords remembers the lines, entries and sections that are forgotten, so that a log which brings
// them back is known by them.
func (r *forgetting) buryWords(t *tombs) {
	for _, l := range r.Lines {
		texts := l.texts()
		if l.Title {
			texts = append(texts, l.Of.Title)
		}
		if l.Context {
			texts = append(texts, l.Of.Context)
		}
		for _, text := range texts {
			t.lines[lineKey(l.Of.Agent, l.Of.Session, text)] = true
		}
	}
	for _, text := range r.Hand {
		t.lines[lineKey("", "", text)] = true
	}
	for id := range r.entries {
		t.entries[rowkey.Of(id).String()] = true
	}
	for _, e := range r.Entries {
		for _, b := range e.Bullets {
			if b.Foreign() && r.Promise.Cuts[e.Date].Lines[daily.LineHash(e.ID, b.Text)] {
				t.lines[lineKey(e.Agent, e.Session, b.Text)] = true
			}
		}
	}
	for _, c := range r.Promise.Cuts {
		for hash := range c.Sections {
			t.sections[rowkey.Of(hash).String()] = true
		}
	}
}
