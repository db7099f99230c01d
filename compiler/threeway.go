package compiler

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A clash is a place that a person and we changed, each in another way. Theirs stays.
type clash struct {
	section           string // heading, "" above the first one; "title:" for a property
	line              int    // of theirs, from 1
	was, theirs, ours string // ours is "" to take it out
}

// id names a clash for as long as both sides say what they say.
func (c clash) id(path string) string {
	return fsutil.Hash([]byte(strings.Join([]string{path, c.section, c.was, c.theirs, c.ours}, "\x00")))[:8]
}

// A verdict says what becomes of a clash.
type verdict uint8

const (
	wait verdict = iota // theirs stays, and ours is proposed
	take                // ours is written
	drop                // theirs stays, and ours is forgotten
)

// A merge is a page after both sides have gone into it.
type merge struct {
	page    *wiki.Article
	base    []byte // what the next merge starts from: ours, but where a clash waits what both had
	clashes []clash
	lost    map[key]bool // citations of lines that were taken out because ours lacks them
	grown   bool         // nothing of the page was changed or taken out
}

// A merger merges one page, three ways: what a person did not touch becomes ours, what only they
// changed stays, and where both changed the same line theirs stays and ours waits.
type merger struct {
	theirs  *wiki.Article
	ours    *wiki.Article
	had     map[key]bool // every citation the page ever had
	decide  func(clash) verdict
	keep    map[key]bool // citations that are not written again: in a person's own lines, or taken out by one
	splices []splice
	adds    []section // sections to be added
	drops   []string  // sections of which nothing is left
	base    []baseStretch
	merge
}

type splice struct {
	start, end int
	text       string
}

type section struct{ heading, text string }

// A baseStretch is a stretch of the next base, if it cannot be taken from ours as it is.
type baseStretch struct {
	heading string
	lines   []string
}

// threeWay merges. decide says what becomes of a clash; nil has all wait.
func threeWay(base, theirs, ours *wiki.Article, had map[key]bool, decide func(clash) verdict) (*merge, error) {
	if theirs.ReadOnly() {
		return nil, wiki.ErrReadOnly
	}
	if decide == nil {
		decide = func(clash) verdict { return wait }
	}
	m := &merger{theirs: theirs, ours: ours, had: had, decide: decide, keep: map[key]bool{}}
	m.lost, m.grown = map[key]bool{}, true
	b, t, o := stretches(base), stretches(theirs), stretches(ours)
	m.guard(b, t)
	var headings []string
	for _, s := range slices.Concat(o, b) {
		if !slices.ContainsFunc(headings, func(h string) bool { return strings.EqualFold(h, s.heading) }) {
			headings = append(headings, s.heading)
		}
	}
	for _, h := range headings {
		m.stretch(base, h, find(b, h), find(t, h), find(o, h))
	}
	page := wiki.Parse(m.spliced())
	var err error
	for _, s := range m.adds {
		if page, err = page.SetSection(s.heading, s.text); err != nil {
			return nil, err
		}
	}
	for _, h := range m.drops {
		if page, err = page.RemoveSection(h); err != nil {
			return nil, err
		}
	}
	waiting := len(m.clashes) > 0
	next := ours
	if page, next, err = m.properties(base, page); err != nil {
		return nil, err
	}
	m.page = page
	if m.merge.base = next.Bytes(); waiting {
		m.merge.base = m.rebuilt(next)
	}
	return &m.merge, nil
}

// guard finds the citations that are a person's business: of lines that they wrote or changed, and
// of lines that they took out.
func (m *merger) guard(b, t []stretch) {
	there := pageKeys(m.theirs)
	for k := range m.had {
		if !there[k] {
			m.keep[k] = true
		}
	}
	ours := map[key]bool{}
	for _, s := range t {
		was := find(b, s.heading)
		if was == nil {
			continue
		}
		for i, j := range match(was.units, s.units, false) {
			if j >= 0 && was.units[i].text == s.units[j].text {
				for _, k := range was.units[i].keys {
					ours[k] = true
				}
			}
		}
	}
	for k := range there {
		if !ours[k] {
			m.keep[k] = true
		}
	}
}

// barred reports whether a line of ours cites what is a person's business.
func (m *merger) barred(u unit) bool {
	return slices.ContainsFunc(u.keys, func(k key) bool { return m.keep[k] })
}

