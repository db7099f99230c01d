package wikilink

import (
	"bytes"
	"slices"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// Extract returns the links of a page, properties included, with their offsets in source.
func Extract(source []byte) []Link { return Scan(source).Links }

// Scan reads a whole page. It never fails: what is no link is text.
func Scan(source []byte) Doc {
	f, ok := FrontMatter(source)
	var d Doc
	if ok {
		d.Links = propertyLinks(d.Links, source, f.Start, f.End)
	}
	if d.quick(source, f.Body) {
		return d
	}
	d.parse(source, f.Body)
	return d
}

var pages = sync.OnceValue(func() parser.Parser { return newPageParser() })

func newPageParser() parser.Parser {
	m := goldmark.New()
	New().Extend(m)
	return m.Parser()
}

// parse adds what goldmark finds in source from offset base on.
func (d *Doc) parse(source []byte, base int) {
	// Without capacity beyond its end: goldmark appends a newline to an indented line at the end.
	body := tame(source[base:len(source):len(source)])
	doc := pages().Parse(text.NewReader(body))
	w := walker{doc: d, body: body, base: base}
	_ = ast.Walk(doc, w.visit)
	d.order()
}

type walker struct {
	doc    *Doc
	body   []byte
	base   int
	tables int // depth of table cells
}

func (w *walker) visit(n ast.Node, entering bool) (ast.WalkStatus, error) {
	if n.Kind() == east.KindTableCell {
		if entering {
			w.tables++
		} else {
			w.tables--
		}
	}
	if !entering {
		return ast.WalkContinue, nil
	}
	switch n := n.(type) {
	case *Node:
		l := n.Link
		l.Table = w.tables > 0
		l.Start, l.End = l.Start+w.base, l.End+w.base
		w.doc.Links = append(w.doc.Links, l)
		return ast.WalkSkipChildren, nil
	case *BlockID:
		w.doc.Blocks = append(w.doc.Blocks, Anchor{ID: n.ID, Start: n.Start + w.base})
	case *ast.Heading:
		if n.Parent().Kind() == ast.KindDocument {
			w.heading(n)
		}
	case *ast.HTMLBlock:
		if n.HTMLBlockType >= ast.HTMLBlockType6 {
			w.html(n)
		}
	default:
		w.refs(n)
	}
	return ast.WalkContinue, nil
}

func (w *walker) heading(n *ast.Heading) {
	at := n.Pos()
	h := Heading{Level: n.Level}
	h.Start = bytes.LastIndexByte(w.body[:at], '\n') + 1
	setext := at >= len(w.body) || w.body[at] != '#'
	lines := n.Lines()
	end := at
	if lines.Len() > 0 {
		first, last := lines.At(0), lines.At(lines.Len()-1)
		h.Text = headingText(w.body[first.Start:last.Stop])
		end = last.Stop
		setext = w.body[h.Start+indent(w.body[h.Start:])] != '#' || lines.Len() > 1
	}
	end = lineEnd(w.body, end)
	if setext {
		end = lineEnd(w.body, end)
	}
	h.Start, h.End = h.Start+w.base, end+w.base
	w.doc.Headings = append(w.doc.Headings, h)
}

func indent(b []byte) int { return len(b) - len(bytes.TrimLeft(b, " ")) }

// lineEnd returns the offset behind the line end at or after at. If at already stands behind a line end, it
// returns the end of the next line.
func lineEnd(b []byte, at int) int {
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(b)
}

// headingText returns a heading's source without its block id, on one line.
func headingText(b []byte) string {
	if i := bytes.LastIndexByte(b, '^'); i > 0 && (b[i-1] == ' ' || b[i-1] == '\t') && blockID(b[i:]) != nil {
		b = b[:i]
	}
	return Squeeze(string(b))
}

var htmlComment = lazy.Regexp(`(?s)<!--.*?-->`)

// html adds the double brackets in a block of raw HTML.
func (w *walker) html(n *ast.HTMLBlock) {
	lines := n.Lines()
	if lines.Len() == 0 {
		return
	}
	start, end := lines.At(0).Start, lines.At(lines.Len()-1).Stop
	hidden := htmlComment().FindAllIndex(w.body[start:end], -1)
	for at := start; ; {
		i := bytes.Index(w.body[at:end], []byte("[["))
		if i < 0 {
			return
		}
		at += i
		l, m := match(w.body[at:end])
		if m == 0 {
			at++
			continue
		}
		if !slices.ContainsFunc(hidden, func(s []int) bool { return s[0] <= at-start && at-start < s[1] }) {
			l.Embed = at > start && w.body[at-1] == '!'
			l.Start, l.End = at+w.base, at+m+w.base
			if l.Embed {
				l.Start--
			}
			w.doc.HTML = append(w.doc.HTML, l)
		}
		at += m
	}
}
