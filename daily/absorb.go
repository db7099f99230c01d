package daily

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/markdown"
)

// An Absorbed says what was taken in of the copies of logs that sync tools made.
type Absorbed struct {
	Entries []Placement // those that no log had
	Gone    []string    // copies of which every line stands in a log now; they were removed
	Left    []string    // copies that hold something else, such as what a person wrote
}

// IsCopy reports whether a file beside the logs is a copy of one, whatever the sync tool called it: its name begins with
// that of a log, and it holds what memoria wrote.
func IsCopy(name string, file []byte) bool {
	_, ok := copied(name)
	if !ok || strings.HasPrefix(path.Base(name), ".") {
		return false
	}
	p := &parser{src: file, lines: markdown.Split(file)}
	return entry.OwnerIn(file) != "" || slices.ContainsFunc(p.frames(), func(f frame) bool { return !f.torn })
}

// copied returns the log whose name begins the name of a file.
func copied(name string) (d Date, ok bool) {
	base := path.Base(name)
	for n := len("2006-01-02"); n <= len(base); n++ {
		if x, err := ParseDate(base[:n]); err == nil {
			d, ok = x, true
		}
	}
	return d, ok
}

// A Copy is a copy of a log that a sync tool put beside it.
type Copy struct {
	Path string
	News int // entries that no log has, and that Absorb takes in
	Else int // entries that it does not: in the name of this machine, which did not write them
}

// Copies lists the copies of logs.
func (s *Store) Copies() (copies []Copy, err error) {
	_, strays, err := s.Dates()
	if err := missingIsNone(err); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, name := range strays {
		if file, err := s.Dir.ReadFile(name); err == nil && IsCopy(name, file) {
			files[name] = file
		}
	}
	if len(files) == 0 {
		return nil, nil
	}
	redact, err := s.redact()
	spans, failed := s.Spans()
	m, unknown := s.Self(context.Background())
	if err := errors.Join(err, failed, unknown); err != nil {
		return nil, err
	}
	held := map[string]bool{}
	for _, x := range spans {
		held[x.Entry] = true
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		day, _ := copied(name)
		c := Copy{Path: name}
		for id, x := range sheetOf(files[name]).pieces {
			switch {
			case held[id] || hides(redact, &x.Entry, day):
			case s.takes(&x.Entry, m):
				c.News++
			default:
				c.Else++
			}
		}
		copies = append(copies, c)
	}
	return copies, nil
}

// Absorb takes in what copies of logs hold and no log has: entries go into the log of their day that this machine
// appends to, with their own time, machine and person, and controls into that of the copy's day. What a copy has as
// forgotten is forgotten in this machine's log, too. A copy whose every line then stands in a log is removed, since it may
// hold what will be forgotten. Doing it twice, or on two machines at once, changes nothing more: an id is one entry.
func (s *Store) Absorb(ctx context.Context) (out Absorbed, err error) {
	copies, err := s.Copies()
	if err != nil {
		return out, err
	}
	for _, c := range copies {
		name := c.Path
		gone, err := s.absorb(ctx, name, &out)
		if err != nil {
			return out, fmt.Errorf("take in %q: %w", name, err)
		}
		if gone {
			out.Gone = append(out.Gone, name)
		} else {
			out.Left = append(out.Left, name)
		}
	}
	return out, nil
}

