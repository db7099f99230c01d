package claude

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// An edit puts Text in the place of Len bytes at At.
type edit struct {
	At   int    `json:"at"`
	Len  int    `json:"len"`
	Text string `json:"text"`
}

// revert applies the edits in order, each to the result of the one before. It reports false if one does not fit.
func revert(s string, edits []edit) (string, bool) {
	for _, e := range edits {
		if e.At < 0 || e.Len < 0 || e.At > len(s) || e.Len > len(s)-e.At {
			return "", false
		}
		s = s[:e.At] + e.Text + s[e.At+e.Len:]
	}
	return s, true
}

// A draft is a text that is being changed, with the edits that undo the changes.
type draft struct {
	s        string
	root     node // an object
	comments []span
	style    style
	undo     []edit // from s to the text it began as
}

// newDraft parses s. The error is a *syntaxError, or says that the root is no object.
func newDraft(s string) (*draft, error) {
	root, _, err := scan(s)
	if err != nil {
		return nil, err
	}
	d := &draft{s: s, style: styleOf(s, root)}
	if root == nil {
		start := 0
		if strings.HasPrefix(s, bom) {
			start = len(bom)
		}
		return d, d.apply(edit{start, len(s) - start, "{}" + d.style.eol})
	}
	if root.kind != object {
		return nil, errNoObject
	}
	return d, d.parse()
}

var errNoObject = fmt.Errorf("it holds no JSON object")

func (d *draft) parse() error {
	root, comments, err := scan(d.s)
	if err != nil {
		return fmt.Errorf("after the change: %w", err)
	}
	d.root, d.comments = *root, comments
	return nil
}

// apply does edits that do not overlap, all given by offsets in the present text.
func (d *draft) apply(edits ...edit) error {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(b.At, a.At) })
	for _, e := range edits {
		old := d.s[e.At : e.At+e.Len]
		d.s = d.s[:e.At] + e.Text + d.s[e.At+e.Len:]
		d.undo = slices.Insert(d.undo, 0, edit{e.At, len(e.Text), old})
	}
	return d.parse()
}

// lines reports whether a new item of n gets its own line.
func (d *draft) lines(n node) bool {
	if len(n.items) == 0 {
		return !d.style.flat
	}
	return spread(d.s, n)
}

// indentIn returns the indentation of the items of n.
func (d *draft) indentIn(n node) string {
	for _, it := range slices.Backward(n.items) {
		if startsLine(d.s, it.start) {
			return indentAt(d.s, it.start)
		}
	}
	return indentAt(d.s, n.start) + d.style.unit
}

// add puts v at the end of n: a field into an object, anything else into an array.
func (d *draft) add(n node, v any) error {
	lines, indent := d.lines(n), d.indentIn(n)
	var item string
	if f, ok := v.(field); ok {
		item = d.style.member(f, indent, lines)
	} else {
		item = d.style.print(v, indent, lines)
	}
	tail := d.trimmed(n.end - 1) // after the last thing in n, a comment or not
	sep := ""
	if lines || d.afterLineComment(tail) {
		sep = d.style.eol + indent
	}
	if len(n.items) == 0 {
		if lines || tail > n.start+1 {
			sep = d.style.eol + indent
			return d.apply(edit{tail, n.end - 1 - tail, sep + item + d.style.eol + indentAt(d.s, n.start)})
		}
		return d.apply(edit{tail, n.end - 1 - tail, item})
	}
	if sep == "" {
		sep = d.style.gap()
	}
	last := n.items[len(n.items)-1]
	if last.comma >= 0 { // the file likes a comma at the end
		return d.apply(edit{tail, 0, sep + item + ","})
	}
	if tail == last.value.end {
		return d.apply(edit{tail, 0, "," + sep + item})
	}
	return d.apply(edit{last.value.end, 0, ","}, edit{tail, 0, sep + item})
}

// trimmed returns the start of the white space that ends at at.
func (d *draft) trimmed(at int) int {
	for at > 0 && isSpace(d.s[at-1]) {
		at--
	}
	return at
}

// afterLineComment reports whether a // comment ends at at, so that a line break has to follow.
func (d *draft) afterLineComment(at int) bool {
	return slices.ContainsFunc(d.comments, func(c span) bool {
		return c.end == at && strings.HasPrefix(d.s[c.start:], "//")
	})
}

// commented reports whether a comment stands in [start, end).
func (d *draft) commented(start, end int) bool {
	return slices.ContainsFunc(d.comments, func(c span) bool { return c.start >= start && c.end <= end })
}

// remove takes item i out of n. It is the inverse of add if nothing was changed since.
func (d *draft) remove(n node, i int) error {
	it := n.items[i]
	end := it.value.end
	if it.comma >= 0 {
		end = it.comma + 1
		if d.commented(it.value.end, it.comma) { // keeps the comment, and so the comma apart
			return d.removeApart(n, i)
		}
	}
	if len(n.items) == 1 && !d.commented(n.start, it.start) && !d.commented(end, n.end) {
		return d.apply(edit{n.start + 1, n.end - n.start - 2, ""})
	}
	edits := []edit{d.cut(d.trimmed(it.start), end)}
	if i > 0 && i == len(n.items)-1 && it.comma < 0 {
		edits = append(edits, edit{n.items[i-1].comma, 1, ""})
	}
	return d.apply(edits...)
}

// removeApart takes out an item and its comma, but not the comment between the two.
func (d *draft) removeApart(n node, i int) error {
	it := n.items[i]
	return d.apply(d.cut(d.trimmed(it.start), it.value.end), edit{it.comma, 1, ""})
}

// cut takes out [start, end) but for the line break that a comment before it needs.
func (d *draft) cut(start, end int) edit {
	if d.afterLineComment(start) && end < len(d.s) && d.s[end] != '\n' && d.s[end] != '\r' {
		return edit{start, end - start, d.style.eol}
	}
	return edit{start, end - start, ""}
}
