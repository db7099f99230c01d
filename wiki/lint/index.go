package lint

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// longIndex is the size above which neither a person nor a model reads a whole page of the index.
const longIndex = 64 << 10

// index checks that the catalogue lists every article once, as the first link of a line.
func (c *checker) index() []*Finding {
	home := c.Wiki.Dir() + "/index.md"
	arts := c.Wiki.Articles()
	if len(arts) == 0 {
		return nil
	}
	listed := map[*wiki.Page]int{}
	pages := 0
	var out []*Finding
	for _, p := range c.Wiki.Pages() {
		if p.Kind != wiki.CodePage || !strings.HasPrefix(p.Name, "index") { // a page of a project, of the days or of log.md
			continue
		}
		pages++
		c.listed(p, listed)
		if r := c.reporter(p); len(p.Bytes()) > longIndex {
			r.add(IndexSize, 0, fmt.Sprintf("the page is %d KiB long", len(p.Bytes())>>10), "memoria compile makes a page for each topic; what a person wrote into it stays")
			out = append(out, r.found...)
		}
	}
	r := c.about(home, true)
	if pages == 0 {
		r.add(IndexEntry, 0, "there is no index", "memoria compile writes it")
		return append(out, r.found...)
	}
	for _, p := range arts {
		switch n := listed[p]; {
		case n == 0 && c.Wiki.CopyOf(p) == nil:
			r.add(IndexEntry, 0, "the index does not list "+p.Path, "memoria compile brings it up to date")
		case n > 1 && pages == 1:
			r.add(IndexEntry, 0, fmt.Sprintf("the index lists %s %d times", p.Path, n), "memoria compile brings it up to date")
		}
	}
	return append(out, r.found...)
}

// listed counts the articles that the first links of a page's lines lead to.
func (c *checker) listed(p *wiki.Page, n map[*wiki.Page]int) {
	line := -1 // end of the line of the last link
	src := p.Bytes()
	for _, o := range c.Wiki.LinksOf(p) {
		if o.Start < line {
			continue
		}
		line = o.Start + len(wikilink.LineAt(src, o.Start))
		if o.To != nil {
			n[o.To]++
		}
	}
}
