package wiki

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
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

// Outlinks returns the links of a page in their order, including those of plain Markdown, but no links
// within the page or to the web.
func (w *Wiki) Outlinks(p *Page) []Outlink { return w.graph().out[p] }

// Backlinks returns the links to a page from others, in the order of the pages' paths. Pages written by code
// are ignored, because they link to everything.
func (w *Wiki) Backlinks(p *Page) []Backlink { return w.graph().in[p] }

// LinkersOf returns the pages with a link to p, except p itself and those written by code, in the order of
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

// link resolves all links, on all processors.
func (w *Wiki) link() graph {
	outs := make([][]Outlink, len(w.pages))
	Each(len(w.pages), func(i int) { outs[i] = w.resolved(w.pages[i]) })
	g := graph{out: make(map[*Page][]Outlink, len(w.pages)), in: make(map[*Page][]Backlink, len(w.pages))}
	for i, p := range w.pages {
		if outs[i] != nil {
			g.out[p] = outs[i]
		}
		for _, o := range outs[i] {
			if o.To != nil && o.To != p && p.Kind != CodePage {
				g.in[o.To] = append(g.in[o.To], Backlink{p, o.Link})
			}
		}
	}
	w.linked.Store(&g)
	return g
}

// LinksOf is Outlinks, but resolves the links of this page only.
func (w *Wiki) LinksOf(p *Page) []Outlink {
	if g := w.linked.Load(); g != nil {
		return g.out[p]
	}
	return w.resolved(p)
}

// resolved resolves the links of a page.
func (w *Wiki) resolved(p *Page) []Outlink {
	var out []Outlink
	for _, l := range p.Links() {
		if l.Target != "" {
			to, err := w.ResolveFrom(p, l.Target)
			out = append(out, Outlink{Link: l, To: to, Err: err})
		}
	}
	if more := w.hrefs(p); more != nil {
		out = append(out, more...)
		sorting.By(out, func(a, b Outlink) int { return cmp.Compare(a.Start, b.Start) })
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

// Context returns the line of the link, without list and heading marks; of a long line only the sentence
// with the link.
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

// uncommented returns a line of a page with its comments blanked. A comment that began on an earlier line,
// or continues below, is blanked up to its mark.
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
