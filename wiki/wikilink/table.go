package wikilink

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// tableTransformer makes tables from paragraphs. goldmark cuts a row at every bare pipe before it looks for
// links; this one cuts a row again, but not at a pipe inside a link.
type tableTransformer struct{}

// maxFilled is the maximum number of missing cells that are added to a table: a row of two characters below
// a rule of ten thousand would add ten thousand cells. GFM has such a bound too. A table with more missing
// cells stays a paragraph.
const maxFilled = 100_000

// lacking returns how many cells are missing in a table that has its rule at one of these lines.
func lacking(lines []text.Segment, source []byte) int {
	most, pipes := 0, 0
	for i := len(lines) - 1; i > 0; i-- {
		line := lines[i].Value(source)
		n := bytes.Count(line, []byte("|"))
		if len(bytes.Trim(line, "-:| \t\r\n")) == 0 {
			most = max(most, (n+1)*(len(lines)-1-i)-pipes)
		}
		pipes += n
	}
	return most
}

// Transform implements [parser.ParagraphTransformer].
func (tableTransformer) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	source := reader.Source()
	lines := append([]text.Segment(nil), node.Lines().Sliced(0, node.Lines().Len())...)
	found := false
	for _, l := range lines {
		found = found || barePipe(l.Value(source))
	}
	if lacking(lines, source) > maxFilled {
		return
	}
	if !found {
		extension.NewTableParagraphTransformer().Transform(node, reader, pc)
		return
	}
	parent, before := node.Parent(), node.PreviousSibling()
	extension.NewTableParagraphTransformer().Transform(node, reader, pc)
	table, head := madeTable(parent, before, node)
	if table == nil {
		return
	}
	row := table.FirstChild().NextSibling()
	for i := head + 2; i < len(lines) && row != nil; i++ {
		if barePipe(lines[i].Value(source)) {
			recut(row, lines[i], source)
		}
		row = row.NextSibling()
	}
}

// madeTable returns the table that was made from the paragraph node, and the number of lines before it that
// stay a paragraph.
func madeTable(parent, before ast.Node, node *ast.Paragraph) (*east.Table, int) {
	next, head := before, 0
	switch {
	case node.Parent() != nil:
		next, head = node.NextSibling(), node.Lines().Len()
	case before != nil:
		next = before.NextSibling()
	default:
		next = parent.FirstChild()
	}
	table, _ := next.(*east.Table)
	return table, head
}

// recut sets the cells of row to the text between those pipes of line that stand in no link.
func recut(row ast.Node, line text.Segment, source []byte) {
	line = line.TrimLeftSpace(source)
	line = line.TrimRightSpace(source)
	b := line.Value(source)
	pos, limit := 0, len(b)
	if limit > 0 && b[0] == '|' {
		pos++
	}
	if limit > pos && b[limit-1] == '|' && b[max(limit-2, 0)] != '\\' {
		limit--
	}
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		cell.Lines().Clear()
		if pos >= limit {
			continue
		}
		end := cellEnd(b, pos, limit)
		seg := text.NewSegment(line.Start+pos, line.Start+end)
		seg = seg.TrimLeftSpace(source)
		seg = seg.TrimRightSpace(source)
		cell.Lines().Append(seg)
		pos = end + 1
	}
}

// cellEnd returns the offset of the first bare pipe in b[pos:limit] outside links, else limit.
func cellEnd(b []byte, pos, limit int) int {
	for i := pos; i < limit; i++ {
		switch {
		case b[i] == '\\':
			i++
		case b[i] == '|':
			return i
		case bytes.HasPrefix(b[i:limit], []byte("[[")):
			if _, n := match(b[i:limit]); n > 0 {
				i += n - 1
			}
		}
	}
	return limit
}

// barePipe reports whether line holds a link with a pipe that no backslash escapes.
func barePipe(line []byte) bool {
	for {
		i := bytes.Index(line, []byte("[["))
		if i < 0 {
			return false
		}
		line = line[i:]
		if _, n := match(line); n > 0 {
			if p := bytes.IndexByte(line[:n], '|'); p > 0 && line[p-1] != '\\' {
				return true
			}
			line = line[n:]
			continue
		}
		line = line[1:]
	}
}
