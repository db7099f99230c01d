package markup

import (
	"slices"

	"github.com/yuin/goldmark/ast"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

func targetOf(l wikilink.Link) Target {
	return Target{Name: l.Target, Fragment: l.Fragment, Embed: l.Embed}
}

// wikilink writes a link, or an embed within a line: as a picture, else as a link.
func (w *walk) wikilink(n *wikilink.Node) {
	p := w.links.Place(targetOf(n.Link))
	if n.Embed && p.Image && p.Href != "" && !hasScheme(p.Href) {
		alt, size := cutSize(n.Display)
		if alt == "" {
			alt = n.Target
		}
		w.picture(p, alt, size)
		return
	}
	w.anchor(p, func() {
		if n.Display == "" || n.FirstChild() == nil {
			w.esc(n.Shown())
			return
		}
		w.inlines(n)
	})
}

// loneEmbed returns the embed of a page if a block consists of it alone, else nil.
func loneEmbed(n ast.Node) *wikilink.Node {
	c := n.FirstChild()
	e, ok := c.(*wikilink.Node)
	if !ok || !e.Embed {
		return nil
	}
	if next := e.NextSibling(); next != nil {
		if _, id := next.(*wikilink.BlockID); !id || next.NextSibling() != nil {
			return nil
		}
	}
	return e
}

// embed shows a page, or a part of one, within this one. It returns false if the embed must be a link: there is
// no such page, it is being shown around this place already, or the total has become too large.
func (w *walk) embed(n *wikilink.Node) bool {
	e, ok := w.links.Embed(targetOf(n.Link))
	if !ok || len(w.keys) > embedDepth || w.budget < len(e.Body) || slices.Contains(w.keys, e.Key) {
		return false
	}
	w.budget -= len(e.Body)
	e.Body = tame(e.Body)
	tree := w.r.parse(e.Body)
	from, to := part(tree, e.Fragment, e.Body)
	if from == nil && e.Fragment != "" {
		return false
	}
	w.open(`div class="embed" role="group"`, n.Parent())
	w.attr("aria-label", e.Title)
	w.str(`><p class="embed-title"><a`)
	w.attr("href", e.Href)
	w.auto()
	w.str(">")
	w.esc(e.Title)
	w.str("</a></p>\n")
	outer := *w
	w.source, w.links, w.keys = e.Body, e.Links, append(slices.Clone(w.keys), e.Key)
	w.noted, w.defined, w.notes = nil, nil, nil
	if w.says(from, e.Title) {
		from = from.NextSibling()
	}
	for b := from; b != nil && b != to; b = b.NextSibling() {
		w.block(b)
	}
	w.footnotes()
	w.source, w.links, w.keys = outer.source, outer.links, outer.keys
	w.noted, w.defined, w.notes = outer.noted, outer.defined, outer.notes
	w.str("</div>\n")
	return true
}

// part finds the blocks that a fragment names: from one up to another. Without a fragment it is the whole page.
func part(tree ast.Node, fragment string, source []byte) (from, to ast.Node) {
	switch {
	case fragment == "":
		return tree.FirstChild(), nil
	case fragment[0] == '^':
		return blockPart(tree, fragment[1:])
	}
	var all []*ast.Heading
	var texts []string
	var levels []int
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			all, texts, levels = append(all, h), append(texts, headingText(h, source)), append(levels, h.Level)
		}
	}
	id, ok := NewIndex(texts, levels).Find(fragment)
	if !ok {
		return nil, nil
	}
	at := slices.Index(Anchors(texts), id)
	for _, h := range all[at+1:] {
		if h.Level <= all[at].Level {
			return all[at], h
		}
	}
	return all[at], nil
}

// blockPart finds the block with an id. A list item is shown as a list of its own.
func blockPart(tree ast.Node, id string) (from, to ast.Node) {
	var found ast.Node
	_ = ast.Walk(tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if b, ok := n.(*wikilink.BlockID); ok && entering && b.ID == id {
			found = b
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	if found == nil {
		return nil, nil
	}
	for found.Type() == ast.TypeInline {
		found = found.Parent()
	}
	if loneID(found) != "" && found.PreviousSibling() != nil {
		found = found.PreviousSibling()
	}
	item, ok := found.Parent().(*ast.ListItem)
	if !ok {
		return found, found.NextSibling()
	}
	list, ok := item.Parent().(*ast.List)
	if !ok {
		return found, found.NextSibling()
	}
	alone := ast.NewList(list.Marker)
	alone.Start, alone.IsTight = list.Start, list.IsTight
	alone.AppendChild(alone, item)
	return alone, nil
}
