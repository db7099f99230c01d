package merge

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// A Conflict is a place that both sides changed differently. The person's version stays.
type Conflict struct {
	Section           string // heading, "" above the first one; "title:" for a property
	Line              int    // of theirs, from 1
	Was, Theirs, Ours string // ours is "" to remove it
	Mine              bool   `json:",omitempty"` // ours is the person's here, theirs another machine's that it gave way to
}

// ID identifies a conflict as long as both sides are unchanged.
func (c Conflict) ID(path string) string {
	return fsutil.Hash([]byte(strings.Join([]string{path, c.Section, c.Was, c.Theirs, c.Ours}, "\x00")))[:8]
}

// A Decision says how a conflict is resolved.
type Decision uint8

const (
	Wait       Decision = iota // theirs stays, and ours is proposed
	TakeOurs                   // ours is written
	KeepTheirs                 // theirs stays, and ours is dropped
)

// A Result is a page after the merge.
type Result struct {
	Page      *wiki.Article
	Base      []byte // of the next merge: ours, but the old text where a conflict waits
	Conflicts []Conflict
	Lost      Keys // citations of lines that were removed because ours lacks them
	Grown     bool // nothing of the page was changed or removed
}

// A merger merges one page in three ways: what a person did not touch becomes ours, what only they changed stays, and
// where both changed the same line theirs stays and ours waits.
type merger struct {
	theirs  *wiki.Article
	ours    *wiki.Article
	had     Keys // every citation the page ever had
	decide  func(Conflict) Decision
	keep    Keys // citations that are not written again: in a person's own lines, or removed by a person
	splices []Splice
	adds    []addition // sections to be added
	drops   []string   // sections that are empty now
	next    []baseSection
	Result
}

// A Splice replaces src[start:end] with a text.
type Splice struct {
	Start, End int
	Text       string
}

type addition struct{ heading, text string }

// A baseSection is a section of the next base that cannot be taken from ours unchanged.
type baseSection struct {
	heading string
	lines   []string
}

