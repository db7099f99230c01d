package flush

import (
	"context"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
)

// bury puts the tombs down, with the promise to take the words out.
func (r *forgetting) bury() error {
	t, err := forgotten.Read(r.Ledger.Dir)
	if err != nil {
		return err
	}
	for _, s := range r.sessions() {
		at := t.Sessions[s.Key().String()]
		if r.whole[s] && (at.IsZero() || t.Open == nil && at.Before(r.now)) { // else this run ends another
			at = r.now.UTC().Truncate(time.Second)
		}
		t.Sessions[s.Key().String()] = at
	}
	for row := range r.rows {
		t.AddRow(row)
	}
	r.buryWords(t)
	t.Open = t.Open.With(r.Promise)
	return t.Write(r.Ledger.Dir, r.now)
}

// buryWords remembers the lines, entries and sections that are forgotten, so that a log which brings
// them back is known by them.
func (r *forgetting) buryWords(t *forgotten.List) {
	for _, l := range r.Lines {
		texts := l.texts()
		if l.Title {
			texts = append(texts, l.Of.Title)
		}
		if l.Context {
			texts = append(texts, l.Of.Context)
		}
		for _, text := range texts {
			t.AddLine(l.Of.Agent, l.Of.Session, text)
		}
	}
	for _, text := range r.Hand {
		t.AddLine("", "", text)
	}
	for id := range r.entries {
		t.AddEntry(id)
	}
	for _, e := range r.Entries {
		for _, b := range e.Bullets {
			if b.Foreign() && r.Promise.Cuts[e.Date].Lines[daily.LineHash(e.ID, b.Text)] {
				t.AddLine(e.Agent, e.Session, b.Text)
			}
		}
	}
	for _, c := range r.Promise.Cuts {
		for hash := range c.Sections {
			t.AddSection(hash)
		}
	}
}

// Forgetting is the promise of a forget that did not end, nil if there is none.
func (f *Flusher) Forgetting() (*forgotten.Promise, error) {
	t, err := forgotten.Read(f.Ledger.Dir)
	if err != nil {
		return nil, err
	}
	return t.Open, nil
}

// Forgot says that a promise was kept. The caller holds the import's lock.
func (f *Flusher) Forgot(now time.Time) error {
	t, err := forgotten.Read(f.Ledger.Dir)
	if err != nil || t.Open == nil {
		return err
	}
	t.Open = nil
	return t.Write(f.Ledger.Dir, now)
}

// Kept are the entries that the archive and the ledger know of.
func (f *Flusher) Kept(ctx context.Context, now time.Time) ([]daily.Dated, error) {
	return archive.Archive{Dir: f.Ledger.Dir}.Entries(ctx, f.Ledger, f.Zone, now)
}
