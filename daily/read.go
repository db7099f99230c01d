package daily

import (
	"fmt"
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
	return Parse(d, s.zone(), src), nil
}

// Dates lists the days that have a log, oldest first. strays are paths, from the vault's root, of
// what lies beside the logs and looks like one without having the one name that a log has: copies
// that sync tools make of a conflict, days with a suffix, placeholders of files that are elsewhere.
// They are nobody's source and are left alone. A missing folder is an fs.ErrNotExist: a vault that
// had logs and finds none has lost its drive, not its days.
func (s *Store) Dates() (dates []Date, strays []string, err error) {
	list, err := s.Dir.ReadDir(folder)
	if err != nil {
		return nil, nil, fmt.Errorf("list the day logs: %w", err)
	}
	for _, f := range list {
		name := f.Name()
		if fsutil.IsTemp(name) {
			continue
		}
		stem, md := strings.CutSuffix(name, ".md")
		d, err := ParseDate(stem)
		if md && err == nil {
			if info, err := s.Dir.Stat(path.Join(folder, name)); err == nil && info.Mode().IsRegular() {
				dates = append(dates, d)
				continue
			}
		}
		if strings.EqualFold(path.Ext(name), ".md") || holdsDate(name) {
			strays = append(strays, path.Join(folder, name))
		}
	}
	return dates, strays, nil
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
	return Span{e.Agent, e.Session, e.From, e.To, e.ID, d, e.At}
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
