package markup

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// callouts are Obsidian's kinds and their other names.
func calloutKind(name string) string {
	switch name {
	case "note", "info", "todo", "abstract", "tip", "success", "question", "warning", "failure", "danger", "bug", "example", "quote":
		return name
	case "summary", "tldr":
		return "abstract"
	case "hint", "important":
		return "tip"
	case "check", "done":
		return "success"
	case "help", "faq":
		return "question"
	case "caution", "attention":
		return "warning"
	case "fail", "missing":
		return "failure"
	case "error":
		return "danger"
	case "cite":
		return "quote"
	}
	return "note"
}

// A callout is the head of a callout: > [!kind]- title
type callout struct {
	name string // as it was written, in small letters
	fold byte   // '+' open, '-' closed, 0 for one that does not fold
	end  int    // offset of the title in the source
}

func calloutOf(n *ast.Blockquote, source []byte) (c callout, ok bool) {
	p, ok := n.FirstChild().(*ast.Paragraph)
	if !ok || p.Lines().Len() == 0 {
		return c, false
	}
	seg := p.Lines().At(0)
	line := seg.Value(source)
	if !bytes.HasPrefix(line, []byte("[!")) {
		return c, false
	}
	end := bytes.IndexByte(line, ']')
	if end < 3 {
		return c, false
	}
	name, _, _ := strings.Cut(string(line[2:end]), "|") // what follows a pipe is for a style sheet
	if c.name = strings.ToLower(strings.TrimSpace(name)); c.name == "" {
		return c, false
	}
	end++
	if end < len(line) && (line[end] == '+' || line[end] == '-') {
		c.fold = line[end]
		end++
	}
	for end < len(line) && (line[end] == ' ' || line[end] == '\t') {
		end++
	}
	c.end = seg.Start + end
	return c, true
}

func (w *walk) quote(n *ast.Blockquote) {
	c, ok := calloutOf(n, w.source)
	if !ok {
		w.open("blockquote", n)
		w.auto()
		w.str(">\n")
		w.blocks(n)
		w.str("</blockquote>\n")
		return
	}
	box, head := "div", "p"
	if c.fold != 0 {
		box, head = "details", "summary"
	}
	kind := calloutKind(c.name)
	w.open(box, n)
	w.attr("class", "callout "+kind)
	if c.fold == '+' {
		w.str(" open")
	}
	w.str("><" + head + ` class="callout-title"`)
	w.auto()
	w.str(">")
	first := n.FirstChild()
	title, rest := cutTitle(first, c.end)
	if len(title) > 0 {
		if kind != "note" {
			w.str(kind + ": ")
		}
		w.inlineList(title)
	} else {
		first, size := utf8.DecodeRuneInString(c.name)
		w.esc(string(unicode.ToUpper(first)) + c.name[size:])
	}
	w.str("</" + head + ">\n")
	if len(rest) > 0 {
		w.str("<p")
		w.auto()
		w.str(">")
		w.inlineList(rest)
		w.after(first)
		w.str("</p>\n")
	}
	for b := first.NextSibling(); b != nil; b = b.NextSibling() {
		w.block(b)
	}
	w.str("</" + box + ">\n")
}

// cutTitle splits the first paragraph of a callout: the rest of its first line after the head, and the
// lines below. The head's own text nodes are dropped, and shortened if the title begins within one.
func cutTitle(p ast.Node, end int) (title, rest []ast.Node) {
	below := false
	for c := p.FirstChild(); c != nil; c = c.NextSibling() {
		t, isText := c.(*ast.Text)
		broken := isText && (t.SoftLineBreak() || t.HardLineBreak())
		if below {
			rest = append(rest, c)
			continue
		}
		if isText {
			from := max(t.Segment.Start, end)
			if from < t.Segment.Stop {
				title = append(title, ast.NewTextSegment(t.Segment.WithStart(from)))
			}
		} else if _, id := c.(*wikilink.BlockID); id || startOf(c) >= end {
			title = append(title, c)
		}
		below = broken
	}
	return title, rest
}

// startOf returns where an inline node begins in the source, as closely as its text tells.
func startOf(n ast.Node) int {
	at := 1 << 30 // nodes without text are no part of the head
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		switch c := c.(type) {
		case *ast.Text:
			at = c.Segment.Start
		case *ast.RawHTML:
			at = c.Segments.At(0).Start
		case *wikilink.Math:
			at = c.Segment.Start
		case *wikilink.Node:
			at = c.Start
		default:
			return ast.WalkContinue, nil
		}
		return ast.WalkStop, nil
	})
	return at
}
