package daily

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// Forgotten is the title of an entry whose words were taken out for good.
const Forgotten = "forgotten"

// A Cut says what is to be taken out of a log for good.
type Cut struct {
	Entries  map[string]bool `json:"entries,omitempty"`  // ours, by id: the markers stay, with nothing between
	Sections map[string]bool `json:"sections,omitempty"` // kept by hand, by Dated.Hash: they go whole
	Blocks   map[string]bool `json:"blocks,omitempty"`   // lines, by block id in lower case
	Titles   map[string]bool `json:"titles,omitempty"`   // our entries, by id, that lose their title
	Contexts map[string]bool `json:"contexts,omitempty"` // and their context
}

// Empty reports whether c takes out nothing.
func (c Cut) Empty() bool {
	return len(c.Entries)+len(c.Sections)+len(c.Blocks)+len(c.Titles)+len(c.Contexts) == 0
}

// From is what is left of a day's log; every byte that c does not name stays. Cutting again changes
// nothing. The markers of an entry stay, so that its turns count as flushed and never come back.
func (c Cut) From(date Date, zone *time.Location, src []byte) []byte {
	if c.Empty() {
		return src
	}
	p := &parser{src: src, lines: splitLines(src)}
	var out []edit
	ours := make([]bool, len(p.lines)) // lines of our entries
	for _, f := range p.frames() {
		for i := f.head; i < f.next; i++ {
			ours[i] = true
		}
		if c.Entries[f.entry.ID] {
			out = append(out, edit{p.lines[f.head].start, p.after(f.next), p.husk(f)})
			continue
		}
		if c.Titles[f.entry.ID] && f.head < f.marker {
			out = append(out, p.untitled(f)...)
		}
		if c.Contexts[f.entry.ID] {
			out = append(out, p.context(f)...)
		}
		out = append(out, p.blocks(f.marker+1, f.next, c.Blocks)...)
	}
	for _, e := range Parse(date, zone, src).Entries {
		if e.Hand && c.Sections[e.Hash] {
			out = append(out, edit{e.Start, e.End + lineEnd(src[e.End:]), ""})
		}
	}
	for i, l := range p.lines {
		if _, id := cutBlockID(l.text); !ours[i] && c.Blocks[strings.ToLower(id)] {
			out = append(out, edit{p.lines[p.above(i, ours)].start, p.after(i + 1), ""})
		}
	}
	return splice(src, out)
}

// An edit puts text in the place of bytes.
type edit struct {
	start, end int
	text       string
}

// splice makes the edits; of two that overlap the first counts, and reaches as far as both.
func splice(src []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.start >= at {
			out = append(append(out, src[at:e.start]...), e.text...)
		}
		at = max(at, e.end)
	}
	return append(out, src[at:]...)
}

// after is where line n begins, or the end of the file.
func (p *parser) after(n int) int {
	if n < len(p.lines) {
		return p.lines[n].start
	}
	return len(p.src)
}

// lineEnd is the length of the line break at the beginning of b, and of spaces before it.
func lineEnd(b []byte) int {
	if i := bytes.IndexByte(b, '\n'); i >= 0 && len(bytes.TrimSpace(b[:i])) == 0 {
		return i + 1
	}
	return 0
}

// husk is what stays of an entry: that there was one, of which turns.
func (p *parser) husk(f frame) string {
	e, eol := f.entry, lineEnding(p.src)
	e.Title, e.Project, e.Branch = Forgotten, "", ""
	text := formatMarker(e) + eol + closing + eol
	if f.head < f.marker {
		level, md, _ := atxHeading(p.lines[f.head].text)
		if start, _, _, _ := parseHeading(md); start != none {
			e.Started = start.dayBefore(e.At)
		}
		text = strings.Repeat("#", level) + " " + headingText(e) + eol + text
	}
	return text
}

// untitled takes the title out of an entry's heading.
func (p *parser) untitled(f frame) []edit {
	l, e := p.lines[f.head], f.entry
	level, md, _ := atxHeading(l.text)
	start, _, title, _ := parseHeading(md)
	if title == "" {
		return nil
	}
	if start != none {
		e.Started = start.dayBefore(e.At)
	}
	return []edit{{l.start, l.end, strings.Repeat("#", level) + " " + headingText(e)}}
}

