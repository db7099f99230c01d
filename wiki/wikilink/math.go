package wikilink

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// mathParser parses TeX on one line: $$…$$, or $…$ whose first dollar sign has no space after
// it and whose last has none before it and no digit after it, so that prices are no math.
type mathParser struct{}

func (mathParser) Trigger() []byte { return []byte{'$'} }

func (mathParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, seg := block.PeekLine()
	n, marks := mathEnd(line)
	if n == 0 {
		return nil
	}
	block.Advance(n)
	return &Math{
		Display: marks == 2,
		Segment: text.NewSegment(seg.Start+marks, seg.Start+n-marks),
	}
}

// mathEnd returns the length of the math at the head of line, which starts with a dollar
// sign, and how many dollar signs stand at each end; 0 if it is no math.
func mathEnd(line []byte) (n, marks int) {
	if bytes.HasPrefix(line, []byte("$$")) {
		if i := bytes.Index(line[2:], []byte("$$")); i > 0 {
			return i + 4, 2
		}
		return 0, 0
	}
	if len(line) < 3 || util.IsSpace(line[1]) {
		return 0, 0
	}
	for i := 1; i < len(line) && line[i] != '\n'; i++ {
		switch line[i] {
		case '\\':
			i++
		case '$':
			if util.IsSpace(line[i-1]) || i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9' {
				return 0, 0
			}
			return i + 1, 1
		}
	}
	return 0, 0
}

// mathBlockParser parses TeX that begins with $$ at the start of a line and ends with $$ at
// the end of a later one, before the next blank line.
type mathBlockParser struct{}

func (mathBlockParser) Trigger() []byte { return []byte{'$'} }

func (mathBlockParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, seg := reader.PeekLine()
	rest, ok := bytes.CutPrefix(line[max(pc.BlockOffset(), 0):], []byte("$$"))
	if !ok || bytes.Contains(rest, []byte("$$")) || !mathCloses(reader.Source(), seg.Stop, pc) {
		return nil, parser.NoChildren
	}
	node := &MathBlock{}
	node.Lines().Append(seg)
	reader.AdvanceToEOL()
	return node, parser.NoChildren
}

// mathSearched holds the stretch of source last searched in vain for the end of a math block.
var mathSearched = parser.NewContextKey()

// mathCloses reports whether a line that ends with $$ comes at or after from and before a
// blank line.
func mathCloses(source []byte, from int, pc parser.Context) bool {
	if end, ok := pc.Get(mathSearched).(int); ok && from < end {
		return false
	}
	for at := from; at < len(source); {
		line := LineAt(source, at)
		at += len(line)
		switch trimmed := bytes.TrimSpace(line); {
		case bytes.HasSuffix(trimmed, []byte("$$")):
			return true
		case len(bytes.Trim(trimmed, "> ")) == 0:
			pc.Set(mathSearched, at)
			return false
		}
	}
	pc.Set(mathSearched, len(source))
	return false
}

func (mathBlockParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	line, seg := reader.PeekLine()
	if util.IsBlank(line) {
		return parser.Close
	}
	node.Lines().Append(seg)
	reader.AdvanceToEOL()
	if bytes.HasSuffix(bytes.TrimSpace(line), []byte("$$")) {
		return parser.Close
	}
	return parser.Continue | parser.NoChildren
}

func (mathBlockParser) Close(node ast.Node, reader text.Reader, pc parser.Context) {}

func (mathBlockParser) CanInterruptParagraph() bool { return true }

func (mathBlockParser) CanAcceptIndentedLine() bool { return false }
