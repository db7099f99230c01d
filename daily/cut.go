package daily

import (
	"maps"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Cut says what is to be removed from a log for good. It holds no words.
type Cut struct {
	Entries  map[string]bool `json:"entries,omitempty"`  // entries by id: the markers stay, and what a person put between them
	Sections map[string]bool `json:"sections,omitempty"` // sections kept by hand, by Dated.Hash: they go completely
	Blocks   map[string]bool `json:"blocks,omitempty"`   // lines, by block id in lower case
	Lines    map[string]bool `json:"lines,omitempty"`    // lines of entries that lost their block id, by LineHash
	Titles   map[string]bool `json:"titles,omitempty"`   // entries, by id, that lose their title
	Contexts map[string]bool `json:"contexts,omitempty"` // and those that lose their context
}

// Empty reports whether c removes nothing.
func (c Cut) Empty() bool {
	return len(c.Entries)+len(c.Sections)+len(c.Blocks)+len(c.Lines)+len(c.Titles)+len(c.Contexts) == 0
}

// Add extends c by what another cut removes.
func (c *Cut) Add(o Cut) {
	for _, m := range []struct {
		to   *map[string]bool
		from map[string]bool
	}{{&c.Entries, o.Entries}, {&c.Sections, o.Sections}, {&c.Blocks, o.Blocks}, {&c.Lines, o.Lines}, {&c.Titles, o.Titles}, {&c.Contexts, o.Contexts}} {
		if len(m.from) == 0 {
			continue
		}
		if *m.to == nil {
			*m.to = map[string]bool{}
		}
		maps.Copy(*m.to, m.from)
	}
}

// Forget extends c by what a control forgets.
func (c *Cut) Forget(x Control) {
	switch {
	case x.Verb != Forgot:
	case x.Line == "":
		c.Add(Cut{Entries: map[string]bool{x.Entry: true}})
	default:
		c.Add(Cut{Blocks: map[string]bool{strings.ToLower(x.Line): true}})
	}
}

// From returns what is left of a day's log; every byte that c does not name stays. Cutting again changes
// nothing. The markers of an entry stay, so that its turns count as flushed and never come back, and so do,
// below them, lines that a person put between them.
func (c Cut) From(date Date, zone *time.Location, src []byte) []byte {
	if c.Empty() {
		return src
	}
	p := &parser{src: src, lines: markdown.Split(src)}
	var out []edit
	ours := make([]bool, len(p.lines)) // lines of entries
	for _, f := range p.frames() {
		for i := f.head; i < f.next; i++ {
			ours[i] = true
		}
		if c.Entries[f.entry.ID] {
			out = append(out, edit{p.lines[f.head].Start, p.after(f.next), p.husk(f, c)})
			continue
		}
		out = append(out, p.inside(f, c)...)
	}
	for _, e := range Parse(date, zone, src).Entries {
		if e.Hand && c.Sections[e.Hash] {
			out = append(out, edit{e.Start, e.End + markdown.BlankEnd(src[e.End:]), ""})
		}
	}
	for i, l := range p.lines {
		if !ours[i] && c.names(l.Text) {
			out = append(out, edit{p.lines[p.above(i, ours)].Start, p.after(i + 1), ""})
		}
	}
	return splice(src, out)
}

// names reports whether c removes a line outside of entries: by its block id, or because it is the line of
// an entry whose markers somebody removed.
func (c Cut) names(s string) bool {
	text, block := markdown.CutBlockID(s)
	if block == "" {
		return false
	}
	if c.Blocks[strings.ToLower(block)] {
		return true
	}
	if _, listed := entry.Listed(text); listed && entry.IsOurs(block) {
		for id := range c.Entries {
			for _, kind := range [...]Kind{Fact, Action} { // with and without a task's box
				if entry.Wrote(id, entry.ReadBullet(text, kind).Text, block) {
					return true
				}
			}
		}
	}
	return false
}

// An edit replaces bytes by text.
type edit struct {
	start, end int
	text       string
}

// splice makes the edits; of two that overlap the first counts, and reaches as far as both.
func splice(src []byte, edits []edit) []byte {
	sorting.Stable(edits, func(a, b edit) int { return a.start - b.start })
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

// after returns where line n begins, or the end of the file.
func (p *parser) after(n int) int {
	if n < len(p.lines) {
		return p.lines[n].Start
	}
	return len(p.src)
}

// husk returns what stays of a removed entry: its markers, and below them what a person put into it.
func (p *parser) husk(f frame, c Cut) string {
	e, eol := f.entry, markdown.LineEnding(p.src)
	e.Title, e.Project, e.Repo, e.Branch = Forgotten, "", "", ""
	text := entry.Marker(e) + eol + entry.Closer(e.ID) + eol
	if f.head < f.marker {
		text = p.headed(f, e) + eol + text
	}
	if own := p.own(f, c); len(own) > 0 {
		text += eol + strings.Join(own, eol) + eol
	}
	return text
}

// own returns the lines between the markers of an entry that a person put there. In a torn entry, there are
// none.
func (p *parser) own(f frame, c Cut) (out []string) {
	if f.torn {
		return nil
	}
	for _, st := range entry.Statements(p.lines[f.marker+1 : f.body]) {
		_, label := entry.LabelOf(st.Text)
		_, id := markdown.CutBlockID(st.Text)
		if label || entry.IsOurs(id) || entry.IsContext(st.Text) || c.line(f.entry.ID, st.Text) {
			continue
		}
		for _, l := range p.lines[f.marker+1:][st.From:st.To] {
			out = append(out, strings.TrimRight(l.Text, " \t"))
		}
	}
	return out
}

// line reports whether c names a line of an entry that has no block id.
func (c Cut) line(id, text string) bool {
	if len(c.Lines) == 0 {
		return false
	}
	return c.Lines[entry.LineHash(id, entry.ReadBullet(text, Fact).Text)] || c.Lines[entry.LineHash(id, entry.ReadBullet(text, Action).Text)]
}

// headed returns the heading of an entry, with the title and times of e.
func (p *parser) headed(f frame, e Entry) string {
	level, md, _ := markdown.Heading(p.lines[f.head].Text)
	if start, _, _, _ := entry.ParseHeading(md); start != entry.None {
		e.Started = start.DayBefore(e.At)
	}
	return strings.Repeat("#", level) + " " + entry.Heading(e)
}

// inside removes the title, the context and bullets from an entry that stays.
func (p *parser) inside(f frame, c Cut) (out []edit) {
	if l := p.lines[f.head]; c.Titles[f.entry.ID] && f.head < f.marker {
		_, md, _ := markdown.Heading(l.Text)
		if _, _, title, _ := entry.ParseHeading(md); title != "" {
			out = append(out, edit{l.Start, l.End, p.headed(f, f.entry)})
		}
	}
	context := c.Contexts[f.entry.ID]
	first := f.marker + 1
	for _, st := range entry.Statements(p.lines[first:f.next]) {
		_, id := markdown.CutBlockID(st.Text)
		isContext := context && entry.IsContext(st.Text)
		if isContext || id != "" && c.Blocks[strings.ToLower(id)] || id == "" && c.line(f.entry.ID, st.Text) {
			out = append(out, edit{p.lines[first+st.From].Start, p.after(first + st.To), ""})
		}
		context = context && !isContext
	}
	return out
}

// above returns the line at which the paragraph or list item begins that ends, with its block id, in line i
// of a person's prose. An id on a line of its own belongs to the block above it.
func (p *parser) above(i int, ours []bool) int {
	begins := func(n int) bool {
		_, text := markdown.Indent(p.lines[n].Text)
		_, _, item := markdown.Item(markdown.Unquote(text))
		return item
	}
	at := i
	if text, _ := markdown.CutBlockID(p.lines[i].Text); strings.TrimSpace(text) == "" {
		for at > 0 && p.lines[at-1].Blank() {
			at--
		}
	}
	for !begins(at) && at > 0 && !ours[at-1] && !p.lines[at-1].Blank() {
		if _, _, heading := markdown.Heading(p.lines[at-1].Text); heading {
			break
		}
		at--
	}
	return at
}

// Own returns the numbers, from 1, of the lines of a log that a person put into entries which c removes.
// They stay.
func (c Cut) Own(src []byte) (lines []int) {
	p := &parser{src: src, lines: markdown.Split(src)}
	for _, f := range p.frames() {
		if !c.Entries[f.entry.ID] {
			continue
		}
		own := p.own(f, c)
		for i := f.marker + 1; i < f.next && len(own) > 0; i++ {
			if strings.TrimRight(p.lines[i].Text, " \t") == own[0] {
				lines, own = append(lines, i+1), own[1:]
			}
		}
	}
	return lines
}

// in reports whether a part of a log holds anything that c names.
func (c Cut) in(src []byte) bool {
	for _, l := range markdown.Split(src) {
		if e, ok := entry.ParseMarker(l.Text); ok && (c.Entries[e.ID] || c.Titles[e.ID] || c.Contexts[e.ID]) {
			return true
		}
		if c.names(l.Text) {
			return true
		}
	}
	return false
}
