package markup

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	gfm "github.com/yuin/goldmark/extension/ast"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

func (w *walk) inlines(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.inline(c)
	}
}

func (w *walk) inlineList(list []ast.Node) {
	for _, c := range list {
		w.inline(c)
	}
}

// inline writes an inline node.
func (w *walk) inline(n ast.Node) {
	if w.depth >= maxDepth {
		w.deep(n)
		return
	}
	w.depth++
	switch n := n.(type) {
	case *ast.Text:
		w.text(n)
	case *ast.String:
		w.bytes(n.Value)
	case *ast.CodeSpan:
		var code []byte
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			if t, ok := c.(*ast.Text); ok {
				code = append(code, trimBreak(t.Segment.Value(w.source))...)
			}
		}
		w.str("<code>")
		for word := range bytes.SplitAfterSeq(code, []byte(" ")) {
			if flag := bytes.TrimRight(word, " "); bytes.HasPrefix(flag, []byte("-")) && len(flag) < 25 { // which else breaks behind its dashes
				w.put(`<span class="flag">%s</span>`, string(flag))
				word = word[len(flag):]
			}
			w.bytes(word)
		}
		w.str("</code>")
	case *ast.Emphasis:
		w.wrap(n, [...]string{"em", "strong"}[min(max(n.Level, 1), 2)-1])
	case *gfm.Strikethrough:
		w.wrap(n, "del")
	case *markNode:
		w.wrap(n, "mark")
	case *ast.Link:
		w.link(n)
	case *ast.Image:
		w.image(n)
	case *ast.AutoLink:
		w.autoLink(n)
	case *ast.RawHTML:
		w.rawHTML(n)
	case *wikilink.Node:
		w.wikilink(n)
	case *wikilink.Math:
		w.put(`<code class="math">%s</code>`, string(n.Segment.Value(w.source)))
	case *wikilink.Comment, *gfm.FootnoteBacklink:
	case *wikilink.BlockID:
		w.place("^" + n.ID)
	case *boxNode:
		w.box(n)
	case *gfm.FootnoteLink:
		w.footnoteLink(n)
	case *footnoteNode:
		w.notes = append(w.notes, note{said: n.text})
		w.ref(len(w.notes))
	case *tagNode:
		w.tag(n)
	default:
		w.inlines(n)
	}
	w.depth--
}

// place writes an id that no element has yet, for example one that ends a line within a paragraph.
func (w *walk) place(id string) {
	if w.embedded() || w.ids[id] {
		return
	}
	w.str("<span")
	w.id(id)
	w.str("></span>")
}

// deep writes what is nested too deeply for elements of its own: its words and its ids.
func (w *walk) deep(n ast.Node) {
	w.esc(plainOf(n, w.source))
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if id, ok := c.(*wikilink.BlockID); ok && entering {
			w.place("^" + id.ID)
		}
		return ast.WalkContinue, nil
	})
}

func (w *walk) wrap(n ast.Node, tag string) {
	w.str("<" + tag + ">")
	w.inlines(n)
	w.str("</" + tag + ">")
}

// text writes words. A line break stays a line break, as in Obsidian, unless the page flows.
func (w *walk) text(n *ast.Text) {
	s := n.Segment.Value(w.source)
	_, id := n.NextSibling().(*wikilink.BlockID)
	if id {
		s = bytes.TrimRight(s, " \t")
	}
	if n.IsRaw() {
		w.bytes(s)
	} else {
		w.out = resolve(w.out, s, escape[[]byte])
	}
	if n.HardLineBreak() || n.SoftLineBreak() {
		switch {
		case id:
		case w.page.Flows && !n.HardLineBreak():
			w.str("\n")
		default:
			w.str("<br>\n")
		}
	}
}

func trimBreak(s []byte) []byte {
	if n := len(s); n > 0 && s[n-1] == '\n' {
		return append(s[:n-1:n-1], ' ')
	}
	return s
}

