package markup

import (
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"golang.org/x/text/unicode/bidi"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

const (
	embedDepth  = 3
	embedBudget = 256 << 10 // bytes of Markdown that all embeds of a page may bring
	maxDepth    = 150       // of lists, quotes and emphasis in one another; deeper ones are shown as text
)

// A walk writes one page.
type walk struct {
	r      *Renderer
	out    []byte
	source []byte
	links  Links
	page   *Page

	ids      map[string]bool
	headings []Heading // of the page; next counts those that were written
	next     int
	notes    []note
	noted    map[int]int      // goldmark's number of a footnote -> the number shown, from 1
	defined  map[int]ast.Node // goldmark's number of a footnote -> its text

	budget int
	keys   []string // of the pages that are shown within one another
	depth  int
	inLink bool
	rtl    bool
}

// embedded reports whether the walk is within an embed, whose ids are not this page's.
func (w *walk) embedded() bool { return len(w.keys) > 1 }

func (w *walk) str(s string)   { w.out = append(w.out, s...) }
func (w *walk) esc(s string)   { w.out = escape(w.out, s) }
func (w *walk) bytes(b []byte) { w.out = escape(w.out, b) }

// put writes format, which is constant HTML, with the escaped texts in place of each %s.
func (w *walk) put(format string, texts ...string) {
	for _, s := range texts {
		before, after, _ := strings.Cut(format, "%s")
		w.str(before)
		w.esc(s)
		format = after
	}
	w.str(format)
}

// auto writes the attribute that lets a block detect its own direction, if the page has text of both.
func (w *walk) auto() {
	if w.rtl {
		w.str(` dir="auto"`)
	}
}

// direction is auto of a block of text. A browser goes by the first letter, which may be that of a name, so a text that is
// mostly from right to left says so.
func (w *walk) direction(n ast.Node) {
	if !w.rtl {
		return
	}
	letters := map[bidi.Class]int{}
	for _, r := range plainOf(n, w.source) {
		p, _ := bidi.LookupRune(r)
		letters[p.Class()]++
	}
	w.attr("dir", map[bool]string{true: "rtl", false: "auto"}[letters[bidi.R]+letters[bidi.AL] > letters[bidi.L]])
}

// id writes an id of the page, once.
func (w *walk) id(id string) {
	if w.embedded() || w.ids[id] {
		return
	}
	w.ids[id] = true
	w.str(` id="`)
	w.esc(id)
	w.str(`"`)
}

func (w *walk) attr(name, value string) {
	if value == "" {
		return
	}
	w.str(" " + name + `="`)
	w.esc(value)
	w.str(`"`)
}

// blockIDOf returns the block id at the end of a block, "" if there is none. For a list item it is that of its first line.
func blockIDOf(n ast.Node) string {
	switch n.(type) {
	case *ast.ListItem:
		if c := n.FirstChild(); c != nil && c.Type() == ast.TypeBlock {
			switch c.(type) {
			case *ast.TextBlock, *ast.Paragraph:
				return blockIDOf(c)
			}
		}
		return ""
	}
	if id, ok := n.LastChild().(*wikilink.BlockID); ok {
		return id.ID
	}
	return ""
}

// loneID returns the id of a block that consists only of an id: it names the block before it.
func loneID(n ast.Node) string {
	if p, ok := n.(*ast.Paragraph); ok && p.ChildCount() == 1 {
		return blockIDOf(p)
	}
	return ""
}

// named returns the block id of a block: its own, or one that stands alone after it.
func named(n ast.Node) string {
	if id := blockIDOf(n); id != "" {
		return id
	}
	if next := n.NextSibling(); next != nil {
		return loneID(next)
	}
	return ""
}

// open writes the start tag of a block's element, with the block's id.
func (w *walk) open(element string, n ast.Node) {
	w.str("<" + element)
	if id := named(n); id != "" {
		w.id("^" + id)
	}
}

// after writes what is shown after a block with an id.
func (w *walk) after(n ast.Node) {
	if w.page.Block == nil || w.embedded() {
		return
	}
	if id := blockIDOf(n); id != "" {
		w.str(w.page.Block(id))
	}
}

// rightToLeft reports whether a text has letters of a right-to-left script.
func rightToLeft(src []byte) bool {
	for len(src) > 0 {
		if src[0] < 0xd6 { // no such letter begins below U+0590
			src = src[1:]
			continue
		}
		r, size := utf8.DecodeRune(src)
		if p, _ := bidi.LookupRune(r); p.Class() == bidi.R || p.Class() == bidi.AL {
			return true
		}
		src = src[size:]
	}
	return false
}

// plainOf returns the text that a reader sees of a block.
func plainOf(n ast.Node, source []byte) string {
	var out []byte
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch c := c.(type) {
			case *ast.Text:
				if _, code := c.Parent().(*ast.CodeSpan); code || c.IsRaw() {
					out = append(out, c.Segment.Value(source)...)
				} else {
					out = resolve(out, c.Segment.Value(source), plain)
				}
				if c.SoftLineBreak() || c.HardLineBreak() {
					out = append(out, ' ')
				}
			case *ast.String:
				out = append(out, c.Value...)
			case *tagNode:
				out = append(append(out, '#'), c.name...)
			case *ast.AutoLink:
				out = append(out, c.Label(source)...)
			case *wikilink.Node:
				if c.Embed {
					return ast.WalkSkipChildren, nil
				}
				if c.Display == "" {
					out = append(out, c.Shown()...)
					return ast.WalkSkipChildren, nil
				}
			case *ast.RawHTML:
				out = append(out, ' ')
			case *wikilink.Math:
				out = append(out, c.Segment.Value(source)...)
			case *ast.Paragraph, *ast.TextBlock, *ast.Heading:
				if len(out) > 0 {
					out = append(out, ' ')
				}
			}
		}
		return ast.WalkContinue, nil
	})
	return string(out)
}

// raw returns the source of a block's lines.
func raw(lines *text.Segments, source []byte) []byte {
	var out []byte
	for i := range lines.Len() {
		seg := lines.At(i)
		out = append(out, seg.Value(source)...)
	}
	return out
}
