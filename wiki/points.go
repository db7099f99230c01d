package wiki

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Points returns the bullets of the section Key Points. See [Article.PointsIn].
func (a *Article) Points() []Point { return a.PointsIn(KeyPoints) }

// PointsIn returns the bullets of a section: their text without the citations at its end, and every place in
// a day's log that the bullet links to. Continuation lines and nested bullets belong to their bullet.
func (a *Article) PointsIn(heading string) []Point {
	s, ok := a.Section(heading)
	if !ok {
		return nil
	}
	var out []Point
	for _, it := range listItems(a.head.Source, s.Body, s.End) {
		p, cut := Point{}, it[1]
		links := LinksIn(a.Doc().Links, it[0], it[1])
		for _, l := range links {
			d, ok := DayOf(l.Target)
			if !ok || l.Property {
				continue
			}
			c := Cite{Date: d, Block: l.Block(), Heading: l.Fragment}
			if c.Block != "" {
				c.Heading = ""
			}
			p.Cites = append(p.Cites, c)
		}
		if len(p.Cites) > 0 {
			cut = citesStart(a.head.Source[it[0]:it[1]], links, it[0])
		}
		p.Text = wikilink.Squeeze(string(a.head.Source[it[0]:cut]))
		out = append(out, p)
	}
	return out
}

// LinksIn returns those of a page's links, which are in order, that lie between two offsets.
func LinksIn(links []wikilink.Link, start, end int) []wikilink.Link {
	i, _ := slices.BinarySearchFunc(links, start, func(l wikilink.Link, at int) int { return l.Start - at })
	j := i
	for j < len(links) && links[j].End <= end {
		j++
	}
	return links[i:j]
}

// listItems returns the spans of the top bullets between start and end, without their marks.
func listItems(src []byte, start, end int) [][2]int {
	var out [][2]int
	for at := start; at < end; {
		l := wikilink.LineAt(src[:end], at)
		switch {
		case len(l) > 1 && (l[0] == '-' || l[0] == '*' || l[0] == '+') && l[1] == ' ':
			out = append(out, [2]int{at + 2, at + len(l)})
		case len(out) > 0 && (l[0] == ' ' || l[0] == '\t') && len(bytes.TrimSpace(l)) > 0:
			out[len(out)-1][1] = at + len(l)
		}
		at += len(l)
	}
	return out
}

// citesStart returns the offset where the citations at the end of the bullet begin, an opening parenthesis
// before them included.
func citesStart(item []byte, links []wikilink.Link, base int) int {
	cut := len(bytes.TrimRight(item, " \t\r\n"))
	whole := cut
	for i := len(links) - 1; i >= 0; i-- {
		l := links[i]
		if l.Start < base || l.Property || l.End-base > cut {
			continue
		}
		between := bytes.TrimSpace(item[l.End-base : cut])
		_, isDay := DayOf(l.Target)
		if !isDay || len(bytes.Trim(between, "),.; ")) > 0 {
			break
		}
		cut = l.Start - base
	}
	if cut == whole {
		return base + whole
	}
	return base + len(bytes.TrimRight(item[:cut], " ([,;\t\r\n"))
}

// A Point is one line with one statement, and where it was said.
type Point struct {
	Text  string // one line of Markdown without its citations
	Cites []Cite
}

// Cites returns the places in day logs that the page names: by a link to a section or a block anywhere, and
// in Key Points also by a link to a day. A place may occur twice. The caller must not change the list.
func (a *Article) Cites() []Cite {
	a.citesOnce.Do(func() { a.cites = a.cited() })
	return a.cites
}

func (a *Article) cited() []Cite {
	out := make([]Cite, 0, len(a.Doc().Links))
	for _, l := range a.Doc().Links {
		if d, ok := DayOf(l.Target); ok && l.Fragment != "" {
			out = append(out, citeOf(d, l))
		}
	}
	for _, p := range a.Points() {
		for _, c := range p.Cites {
			if c.Block == "" && c.Heading == "" {
				out = append(out, c)
			}
		}
	}
	return out
}

// citeOf returns the citation that a link into a day's log makes.
func citeOf(d Date, l wikilink.Link) Cite {
	if strings.HasPrefix(l.Fragment, "^") {
		return Cite{Date: d, Block: l.Block()}
	}
	return Cite{Date: d, Heading: l.Fragment}
}
