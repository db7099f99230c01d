package entry

import (
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// A Statement is a line between the markers of an entry, with the lines that Markdown reads as one with it: a formatter
// may have wrapped what memoria wrote.
type Statement struct {
	Text     string
	From, To int // its lines are [From, To)
}

// Statements returns the statements of some lines between markers, without empty lines. A bullet and the context go on up
// to their block id, or to what begins something else; a block id alone belongs to the bullet before it.
func Statements(lines []markdown.Line) (out []Statement) {
	open := false // the last one may go on in the next line
	for n, l := range lines {
		s := strings.TrimRight(l.Text, " \t")
		if s == "" {
			open = false
			continue
		}
		_, item := Listed(s)
		_, context := contextOf(s)
		text, id := markdown.CutBlockID(s)
		unnamed := false // the last one is a bullet without a block id
		if k := len(out) - 1; k >= 0 {
			_, listed := Listed(out[k].Text)
			_, has := markdown.CutBlockID(out[k].Text)
			unnamed = listed && has == ""
		}
		switch {
		case open && !item && !context && !begins(s), text == "" && id != "" && unnamed:
			last := &out[len(out)-1]
			last.Text += " " + strings.TrimLeft(s, " \t")
			last.To = n + 1
		default:
			out = append(out, Statement{s, n, n + 1})
			open = item || context
		}
		open = open && id == ""
	}
	return out
}

// begins reports whether a line begins a block of its own, whatever stands above it.
func begins(s string) bool {
	_, _, heading := markdown.Heading(s)
	_, label := LabelOf(s)
	s = strings.TrimLeft(s, " \t")
	return heading || label || markdown.IsRule(s) || strings.HasPrefix(s, "<!--") || strings.HasPrefix(s, ">") || strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~")
}

// LabelOf reads a line that is nothing but the label of a kind: as memoria writes it, in other emphasis, with the colon
// outside of it, or as a heading.
func LabelOf(line string) (Kind, bool) {
	_, name, heading := markdown.Heading(line)
	if !heading {
		if name = strings.TrimSpace(line); !strings.HasPrefix(name, "**") && !strings.HasPrefix(name, "__") {
			return 0, false
		}
	}
	k, ok := Labelled(name)
	return k, ok && k != InContext
}

// contextOf reads a line that begins with the label of the context, in the forms of [LabelOf].
func contextOf(line string) (context string, ok bool) {
	for _, mark := range [...]string{"**", "__"} {
		if rest, ok := strings.CutPrefix(line, mark); ok {
			name, rest, ok := strings.Cut(rest, mark)
			after, colon := strings.CutPrefix(rest, ":")
			if ok && (colon || strings.HasSuffix(name, ":")) && strings.EqualFold(strings.TrimSuffix(name, ":"), "Context") {
				return strings.TrimSpace(after), true
			}
		}
	}
	return "", false
}

// IsContext reports whether a statement of an entry is its context.
func IsContext(s string) bool {
	_, ok := contextOf(s)
	return ok
}
