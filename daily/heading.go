package daily

import (
	"bytes"
	"github.com/agent-admin/memoria/daily/entry"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// A head is one heading of a log.
type head struct {
	level  int
	md     string // as it is written
	text   string // as the page shows it
	folded string // as Obsidian compares it
	parent int    // in parser.heads, -1 at the top
	first  bool   // no heading before it reads the same
	kind   Kind   // of the bullets below, where the heading says so
}

// addHeading records a heading and returns its index.
func (p *parser) addHeading(level int, md string) int {
	h := head{level: level, md: md, text: markdown.Unescape(md), parent: len(p.heads) - 1}
	h.folded = markdown.FoldHeading(h.text)
	for h.parent >= 0 && p.heads[h.parent].level >= level {
		h.parent = p.heads[h.parent].parent
	}
	h.first = !p.seen[h.folded]
	p.seen[h.folded] = true
	p.heads = append(p.heads, h)
	return len(p.heads) - 1
}

// heading reads a person's heading: it begins a section, or says of what kind its next bullets are.
func (p *parser) heading(level int, md string, l markdown.Line) {
	kind, isLabel := entry.Labelled(markdown.Unescape(md))
	if sec := p.sec; isLabel && sec != nil && sec.head >= 0 && level > p.heads[sec.head].level && !p.outer(sec.head) {
		p.addHeading(level, md)
		sec.kind = kind
		return
	}
	p.endSection()
	n := p.addHeading(level, md)
	if isLabel && kind != entry.InContext {
		p.heads[n].kind = kind
	} else if up := p.heads[n].parent; up >= 0 {
		p.heads[n].kind = p.heads[up].kind
	}
	p.startSection(l.Start)
}

// outer reports whether a heading is the frame of a whole log rather than the name of an entry.
func (p *parser) outer(n int) bool {
	h := p.heads[n]
	return h.level == 1 || strings.EqualFold(h.text, "Sessions") || isMaintenance(h.text)
}

// startSection begins the section of the last heading.
func (p *parser) startSection(at int) {
	sec := &section{head: len(p.heads) - 1, at: entry.None, start: at, end: at, base: Fact}
	if sec.head >= 0 {
		h := p.heads[sec.head]
		_, clock, title, session := entry.ParseHeading(h.md)
		if sec.title, sec.at = title, clock; !session {
			sec.at = clockIn(title)
		}
		if h.kind != 0 {
			sec.base = h.kind
		}
		sec.mute = isMaintenance(title)
	}
	sec.kind = sec.base
	p.sec = sec
}

// resume begins the section that follows an entry, at line n, under the entry's heading.
func (p *parser) resume(n int) {
	p.sec = nil
	if n < len(p.lines) {
		p.startSection(p.lines[n].Start)
	}
}

// endSection makes an entry of the section that was read, if it says anything.
func (p *parser) endSection() {
	sec := p.sec
	p.sec = nil
	if sec == nil || len(sec.bullets) == 0 && sec.context == "" {
		return
	}
	name := "" // its position, so that its id stays when its words change
	if sec.head >= 0 {
		name = p.heads[sec.head].text
	}
	nth := p.nth[name]
	p.nth[name]++
	e := Entry{Summary: Summary{Title: sec.title, Context: sec.context, Bullets: sec.bullets}}
	e.ID = entry.HandID(p.log.Date.String(), name, nth)
	if e.At = p.log.Date.At(12, 0, p.zone); sec.at != entry.None {
		e.At = sec.at.On(p.log.Date, p.zone)
	}
	text := p.src[sec.start:sec.end]
	start := sec.start + len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	end := sec.start + len(bytes.TrimRight(text, " \t\r\n"))
	p.add(Dated{Entry: e, Hand: true, Start: start, End: end}, sec.head)
}

// citations sets for every entry the heading that a link to it finds. Of several headings with the same
// text, Obsidian goes to the first. A later one is therefore cited by the nearest heading above it that is
// the first of its name: the words do stand below that.
func (p *parser) citations() {
	for i := range p.log.Entries {
		n := p.owner[i]
		for n >= 0 && (!p.heads[n].first || p.heads[n].folded == "") {
			n = p.heads[n].parent
		}
		if n >= 0 {
			p.log.Entries[i].Heading = markdown.LinkText(p.heads[n].text)
		}
	}
}

// isMaintenance reports whether a heading belongs to the earlier tool's notes about itself, which may have a time behind it.
func isMaintenance(title string) bool {
	name, _, _ := strings.Cut(title, "(")
	return strings.EqualFold(strings.TrimSpace(name), "Memory Maintenance")
}

// clockIn returns the first time of day in a heading, "14:30 Stand-up".
func clockIn(s string) entry.Minutes {
	for w := range strings.FieldsSeq(s) {
		if m := entry.ParseClock(strings.Trim(w, "()[],;-–—")); m != entry.None {
			return m
		}
	}
	return entry.None
}
