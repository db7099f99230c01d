package daily

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"golang.org/x/sync/errgroup"
)

func (s *Store) logName(d Date) string { return s.Folder.Path(d.String()) }

// Read reads one day's log. It takes no lock: an entry that is being appended is seen complete or not at
// all. A missing log is an fs.ErrNotExist.
func (s *Store) Read(d Date) (*Log, error) {
	shown, err := s.shown()
	if err != nil {
		return nil, err
	}
	l, err := s.read(d)
	if err == nil {
		err = s.tell(l)
	}
	if err != nil {
		return nil, err
	}
	return shown(l).Cleaned(s.Clean), nil
}

// tell says whose the entries of logs are, once these were read.
func (s *Store) tell(logs ...*Log) error {
	if s.Own == nil {
		return nil
	}
	return s.Own.Tell(logs...)
}

// read reads a log, without what s.Cuts removes. What a witness has to say is not told yet.
func (s *Store) read(d Date) (*Log, error) {
	seen, err := s.Seen.Of(s.Dir, s.logName(d), func() (*Log, error) {
		src, err := s.Dir.ReadFile(s.logName(d))
		if err != nil {
			return nil, fmt.Errorf("read the day log %s: %w", d, err)
		}
		l := Parse(d, s.zone(), s.Cuts[d].From(d, s.zone(), src))
		l.clean = s.Clean != nil && !(&Log{Entries: slices.Clone(l.Entries)}).Cleaned(s.Clean).Secrets
		return l, nil
	})
	if err != nil {
		return nil, err
	}
	l := *seen
	l.Entries, l.Controls = slices.Clone(seen.Entries), slices.Clone(seen.Controls)
	l.saidBy(s.Who)
	return &l, nil
}

// redact returns the store's Redact function, nil where nothing was forgotten.
func (s *Store) redact() (Redact, error) {
	if s.Redact == nil {
		return nil, nil
	}
	return s.Redact()
}

// shown returns what makes of a log as it is in the file one without what was forgotten, with the projects as they are called.
func (s *Store) shown() (func(*Log) *Log, error) {
	redact, err := s.redact()
	var name Name
	if s.Name != nil && err == nil {
		name, err = s.Name()
	}
	return func(l *Log) *Log { return l.Called(name).Without(redact) }, err
}

// Dates lists the days that have a log, oldest first. strays are paths, from the vault's root, of files
// beside the logs that look like a log without having its exact name: copies that sync tools make of a
// conflict, days with a suffix, placeholders of files that are elsewhere. They are never read. A missing
// folder is an fs.ErrNotExist: a vault that had logs and finds none has lost its drive, not its days.
func (s *Store) Dates() (dates []Date, strays []string, err error) {
	list, err := s.Dir.Stamps(s.Folder.Folder(), func(string, fs.FileMode) bool { return false })
	if err != nil {
		return nil, nil, fmt.Errorf("list the day logs: %w", err)
	}
	for _, f := range list {
		stem, md := strings.CutSuffix(f.Name, ".md")
		d, err := ParseDate(stem)
		switch {
		case fsutil.IsTemp(f.Name):
		case md && err == nil && (f.Type.IsRegular() || s.leadsToFile(f)):
			dates = append(dates, d)
		case strings.EqualFold(path.Ext(f.Name), ".md") || entry.HoldsDate(f.Name):
			strays = append(strays, path.Join(s.Folder.Folder(), f.Name))
		}
	}
	sorting.By(dates, Date.Compare)
	return dates, strays, nil
}

func (s *Store) leadsToFile(f fsutil.Stamped) bool {
	info, err := s.Dir.Stat(path.Join(s.Folder.Folder(), f.Name))
	return f.Type&fs.ModeSymlink != 0 && err == nil && info.Mode().IsRegular()
}

// Logs returns all logs, oldest first, and strays as [Store.Dates] does. An entry that several logs have is in one of
// them.
func (s *Store) Logs(ctx context.Context) (logs []*Log, strays []string, err error) {
	dates, strays, err := s.Dates()
	if err == nil {
		logs, err = s.logs(ctx, dates)
	}
	return logs, strays, err
}

// Of returns the logs of a calendar day, as Logs does; without any it returns none.
func (s *Store) Of(day Date) ([]*Log, error) {
	dates, _, err := s.Dates()
	if err := missingIsNone(err); err != nil {
		return nil, err
	}
	return s.logs(context.Background(), slices.DeleteFunc(dates, func(d Date) bool { return d.Day() != day.Day() }))
}

