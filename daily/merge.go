package daily

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/lines"
	"github.com/agent-admin/memoria/daily/markdown"
)

// Merge merges two versions of one log whose last common version is base, nil if there was none. It knows entries by
// their ids, so every entry stays whole, wherever the two sides put it:
//
//   - An entry that one side added is there. One that one side removed is gone if the other left it as it was.
//   - Of two texts of an entry the changed one counts, and if both are changed the one that [entry.Entry.Better] names.
//   - What a control of either side forgets is forgotten, and no control is lost.
//   - All other lines are merged line by line. Where both sides changed them, both stay, without marks.
//
// Merge(b, x, y) is Merge(b, y, x), and Merge(b, x, x) is x. Of three versions it does not matter for the entries which
// two are merged first. Merged entries stand in the order in which they were said, each with the lines that followed it.
func Merge(base, ours, theirs []byte) []byte {
	switch {
	case bytes.Equal(ours, theirs), bytes.Equal(base, theirs):
		return ours
	case bytes.Equal(base, ours):
		return theirs
	}
	b, x, y := sheetOf(base), sheetOf(ours), sheetOf(theirs)
	out := sheet{lead: lines.Merge(b.lead, x.lead, y.lead), pieces: map[string]piece{}, controls: map[string]bool{}}
	for _, s := range []sheet{b, x, y} {
		maps.Copy(out.controls, s.controls)
	}
	for _, s := range []sheet{x, y} {
		for id := range s.pieces {
			out.pieces[id] = mergePiece(b.pieces[id], x.pieces[id], y.pieces[id])
		}
	}
	return out.cut().From(Date{}, nil, out.bytes())
}

// A sheet is a log as Merge sees it.
type sheet struct {
	lead     []string // lines before the first entry
	pieces   map[string]piece
	controls map[string]bool // their lines
}

// A piece is an entry and the lines that follow it. The zero value is none.
type piece struct {
	Entry
	text, after []string
}

func sheetOf(file []byte) sheet {
	file = bytes.ReplaceAll(bytes.TrimPrefix(entry.Unfilled(file), []byte(markdown.ByteOrderMark)), []byte("\r\n"), []byte("\n"))
	p := &parser{src: file, lines: markdown.Split(file)}
	s := sheet{pieces: map[string]piece{}, controls: map[string]bool{}}
	at, id := 0, ""
	upTo := func(n int) { // the lines that follow an entry, or the lead
		var lines []string
		for _, l := range p.lines[at:n] {
			if _, ok := entry.ParseControl(l.Text); ok {
				s.controls[l.Text] = true
			} else {
				lines = append(lines, l.Text)
			}
		}
		if id == "" {
			s.lead = trimBlank(append(s.lead, lines...))
			return
		}
		x := s.pieces[id]
		x.after = trimBlank(append(x.after, lines...))
		s.pieces[id] = x
	}
	for _, f := range p.frames() {
		if f.torn {
			continue
		}
		upTo(f.head)
		x := piece{Entry: p.entryOf(f)}
		for _, l := range p.lines[f.head:f.next] {
			x.text = append(x.text, l.Text)
		}
		was, twice := s.pieces[x.ID]
		if x.after = was.after; twice && !x.Better(&was.Entry) {
			x = was
		}
		at, id = f.next, x.ID
		s.pieces[id] = x
	}
	upTo(len(p.lines))
	return s
}

func trimBlank(lines []string) []string {
	blank := func(s string) bool { return strings.TrimSpace(s) == "" }
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// mergePiece merges two versions of a piece, of which one may be none. A piece without text holds only the lines that
// followed an entry that is gone.
func mergePiece(b, x, y piece) piece {
	untouched := func(p piece) bool { return b.text != nil && slices.Equal(b.text, p.text) }
	out := x
	switch {
	case x.text == nil && untouched(y), y.text == nil && untouched(x):
		out = piece{Entry: b.Entry}
	case x.text == nil:
		out = y
	case y.text == nil || untouched(y):
	case untouched(x) || y.Better(&x.Entry):
		out = y
	}
	out.after = lines.Merge(b.after, x.after, y.after)
	return out
}

// sorted returns the pieces in the order in which they were said.
func (s sheet) sorted() []piece {
	return slices.SortedFunc(maps.Values(s.pieces), func(a, b piece) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
}

func (s sheet) bytes() []byte {
	blocks := [][]string{s.lead}
	for _, x := range s.sorted() {
		blocks = append(blocks, x.text, x.after)
	}
	var b strings.Builder
	for _, lines := range append(blocks, slices.Sorted(maps.Keys(s.controls))) {
		if len(lines) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return []byte(b.String())
}

// cut returns what the controls forget.
func (s sheet) cut() (c Cut) {
	for line := range s.controls {
		x, _ := entry.ParseControl(line)
		c.Forget(x)
	}
	return c
}

// Within returns a log with those of its entries and controls alone that keep and says name, and a person's lines if prose
// says so; nil if there are none.
func Within(log []byte, keep func(*Entry) bool, says func(Control) bool, prose bool) []byte {
	x := sheetOf(log)
	n := len(x.pieces) + len(x.controls)
	maps.DeleteFunc(x.pieces, func(_ string, p piece) bool { return p.text == nil || !keep(&p.Entry) })
	maps.DeleteFunc(x.controls, func(line string, _ bool) bool {
		c, _ := entry.ParseControl(line)
		return !says(c)
	})
	switch left := len(x.pieces) + len(x.controls); {
	case left == n && prose:
		return log
	case left == 0:
		return nil
	case !prose:
		x.lead = nil
		for id, p := range x.pieces {
			x.pieces[id] = piece{Entry: p.Entry, text: p.text}
		}
	}
	return x.bytes()
}

// Has returns a function that reports whether a log has an entry, by its id.
func Has(log []byte) func(*Entry) bool {
	x := sheetOf(log)
	return func(e *Entry) bool { return x.pieces[e.ID].text != nil }
}

// Keep returns a merged log in which entries stand as ours has them, if they are this machine's own.
func Keep(merged, ours []byte, own func(*Entry) bool) []byte {
	x, o := sheetOf(merged), sheetOf(ours)
	changed := false
	for id, p := range o.pieces {
		if is := x.pieces[id]; p.text != nil && !slices.Equal(p.text, is.text) && own(&p.Entry) {
			p.after, changed = is.after, true
			x.pieces[id] = p
		}
	}
	if !changed {
		return merged
	}
	return x.bytes()
}

// Unmark merges the two sides of a log between which plain git put conflict marks.
func Unmark(file []byte) []byte {
	base, ours, theirs := lines.Sides(file)
	return Merge(base, ours, theirs)
}
