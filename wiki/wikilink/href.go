package wikilink

import (
	"bytes"
	"cmp"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// ref adds the address dest, which goldmark found at or behind offset from.
func (w *walker) ref(dest []byte, from int, image bool) {
	if len(dest) == 0 {
		return
	}
	at := cap(w.body) - cap(dest) // dest is a part of body, unless it stood behind a tab
	if at < 0 || at+len(dest) > len(w.body) || &w.body[at] != &dest[0] {
		if at = bytes.Index(w.body[max(from, 0):], dest); at < 0 {
			return
		}
		at += max(from, 0)
	}
	w.doc.Hrefs = append(w.doc.Hrefs, Href{
		Dest:  string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(dest)))),
		Image: image, Start: at + w.base, End: at + len(dest) + w.base,
	})
}

func (w *walker) refs(n ast.Node) {
	switch n := n.(type) {
	case *ast.Link:
		if n.Reference == nil {
			w.ref(n.Destination, n.Pos(), false)
		}
	case *ast.Image:
		if n.Reference == nil {
			w.ref(n.Destination, n.Pos(), true)
		}
	case *ast.LinkReferenceDefinition:
		w.ref(n.Destination, n.Pos(), false)
	}
}

// order sorts all lists by their offsets: goldmark reports a link before the image in its text, and a table
// before the heading it is cut out of.
func (d *Doc) order() {
	sorting.Stable(d.Links, func(a, b Link) int { return cmp.Compare(a.Start, b.Start) })
	sorting.Stable(d.Headings, func(a, b Heading) int { return cmp.Compare(a.Start, b.Start) })
	sorting.Stable(d.Blocks, func(a, b Anchor) int { return cmp.Compare(a.Start, b.Start) })
	sorting.Stable(d.Hrefs, func(a, b Href) int { return cmp.Compare(a.Start, b.Start) })
}
