package wikilink

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// linkParser parses links and embeds. It runs just before goldmark's own link parser, which gets the
// brackets that are no wikilink.
type linkParser struct {
	display parser.Parser // what may stand in a display text: code, emphasis, strikethrough
}

func newLinkParser() *linkParser {
	return &linkParser{display: parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
		),
	)}
}

func (p *linkParser) Trigger() []byte { return []byte{'!', '['} }

func (p *linkParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, seg := block.PeekLine()
	bang := 0
	if line[0] == '!' {
		bang = 1
	}
	if !bytes.HasPrefix(line[bang:], []byte("[[")) || seg.Padding != 0 {
		return nil
	}
	l, n := match(line[bang:])
	if n == 0 || p.crossesCode(line[bang:], n, block) {
		return nil
	}
	l.Embed = bang == 1
	l.Start, l.End = seg.Start, seg.Start+bang+n
	node := &Node{Link: l}
	p.appendText(node, block.Source())
	block.Advance(bang + n)
	return node
}

func (p *linkParser) crossesCode(line []byte, n int, block text.Reader) bool {
	if bytes.IndexByte(line[:n], '`') < 0 {
		return false
	}
	at, pos := block.Position()
	defer block.SetPosition(at, pos)
	return crossesCode(line, n, func() []byte {
		block.AdvanceLine()
		next, _ := block.PeekLine()
		return next
	})
}

// appendText gives node its visible text as children.
func (p *linkParser) appendText(node *Node, source []byte) {
	start, end := shownSpan(source, node.Link)
	if bytes.IndexAny(source[start:end], "`*_~") < 0 || node.Display == "" {
		node.AppendChild(node, ast.NewTextSegment(text.NewSegment(start, end)))
		return
	}
	// The reader is set into source, so the offsets of the nodes are those of source.
	r := text.NewReader(source[:end:end]) // goldmark appends a newline to an indented line at the end
	r.SetPosition(0, text.NewSegment(start, end))
	doc := p.display.Parse(r)
	for block := doc.FirstChild(); block != nil; block = block.NextSibling() {
		for c := block.FirstChild(); c != nil; {
			next := c.NextSibling()
			node.AppendChild(node, c)
			c = next
		}
	}
}

// shownSpan returns where in source the text of a link stands that a reader sees: its display text, else its
// target with the fragment.
func shownSpan(source []byte, l Link) (start, end int) {
	start, end = l.Start+2, l.End-2
	if l.Embed {
		start++
	}
	if i := bytes.IndexByte(source[start:end], '|'); i >= 0 {
		start += i + 1
	}
	for start < end && util.IsSpace(source[start]) {
		start++
	}
	for end > start && util.IsSpace(source[end-1]) {
		end--
	}
	return start, end
}
