package wikilink

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// A Resolver says where a link leads.
type Resolver interface {
	// ResolveLink returns the address for a link, not yet escaped, or false when the link
	// leads nowhere; it is shown as text then. The address is trusted: it is made from a page
	// that was found, never from the link's text.
	ResolveLink(l Link) (href string, ok bool)
}

type htmlRenderer struct{ resolver Resolver }

// RegisterFuncs implements [renderer.NodeRenderer].
func (r *htmlRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(KindNode, r.link)
	reg.Register(KindComment, nothing)
	reg.Register(KindCommentBlock, nothing)
	reg.Register(KindMath, r.math)
	reg.Register(KindMathBlock, r.mathBlock)
	reg.Register(KindBlockID, r.blockID)
}

func nothing(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkSkipChildren, nil
}

func (r *htmlRenderer) link(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	href, ok := "", false
	if r.resolver != nil && !insideLink(n) {
		href, ok = r.resolver.ResolveLink(n.(*Node).Link)
	}
	switch {
	case !ok && entering:
		_, _ = w.WriteString(`<span class="wikilink">`)
	case !ok:
		_, _ = w.WriteString(`</span>`)
	case entering:
		_, _ = w.WriteString(`<a class="wikilink" href="`)
		_, _ = w.Write(util.EscapeHTML(util.URLEscape([]byte(href), false)))
		_, _ = w.WriteString(`">`)
	default:
		_, _ = w.WriteString(`</a>`)
	}
	return ast.WalkContinue, nil
}

// insideLink reports whether n stands in the text of another link. HTML has no link in a link.
func insideLink(n ast.Node) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		if k := p.Kind(); k == ast.KindLink || k == KindNode {
			return true
		}
	}
	return false
}

func (r *htmlRenderer) math(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		m := n.(*Math)
		_, _ = w.WriteString(`<code class="math">`)
		_, _ = w.Write(util.EscapeHTML(m.Segment.Value(source)))
		_, _ = w.WriteString(`</code>`)
	}
	return ast.WalkSkipChildren, nil
}

func (r *htmlRenderer) mathBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(`<pre class="math">`)
		for i := range n.Lines().Len() {
			seg := n.Lines().At(i)
			_, _ = w.Write(util.EscapeHTML(seg.Value(source)))
		}
		_, _ = w.WriteString("</pre>\n")
	}
	return ast.WalkSkipChildren, nil
}

func (r *htmlRenderer) blockID(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString(`<span id="^` + n.(*BlockID).ID + `"></span>`)
	}
	return ast.WalkSkipChildren, nil
}
