package markup

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The syntax of Obsidian that neither goldmark nor package wikilink reads: ==marked==, #tags, ^[inline
// footnotes], and the boxes of tasks with any mark.

var (
	kindMark     = ast.NewNodeKind("Marked")
	kindTag      = ast.NewNodeKind("Tag")
	kindFootnote = ast.NewNodeKind("InlineFootnote")
	kindBox      = ast.NewNodeKind("Box")
)

type markNode struct{ ast.BaseInline }

func (n *markNode) Kind() ast.NodeKind            { return kindMark }
func (n *markNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type tagNode struct {
	ast.BaseInline
	name string // without the #
}

func (n *tagNode) Kind() ast.NodeKind            { return kindTag }
func (n *tagNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type footnoteNode struct {
	ast.BaseInline
	text []byte // Markdown
}

func (n *footnoteNode) Kind() ast.NodeKind            { return kindFootnote }
func (n *footnoteNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A boxNode is the box of a task.
type boxNode struct {
	ast.BaseInline
	mark string // a space, an x, or another character
}

func (n *boxNode) Kind() ast.NodeKind            { return kindBox }
func (n *boxNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// boxParser reads the box that begins a list item.
type boxParser struct{}

func (boxParser) Trigger() []byte { return []byte{'['} }

// Parse implements [parser.InlineParser].
func (boxParser) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	item, ok := parent.Parent().(*ast.ListItem)
	if !ok || item.FirstChild() != parent || parent.HasChildren() {
		return nil
	}
	line, _ := block.PeekLine()
	_, size := utf8.DecodeRune(line[1:])
	end := 1 + size
	if size == 0 || len(line) < end+2 || line[end] != ']' || !util.IsSpace(line[end+1]) || line[1] < ' ' || line[1] == '[' || line[1] == '\\' {
		return nil
	}
	block.Advance(end + 1)
	if line[end+1] != '\n' {
		block.Advance(1)
	}
	return &boxNode{mark: string(line[1:end])}
}

// markParser reads ==marked==, by goldmark's rules for emphasis.
type markParser struct{}

func (markParser) Trigger() []byte         { return []byte{'='} }
func (markParser) IsDelimiter(b byte) bool { return b == '=' }
func (markParser) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}
func (markParser) OnMatch(int) ast.Node { return &markNode{} }

// Parse implements [parser.InlineParser].
func (p markParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	node := parser.ScanDelimiter(line, before, 2, p)
	if node == nil || node.OriginalLength != 2 || before == '=' {
		return nil
	}
	node.Segment = segment.WithStop(segment.Start + node.OriginalLength)
	block.Advance(node.OriginalLength)
	pc.PushDelimiter(node)
	return node
}

// tagParser reads #tags: letters, digits, _ - and /, at least one of them not a digit, after a space or
// at the beginning of a line.
type tagParser struct{}

func (tagParser) Trigger() []byte { return []byte{'#'} }

// Parse implements [parser.InlineParser].
func (tagParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, seg := block.PeekLine()
	if seg.Start > 0 {
		if before := block.Source()[seg.Start-1]; before > ' ' && before != '(' {
			return nil
		}
	}
	n, named := 1, false
	for n < len(line) {
		r, size := utf8.DecodeRune(line[n:])
		if !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.Is(unicode.So, r) || r == '_' || r == '-' || r == '/') || r == utf8.RuneError {
			break
		}
		named = named || !unicode.IsDigit(r)
		n += size
	}
	name := bytes.TrimRight(line[1:n], "/")
	if !named || len(name) == 0 {
		return nil
	}
	block.Advance(1 + len(name))
	return &tagNode{name: string(name)}
}

// maxFootnote is the maximum length of an inline footnote.
const maxFootnote = 2000

// footnoteParser reads an inline footnote, ^[like this].
type footnoteParser struct{}

func (footnoteParser) Trigger() []byte { return []byte{'^'} }

// Parse implements [parser.InlineParser].
func (footnoteParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if len(line) < 4 || line[1] != '[' {
		return nil
	}
	depth := 0
	for i := 1; i < min(len(line), maxFootnote); i++ {
		switch line[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				said := bytes.TrimSpace(line[2:i])
				if len(said) == 0 {
					return nil
				}
				block.Advance(i + 1)
				return &footnoteNode{text: bytes.Clone(said)}
			}
		}
	}
	return nil
}
