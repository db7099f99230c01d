package jsonc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// An Edit puts Text in the place of Len bytes at At.
type Edit struct {
	At   int    `json:"at"`
	Len  int    `json:"len"`
	Text string `json:"text"`
}

// Replace returns the edit that puts s in the place of n.
func Replace(n Node, s string) Edit { return Edit{n.Start, n.End - n.Start, s} }

// Revert applies the edits in order, each to the result of the one before. It reports false if one does not fit.
func Revert(s string, edits []Edit) (string, bool) {
	for _, e := range edits {
		if e.At < 0 || e.Len < 0 || e.At > len(s) || e.Len > len(s)-e.At {
			return "", false
		}
		s = s[:e.At] + e.Text + s[e.At+e.Len:]
	}
	return s, true
}

// A Draft is a text that is being changed, with the edits that undo the changes.
type Draft struct {
	Text     string
	Root     Node // an object
	comments []Span
	Style    Style
	Undo     []Edit // from Text to the text it began as
}

// NewDraft parses s. The error is a *SyntaxError, or says that the root is no object.
func NewDraft(s string) (*Draft, error) {
	root, _, err := Scan(s)
	if err != nil {
		return nil, err
	}
	d := &Draft{Text: s, Style: StyleOf(s, root)}
	if root == nil {
		start := 0
		if strings.HasPrefix(s, BOM) {
			start = len(BOM)
		}
		return d, d.Apply(Edit{start, len(s) - start, "{}" + d.Style.eol})
	}
	if root.Kind != Object {
		return nil, errNoObject
	}
	return d, d.parse()
}

var errNoObject = fmt.Errorf("it holds no JSON object")

func (d *Draft) parse() error {
	root, comments, err := Scan(d.Text)
	if err != nil {
		return fmt.Errorf("after the change: %w", err)
	}
	d.Root, d.comments = *root, comments
	return nil
}

// Apply does edits that do not overlap, all given by offsets in the present text.
func (d *Draft) Apply(edits ...Edit) error {
	sorting.Stable(edits, func(a, b Edit) int { return cmp.Compare(b.At, a.At) })
	for _, e := range edits {
		old := d.Text[e.At : e.At+e.Len]
		d.Text = d.Text[:e.At] + e.Text + d.Text[e.At+e.Len:]
		d.Undo = slices.Insert(d.Undo, 0, Edit{e.At, len(e.Text), old})
	}
	return d.parse()
}

// Lines reports whether a new item of n gets its own line.
func (d *Draft) Lines(n Node) bool {
	if len(n.Items) == 0 {
		return !d.Style.flat
	}
	return Spread(d.Text, n)
}

// indentIn returns the indentation of the items of n.
func (d *Draft) indentIn(n Node) string {
	for _, it := range slices.Backward(n.Items) {
		if startsLine(d.Text, it.start) {
			return IndentAt(d.Text, it.start)
		}
	}
	return IndentAt(d.Text, n.Start) + d.Style.unit
}

// Add puts v at the end of n: a field into an object, anything else into an array.
func (d *Draft) Add(n Node, v any) error {
	lines, indent := d.Lines(n), d.indentIn(n)
	var item string
	if f, ok := v.(Field); ok {
		item = d.Style.member(f, indent, lines)
	} else {
		item = d.Style.Print(v, indent, lines)
	}
	tail := d.trimmed(n.End - 1) // after the last thing in n, a comment or not
	sep := ""
	if lines || d.afterLineComment(tail) {
		sep = d.Style.eol + indent
	}
	if len(n.Items) == 0 {
		if lines || tail > n.Start+1 {
			sep = d.Style.eol + indent
			return d.Apply(Edit{tail, n.End - 1 - tail, sep + item + d.Style.eol + IndentAt(d.Text, n.Start)})
		}
		return d.Apply(Edit{tail, n.End - 1 - tail, item})
	}
	if sep == "" {
		sep = d.Style.gap()
	}
	last := n.Items[len(n.Items)-1]
	if last.comma >= 0 { // the file likes a comma at the end
		return d.Apply(Edit{tail, 0, sep + item + ","})
	}
	if tail == last.Value.End {
		return d.Apply(Edit{tail, 0, "," + sep + item})
	}
	return d.Apply(Edit{last.Value.End, 0, ","}, Edit{tail, 0, sep + item})
}

// trimmed returns the start of the white space that ends at at.
func (d *Draft) trimmed(at int) int {
	for at > 0 && isSpace(d.Text[at-1]) {
		at--
	}
	return at
}

// afterLineComment reports whether a // comment ends at at, so that a line break has to follow.
func (d *Draft) afterLineComment(at int) bool {
	return slices.ContainsFunc(d.comments, func(c Span) bool {
		return c.End == at && strings.HasPrefix(d.Text[c.Start:], "//")
	})
}

// Commented reports whether a comment stands in [start, end).
func (d *Draft) Commented(start, end int) bool {
	return slices.ContainsFunc(d.comments, func(c Span) bool { return c.Start >= start && c.End <= end })
}

// Remove takes item i out of n. It is the inverse of Add if nothing was changed since.
func (d *Draft) Remove(n Node, i int) error {
	it := n.Items[i]
	end := it.Value.End
	if it.comma >= 0 {
		end = it.comma + 1
		if d.Commented(it.Value.End, it.comma) { // keeps the comment, and so the comma apart
			return d.removeApart(n, i)
		}
	}
	if len(n.Items) == 1 && !d.Commented(n.Start, it.start) && !d.Commented(end, n.End) {
		return d.Apply(Edit{n.Start + 1, n.End - n.Start - 2, ""})
	}
	edits := []Edit{d.cut(d.trimmed(it.start), end)}
	if i > 0 && i == len(n.Items)-1 && it.comma < 0 {
		edits = append(edits, Edit{n.Items[i-1].comma, 1, ""})
	}
	return d.Apply(edits...)
}

// removeApart takes out an item and its comma, but not the comment between the two.
func (d *Draft) removeApart(n Node, i int) error {
	it := n.Items[i]
	return d.Apply(d.cut(d.trimmed(it.start), it.Value.End), Edit{it.comma, 1, ""})
}

// cut takes out [start, end) but for the line break that a comment before it needs.
func (d *Draft) cut(start, end int) Edit {
	if d.afterLineComment(start) && end < len(d.Text) && d.Text[end] != '\n' && d.Text[end] != '\r' {
		return Edit{start, end - start, d.Style.eol}
	}
	return Edit{start, end - start, ""}
}
