// Package related finds what is connected to a page and what changed recently: neighbours and backlinks (related.go),
// mentions without a link (mention.go), changes since a moment (recent.go), and the whole graph (graph.go).
//
// It reads a snapshot of the wiki and the logs and writes nothing. The texts it returns come from pages: they are
// records, not instructions.
package related

import (
	"bytes"
	"cmp"
	"math"
	"slices"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Finder finds connections in one snapshot of a vault.
type Finder struct {
	Wiki  *wiki.Wiki    // required
	Holds *holds.Record // says which lines hold; nil: all do

	Apart func(project string) []string // other projects of its name; nil knows none
}

// A Ref names a page.
type Ref struct {
	Path        string `json:"path"` // from the vault's root
	Title       string `json:"title"`
	Type        string `json:"type,omitempty"` // concept, connection, qa; day for a log
	Description string `json:"description,omitempty"`
}

func refOf(p *wiki.Page) Ref {
	r := Ref{Path: p.Path, Title: p.Title(), Type: string(p.Type())}
	switch {
	case p.Kind == wiki.DayPage:
		r.Title, r.Type = p.Name, "day"
	case p.Article != nil:
		r.Description = p.Description()
	}
	return r
}

// The ways in which two pages are neighbours.
const (
	LinksTo    = "links to"          // the page links to its neighbour
	LinkedFrom = "linked from"       // the other way round
	Connects   = "connection"        // one of them is a connection that names the other
	Joined     = "connected with"    // a connection names both
	SameDays   = "shares its source" // both rest on a day's log
)

// weights says how much each way counts. A shared day counts more the fewer pages share it.
var weights = map[string]float64{LinksTo: 3, LinkedFrom: 2.5, Connects: 2, Joined: 2, SameDays: 1}

// A Neighbour is a page that is connected to another.
type Neighbour struct {
	Ref
	Ways  []string `json:"ways"`           // the strongest first
	Days  []string `json:"days,omitempty"` // whose logs both rest on, the last few
	score float64
	page  *wiki.Page
}

// A Mention is a place where a page is linked or named.
type Mention struct {
	Ref
	Line int    `json:"line"`           // in the file, from 1
	Text string `json:"text"`           // the sentence, as a reader sees it; "" if only a property links
	Name string `json:"name,omitempty"` // the name that the sentence uses, if it is no link

	Shown string `json:"-"` // what of the sentence links
}

// Around holds the connections of a page. More counts what the limit left out of each list.
type Around struct {
	Page       Ref         `json:"page"`
	Neighbours []Neighbour `json:"neighbours"` // the nearest first
	Backlinks  []Mention   `json:"backlinks"`  // a page once, with its first sentence that links; articles first
	Mentions   []Mention   `json:"unlinked_mentions"`
	More       More        `json:"more"`
}

// More counts what was left out.
type More struct {
	Neighbours int `json:"neighbours"`
	Backlinks  int `json:"backlinks"`
	Mentions   int `json:"unlinked_mentions"`
}

// Around returns the connections of the page p, at most limit in each list; 0 means no limit.
func (f *Finder) Around(p *wiki.Page, limit int) Around {
	out := Around{Page: refOf(p)}
	out.Neighbours, out.More.Neighbours = first(f.neighbours(p), limit)
	for i := range out.Neighbours {
		out.Neighbours[i].Ref = refOf(out.Neighbours[i].page)
	}
	out.Backlinks, out.More.Backlinks = f.backlinks(p, limit)
	out.Mentions, out.More.Mentions = f.mentions(p, limit)
	return out
}

// Beside returns the backlinks of Around, and the paths of all neighbours: no page is read that does not link to p.
func (f *Finder) Beside(p *wiki.Page, backlinks int) ([]Mention, []Neighbour) {
	links, _ := f.backlinks(p, backlinks)
	return links, f.neighbours(p)
}

// first returns the first limit elements of a list, and how many remain.
func first[T any](list []T, limit int) ([]T, int) {
	if limit > 0 && len(list) > limit {
		return list[:limit], len(list) - limit
	}
	if list == nil {
		list = []T{}
	}
	return list, 0
}

// neighbours returns all neighbours of p, the closest first.
func (f *Finder) neighbours(p *wiki.Page) []Neighbour {
	g := gathering{of: p, found: map[*wiki.Page]*Neighbour{}}
	var days []*wiki.Page
	for _, l := range f.Wiki.LinksOf(p) {
		switch {
		case l.To == nil:
		case l.To.Kind == wiki.DayPage && p.Kind != wiki.DayPage:
			if !slices.Contains(days, l.To) {
				days = append(days, l.To)
			}
		default:
			g.add(l.To, LinksTo, weights[LinksTo])
		}
	}
	if p.Type() == wiki.Connection {
		for _, end := range f.ends(p) {
			g.add(end, Connects, weights[Connects])
		}
	}
	for _, from := range f.Wiki.LinkersOf(p) {
		g.add(from, LinkedFrom, weights[LinkedFrom])
		if from.Type() != wiki.Connection {
			continue
		}
		if ends := f.ends(from); slices.Contains(ends, p) {
			g.add(from, Connects, weights[Connects])
			for _, end := range ends {
				g.add(end, Joined, weights[Joined])
			}
		}
	}
	for _, day := range days {
		with := f.Wiki.LinkersOf(day)
		for _, other := range with {
			if n := g.add(other, SameDays, weights[SameDays]/(1+math.Log(float64(len(with))))); n != nil {
				n.Days = append(n.Days, day.Name)
			}
		}
	}
	return g.sorted()
}

// ends returns the pages that a connection connects.
func (f *Finder) ends(p *wiki.Page) []*wiki.Page {
	var out []*wiki.Page
	for _, target := range p.Connects() {
		if to, err := f.Wiki.ResolveFrom(p, target); err == nil && !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	return out
}

// A gathering collects the ways in which pages are neighbours of one page.
type gathering struct {
	of    *wiki.Page
	found map[*wiki.Page]*Neighbour
}

// add records a way, once for each page except for days, which add up. It returns nil for pages that have no
// neighbours: the page itself, generated pages, attachments.
func (g *gathering) add(p *wiki.Page, way string, score float64) *Neighbour {
	if p == g.of || p.Article == nil || p.Kind == wiki.CodePage || p.Kind == wiki.DayPage && way == SameDays {
		return nil
	}
	n := g.found[p]
	if n == nil {
		n = &Neighbour{Ref: Ref{Path: p.Path}, page: p}
		g.found[p] = n
	}
	if known := slices.Contains(n.Ways, way); !known || way == SameDays {
		n.score += score
		if !known {
			n.Ways = append(n.Ways, way)
		}
	}
	return n
}

// someDays is how many of the shared days are named.
const someDays = 5

func (g *gathering) sorted() []Neighbour {
	out := make([]Neighbour, 0, len(g.found))
	for _, n := range g.found {
		sorting.Stable(n.Ways, func(a, b string) int { return cmp.Compare(weights[b], weights[a]) })
		slices.Sort(n.Days)
		n.Days = n.Days[max(0, len(n.Days)-someDays):]
		out = append(out, *n)
	}
	sorting.By(out, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.Path, b.Path))
	})
	return out
}