func (s *Store) absorb(ctx context.Context, name string, out *Absorbed) (gone bool, err error) {
	src, err := s.Dir.ReadFile(name)
	if err != nil {
		return false, missingIsNone(err)
	}
	day, _ := copied(name)
	c := sheetOf(src)
	logs, _, err := (&Store{Dir: s.Dir, Folder: s.Folder, Zone: s.Zone}).Logs(ctx)
	if err := missingIsNone(err); err != nil {
		return false, err
	}
	m, err := s.Self(ctx)
	if err != nil {
		return false, err
	}
	redact, err := s.redact()
	if err != nil {
		return false, err
	}
	held, hidden := map[string]*Dated{}, map[string]bool{}
	said := map[Control]bool{}
	for _, l := range logs {
		for i := range l.Entries {
			held[l.Entries[i].ID] = &l.Entries[i]
		}
		for _, x := range l.Controls {
			said[x.Says()] = true
		}
	}
	var news []Entry
	for _, x := range c.sorted() {
		e := held[x.ID]
		hidden[x.ID] = hides(redact, &x.Entry, day)
		switch {
		case e == nil && !hidden[x.ID] && s.takes(&x.Entry, m):
			news = append(news, x.Entry)
		case e != nil && x.Gone() && !e.Gone() && e.Date.Machine() == m.Name && (s.Own == nil || s.Own.Proves(&x.Entry)):
			if _, err := s.Cut(ctx, e.Date, Cut{Entries: map[string]bool{x.ID: true}}); err != nil {
				return false, err
			}
		}
	}
	placed, err := s.AppendAll(ctx, news)
	for _, p := range placed {
		if p.Appended {
			out.Entries = append(out.Entries, p)
		}
	}
	if err != nil {
		return false, err
	}
	own := &Log{Date: day.On(m.Name), Owner: m.ID}
	for line := range c.controls {
		if x, _ := entry.ParseControl(line); !said[x.Says()] {
			own.Controls = append(own.Controls, x)
		}
	}
	if err := s.tell(own); err != nil { // those of others stand in their logs
		return false, err
	}
	if err := s.AppendControls(ctx, day.Day(), own.Controls...); err != nil {
		return false, err
	}
	return s.discard(name, src, c, day, hidden)
}

// hides reports whether something of an entry was forgotten.
func hides(redact Redact, e *Entry, day Date) (hidden bool) {
	if redact != nil {
		_, n := redact(Dated{Entry: *e, Date: day})
		hidden = n > 0
	}
	return hidden
}

// takes reports whether an entry of a copy may come into the log of this machine. What says that it is of this machine has to
// be: anybody can put a copy into a shared vault.
func (s *Store) takes(e *Entry, m Machine) bool {
	return s.Own == nil || e.Machine != "" && e.Machine != m.Name || s.Own.Proves(e)
}

// discard removes a copy if every line of it stands in a log of its day, or in the log where its entry is. Of the dropped
// entries nothing is kept.
func (s *Store) discard(name string, src []byte, c sheet, day Date, dropped map[string]bool) (bool, error) {
	dates, _, err := s.Dates()
	if err != nil {
		return false, err
	}
	there := map[string]bool{}
	for _, d := range dates {
		file, err := s.Dir.ReadFile(s.logName(d))
		if err := missingIsNone(err); err != nil {
			return false, err
		}
		log := sheetOf(file)
		for id, x := range log.pieces {
			if y, ok := c.pieces[id]; ok {
				dropped[id] = dropped[id] || x.Gone() || y.Gone()
				note(there, x.text)
			}
		}
		if d.Day() == day.Day() {
			note(there, log.lead)
			note(there, slices.Collect(maps.Keys(log.controls)))
			for _, x := range log.pieces {
				note(there, x.after)
			}
		}
	}
	lines := c.lead
	for id, x := range c.pieces {
		if lines = append(lines, x.after...); !dropped[id] {
			lines = append(lines, x.text...)
		}
	}
	for _, l := range lines {
		text := strings.TrimSpace(l)
		if own, foreign := entry.Closes(text, ""); text != "" && !there[text] && !own && !foreign && !strings.HasPrefix(text, entry.Opening) &&
			!strings.HasPrefix(text, entry.Owned) && text != "# Daily Log: "+day.Day().String() && text+"\n" != entry.Sessions {
			return false, nil
		}
	}
	if now, err := s.Dir.ReadFile(name); err != nil || string(now) != string(src) { // somebody saved it meanwhile
		return false, missingIsNone(err)
	}
	return true, s.Dir.Remove(name)
}

func note(there map[string]bool, lines []string) {
	for _, l := range lines {
		there[strings.TrimSpace(l)] = true
	}
}