// clash asks what becomes of a place that both changed.
func (m *merger) clash(heading string, was unit, theirs unit, ours string) verdict {
	c := clash{section: heading, was: was.text, theirs: theirs.text, ours: ours}
	c.line = 1 + bytes.Count(m.theirs.Bytes()[:theirs.start], []byte("\n"))
	v := m.decide(c)
	if v == wait {
		m.clashes = append(m.clashes, c)
	}
	return v
}

// stretch merges a stretch that base or ours has.
func (m *merger) stretch(base *wiki.Article, heading string, b, t, o *stretch) {
	next := baseStretch{heading: heading}
	var was, ours []unit
	if b != nil {
		was = b.units
	}
	if o != nil {
		ours = o.units
	}
	for _, u := range ours {
		next.lines = append(next.lines, u.text)
	}
	switch {
	case t == nil && b == nil:
		m.add(heading, ours)
	case t == nil: // a person took it out
	case o != nil && b != nil && m.whole(base, b, t, o):
	default:
		s := &stretchMerge{merger: m, heading: heading, was: was, theirs: t.units, ours: ours, at: t, next: &next}
		s.run()
	}
	m.base = append(m.base, next)
}

// whole makes a stretch ours that no person touched, order and blank lines included.
func (m *merger) whole(base *wiki.Article, b, t, o *stretch) bool {
	was, theirs, ours := b.said(base), t.said(m.theirs), o.said(m.ours)
	switch {
	case was != theirs || was == "" || ours == "" || slices.ContainsFunc(o.units, m.barred):
		return false
	case was != ours:
		m.splices = append(m.splices, splice{t.units[0].start, t.units[len(t.units)-1].end, ours})
		m.grown = m.grown && strings.HasPrefix(ours, was)
		for _, u := range b.units {
			for _, k := range u.keys {
				m.lost[k] = true
			}
		}
		for _, u := range o.units {
			for _, k := range u.keys {
				delete(m.lost, k)
			}
		}
	}
	return true
}

// said is the text of a stretch from its first unit to its last.
func (s *stretch) said(a *wiki.Article) string {
	if len(s.units) == 0 {
		return ""
	}
	return strings.ReplaceAll(string(a.Bytes()[s.units[0].start:s.units[len(s.units)-1].end]), "\r\n", "\n")
}

// add adds a section that is new.
func (m *merger) add(heading string, ours []unit) {
	var b strings.Builder
	var last *unit
	for i, u := range ours {
		if m.barred(u) {
			continue
		}
		b.WriteString(gap(last, &u, "\n") + u.text)
		last = &ours[i]
	}
	if last != nil {
		m.adds = append(m.adds, section{heading, b.String()})
	}
}

// gap is what stands between two units.
func gap(a, b *unit, eol string) string {
	switch {
	case a == nil:
		return ""
	case (a.item() || a.indented()) && (b.item() || b.indented()):
		return eol
	}
	return eol + eol
}

func (m *merger) eol() string {
	if bytes.Contains(m.theirs.Bytes(), []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

func (m *merger) local(text string) string { return strings.ReplaceAll(text, "\n", m.eol()) }

// spliced is the page with all splices.
func (m *merger) spliced() []byte {
	src := m.theirs.Bytes()
	slices.SortStableFunc(m.splices, func(a, b splice) int { return a.start - b.start })
	var out []byte
	at := 0
	for _, s := range m.splices {
		if s.start > at {
			out = append(out, src[at:s.start]...)
			at = s.start
		}
		out = append(out, m.local(s.text)...)
		at = max(at, s.end)
	}
	return append(out, src[at:]...)
}

// rebuilt is the next base where clashes wait. No one reads it as a page: only its lines count.
func (m *merger) rebuilt(props *wiki.Article) []byte {
	src := props.Bytes()
	var b bytes.Buffer
	b.Write(src[:len(src)-len(props.Body())])
	for _, s := range m.base {
		if s.heading != "" && len(s.lines) > 0 {
			b.WriteString("\n\n## " + s.heading + "\n")
		}
		for _, l := range s.lines {
			b.WriteString("\n" + l + "\n")
		}
	}
	return b.Bytes()
}
