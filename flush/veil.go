package flush

import (
	"context"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/fsutil"
)

// Veil hides what was forgotten from who reads the logs: one that was restored from a copy brings it
// back. It is nil where nothing was.
func Veil(dir *fsutil.Dir) (daily.Veil, error) {
	t, err := readTombs(dir)
	if err != nil || len(t.rows)+len(t.lines)+len(t.entries)+len(t.sections)+len(t.Sessions) == 0 {
		return nil, err
	}
	return t.veil, nil
}

// veil takes out of an entry what was forgotten, and counts it. Lines that a person put into one of
// ours stay.
func (t *tombs) veil(d daily.Dated) (daily.Dated, int) {
	if d.Hand {
		if t.sections[rowkey.Of(d.Hash).String()] {
			n := max(1, len(d.Bullets))
			d.Bullets, d.Context = nil, ""
			return d, n
		}
		return d, t.strip("", "", &d.Summary)
	}
	until := t.Sessions[rowkey.OfSession(d.Agent, d.Session).String()]
	if !t.entries[rowkey.Of(d.ID).String()] && (until.IsZero() || d.At.After(until)) {
		return d, t.strip(d.Agent, d.Session, &d.Summary)
	}
	was := len(d.Bullets)
	d.Bullets = slices.DeleteFunc(slices.Clone(d.Bullets), func(b daily.Bullet) bool {
		return !b.Foreign() || t.lines[lineKey(d.Agent, d.Session, b.Text)]
	})
	n := was - len(d.Bullets)
	if n == 0 && (d.Title != "" && d.Title != daily.Forgotten || d.Context != "") {
		n = 1
	}
	d.Title, d.Context = daily.Forgotten, ""
	return d, n
}

// bare takes out of an entry of ours what was forgotten.
func (t *tombs) bare(e *daily.Entry) {
	if t == nil {
		return
	}
	d, n := t.veil(daily.Dated{Entry: *e})
	if n > 0 {
		*e = d.Entry
	}
}

// Kept are the entries that the archive and the ledger know of.
func (f *Flusher) Kept(ctx context.Context, now time.Time) ([]daily.Dated, error) {
	return archive.Archive{Dir: f.Ledger.Dir}.Entries(ctx, f.Ledger, f.Zone, now)
}
