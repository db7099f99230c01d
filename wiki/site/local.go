package site

import (
	"cmp"
	"html/template"
	"slices"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/site/chart"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// maxAround is the maximum number of pages in the drawing around a page.
const maxAround = 24

// local draws the pages that a page is linked with.
func (s *Site) local(at *plan.Page, neighbours []related.Neighbour) template.HTML {
	h := chart.Hub{Title: at.Shown(), Label: "Pages around " + at.Shown(), MoreHref: "#_backlinks"}
	index := map[*wiki.Page]int{}
	for _, n := range neighbours {
		to := s.plan.ByPath[n.Path]
		in, out := slices.Contains(n.Ways, related.LinkedFrom), slices.Contains(n.Ways, related.LinksTo) || slices.Contains(n.Ways, related.Connects)
		if to == nil || !in && !out || to.View == view.DayPage && at.View != view.DayPage {
			continue
		}
		if len(h.Around) == maxAround {
			h.More++
			continue
		}
		index[to.Page] = len(h.Around)
		h.Around = append(h.Around, chart.Spoke{Title: to.Shown(), Href: view.Relative(at.Out, to.Out), Type: to.Sort(), In: in, Out: out})
	}
	for from, i := range index {
		for _, l := range s.src.Wiki.LinksOf(from) {
			if j, ok := index[l.To]; ok && i != j && !slices.Contains(h.Cross, [2]int{j, i}) && !slices.Contains(h.Cross, [2]int{i, j}) {
				h.Cross = append(h.Cross, [2]int{min(i, j), max(i, j)})
			}
		}
	}
	sorting.By(h.Cross, func(a, b [2]int) int { return (a[0]-b[0])*maxAround + a[1] - b[1] })
	h.Cross = slices.Compact(h.Cross)
	return template.HTML(chart.Local(h))
}

// drawn returns the graph of all pages that are shown.
func (s *Site) drawn() (nodes []chart.Node, links []chart.Link) {
	g := s.graph()
	number := map[string]int{}
	for _, n := range g.Nodes {
		at := s.plan.ByPath[n.Path]
		if at == nil {
			continue
		}
		number[n.Path] = len(nodes)
		nodes = append(nodes, chart.Node{ID: n.Path, Title: at.Shown(), Href: view.EscapePath(at.Out), Type: at.Sort(), Project: n.Project, Tags: n.Tags, Day: cmp.Or(n.Updated, n.Created)})
	}
	for _, e := range g.Edges {
		from, ok := number[e.From]
		to, also := number[e.To]
		if ok && also && from != to {
			links = append(links, chart.Link{From: from, To: to})
		}
	}
	return nodes, slices.Compact(links)
}