// ThreeWay merges theirs, a person's page, with ours, the draft. decide resolves conflicts; with nil all of them
// wait.
func ThreeWay(base, theirs, ours *wiki.Article, had Keys, decide func(Conflict) Decision) (*Result, error) {
	if theirs.ReadOnly() {
		return nil, wiki.ErrReadOnly
	}
	if decide == nil {
		decide = func(Conflict) Decision { return Wait }
	}
	m := &merger{theirs: theirs, ours: ours, had: had, decide: decide, keep: Keys{}}
	m.Lost, m.Grown = Keys{}, true
	b, t, o := Sections(base), Sections(theirs), Sections(ours)
	m.guard(b, t)
	var headings []string
	for _, s := range slices.Concat(o, b) {
		if !slices.ContainsFunc(headings, func(h string) bool { return strings.EqualFold(h, s.heading) }) {
			headings = append(headings, s.heading)
		}
	}
	for _, h := range headings {
		m.section(base, h, find(b, h), find(t, h), find(o, h))
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
	waiting := len(m.Conflicts) > 0
	next := ours
	if page, next, err = m.properties(base, page); err != nil {
		return nil, err
	}
	m.Page = page
	if m.Result.Base = next.Bytes(); waiting {
		m.Result.Base = m.rebuilt(next)
	}
	return &m.Result, nil
}

// guard finds the citations that belong to a person: of lines that they wrote or changed, and of lines that they
// removed.
func (m *merger) guard(b, t []Section) {
	there := PageKeys(m.theirs)
	for k := range m.had {
		if !there[k] {
			m.keep[k] = true
		}
	}
	ours := Keys{}
	for _, s := range t {
		was := find(b, s.heading)
		if was == nil {
			continue
		}
		for i, j := range match(was.Units, s.Units, false) {
			if j >= 0 && was.Units[i].Text == s.Units[j].Text {
				for _, k := range was.Units[i].Cites {
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

// barred reports whether a line of ours has a citation that belongs to a person.
func (m *merger) barred(u Unit) bool {
	return slices.ContainsFunc(u.Cites, func(k Key) bool { return m.keep[k] })
}

// conflict decides about a place that both sides changed.
func (m *merger) conflict(heading string, was Unit, theirs Unit, ours string) Decision {
	c := Conflict{Section: heading, Was: was.Text, Theirs: theirs.Text, Ours: ours}
	c.Line = 1 + bytes.Count(m.theirs.Bytes()[:theirs.Start], []byte("\n"))
	v := m.decide(c)
	if v == Wait {
		m.Conflicts = append(m.Conflicts, c)
	}
	return v
}

// section merges a section that base or ours has.
func (m *merger) section(base *wiki.Article, heading string, b, t, o *Section) {
	next := baseSection{heading: heading}
	var was, ours []Unit
	if b != nil {
		was = b.Units
	}
	if o != nil {
		ours = o.Units
	}
	for _, u := range ours {
		next.lines = append(next.lines, u.Text)
	}
	switch {
	case t == nil && b == nil:
		m.add(heading, ours)
	case t == nil: // a person removed it
	case o != nil && b != nil && m.whole(base, b, t, o):
	default:
		s := &sectionMerge{merger: m, heading: heading, was: was, theirs: t.Units, ours: ours, at: t, next: &next}
		s.run()
	}
	m.next = append(m.next, next)
}

// whole replaces a section that no person touched with ours, order and blank lines included. It reports whether it
// did.
func (m *merger) whole(base *wiki.Article, b, t, o *Section) bool {
	was, theirs, ours := b.words(base), t.words(m.theirs), o.words(m.ours)
	switch {
	case was != theirs || was == "" || ours == "" || slices.ContainsFunc(o.Units, m.barred):
		return false
	case was != ours:
		m.splices = append(m.splices, Splice{t.Units[0].Start, t.Units[len(t.Units)-1].End, ours})
		m.Grown = m.Grown && strings.HasPrefix(ours, was)
		for _, u := range b.Units {
			for _, k := range u.Cites {
				m.Lost[k] = true
			}
		}
		for _, u := range o.Units {
			for _, k := range u.Cites {
				delete(m.Lost, k)
			}
		}
	}
	return true
}

// words returns the text of a section from its first unit to its last.
func (s *Section) words(a *wiki.Article) string {
	if len(s.Units) == 0 {
		return ""
	}
	return strings.ReplaceAll(string(a.Bytes()[s.Units[0].Start:s.Units[len(s.Units)-1].End]), "\r\n", "\n")
}

// add adds a section that is new.
func (m *merger) add(heading string, ours []Unit) {
	if ours = slices.DeleteFunc(slices.Clone(ours), m.barred); len(ours) > 0 {
		m.adds = append(m.adds, addition{heading, joined(ours)})
	}
}

// gap returns the text between two units.
func gap(a, b *Unit) string {
	if (a.Item() || a.indented()) && (b.Item() || b.indented()) {
		return "\n"
	}
	return "\n\n"
}

// local returns a text with the line ends of the page that it is inserted into.
func local(text string, page []byte) string {
	if bytes.Contains(page, []byte("\r\n")) {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// spliced returns the page with all splices applied.
func (m *merger) spliced() []byte {
	src := m.theirs.Bytes()
	for i := range m.splices {
		m.splices[i].Text = local(m.splices[i].Text, src)
	}
	return Rewrite(src, m.splices)
}

// Rewrite applies splices to a text. A text inserted where another splice deletes is kept, and one inserted before a
// text that another replaces stays before it.
func Rewrite(src []byte, splices []Splice) []byte {
	sorting.Stable(splices, func(a, b Splice) int {
		return cmp.Or(a.Start-b.Start, min(1, a.End-a.Start)-min(1, b.End-b.Start))
	})
	var out []byte
	at := 0
	for _, s := range splices {
		if s.Start > at {
			out = append(out, src[at:s.Start]...)
			at = s.Start
		}
		out = append(out, s.Text...)
		at = max(at, s.End)
	}
	return append(out, src[at:]...)
}

// rebuilt returns the next base if conflicts wait. Only its lines matter; it is never shown as a page.
func (m *merger) rebuilt(props *wiki.Article) []byte {
	src := props.Bytes()
	var b bytes.Buffer
	b.Write(src[:len(src)-len(props.Body())])
	for _, s := range m.next {
		if s.heading != "" && len(s.lines) > 0 {
			b.WriteString("\n\n## " + s.heading + "\n")
		}
		for _, l := range s.lines {
			b.WriteString("\n" + l + "\n")
		}
	}
	return b.Bytes()
}