func (w *walk) tag(n *tagNode) {
	if href := w.links.Tag(n.name); href != "" && !w.inLink {
		w.put(`<a class="tag" href="%s">#%s</a>`, href, n.name)
		return
	}
	w.put(`<span class="tag">#%s</span>`, n.name)
}

// anchor writes a link around what text writes. Without an address, or within another link, it writes the text
// in a span that says why.
func (w *walk) anchor(p Place, text func()) {
	if p.Href == "" || w.inLink || p.Class != "external" && hasScheme(p.Href) {
		w.str("<span")
		w.attr("class", p.Class)
		w.attr("title", p.Title)
		w.str(">")
		text()
		w.str("</span>")
		return
	}
	w.str("<a")
	w.attr("class", p.Class)
	w.attr("href", p.Href)
	w.attr("title", p.Title)
	if p.Class == "external" {
		w.str(` rel="noopener noreferrer nofollow"`)
	}
	w.str(">")
	w.inLink = true
	text()
	w.inLink = false
	w.str("</a>")
}

// leads returns where an address in plain Markdown leads.
func (w *walk) leads(dest string, embed bool) Place {
	if hasScheme(dest) {
		if href, ok := web(dest); ok {
			return Place{Href: href, Class: "external"}
		}
		return Place{Class: "refused", Title: "an address that is not shown"}
	}
	name, fragment, _ := strings.Cut(dest, "#")
	return w.links.Place(Target{Name: name, Fragment: fragment, Plain: true, Embed: embed})
}

func (w *walk) link(n *ast.Link) {
	p := w.leads(resolved(n.Destination), false)
	if p.Title == "" && len(n.Title) > 0 {
		p.Title = resolved(n.Title)
	}
	w.anchor(p, func() { w.inlines(n) })
}

func (w *walk) autoLink(n *ast.AutoLink) {
	label := n.Label(w.source)
	dest := string(n.URL(w.source))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(dest), "mailto:") {
		dest = "mailto:" + dest
	}
	w.anchor(w.leads(dest, false), func() { w.bytes(label) })
}

// image shows a picture of the vault, or a link to one on another host.
func (w *walk) image(n *ast.Image) {
	dest := resolved(n.Destination)
	p := w.leads(dest, true)
	alt := plainOf(n, w.source)
	if p.Image && p.Href != "" && !hasScheme(p.Href) {
		name, size := cutSize(alt)
		w.picture(p, name, size)
		return
	}
	w.anchor(p, func() {
		if alt == "" {
			alt = dest
		}
		w.esc(alt)
	})
}

func (w *walk) picture(p Place, alt, size string) {
	w.put(`<img src="%s" alt="%s" loading="lazy"`, p.Href, alt)
	wide, high, _ := strings.Cut(size, "x")
	w.attr("width", wide)
	w.attr("height", high)
	w.str(">")
}

// cutSize separates the size from the text of an image: "a door|120x80", "120".
func cutSize(text string) (alt, size string) {
	alt, size, ok := cutLast(text, "|")
	if !ok {
		alt, size = "", text
	}
	wide, high, _ := strings.Cut(size, "x")
	for _, n := range []string{wide, high} {
		if v, err := strconv.Atoi(n); n != "" && (err != nil || v < 1 || v > 10_000 || n[0] == '+') || n == "" && wide == "" {
			return text, ""
		}
	}
	return alt, size
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// rawHTML shows a tag as it was typed, and drops a comment.
func (w *walk) rawHTML(n *ast.RawHTML) {
	src := raw(n.Segments, w.source)
	if len(src) <= 8 && strings.EqualFold(strings.TrimRight(strings.Trim(string(src), "<>"), " /"), "br") { // two lines in a cell of a table
		w.str("<br>")
		return
	}
	if bytes.HasPrefix(src, []byte("<!--")) {
		return
	}
	w.bytes(src)
}

func (w *walk) box(n *boxNode) {
	switch n.mark {
	case " ":
		w.str(`<span class="box" role="img" aria-label="to do"></span>`)
	case "x", "X":
		w.str(`<span class="box" role="img" aria-label="done"></span>`)
	default:
		w.put(`<span class="box other">%s</span> `, n.mark)
	}
}
