package lint

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// fewWords is the number of words that an article needs so that it is not reported as sparse.
const fewWords = 200

const growing = "nothing to do: it grows when sessions come back to it, and what you write into it stays; to hear no more of it: lint: {sparse: off} in .memoria/config.yaml"

// article runs the checks of an article that are not about its form.
func (c *checker) article(r *reporter) {
	p := r.page
	if p.Kind != wiki.ArticlePage {
		return
	}
	linkers := c.Wiki.LinkersOf(p)
	if len(linkers) == 0 {
		r.add(Orphan, 0, "no page links to the article", "")
	}
	if n := words(p.Body(), fewWords); n < fewWords {
		r.add(Sparse, 0, fmt.Sprintf("the article has %d words, fewer than %d", n, fewWords), growing)
	}
	if p.Article.Type().Ours() {
		c.uncited(r)
	}
	c.oneWay(r, linkers)
}

// words counts the words of a text, and stops at most.
func words(b []byte, most int) (n int) {
	for range bytes.FieldsSeq(b) {
		if n++; n == most {
			break
		}
	}
	return n
}

// uncited reports key points that cite neither a line of a log nor a section of one, nor a day whose text has no heading to
// cite.
func (c *checker) uncited(r *reporter) {
	s, ok := r.page.Section(wiki.KeyPoints)
	if !ok || r.off(Uncited) {
		return
	}
	for _, b := range bullets(r.page.Bytes(), s.Body, s.End) {
		if cited := slices.ContainsFunc(wiki.LinksIn(r.page.Links(), b.start, b.end), func(l wikilink.Link) bool {
			_, ok := wiki.DayOf(l.Target)
			return ok && (l.Fragment != "" || c.headless(r.page, l.Target))
		}); !cited {
			r.point(Uncited, b.start, "the point cites no line of a log", "cite it as [[2026-11-27#^id|2026-11-27]], or say it outside of "+wiki.KeyPoints)
		}
	}
}

// headless reports whether the page that a link means has text above its first heading, or no heading.
func (c *checker) headless(from *wiki.Page, target string) bool {
	to, err := c.Wiki.ResolveFrom(from, target)
	if err != nil || to == nil {
		return false
	}
	text := to.Body()
	if hs := to.Doc().Headings; len(hs) > 0 {
		text = text[:max(0, hs[0].Start-(len(to.Bytes())-len(text)))]
	}
	return len(bytes.TrimSpace(text)) > 0
}

type span struct{ start, end int }

// bullets returns the top-level bullets of a section, with their continuation lines.
func bullets(src []byte, start, end int) []span {
	var out []span
	fenced := false
	for at := start; at < end; {
		line := wikilink.LineAt(src[:end], at)
		text := bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(text, []byte("```")):
			fenced = !fenced
		case fenced:
		case len(line) > 2 && bytes.IndexByte([]byte("-*+"), line[0]) >= 0 && line[1] == ' ' && len(text) > 1:
			out = append(out, span{at, at + len(line)})
		case len(out) > 0 && len(text) > 0 && (line[0] == ' ' || line[0] == '\t'):
			out[len(out)-1].end = at + len(line)
		}
		at += len(line)
	}
	return out
}

// oneWay reports related articles that do not link back.
func (c *checker) oneWay(r *reporter, linkers []*wiki.Page) {
	s, ok := r.page.Section(wiki.RelatedConcepts)
	if !ok || r.off(Backlink) {
		return
	}
	for _, o := range c.Wiki.LinksOf(r.page) {
		if o.Start < s.Body || o.Start >= s.End || o.To == nil || o.To == r.page || o.To.Kind != wiki.ArticlePage {
			continue
		}
		if !slices.Contains(linkers, o.To) {
			r.point(Backlink, o.Start, o.To.Path+" does not link back", "")
		}
	}
}

// stale reports articles that cite a log which has changed.
func (c *checker) stale() []*Finding {
	var out []*Finding
	for _, p := range c.Wiki.Articles() {
		var days []string
		for _, d := range p.Sources() {
			if c.logState[d].changed() && !slices.Contains(days, string(d)) {
				days = append(days, string(d))
			}
		}
		if len(days) > 0 {
			r := c.about(p.Path, true)
			r.add(StaleArticle, 0, "what the article cites has changed since it was compiled: "+strings.Join(days, ", "), "memoria compile")
			out = append(out, r.found...)
		}
	}
	return out
}
