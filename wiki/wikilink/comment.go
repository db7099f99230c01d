package wikilink

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var percents = []byte("%%")

// commentParser parses a comment that ends in the block it begins in. An unclosed one is text: a lone %% in
// a page must not hide the rest of it.
type commentParser struct{}

// noComment is the offset from which on a block is known to close no comment.
var noComment = parser.NewContextKey()

func (commentParser) Trigger() []byte { return []byte{'%'} }

func (commentParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, seg := block.PeekLine()
	if !bytes.HasPrefix(line, percents) {
		return nil
	}
	start, last := seg.Start, seg.Start
	if known, ok := pc.Get(noComment).(int); ok && start < known {
		return nil
	}
	block.Advance(len(percents))
	for {
		line, seg = block.PeekLine()
		if line == nil {
			pc.Set(noComment, last)
			return nil
		}
		if i := bytes.Index(line, percents); i >= 0 {
			block.Advance(i + len(percents))
			return &Comment{Start: start, End: seg.Start + i + len(percents)}
		}
		last = seg.Stop
		block.AdvanceLine()
	}
}

// commentBlockParser parses a comment that begins a line and ends on a later one, with anything in between,
// blank lines too.
type commentBlockParser struct{}

func (commentBlockParser) Trigger() []byte { return []byte{'%'} }

func (commentBlockParser) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, seg := reader.PeekLine()
	rest, ok := bytes.CutPrefix(line[max(pc.BlockOffset(), 0):], percents)
	if !ok || bytes.Contains(rest, percents) || !closesLater(reader.Source(), seg.Stop, percents, noBlockComment, pc) {
		return nil, parser.NoChildren
	}
	node := &CommentBlock{}
	node.Lines().Append(seg)
	reader.AdvanceToEOL()
	return node, parser.NoChildren
}

var noBlockComment = parser.NewContextKey()

// closesLater reports whether mark occurs in source at or after from. It remembers a negative answer, so
// that a page of opening marks is searched once.
func closesLater(source []byte, from int, mark []byte, key parser.ContextKey, pc parser.Context) bool {
	if pc.Get(key) != nil {
		return false
	}
	if bytes.Contains(source[min(from, len(source)):], mark) {
		return true
	}
	pc.Set(key, true)
	return false
}

func (commentBlockParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	line, seg := reader.PeekLine()
	i := bytes.Index(line, percents)
	if i < 0 {
		node.Lines().Append(seg)
		reader.AdvanceToEOL()
		return parser.Continue | parser.NoChildren
	}
	end := i + len(percents) - seg.Padding
	node.Lines().Append(text.NewSegment(seg.Start, seg.Start+end))
	if util.IsBlank(line[i+len(percents):]) {
		reader.AdvanceToEOL()
	} else {
		reader.Advance(i + len(percents)) // what follows the comment is a block of its own
	}
	return parser.Close
}

func (commentBlockParser) Close(node ast.Node, reader text.Reader, pc parser.Context) {}

func (commentBlockParser) CanInterruptParagraph() bool { return true }

func (commentBlockParser) CanAcceptIndentedLine() bool { return false }
