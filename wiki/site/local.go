package site

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

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
	for _, n := range neighbours {
		to := s.plan.ByPath[n.Path]
		in := slices.Contains(n.Ways, related.LinkedFrom)
		out := slices.ContainsFunc(n.Ways, func(way string) bool { return way != related.LinkedFrom && drawn(way) })
		if to == nil || !in && !out || to.View == view.DayPage {
			continue
		}
		if len(h.Around) == maxAround {
			h.More++
			continue
		}
		h.Around = append(h.Around, chart.Spoke{Title: to.Shown(), Href: view.Relative(at.Out, to.Out), Type: to.Sort(), In: in, Out: out})
	}
	return template.HTML(chart.Local(h))
}

// drawn reports whether the drawing shows that two pages are neighbours in this way.
func drawn(way string) bool {
	return way == related.LinkedFrom || way == related.LinksTo || way == related.Connects
}

// drawnAll returns the graph of all pages that are shown.
func (s *Site) drawnAll() (nodes []chart.Node, links []chart.Link) {
	g := s.graph()
	number := map[string]int{}
	for _, n := range g.Nodes {
		at := s.plan.ByPath[n.Path]
		if at == nil {
			continue
		}
		number[n.Path] = len(nodes)
		title := at.Shown()
		if at.View == view.DayPage { // its day stands in a column of its own
			title = cmp.Or(strings.Join(s.dayItem(plan.HomeFile, at).Detail, "; "), title)
		}
		nodes = append(nodes, chart.Node{ID: n.Path, Title: title, Href: view.EscapePath(at.Out), Type: at.Sort(), Project: n.Project, Tags: n.Tags, Day: cmp.Or(n.Updated, n.Created)})
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
