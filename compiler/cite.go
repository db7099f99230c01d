package compiler

import (
	"path"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A key names what a citation leads to: "2026-11-27#^k3f9a2c" for a block, "2026-11-27#a heading",
// folded, for a section, and the day alone where there is nothing better. It is the same however
// the link to it is written.
type key string

func newKey(day, block, heading string) key {
	switch {
	case block != "":
		return key(day + "#^" + strings.ToLower(block))
	case heading != "":
		return key(day + "#" + wiki.Fold(heading))
	}
	return key(day)
}

func citeKey(c wiki.Cite) key { return newKey(string(c.Date), c.Block, c.Heading) }

func bulletKey(d daily.Dated, b daily.Bullet) key { return newKey(d.Date.String(), b.Block, d.Heading) }

// day is the day whose log the key leads into.
func (k key) day() string {
	d, _, _ := strings.Cut(string(k), "#")
	return d
}

// linkKey is the key of a link, if it leads into a day's log.
func linkKey(l wikilink.Link) (key, bool) {
	day := path.Base(strings.TrimSuffix(l.Target, ".md"))
	if _, err := daily.ParseDate(day); err != nil {
		return "", false
	}
	if block, ok := strings.CutPrefix(l.Fragment, "^"); ok {
		return newKey(day, block, ""), true
	}
	return newKey(day, "", l.Fragment), true
}

// pageKeys are the citations of a page, wherever a person may have moved them. A link to a day as a
// whole is one only in Key Points: elsewhere it lists a source.
func pageKeys(a *wiki.Article) map[key]bool {
	keys := map[key]bool{}
	for _, l := range a.Doc().Links {
		if k, ok := linkKey(l); ok && l.Fragment != "" {
			keys[k] = true
		}
	}
	for _, p := range a.Points() {
		for _, c := range p.Cites {
			keys[citeKey(c)] = true
		}
	}
	return keys
}

// draftPoints are the points of a draft that hold, each claim once: Key Points first, then what
// Details say beyond them.
func draftPoints(d *wiki.Draft) []wiki.Point {
	points := d.Points
	have := map[key]bool{}
	for _, p := range points {
		for _, c := range p.Cites {
			have[citeKey(c)] = true
		}
	}
	for _, b := range d.Details {
		for _, p := range b.Points {
			fresh := false
			for _, c := range p.Cites {
				fresh = fresh || !have[citeKey(c)]
				have[citeKey(c)] = true
			}
			if fresh {
				points = append(points[:len(points):len(points)], p)
			}
		}
	}
	return points
}

// draftKeys are the citations of a draft.
func draftKeys(d *wiki.Draft) map[key]bool {
	keys := map[key]bool{}
	for _, t := range d.History {
		for _, c := range append(t.Was.Cites[:len(t.Was.Cites):len(t.Was.Cites)], t.Now.Cites...) {
			keys[citeKey(c)] = true
		}
	}
	for _, p := range draftPoints(d) {
		for _, c := range p.Cites {
			keys[citeKey(c)] = true
		}
	}
	return keys
}
