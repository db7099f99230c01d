package entry

import (
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// An End says where an entry ends: its text is in the lines before Body, and Next is the line after it.
type End struct {
	Body, Next int
	Torn       bool // it has no end
	Mixed      bool // it has the closing marker of another entry, or none: two were merged as text
}

// EndOf finds the end of an entry in the lines after its opening marker: its own closing marker, or one without an id.
// An entry without them ends also where the next one begins, if nothing but lines of memoria stands between.
func EndOf(id string, lines []markdown.Line) End {
	mixed, shaped, last := false, true, 0
	for n, l := range lines {
		own, foreign := Closes(l.Text, id)
		switch {
		case own:
			return End{n, n + 1, false, mixed}
		case foreign:
			mixed = true
		case strings.HasPrefix(l.Text, Opening), isSessionHeading(l.Text):
			if shaped {
				return End{last, last, false, true}
			}
			n := Ours(id, lines)
			return End{n, n, true, mixed}
		case !isShaped(l.Text):
			shaped = false
		}
		if !l.Blank() {
			last = n + 1
		}
	}
	n := Ours(id, lines)
	return End{n, n, true, mixed}
}

// isShaped reports whether a line has the form of those that memoria writes between the markers of an entry.
func isShaped(s string) bool {
	s = strings.TrimRight(s, " \t")
	_, label := LabelOf(s)
	_, context := contextOf(s)
	text, id := markdown.CutBlockID(s)
	_, listed := Listed(text)
	return s == "" || label || context || listed && IsOurs(id)
}

// isSessionHeading reports whether a line is a heading as memoria writes above an entry.
func isSessionHeading(s string) bool {
	if !strings.HasPrefix(s, HeadingPrefix) {
		return false
	}
	_, md, _ := markdown.Heading(s)
	_, _, _, ok := ParseHeading(md)
	return ok
}

// ReadBody reads the lines between the markers. What a person put among them is kept: a bullet without an id
// is cited by the heading, other text is a fact.
func ReadBody(e *Entry, lines []markdown.Line) {
	kind := Fact
	for _, st := range Statements(lines) {
		if k, ok := LabelOf(st.Text); ok {
			kind = k
			continue
		}
		if strings.HasPrefix(st.Text, Closing) { // another entry's
			continue
		}
		if c, ok := contextOf(st.Text); ok && e.Context == "" {
			e.Context = markdown.Unescape(c)
			continue
		}
		if b := ReadBullet(st.Text, kind); b.Text != "" {
			e.Bullets = append(e.Bullets, b)
		}
	}
	e.settle()
}

// Listed removes the marker of a list item, in any form that Markdown has: a formatter may have changed what memoria wrote.
func Listed(s string) (text string, ok bool) {
	text, _, ok = markdown.Item(strings.TrimLeft(s, " \t"))
	if !ok || markdown.IsRule(s) {
		return s, false
	}
	return text, true
}

func ReadBullet(s string, kind Kind) Bullet {
	b := Bullet{Kind: kind}
	s, b.Block = markdown.CutBlockID(s)
	s, listed := Listed(s)
	if n := markdown.Checkbox(s); listed && kind == Action && n > 0 {
		b.Done = s[1] != ' '
		s = s[n:]
	}
	b.Text = markdown.Oneline(markdown.Unescape(s))
	return b
}

// Ours returns how many of the lines have the form that memoria writes between the markers of an entry. A
// bullet has it if its block id follows from the entry and its text: a line that a person wrote, or changed
// a letter of, has another.
func Ours(entry string, lines []markdown.Line) int {
	kind := Kind(0)
	said := map[string]int{}
	for n, l := range lines {
		k, label := KindOf(l.Text)
		switch {
		case label:
			kind = k
		case l.Text == "" || strings.HasPrefix(l.Text, ContextLabel):
		case strings.HasPrefix(l.Text, "- "):
			b := ReadBullet(l.Text, kind)
			if len(b.Block) < BlockLen || !strings.HasPrefix(blockDigest(entry, b.Text, said[b.Text]), b.Block) {
				return n
			}
			said[b.Text]++
		default:
			return n
		}
	}
	return len(lines)
}

// BeginsOurs reports whether s is the beginning of such a line, or of the closing marker. As much of a block
// id as is there has to match.
func BeginsOurs(entry, s string) bool {
	if text, id := markdown.CutBlockID(s); id != "" && strings.HasPrefix(s, "- ") {
		for _, kind := range [...]Kind{Fact, Action} { // with and without a task's box
			if b := ReadBullet(text, kind); strings.HasPrefix(blockDigest(entry, b.Text, 0), id) {
				return true
			}
		}
		return false
	}
	for _, k := range kinds {
		if strings.HasPrefix(k.label, s) {
			return true
		}
	}
	return strings.HasPrefix(ContextLabel, s) || strings.HasPrefix(Closing+Ending, s) || strings.HasPrefix(Closer(entry), s) || strings.HasPrefix(s, "- ") || s == "-"
}
