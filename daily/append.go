package daily

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"github.com/agent-admin/memoria/daily/entry"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil"
)

// A Placement says where an entry is.
type Placement struct {
	Date     Date
	Appended bool // false: its log had it already
}

// Append adds an entry to the log of its day and returns when it is on the disk. It does not add an entry
// again that is there already, complete, even if it is in the log of another machine, or the zone has changed since and
// it is in the log of a neighbouring day. The error is an fsutil.ErrLocked when ctx ended before the logs were free; after any
// error the log is unchanged.
func (s *Store) Append(ctx context.Context, e Entry) (Date, bool, error) {
	out, err := s.AppendAll(ctx, []Entry{e})
	if len(out) == 0 {
		return Date{}, false, err
	}
	return out[0].Date, out[0].Appended, err
}

// AppendAll is Append for many entries, in their order, with one lock, one write and one sync for each run
// of entries of a day. If there is an error, it returns the placements of the entries before it.
func (s *Store) AppendAll(ctx context.Context, entries []Entry) ([]Placement, error) {
	m, err := s.Self(ctx)
	if err != nil {
		return nil, fmt.Errorf("append to the day log: %w", err)
	}
	var out []Placement
	var keys []string
	clean := make([]Entry, len(entries))
	for i, e := range entries {
		own := e.Machine == "" // else it was said elsewhere
		if own {
			e.Machine, e.Who = m.Name, m.Who
		}
		c, err := e.Clean(s.zone())
		if err != nil {
			return nil, fmt.Errorf("append to the day log: %w", err)
		}
		if clean[i] = c; own {
			keys = append(keys, entry.Key(&c))
		}
	}
	if s.Own != nil && len(keys) > 0 {
		if err := s.Own.Wrote(keys...); err != nil {
			return nil, fmt.Errorf("append to the day log: %w", err)
		}
	}
	for len(clean) > 0 {
		date := DateOf(clean[0].At, s.zone())
		n := 1
		for n < len(clean) && DateOf(clean[n].At, s.zone()) == date {
			n++
		}
		var day []Placement
		err := s.open(ctx, date.On(m.Name), func(s *Store, a *fsutil.Appender) (err error) {
			day, err = s.write(a, date.On(m.Name), m, clean[:n])
			return err
		})
		if err != nil {
			return out, fmt.Errorf("append to the day log: %w", err)
		}
		out, clean = append(out, day...), clean[n:]
	}
	return out, nil
}

// maxReplaced is how often an append starts again because an editor replaced the file of the log meanwhile.
const maxReplaced = 5

// open calls f with the file of a log where it stands now, under the lock of the logs, and again while an editor replaces the file.
func (s *Store) open(ctx context.Context, date Date, f func(*Store, *fsutil.Appender) error) error {
	unlock, err := s.Lock(ctx, false)
	if err != nil {
		return fmt.Errorf("%s: %w", s.logName(date), err)
	}
	defer unlock()
	a, err := s.Dir.OpenAppend(s.logName(date), logPerm)
	if err != nil {
		return err
	}
	defer a.Close()
	for range maxReplaced {
		if err = f(s, a); !errors.Is(err, fsutil.ErrReplaced) {
			return err
		}
		if _, err := a.Refresh(); err != nil {
			return err
		}
	}
	return err
}

// AppendControls appends what this machine's log of the day does not say yet.
func (s *Store) AppendControls(ctx context.Context, day Date, controls ...Control) error {
	m, err := s.Self(ctx)
	if err != nil || len(controls) == 0 {
		return err
	}
	date := day.On(m.Name)
	err = s.open(ctx, date, func(s *Store, a *fsutil.Appender) error {
		file, err := s.content(a, date, m)
		if err != nil {
			return err
		}
		said := Parse(date, s.zone(), file).Controls
		lines, keys := "", []string(nil)
		for _, c := range controls {
			if !slices.ContainsFunc(said, func(o Control) bool { return o.Says() == c.Says() }) {
				said, lines, keys = append(said, c), lines+c.String()+"\n", append(keys, c.Key())
			}
		}
		if lines == "" {
			return nil
		}
		if s.Own != nil {
			if err := s.Own.Wrote(keys...); err != nil {
				return err
			}
		}
		head := entry.Header(date, m)
		keep := entry.TornAt(file, head, nil)
		return s.replaceTail(a, date, file, keep, toEnding(entry.Separator(file[:keep], head)+lines, markdown.LineEnding(file)))
	})
	if err != nil {
		return fmt.Errorf("append to the day log: %w", err)
	}
	return nil
}

// content returns the content of a log that this machine may append to.
func (s *Store) content(a *fsutil.Appender, date Date, m Machine) ([]byte, error) {
	file, err := io.ReadAll(io.NewSectionReader(a, 0, a.Size()))
	if err == nil && entry.IsUTF16(file) {
		err = errors.New("file is UTF-16, a log is UTF-8")
	}
	if id := entry.OwnerIn(file); err == nil && id != "" && id != m.ID {
		err = fmt.Errorf("it is the log of another machine, of the id %s", id)
	}
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", s.logName(date), err)
	}
	return file, nil
}

// replaceTail writes text behind the first keep bytes of a log. What a crash tore is put aside before.
func (s *Store) replaceTail(a *fsutil.Appender, date Date, file []byte, keep int, text string) error {
	if err := s.keepTorn(date, file[keep:]); err != nil {
		return err
	}
	if err := a.TruncateTo(int64(keep)); err != nil {
		return err
	}
	return a.Append([]byte(text))
}

