package markup

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// block writes a block.
func (w *walk) block(n ast.Node) {
	if w.depth >= maxDepth {
		w.str("<p>")
		w.deep(n)
		w.str("</p>\n")
		return
	}
	w.depth++
	switch n := n.(type) {
	case *ast.Heading:
		w.heading(n)
	case *ast.Paragraph:
		w.paragraph(n)
	case *ast.TextBlock:
		w.tightText(n)
	case *ast.Blockquote:
		w.quote(n)
	case *ast.List:
		w.list(n)
	case *ast.FencedCodeBlock:
		w.code(n, string(n.Language(w.source)))
	case *ast.CodeBlock:
		w.code(n, "")
	case *ast.ThematicBreak:
		w.str("<hr>\n")
	case *ast.HTMLBlock:
		w.html(n)
	case *gfm.Table:
		w.table(n)
	case *wikilink.MathBlock:
		w.open("pre", n)
		w.str(` class="math" tabindex="0">`)
		w.bytes(bytes.TrimSpace(bytes.Trim(bytes.TrimSpace(raw(n.Lines(), w.source)), "$")))
		w.str("</pre>\n")
	case *wikilink.CommentBlock, *gfm.FootnoteList, *ast.LinkReferenceDefinition:
	default:
		w.blocks(n)
	}
	w.depth--
}

func (w *walk) blocks(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.block(c)
	}
}

func (w *walk) heading(n *ast.Heading) {
	level := n.Level
	if w.embedded() {
		level = min(level+1, 6)
	}
	tag := "h" + strconv.Itoa(level)
	w.str("<" + tag)
	_, top := n.Parent().(*ast.Document)
	id := ""
	if top && !w.embedded() && w.next < len(w.headings) {
		id = w.headings[w.next].ID
		w.next++
		w.attr("id", id)
	}
	w.direction(n)
	w.str(">")
	w.inlines(n)
	if block := named(n); block != "" {
		w.place("^" + block)
	}
	if id != "" && level > 1 {
		w.put(` <a class="anchor" aria-hidden="true" tabindex="-1" href="#%s">#</a>`, escapeURL(id))
	}
	w.str("</" + tag + ">\n")
}

func (w *walk) paragraph(n *ast.Paragraph) {
	if id := loneID(n); id != "" { // the block before has the id by now, if it can have one
		w.place("^" + id)
		return
	}
	if e := loneEmbed(n); e != nil && w.embed(e) {
		return
	}
	w.open("p", n)
	w.direction(n)
	w.str(">")
	w.inlines(n)
	w.after(n)
	w.str("</p>\n")
}

// tightText writes the text of a list item that has no paragraphs.
func (w *walk) tightText(n *ast.TextBlock) {
	if e := loneEmbed(n); e != nil && w.embed(e) {
		return
	}
	w.inlines(n)
	w.after(n)
	if n.NextSibling() != nil {
		w.str("\n")
	}
}

func (w *walk) list(n *ast.List) {
	tag := "ul"
	if n.IsOrdered() {
		tag = "ol"
	}
	w.open(tag, n)
	if n.IsOrdered() && n.Start != 1 {
		w.attr("start", strconv.Itoa(n.Start))
	}
	if tasks(n) {
		w.str(` class="tasks"`)
	}
	w.str(">\n")
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.str("<li")
		if id := blockIDOf(c); id != "" {
			w.id("^" + id)
		}
		if box := boxOf(c); box != nil {
			w.str(` class="task`)
			if box.mark == "x" || box.mark == "X" {
				w.str(" done")
			}
			w.str(`"`)
		}
		w.direction(c)
		w.str(">")
		w.blocks(c)
		w.str("</li>\n")
	}
	w.str("</" + tag + ">\n")
}

// boxOf returns the box of a task, nil if a list item has none.
func boxOf(item ast.Node) *boxNode {
	if c := item.FirstChild(); c != nil {
		box, _ := c.FirstChild().(*boxNode)
		return box
	}
	return nil
}

func tasks(n *ast.List) bool {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if boxOf(c) != nil {
			return true
		}
	}
	return false
}

func (w *walk) code(n ast.Node, language string) {
	src := raw(n.Lines(), w.source)
	language = strings.ToLower(language)
	w.open("pre", n)
	w.str(` class="code" tabindex="0"`)
	w.attr("data-language", language)
	w.str("><code>")
	marked, ok := "", false
	if w.r.Code != nil && language != "" {
		marked, ok = w.r.Code(language, src)
	}
	if ok {
		w.str(marked)
	} else {
		w.bytes(src)
	}
	w.str("</code></pre>\n")
}

// html shows raw HTML as it was typed, and drops comments.
func (w *walk) html(n *ast.HTMLBlock) {
	src := raw(n.Lines(), w.source)
	if n.HasClosure() {
		seg := n.ClosureLine
		src = append(src, seg.Value(w.source)...)
	}
	for len(src) > 0 {
		at := bytes.Index(src, []byte("<!--"))
		if at < 0 {
			at = len(src)
		}
		if shown := bytes.TrimSpace(src[:at]); len(shown) > 0 {
			w.put(`<pre class="html" tabindex="0">%s</pre>`+"\n", string(shown))
		}
		if src = src[at:]; len(src) == 0 {
			return
		}
		end := bytes.Index(src[4:], []byte("-->"))
		if end < 0 {
			return
		}
		w.comment(string(src[4 : 4+end]))
		src = src[4+end+3:]
	}
}

func (w *walk) comment(said string) {
	if w.page.Comment != nil && !w.embedded() {
		w.str(w.page.Comment(strings.TrimSpace(said)))
	}
}

func (w *walk) table(n *gfm.Table) {
	w.str(`<div class="table" tabindex="0" role="group" aria-label="Table"`)
	if head := n.FirstChild(); w.rtl && head != nil && rightToLeft([]byte(plainOf(head, w.source))) {
		w.str(` dir="rtl"`) // so that its first column is at the right
	}
	w.str(">")
	w.open("table", n)
	w.str(">\n")
	body := false
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		cell := "td"
		if _, ok := row.(*gfm.TableHeader); ok {
			w.str("<thead>\n")
			cell = "th"
		} else if !body {
			w.str("<tbody>\n")
			body = true
		}
		w.str("<tr>")
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			w.str("<" + cell)
			if cell == "th" {
				w.str(` scope="col"`)
			}
			if c, ok := c.(*gfm.TableCell); ok && c.Alignment != gfm.AlignNone {
				w.attr("class", c.Alignment.String())
			}
			w.direction(c)
			w.str(">")
			w.inlines(c)
			w.str("</" + cell + ">")
		}
		w.str("</tr>\n")
		if cell == "th" {
			w.str("</thead>\n")
		}
	}
	if body {
		w.str("</tbody>\n")
	}
	w.str("</table></div>\n")
}
