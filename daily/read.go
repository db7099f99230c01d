package daily

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// folder holds the logs, in the vault's root.
const folder = "daily"

func logName(d Date) string { return path.Join(folder, d.String()+".md") }

// Read reads one day's log. It takes no lock: an entry that is being appended is not there until it
// is there whole. A missing log is an fs.ErrNotExist.
func (s *Store) Read(d Date) (*Log, error) {
	src, err := s.Dir.ReadFile(logName(d))
	if err != nil {
		return nil, fmt.Errorf("read the day log %s: %w", d, err)
	}
	v, err := s.veil()
	if err != nil {
		return nil, err
	}
	return s.seen(Parse(d, s.zone(), src), v)
}

// Dates lists the days that have a log, oldest first. strays are paths, from the vault's root, of
// what lies beside the logs and looks like one without having the one name that a log has: copies
// that sync tools make of a conflict, days with a suffix, placeholders of files that are elsewhere.
// They are nobody's source and are left alone. A missing folder is an fs.ErrNotExist: a vault that
// had logs and finds none has lost its drive, not its days.
func (s *Store) Dates() (dates []Date, strays []string, err error) {
	list, strays, err := s.list()
	for _, f := range list {
		dates = append(dates, f.date)
	}
	return dates, strays, err
}

// A listed is a log that is there. Its stamp is zero where it is a link to one.
type listed struct {
	date  Date
	stamp fsutil.Stamp
}

func (s *Store) list() (logs []listed, strays []string, err error) {
	list, err := s.Dir.Stamps(folder, func(name string, typ fs.FileMode) bool { return typ.IsRegular() && isLog(name) })
	if err != nil {
		return nil, nil, fmt.Errorf("list the day logs: %w", err)
	}
	for _, f := range list {
		if fsutil.IsTemp(f.Name) {
			continue
		}
		if isLog(f.Name) && (f.Type.IsRegular() || s.leadsToFile(f)) {
			d, _ := ParseDate(strings.TrimSuffix(f.Name, ".md"))
			logs = append(logs, listed{d, f.Stamp})
			continue
		}
		if strings.EqualFold(path.Ext(f.Name), ".md") || holdsDate(f.Name) {
			strays = append(strays, path.Join(folder, f.Name))
		}
	}
	return logs, strays, nil
}

func (s *Store) leadsToFile(f fsutil.Stamped) bool {
	if f.Type&fs.ModeSymlink == 0 {
		return false
	}
	info, err := s.Dir.Stat(path.Join(folder, f.Name))
	return err == nil && info.Mode().IsRegular()
}

func isLog(name string) bool {
	stem, md := strings.CutSuffix(name, ".md")
	_, err := ParseDate(stem)
	return md && err == nil
}

// Logs returns all logs, oldest first, and strays as [Store.Dates] does. Logs that the cache knows are
// not read. tick is what the file system's clock said before anything was read, see
// [fsutil.Dir.Tick]; then the cache is brought up to date. 0 leaves it as it is.
func (s *Store) Logs(ctx context.Context, tick int64) (logs []*Log, strays []string, err error) {
	list, strays, err := s.list()
	if err != nil {
		return nil, nil, err
	}
	veil, err := s.veil()
	if err != nil {
		return nil, nil, err
	}
	was := s.readCache()
	now := make(map[Date]record, len(list))
	var dates []Date
	news := len(was) != len(list)
	for _, f := range list {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		r, known := was[f.date]
		if !known || !r.settled || r.stamp != f.stamp {
			news = true
			if r, err = s.readStamped(f.date, r, tick); errors.Is(err, fs.ErrNotExist) {
				continue // gone since it was listed
			} else if err != nil {
				return nil, nil, fmt.Errorf("read the day log %s: %w", f.date, err)
			}
		}
		now[f.date], dates = r, append(dates, f.date)
		l, err := s.seen(r.log, veil)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return nil, nil, fmt.Errorf("read the day log %s: %w", f.date, err)
		}
		logs = append(logs, l)
	}
	if news && tick != 0 {
		_, _ = s.Dir.WriteFileNoSync(cacheName, s.packCache(dates, now), 0o600) // that it cannot be is no harm
	}
	return logs, strays, nil
}

// readStamped reads a log, with the stamp that it had before.
func (s *Store) readStamped(d Date, was record, tick int64) (record, error) {
	f, err := s.Dir.Open(logName(d))
	if err != nil {
		return record{}, err
	}
	defer f.Close()
	stamp, err := fsutil.StampOf(f)
	if err != nil {
		return record{}, err
	}
	src, err := io.ReadAll(f)
	if err != nil {
		return record{}, err
	}
	r := record{stamp, stamp.Settled(tick), was.log}
	if was.log == nil || was.log.Hash != fsutil.Hash(src) {
		r.log = Parse(d, s.zone(), src)
	}
	return r, nil
}

// holdsDate reports whether a file name has a day in it.
func holdsDate(name string) bool {
	const form = len("2006-01-02")
	for i := 0; i+form <= len(name); i++ {
		if _, err := ParseDate(name[i : i+form]); err == nil {
			return true
		}
	}
	return false
}

// A Span is the stretch of a session's rows that one entry covers. A row within it is in the logs
// and never summarised again.
type Span struct {
	Agent, Session string
	From, To       string // uuids of the first and the last row
	Entry          string // id
	Date           Date
	At             time.Time // of the last row, to the second
	By             string    // what wrote it
}

// Spans lists what the entries of a log cover. Sections kept by hand cover nothing.
func (l *Log) Spans() []Span {
	var out []Span
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

// Spans lists what all logs cover, by day and in the order of each file, from their markers alone.
func (s *Store) Spans() ([]Span, error) { return s.SpansSince(Date{}) }

// SpansSince is Spans without the logs of the days before one.
func (s *Store) SpansSince(first Date) ([]Span, error) {
	dates, _, err := s.Dates()
	if err != nil {
		return nil, err
	}
	var out []Span
	for _, d := range dates {
		if d.before(first) {
			continue
		}
		src, err := s.Dir.ReadFile(logName(d))
		if err != nil {
			return nil, fmt.Errorf("read the day log %s: %w", d, err)
		}
		p := &parser{lines: splitLines(src), src: src}
		for _, f := range p.frames() {
			if e := f.entry; !f.torn {
				out = append(out, spanOf(e, d))
			}
		}
	}
	return out, nil
}