func toEnding(text, eol string) string { return strings.ReplaceAll(text, "\n", eol) }

// write adds those of the entries to an open log that are not in it yet.
func (s *Store) write(a *fsutil.Appender, date Date, m Machine, entries []Entry) ([]Placement, error) {
	file, err := s.content(a, date, m)
	if err != nil {
		return nil, err
	}
	out := make([]Placement, len(entries))
	var add []Entry
	held := heldIn(file, entries)
	var beside map[string]Date
	if len(held) < len(entries) {
		if beside, err = s.beside(date, entries); err != nil {
			return nil, err
		}
	}
	for i, e := range entries {
		out[i].Date = date
		if held[e.ID] {
			continue
		}
		if d, ok := beside[e.ID]; ok {
			out[i].Date = d
			continue
		}
		out[i].Appended, held[e.ID] = true, true
		add = append(add, e)
	}
	if len(add) == 0 { // what a killed run wrote may not have reached the disk
		return out, a.Append(nil)
	}
	keep, text := compose(file, entry.Header(date, m), add, s.Whole)
	return out, s.replaceTail(a, date, file, keep, string(text))
}

// keepTorn saves a torn tail in .memoria/torn before it is cut off, in case a person wrote it.
func (s *Store) keepTorn(date Date, tail []byte) error {
	if len(bytes.Trim(tail, "\x00 \r\n")) == 0 {
		return nil
	}
	name := fmt.Sprintf("%s/%s-%s.md", tornDir, date, fsutil.Hash(tail)[:8])
	if _, err := s.Dir.WriteFileNoSync(name, tail, 0o600); err != nil {
		return fmt.Errorf("put the torn end of %q aside: %w", s.logName(date), err)
	}
	return nil
}

// beside returns where the entries are that another log holds: of another machine, or of a day to which they would
// belong in another zone: zones lie between 12 hours behind UTC and 14 ahead.
func (s *Store) beside(own Date, entries []Entry) (map[string]Date, error) {
	dates, _, err := s.Dates()
	if err := missingIsNone(err); err != nil {
		return nil, err
	}
	days := map[Date]bool{own.Day(): true}
	for _, e := range entries {
		for _, hours := range [...]int{-12, 0, 14} {
			days[DateOf(e.At.UTC().Add(time.Duration(hours)*time.Hour), nil)] = true
		}
	}
	out := map[string]Date{}
	for _, d := range dates {
		if d == own || !days[d.Day()] {
			continue
		}
		log, _ := s.Dir.ReadFile(s.logName(d)) // unreadable counts as empty
		for id := range heldIn(log, entries) {
			if _, ok := out[id]; !ok {
				out[id] = d
			}
		}
	}
	return out, nil
}

// heldIn returns the ids of those entries that a log holds completely.
func heldIn(log []byte, entries []Entry) map[string]bool {
	held := map[string]bool{}
	for _, e := range entries {
		mark := []byte(entry.Opening + "id=" + markdown.EncodeValue(e.ID) + " ")
		for at := 0; !held[e.ID]; at++ {
			n := bytes.Index(log[at:], mark)
			if n < 0 {
				break
			}
			at += n
			if (at == 0 || log[at-1] == '\n') && entry.Committed(log[at:]) {
				held[e.ID] = true
			}
		}
	}
	return held
}

// compose returns how entries get into a log: how many bytes of the file stay, which is all but a torn
// entry, and what is written after them. It uses the log's own line ending, and ends prose that lacks one.
func compose(file []byte, head string, entries []Entry, whole func(id string) bool) (keep int, text []byte) {
	eol := markdown.LineEnding(file)
	toFile := func(s string) string { return toEnding(s, eol) }
	frame := ""
	if !framed(file[:entry.TornAt(file, head, nil)]) {
		frame = entry.Sessions + "\n"
	}
	next := toFile(frame + "### " + entry.Heading(entries[0]) + "\n")
	kept := file[:entry.TornAt(file, head, []byte(next))]
	if whole != nil && whole(entry.OpenedIn(file[len(kept):])) {
		kept = entry.Unfilled(file)
	}
	taken := entry.Blocks{}
	taken.Collect(kept)
	var b strings.Builder
	end := kept
	if eol == "\r\n" && bytes.HasSuffix(kept, []byte("\r")) { // a torn line break
		b.WriteString("\n")
		end = append(kept[:len(kept):len(kept)], '\n')
	}
	sep := entry.Separator(end, head)
	b.WriteString(toFile(sep))
	if !strings.Contains(sep, entry.Sessions) {
		b.WriteString(toFile(frame))
	}
	for i, e := range entries {
		if i > 0 {
			b.WriteString(eol)
		}
		taken.Assign(&e)
		b.WriteString(toFile(entry.Text(e)))
	}
	return len(kept), []byte(b.String())
}

// framed reports whether an entry at the end of file stands where a reader looks for it: the file has the
// heading of the sessions, or an entry already. In a person's note with neither, it would be a part of the
// note's last section.
func framed(file []byte) bool {
	if entry.LastMarker(file) >= 0 {
		return true
	}
	for _, l := range markdown.Split(file) {
		level, text, ok := markdown.Heading(l.Text)
		if ok && level == 2 && strings.EqualFold(markdown.Unescape(text), "Sessions") || strings.HasPrefix(l.Text, entry.Opening) {
			return true
		}
	}
	return false
}
