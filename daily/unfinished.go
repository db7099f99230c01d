package daily

import (
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil"
)

// Unfinished returns the entries without a closing marker that the logs, and the ends that were cut off
// them, hold, as far as their text has the form that memoria writes.
func (s *Store) Unfinished() ([]Dated, error) {
	dates, _, err := s.Dates()
	if err := missingIsNone(err); err != nil {
		return nil, err
	}
	var out []Dated
	for _, d := range dates {
		src, err := s.Dir.ReadFile(s.logName(d))
		if err := missingIsNone(err); err != nil {
			return nil, err
		}
		out = append(out, unfinished(d, src)...)
	}
	torn, err := s.Dir.ReadNames(tornDir)
	if err := missingIsNone(err); err != nil {
		return nil, err
	}
	for _, name := range torn {
		d, err := ParseDate(name[:max(strings.LastIndexByte(name, '-'), 0)])
		if err != nil {
			continue
		}
		if src, err := s.Dir.ReadFile(tornDir + "/" + name); err == nil {
			out = append(out, unfinished(d, src)...)
		}
	}
	return out, nil
}

func unfinished(d Date, src []byte) (out []Dated) {
	p := &parser{src: src, lines: markdown.Split(entry.Unfilled(src))}
	for _, f := range p.frames() {
		if e := p.entryOf(f); f.torn {
			out = append(out, Dated{Entry: e, Date: d, Heading: markdown.LinkText(markdown.Unescape(entry.Heading(e)))})
		}
	}
	return out
}

// Read returns an entry as it is read from a log that holds nothing else.
func Read(e Entry, zone *time.Location) (Dated, error) {
	e, err := e.Clean(zone)
	if err != nil {
		return Dated{}, err
	}
	entry.Blocks{}.Assign(&e)
	return Dated{Entry: e, Date: DateOf(e.At, zone), Heading: markdown.LinkText(markdown.Unescape(entry.Heading(e))), Hash: fsutil.Hash([]byte(entry.Text(e)))}, nil
}
