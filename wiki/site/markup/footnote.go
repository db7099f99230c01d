package markup

import (
	"strconv"

	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"
)

// A note is a footnote. Notes are in the order in which the text refers to them.
type note struct {
	list ast.Node // goldmark's footnote, or nil
	said []byte   // of an inline footnote
	back bool     // there is a place that its end leads back to
}

func (w *walk) footnoteLink(n *gfm.FootnoteLink) {
	if w.noted == nil {
		w.noted, w.defined = map[int]int{}, footnotesOf(n)
	}
	at := w.noted[n.Index]
	if at == 0 {
		w.notes = append(w.notes, note{list: w.defined[n.Index]})
		at = len(w.notes)
		w.noted[n.Index] = at
	}
	w.ref(at)
}

// ref writes the number of a footnote as a link to it. Within an embed or a link it is only a number.
func (w *walk) ref(at int) {
	n := strconv.Itoa(at)
	w.str(`<sup class="footnote"`)
	if w.embedded() || w.inLink || at > maxNotes {
		w.str(">" + n + "</sup>")
		return
	}
	if !w.notes[at-1].back {
		w.notes[at-1].back = true
		w.id("fnref:" + n)
	}
	w.str(`><a href="#fn:` + n + `" role="doc-noteref" aria-label="footnote ` + n + `">` + n + "</a></sup>")
}

// footnotesOf finds the texts of footnotes at the end of the tree.
func footnotesOf(n ast.Node) map[int]ast.Node {
	for n.Parent() != nil {
		n = n.Parent()
	}
	out := map[int]ast.Node{}
	for c := n.LastChild(); c != nil; c = c.PreviousSibling() {
		if list, ok := c.(*gfm.FootnoteList); ok {
			for f := list.FirstChild(); f != nil; f = f.NextSibling() {
				if f, ok := f.(*gfm.Footnote); ok {
					out[f.Index] = f
				}
			}
		}
	}
	return out
}

// footnotes writes the footnotes that the text refers to. One may refer to others.
func (w *walk) footnotes() {
	if len(w.notes) == 0 {
		return
	}
	element := "section" // a landmark, of which a page has one
	if w.embedded() {
		element = "div"
	}
	w.str("<" + element + ` class="footnotes"`)
	if !w.embedded() {
		w.str(` aria-label="Footnotes"`)
	}
	w.str("><ol>\n")
	for i := 0; i < len(w.notes) && i < maxNotes; i++ {
		n := strconv.Itoa(i + 1)
		w.str("<li")
		w.id("fn:" + n)
		w.auto()
		w.str(">")
		if f := w.notes[i].list; f != nil {
			w.blocks(f)
		} else {
			w.said(w.notes[i].said)
		}
		if w.notes[i].back {
			w.str(`<a class="back" href="#fnref:` + n + `" role="doc-backlink" aria-label="back to the text">↩</a>`)
		}
		w.str("</li>\n")
	}
	w.str("</ol></" + element + ">\n")
}

// maxNotes limits the number of footnotes that come from footnotes that refer to footnotes.
const maxNotes = 5000

// said writes the text of an inline footnote.
func (w *walk) said(md []byte) {
	if w.depth >= maxDepth {
		w.bytes(md)
		return
	}
	was := w.source
	w.source = md
	w.depth++
	tree := w.r.parse(md)
	w.blocks(tree)
	w.depth--
	w.source = was
}
