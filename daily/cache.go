package daily

import (
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// The cache remembers what the logs say, all in one file, so that nobody reads a thousand of them for
// the one that changed. It follows from the logs, and can be deleted at any time.
const (
	cacheName = layout.CacheDaily

	// cacheVersion changes when the same log is read otherwise, or the form of the file changes. A test
	// holds it against what some logs say.
	cacheVersion = "daily/2 "
)

// A record is what the cache has of one log.
type record struct {
	stamp   fsutil.Stamp
	settled bool // nobody can have changed the log and left it that stamp
	log     *Log
}

func (s *Store) cacheKey() string { return cacheVersion + s.zone().String() }

// readCache returns what is remembered, by day.
func (s *Store) readCache() map[Date]record {
	data, err := s.Dir.ReadFile(cacheName)
	if err != nil {
		return nil
	}
	r := pack.Open(data, s.cacheKey())
	if r == nil {
		return nil
	}
	n := r.Len()
	out := make(map[Date]record, n)
	for ; n > 0 && !r.Failed(); n-- {
		stamp := fsutil.Stamp{Size: r.Int(), ModTime: r.Int(), Change: r.Int(), Inode: r.Uint()}
		settled := r.Bool()
		if log, ok := unpackLog(r, s.zone()); ok {
			out[log.Date] = record{stamp, settled, log}
		}
	}
	if !r.Done() {
		return nil
	}
	return out
}

func (s *Store) packCache(dates []Date, records map[Date]record) []byte {
	room := 0
	for _, d := range dates {
		room += int(records[d].stamp.Size) + 1<<9 // about what a log takes
	}
	w := pack.NewIn(make([]byte, 0, room), s.cacheKey())
	w.Len(len(dates))
	for _, d := range dates {
		r := records[d]
		w.Int(r.stamp.Size)
		w.Int(r.stamp.ModTime)
		w.Int(r.stamp.Change)
		w.Uint(r.stamp.Inode)
		w.Bool(r.settled)
		packLog(w, r.log)
	}
	return w.Bytes()
}

func packLog(w *pack.Writer, l *Log) {
	w.String(l.Date.String())
	w.String(l.Hash)
	w.Len(l.Torn)
	w.Len(len(l.Unclosed))
	for _, u := range l.Unclosed {
		w.String(u.ID)
		w.String(u.Title)
		w.Len(u.Line)
	}
	w.Len(len(l.Entries))
	for _, e := range l.Entries {
		packEntry(w, e)
	}
}

// unpackLog is not ok with a log whose times would be others in the zone as it is now.
func unpackLog(r *pack.Reader, zone *time.Location) (l *Log, ok bool) {
	d, err := ParseDate(r.String())
	l, ok = &Log{Date: d, Hash: r.String(), Torn: int(r.Uint())}, err == nil
	if n := r.Len(); n > 0 {
		l.Unclosed = make([]Unclosed, n)
		for i := range l.Unclosed {
			l.Unclosed[i] = Unclosed{r.String(), r.String(), int(r.Uint())}
		}
	}
	if n := r.Len(); n > 0 {
		l.Entries = make([]Dated, n)
		for i := range l.Entries {
			e, same := unpackEntry(r, d, zone)
			l.Entries[i], ok = e, ok && same
		}
	}
	l.redone()
	return l, ok
}

// packEntry packs times as they stand in the log: those in our markers with their offset, those of
// sections kept by hand in the vault's zone.
func packEntry(w *pack.Writer, e Dated) {
	for _, s := range [...]string{e.ID, e.Agent, e.Session, e.Project, e.Branch, e.From, e.To, e.By, e.Redoes, e.Title, e.Context, e.Heading, e.Hash} {
		w.String(s)
	}
	w.Bool(e.Hand)
	if e.Hand {
		_, offset := e.At.Zone()
		w.Int(e.At.Unix())
		w.Int(int64(offset))
	} else {
		w.String(e.At.Format(time.RFC3339Nano))
	}
	w.Bool(!e.Started.IsZero())
	if !e.Started.IsZero() {
		w.Int(e.Started.Unix())
	}
	w.Len(e.Start)
	w.Len(e.End)
	w.Len(len(e.Bullets))
	for _, b := range e.Bullets {
		w.Uint(uint64(b.Kind))
		w.String(b.Text)
		w.String(b.Block)
		w.Bool(b.Done)
	}
}

func unpackEntry(r *pack.Reader, d Date, zone *time.Location) (e Dated, same bool) {
	e.Date, same = d, true
	for _, s := range [...]*string{&e.ID, &e.Agent, &e.Session, &e.Project, &e.Branch, &e.From, &e.To, &e.By, &e.Redoes, &e.Title, &e.Context, &e.Heading, &e.Hash} {
		*s = r.String()
	}
	if e.Hand = r.Bool(); e.Hand {
		e.At = time.Unix(r.Int(), 0).In(zone)
		_, offset := e.At.Zone()
		same = int64(offset) == r.Int()
	} else {
		at, err := time.Parse(time.RFC3339, r.String())
		e.At, same = at, err == nil
	}
	if r.Bool() {
		e.Started = time.Unix(r.Int(), 0).In(fixed(e.At))
	}
	e.Start, e.End = int(r.Uint()), int(r.Uint())
	if n := r.Len(); n > 0 {
		e.Bullets = make([]Bullet, n)
		for i := range e.Bullets {
			e.Bullets[i] = Bullet{Kind: Kind(r.Uint()), Text: r.String(), Block: r.String(), Done: r.Bool()}
		}
	}
	return e, same
}