func (s *Store) logs(ctx context.Context, dates []Date) (logs []*Log, err error) {
	shown, err := s.shown()
	if err != nil {
		return nil, err
	}
	read := make([]*Log, len(dates))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, d := range dates {
		g.Go(func() (err error) {
			if err = ctx.Err(); err == nil {
				read[i], err = s.read(d)
			}
			return missingIsNone(err) // removed since it was listed
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	read = slices.DeleteFunc(read, func(l *Log) bool { return l == nil })
	if err := s.tell(read...); err != nil {
		return nil, err
	}
	s.trusting(read)
	once(read)
	g = new(errgroup.Group)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, l := range read {
		l = shown(l)
		logs = append(logs, l)
		g.Go(func() error { l.Cleaned(s.Clean); return nil })
	}
	return logs, g.Wait()
}

// once leaves each entry in one of the logs, and marks those that an entry of another log replaces. An entry stays beside
// the text that a machine which it does not trust has of it.
func once(logs []*Log) {
	at, redoes := map[string][]*Log{}, map[string][]Speaker{}
	for _, l := range logs {
		for _, e := range slices.Clone(l.Entries) {
			if e.Hand {
				continue
			}
			if e.Redoes != "" && e.ID == entry.RedoID(e.Redoes) {
				redoes[e.Redoes] = append(redoes[e.Redoes], e.Said)
			}
			stays := true
			at[e.ID] = slices.DeleteFunc(at[e.ID], func(first *Log) bool {
				o := first.entry(e.ID)
				if e.losesTo(o) {
					stays = false
					return false
				}
				gone := o.losesTo(&e)
				if gone {
					first.drop(e.ID)
				}
				return gone
			})
			if stays {
				at[e.ID] = append(at[e.ID], l)
			} else {
				l.drop(e.ID)
			}
		}
	}
	for id, by := range redoes {
		for _, l := range at[id] {
			e := l.entry(id)
			e.Redone = e.Redone || slices.ContainsFunc(by, e.Said.Yields)
		}
	}
}

// losesTo reports whether d is left out where another log has o, a text of the same entry: the log of the machine that
// wrote it is asked first, then [entry.Entry.Better].
func (d *Dated) losesTo(o *Dated) bool {
	if d.home() != o.home() {
		return o.home()
	}
	return !d.Better(&o.Entry) && (d.Said.Yields(o.Said) || entry.Key(&d.Entry) == entry.Key(&o.Entry))
}

// home reports whether the entry stands in the log of the machine that wrote it.
func (d *Dated) home() bool {
	return d.Said.ID != Unproved && (d.Machine == "" || d.Machine == d.Date.Machine())
}

// trusting tells of each entry whom the machine that wrote it trusts, and whether that is known to be the person's.
func (s *Store) trusting(logs []*Log) {
	g, sharer := GrantsOf(logs), ""
	var all []*Speaker
	for _, l := range logs {
		sharer = l.Sharer
		for i := range l.Entries {
			all = append(all, &l.Entries[i].Said)
		}
	}
	g.Tell(all, sharer, s.Who)
}

// GrantsOf returns what logs say about whom their machines trust.
func GrantsOf(logs []*Log) entry.Grants {
	by := map[string][]Control{}
	for _, l := range logs {
		if l.Owner != "" {
			by[l.Owner] = append(by[l.Owner], l.Controls...)
		}
	}
	return entry.GrantsIn(by)
}

// entry returns the entry of an id that memoria wrote, nil if there is none.
func (l *Log) entry(id string) *Dated {
	for i := range l.Entries {
		if e := &l.Entries[i]; !e.Hand && e.ID == id {
			return e
		}
	}
	return nil
}

func (l *Log) drop(id string) {
	l.Entries = slices.DeleteFunc(l.Entries, func(e Dated) bool { return !e.Hand && e.ID == id })
}

// A Span is the stretch of a session's rows that one entry covers. A row within it is in the logs and never
// summarised again.
type Span struct {
	Agent, Session string
	From, To       string // uuids of the first and the last row
	Entry          string // id
	Date           Date
	At             time.Time // of the last row, to the second
	By             string    // what wrote it
}

// Unanswered reports whether the entry only tells what was asked: see [Entry.Unanswered].
func (s *Span) Unanswered() bool { return (&Entry{By: s.By}).Unanswered() }

// Spans lists what the entries of a log cover. Sections kept by hand cover nothing.
func (l *Log) Spans() (out []Span) {
	for _, e := range l.Entries {
		if !e.Hand {
			out = append(out, spanOf(e.Entry, l.Date))
		}
	}
	return out
}

func spanOf(e Entry, d Date) Span {
	return Span{e.Agent, e.Session, e.From, e.To, e.ID, d, e.At, e.By}
}

// Spans lists what all logs cover, by day and in the order of each file. It reads only the markers.
func (s *Store) Spans() ([]Span, error) { return s.SpansSince(Date{}) }

// SpansSince is Spans without the logs of the days before first.
func (s *Store) SpansSince(first Date) ([]Span, error) {
	dates, _, err := s.Dates()
	if err != nil {
		return nil, err
	}
	var out []Span
	for _, d := range dates {
		if d.Compare(first) < 0 {
			continue
		}
		src, err := s.Dir.ReadFile(s.logName(d))
		if err != nil {
			return nil, fmt.Errorf("read the day log %s: %w", d, err)
		}
		p := &parser{lines: markdown.Split(src), src: src}
		for _, f := range p.frames() {
			if e := f.entry; !f.torn {
				out = append(out, spanOf(e, d))
			}
		}
	}
	return out, nil
}
