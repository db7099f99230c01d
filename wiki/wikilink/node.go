package wikilink

import (
	"strconv"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Kinds of the extension's nodes.
var (
	KindNode         = ast.NewNodeKind("WikiLink")
	KindComment      = ast.NewNodeKind("ObsidianComment")
	KindCommentBlock = ast.NewNodeKind("ObsidianCommentBlock")
	KindMath         = ast.NewNodeKind("Math")
	KindMathBlock    = ast.NewNodeKind("MathBlock")
	KindBlockID      = ast.NewNodeKind("BlockID")
)

// A Node is a link in a document. Its children are what a reader sees.
type Node struct {
	ast.BaseInline
	Link
}

func (n *Node) Kind() ast.NodeKind { return KindNode }
func (n *Node) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{
		"Target": n.Target, "Fragment": n.Fragment, "Display": n.Display, "Embed": strconv.FormatBool(n.Embed),
	}, nil)
}

// A Comment is an Obsidian comment inside a paragraph: %%…%%. It is never shown.
type Comment struct {
	ast.BaseInline
	Start, End int // offsets of the whole comment
}

func (n *Comment) Kind() ast.NodeKind            { return KindComment }
func (n *Comment) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A CommentBlock is an Obsidian comment that begins a line and ends on a later one.
type CommentBlock struct{ ast.BaseBlock }

func (n *CommentBlock) Kind() ast.NodeKind            { return KindCommentBlock }
func (n *CommentBlock) IsRaw() bool                   { return true }
func (n *CommentBlock) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// Math is TeX inside a paragraph. Segment is the source between the dollar signs.
type Math struct {
	ast.BaseInline
	Display bool // written $$…$$
	Segment text.Segment
}

func (n *Math) Kind() ast.NodeKind            { return KindMath }
func (n *Math) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A MathBlock is TeX between lines of two dollar signs; its lines hold them too.
type MathBlock struct{ ast.BaseBlock }

func (n *MathBlock) Kind() ast.NodeKind            { return KindMathBlock }
func (n *MathBlock) IsRaw() bool                   { return true }
func (n *MathBlock) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// A BlockID names the block it ends: a caret, letters, digits and dashes at the end of a line.
type BlockID struct {
	ast.BaseInline
	ID    string // without the caret
	Start int    // offset of the caret
}

func (n *BlockID) Kind() ast.NodeKind { return KindBlockID }
func (n *BlockID) Dump(source []byte, level int) {
	ast.DumpHelper(n, source, level, map[string]string{"ID": n.ID}, nil)
}
