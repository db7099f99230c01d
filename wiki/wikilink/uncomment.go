package wikilink

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Comments returns where the comments of a page are, %%…%% and <!--…-->, marks included, in order.
func Comments(source []byte) (spans [][2]int) {
	f, _ := FrontMatter(source)
	body := source[f.Body:]
	if !bytes.Contains(body, percents) && !bytes.Contains(body, htmlOpen) {
		return nil
	}
	// Without capacity beyond its end: goldmark appends a newline to an indented line at the end.
	body = tame(body[:len(body):len(body)])
	add := func(start, end int) {
		if n := len(spans); n == 0 || spans[n-1][1] <= start+f.Body {
			spans = append(spans, [2]int{start + f.Body, end + f.Body})
		}
	}
	_ = ast.Walk(pages().Parse(text.NewReader(body)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *Comment:
			add(n.Start, n.End)
		case *CommentBlock:
			if lines := n.Lines(); lines.Len() > 0 {
				add(lines.At(0).Start, lines.At(lines.Len()-1).Stop)
			}
		case *ast.RawHTML:
			if s := n.Segments; s.Len() > 0 && bytes.HasPrefix(body[s.At(0).Start:], htmlOpen) {
				add(s.At(0).Start, s.At(s.Len()-1).Stop)
			}
		case *ast.HTMLBlock:
			htmlComments(body, n, add)
		}
		return ast.WalkContinue, nil
	})
	return spans
}

var htmlOpen, htmlShut = []byte("<!--"), []byte("-->")

// htmlComments finds the comments in a block of raw HTML. One that is not closed in the block extends to its
// end.
func htmlComments(body []byte, n *ast.HTMLBlock, add func(start, end int)) {
	start, end := 0, 0
	if lines := n.Lines(); lines.Len() > 0 {
		start, end = lines.At(0).Start, lines.At(lines.Len()-1).Stop
	}
	if n.HasClosure() {
		if start == end {
			start = n.ClosureLine.Start
		}
		end = n.ClosureLine.Stop
	}
	for start < end {
		open := bytes.Index(body[start:end], htmlOpen)
		if open < 0 {
			return
		}
		open += start
		shut := bytes.Index(body[open+len(htmlOpen):end], htmlShut)
		if shut < 0 {
			add(open, end)
			return
		}
		start = open + len(htmlOpen) + shut + len(htmlShut)
		add(open, start)
	}
}

// Uncommented returns a page without its comments, except those for which keep, called with a comment and
// its marks, returns true. Without comments it returns the page itself.
func Uncommented(source []byte, keep func(comment []byte) bool) []byte {
	spans := Comments(source)
	if len(spans) == 0 {
		return source
	}
	var out []byte
	last := 0
	for _, c := range spans {
		if keep == nil || !keep(source[c[0]:c[1]]) {
			out = append(out, source[last:c[0]]...)
			last = c[1]
		}
	}
	return append(out, source[last:]...)
}