// context takes the context out of an entry.
func (p *parser) context(f frame) []edit {
	for i := f.marker + 1; i < f.next; i++ {
		if strings.HasPrefix(p.lines[i].text, strings.TrimSpace(contextLabel)) {
			return []edit{{p.lines[i].start, p.after(i + 1), ""}}
		}
	}
	return nil
}

// blocks takes bullets out of the lines of an entry.
func (p *parser) blocks(from, to int, ids map[string]bool) (out []edit) {
	for i := from; i < to; i++ {
		if _, id := cutBlockID(p.lines[i].text); id != "" && ids[strings.ToLower(id)] {
			out = append(out, edit{p.lines[i].start, p.after(i + 1), ""})
		}
	}
	return out
}

// above is the line at which the paragraph or list item begins that ends, with its block id, in line
// i of a person's prose. An id on a line of its own names what stands above it.
func (p *parser) above(i int, ours []bool) int {
	begins := func(n int) bool {
		_, text := indent(p.lines[n].text)
		_, _, item := listItem(unquote(text))
		return item
	}
	at := i
	if text, _ := cutBlockID(p.lines[i].text); strings.TrimSpace(text) == "" {
		for at > 0 && p.lines[at-1].blank() {
			at--
		}
	}
	for !begins(at) && at > 0 && !ours[at-1] && !p.lines[at-1].blank() {
		if _, _, heading := atxHeading(p.lines[at-1].text); heading {
			break
		}
		at--
	}
	return at
}

// Cut takes words out of the log of a day for good, under the lock of the logs, and reports whether
// there were any. The rest of the log stays as it is, also what an editor saves meanwhile. A missing
// log is nothing to cut.
func (s *Store) Cut(ctx context.Context, date Date, c Cut) (changed bool, err error) {
	unlock, err := s.Dir.Lock(ctx, lockName)
	if err != nil {
		return false, fmt.Errorf("forget in the day log %s: %w", date, err)
	}
	defer unlock()
	if _, err := s.Dir.CleanTempOf(folder); err != nil && !errors.Is(err, fs.ErrNotExist) { // they may hold it, too
		return false, wrapCut(date, err)
	}
	for range maxReplaced {
		var src []byte
		src, err = s.Dir.ReadFile(logName(date))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			break
		}
		left := c.From(date, s.zone(), src)
		if bytes.Equal(left, src) {
			return false, nil
		}
		if err = s.Dir.SwapFile(logName(date), src, left, logPerm); !errors.Is(err, fsutil.ErrChanged) {
			return err == nil, wrapCut(date, err)
		}
	}
	return false, wrapCut(date, err)
}

func wrapCut(date Date, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("forget in the day log %s: %w", date, err)
}

// CutTorn takes out of the ends of logs that a crash tore, and that were put aside, those which hold
// any of the entries or lines. It returns their names; with dry they stay.
func (s *Store) CutTorn(c Cut, dry bool) (names []string, err error) {
	list, err := s.Dir.ReadNames(tornDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look through %q: %w", tornDir, err)
	}
	for _, n := range list {
		name := tornDir + "/" + n
		src, err := s.Dir.ReadFile(name)
		if err != nil || !c.in(src) {
			continue
		}
		if !dry {
			if err := s.Dir.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return names, err
			}
		}
		names = append(names, name)
	}
	return names, nil
}

// in reports whether a part of a log holds anything of c.
func (c Cut) in(src []byte) bool {
	for _, l := range splitLines(src) {
		if e, ok := parseMarker(l.text); ok && (c.Entries[e.ID] || c.Titles[e.ID] || c.Contexts[e.ID]) {
			return true
		}
		if _, id := cutBlockID(l.text); id != "" && c.Blocks[strings.ToLower(id)] {
			return true
		}
	}
	return false
}

// Add has c take out what another does, too.
func (c *Cut) Add(o Cut) {
	for _, m := range []struct {
		to   *map[string]bool
		from map[string]bool
	}{{&c.Entries, o.Entries}, {&c.Sections, o.Sections}, {&c.Blocks, o.Blocks}, {&c.Titles, o.Titles}, {&c.Contexts, o.Contexts}} {
		if *m.to == nil {
			*m.to = map[string]bool{}
		}
		maps.Copy(*m.to, m.from)
	}
}
