package wikilink

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// blockIDParser parses the id at the end of a line.
type blockIDParser struct{}

func (blockIDParser) Trigger() []byte { return []byte{'^'} }

func (blockIDParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, seg := block.PeekLine()
	if seg.Start > 0 { // the reader's own record of what precedes differs between lines
		if before := block.Source()[seg.Start-1]; before != ' ' && before != '\t' && before != '\n' {
			return nil
		}
	}
	id := blockID(line)
	if id == nil {
		return nil
	}
	block.Advance(1 + len(id))
	return &BlockID{ID: string(id), Start: seg.Start}
}

// blockID returns the id at the head of line, which starts with its caret, if nothing but
// white space follows it.
func blockID(line []byte) []byte {
	n := 1
	for n < len(line) && isID(line[n]) {
		n++
	}
	if n == 1 || len(bytes.TrimRight(line[n:], " \t\r\n")) != 0 {
		return nil
	}
	return line[1:n]
}

func isID(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-'
}
