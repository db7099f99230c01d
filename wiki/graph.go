package wiki

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// graph is every link of the vault, resolved.
type graph struct {
	out map[*Page][]Outlink
	in  map[*Page][]Backlink
}

// An Outlink is a link of a page and where it leads.
type Outlink struct {
	wikilink.Link
	Markdown bool  // written [text](target): Start and End are those of the address, Target is decoded
	To       *Page // nil if it leads nowhere
	Err      error // an [*AmbiguousError] or [*UnresolvedError]
}

// A Backlink is a link to a page, seen from that page.
type Backlink struct {
	From *Page
	wikilink.Link
}

// Outlinks returns the links of a page in their order, those of plain Markdown too, links within
// the page and to the web left out.
func (w *Wiki) Outlinks(p *Page) []Outlink { return w.graph().out[p] }

// Backlinks returns the links to a page from others, in the order of the pages' paths. Pages
// written by code link to everything and count for nothing.
func (w *Wiki) Backlinks(p *Page) []Backlink { return w.graph().in[p] }

// LinkersOf returns the pages with a link to p, but p itself and those written by code, in the order of
// their paths.
func (w *Wiki) LinkersOf(p *Page) []*Page {
	var out []*Page
	for _, l := range w.Backlinks(p) {
		if n := len(out); n == 0 || out[n-1] != l.From {
			out = append(out, l.From)
		}
	}
	return out
}

// link resolves all links, the pages shared out among the processors.
func (w *Wiki) link() graph {
	outs := make([][]Outlink, len(w.pages))
	known := make([]map[string]resolution, workers())
	Each(len(w.pages), func(worker, i int) {
		p := w.pages[i]
		if known[worker] == nil {
			known[worker] = map[string]resolution{}
		}
		outs[i] = w.resolved(p, known[worker])
	})
	g := graph{out: make(map[*Page][]Outlink, len(w.pages)), in: make(map[*Page][]Backlink, len(w.pages))}
	many := make(map[*Page]int, len(w.pages))
	total := 0
	eachIn(w.pages, outs, func(_ *Page, o *Outlink) {
		many[o.To]++
		total++
	})
	room := make([]Backlink, total) // in one piece, as there are many and most pages have few
	for i, p := range w.pages {
		if outs[i] != nil {
			g.out[p] = outs[i]
		}
		if n := many[p]; n > 0 {
			g.in[p], room = room[:0:n], room[n:]
		}
	}
	eachIn(w.pages, outs, func(from *Page, o *Outlink) { g.in[o.To] = append(g.in[o.To], Backlink{from, o.Link}) })
	w.linked.Store(&g)
	return g
}

// eachIn calls f for the links from one page to another that count.
func eachIn(pages []*Page, outs [][]Outlink, f func(from *Page, o *Outlink)) {
	for i, p := range pages {
		for j := range outs[i] {
			if o := &outs[i][j]; o.To != nil && o.To != p && p.Kind != CodePage {
				f(p, o)
			}
		}
	}
}

// LinksOf is Outlinks without a look at any other page's links.
func (w *Wiki) LinksOf(p *Page) []Outlink {
	if g := w.linked.Load(); g != nil {
		return g.out[p]
	}
	return w.resolved(p, map[string]resolution{})
}

// resolved resolves the links of a page. What is known of targets is added to known.
func (w *Wiki) resolved(p *Page, known map[string]resolution) []Outlink {
	var out []Outlink
	links := p.Links()
	if len(links) > 0 {
		out = make([]Outlink, 0, len(links))
	}
	for _, l := range links {
		if l.Target == "" {
			continue
		}
		r, ok := known[l.Target]
		if !ok || relative(l.Target) {
			r.to, r.err = w.ResolveFrom(p, l.Target)
			known[l.Target] = r
		}
		out = append(out, Outlink{Link: l, To: r.to, Err: r.err})
	}
	if more := w.hrefs(p); more != nil {
		out = append(out, more...)
		slices.SortFunc(out, func(a, b Outlink) int { return cmp.Compare(a.Start, b.Start) })
	}
	return out
}

// hrefs resolves the links of plain Markdown on a page.
func (w *Wiki) hrefs(p *Page) []Outlink {
	if p.Article == nil {
		return nil
	}
	var out []Outlink
	for _, h := range p.Doc().Hrefs {
		target, fragment, local := h.Split()
		if !local || target == "" {
			continue
		}
		to, target, err := w.ResolveHref(p, target)
		out = append(out, Outlink{
			Link:     wikilink.Link{Target: target, Fragment: decoded(fragment), Embed: h.Image, Start: h.Start, End: h.End},
			Markdown: true, To: to, Err: err,
		})
	}
	return out
}

// A resolution is where a target leads from every page.
type resolution struct {
	to  *Page
	err error
}

// relative reports whether where a target leads depends on the page it stands on.
func relative(target string) bool { return target[0] == '.' || target[0] == ' ' }

// Context returns the line the link stands in, without list and heading marks; of a long line
// only the sentence with the link.
func (b Backlink) Context() string {
	src := b.From.Bytes()
	if b.Property {
		return ""
	}
	start := bytes.LastIndexByte(src[:b.Start], '\n') + 1
	end := len(src)
	if i := bytes.IndexByte(src[b.End:], '\n'); i >= 0 {
		end = b.End + i
	}
	line, from, to := uncommented(src, start, end), b.Start-start, b.End-start
	start, end = 0, len(line)
	if len(line) > maxContext {
		start, end = sentence(line, 0, len(line), from, to)
	}
	return strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(string(line[start:end])), "-*+># "))
}

// uncommented is a line of a page with its comments blanked: what is hidden is no part of what it says. One
// that began on an earlier line, or goes on below, is blanked up to its mark.
func uncommented(src []byte, start, end int) []byte {
	line := src[start:end]
	if !bytes.Contains(line, []byte("%%")) && !bytes.Contains(line, []byte("<!--")) && !bytes.Contains(line, []byte("-->")) {
		return line
	}
	line = bytes.Clone(line)
	for _, c := range wikilink.Comments(src) {
		for i := max(c[0], start); i < min(c[1], end); i++ {
			line[i-start] = ' '
		}
	}
	return line
}

const maxContext = 240

// sentence narrows a line to the sentence around the link at from:to.
func sentence(src []byte, start, end, from, to int) (int, int) {
	stop := func(i int) bool { // a sentence ends behind offset i
		return i+1 < end && src[i+1] == ' ' && (src[i] == '.' || src[i] == '!' || src[i] == '?') ||
			bytes.HasSuffix(src[:i+1], []byte("。"))
	}
	for i := from - 2; i >= start; i-- {
		if stop(i) {
			start = i + 1
			break
		}
	}
	for i := to; i < end; i++ {
		if stop(i) {
			end = i + 1
			break
		}
	}
	return start, end
}