// backlinks returns the pages that link to p, each with a sentence, and how many more there are. Only the returned
// pages are read.
func (f *Finder) backlinks(p *wiki.Page, limit int) ([]Mention, int) {
	linkers := slices.Clone(f.Wiki.LinkersOf(p))
	sorting.Stable(linkers, func(a, b *wiki.Page) int { return cmp.Compare(rank(a), rank(b)) })
	linkers, more := first(linkers, limit)
	out := make([]Mention, 0, len(linkers))
	for _, from := range linkers {
		m := Mention{Ref: refOf(from)}
		for _, l := range f.Wiki.LinksOf(from) {
			if l.To != p || m.Line > 0 && l.Property {
				continue
			}
			m.Line = lineOf(from.Bytes(), l.Start)
			if !l.Property {
				m.Text, m.Shown = wikilink.Plain((wiki.Backlink{From: from, Link: l.Link}).Context()), wikilink.Plain(l.Shown())
				break
			}
		}
		out = append(out, m)
	}
	return out, more
}

// rank sorts articles before a person's pages, and days last.
func rank(p *wiki.Page) int {
	switch p.Kind {
	case wiki.ArticlePage:
		return 0
	case wiki.DayPage:
		return 2
	}
	return 1
}

func lineOf(src []byte, at int) int {
	return 1 + bytes.Count(src[:min(at, len(src))], []byte{'\n'})
}
