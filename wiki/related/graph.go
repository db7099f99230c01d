package related

import (
	"cmp"
	"errors"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// A Graph is every page of the vault except catalogues, and the links among them. Other tools rely on its
// form: fields are only ever added.
type Graph struct {
	Nodes  []Node   `json:"nodes"`  // by id
	Edges  []Edge   `json:"edges"`  // by from, to and kind
	Broken []Broken `json:"broken"` // links that lead to no page, by from and target
}

// A Node is a page.
type Node struct {
	ID      string   `json:"id"` // its path from the vault's root, as edges name it
	Path    string   `json:"path"`
	Title   string   `json:"title"`
	Type    string   `json:"type"` // concept, connection, qa, day; page for a person's; attachment
	Tags    []string `json:"tags"`
	Project string   `json:"project,omitempty"` // from its property, else that of most of the lines that it cites
	Created string   `json:"created,omitempty"` // a day, as in the page's properties
	Updated string   `json:"updated,omitempty"`
	Degree  int      `json:"degree"` // edges at it, either way
}

// The kinds of edges.
const (
	LinkEdge       = "link"
	ConnectionEdge = "connection" // from a connection to a page that it connects
	SourceEdge     = "source"     // from a page to a day's log
	EmbedEdge      = "embed"      // the page shows the other
)

// An Edge is all links of one kind from one page to another.
type Edge struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// A Broken link leads nowhere, or may lead to several pages.
type Broken struct {
	From       string   `json:"from"`
	Target     string   `json:"target"`
	Candidates []string `json:"candidates"` // the pages that it may mean; none if there is no such page
	Count      int      `json:"count"`
}

// Graph returns nodes and edges. An attachment is a node if something links to it. The project of a page comes from its
// sources in logs; with nil logs it is left out.
func (f *Finder) Graph(logs []*daily.Log) Graph {
	g := Graph{Nodes: []Node{}, Edges: []Edge{}, Broken: []Broken{}}
	projects := projectsOf(logs)
	edges := map[Edge]int{}
	broken := map[[2]string]*Broken{}
	degree := map[string]int{}
	for _, p := range f.Wiki.Pages() {
		if p.Article == nil || p.Kind == wiki.CodePage {
			continue
		}
		ends := f.ends(p)
		for _, l := range f.Wiki.Outlinks(p) {
			switch {
			case l.To == p || l.To != nil && l.To.Kind == wiki.CodePage:
			case l.To != nil:
				edges[Edge{From: p.Path, To: l.To.Path, Kind: kindOf(l, ends)}]++
			default:
				key := [2]string{p.Path, l.Target}
				if broken[key] == nil {
					broken[key] = &Broken{From: p.Path, Target: l.Target, Candidates: []string{}}
					if many, ok := errors.AsType[*wiki.AmbiguousError](l.Err); ok {
						broken[key].Candidates = many.Candidates
					}
				}
				broken[key].Count++
			}
		}
		for _, end := range ends { // named without a link, as in a vault of an earlier tool
			if e := (Edge{From: p.Path, To: end.Path, Kind: ConnectionEdge}); end != p && edges[e] == 0 {
				edges[e] = 1
			}
		}
	}
	for e, n := range edges {
		e.Count = n
		g.Edges = append(g.Edges, e)
		degree[e.From]++
		degree[e.To]++
	}
	for _, b := range broken {
		g.Broken = append(g.Broken, *b)
	}
	for _, p := range f.Wiki.Pages() {
		if p.Kind != wiki.CodePage && (p.Article != nil || degree[p.Path] > 0) {
			g.Nodes = append(g.Nodes, nodeOf(p, projects, degree[p.Path]))
		}
	}
	sorting.By(g.Edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.Kind, b.Kind))
	})
	sorting.By(g.Broken, func(a, b Broken) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Target, b.Target))
	})
	return g
}

// kindOf returns the kind of a link on a page that connects ends.
func kindOf(l wiki.Outlink, ends []*wiki.Page) string {
	switch {
	case l.Embed:
		return EmbedEdge
	case l.To.Kind == wiki.DayPage:
		return SourceEdge
	case l.Property && slices.Contains(ends, l.To):
		return ConnectionEdge
	}
	return LinkEdge
}

func nodeOf(p *wiki.Page, projects map[string]string, degree int) Node {
	n := Node{ID: p.Path, Path: p.Path, Title: p.Title(), Type: "page", Tags: []string{}, Degree: degree}
	switch {
	case p.Article == nil:
		n.Type = "attachment"
		return n
	case p.Kind == wiki.DayPage:
		n.Title, n.Type, n.Created = p.Name, "day", p.Name
		n.Project = projectOf(p, projects)
		return n
	case p.Kind == wiki.ArticlePage:
		n.Type = string(p.Type())
	}
	n.Tags = append(n.Tags, p.Tags()...)
	n.Created, n.Updated = string(p.Created()), string(p.Updated())
	n.Project = projectOf(p, projects)
	return n
}

// Projects returns the projects of pages as in the graph. It reads no page.
func (f *Finder) Projects(logs []*daily.Log) map[*wiki.Page]string {
	projects := projectsOf(logs)
	out := map[*wiki.Page]string{}
	for _, p := range f.Wiki.Pages() {
		if p.Article != nil && p.Kind != wiki.CodePage {
			if name := projectOf(p, projects); name != "" {
				out[p] = name
			}
		}
	}
	return out
}

// projectOf returns the project of a page: for a day, the one project of its entries; for another page, its property,
// else the project of most of the lines that it cites.
func projectOf(p *wiki.Page, projects map[string]string) string {
	if p.Kind == wiki.DayPage {
		return projects[p.Name]
	}
	if said, ok := p.Article.Text("project"); ok && said != "" {
		return said
	}
	many := map[string]int{}
	for _, c := range p.Cites() {
		if name := projects[string(c.Date)+"#^"+c.Block]; name != "" {
			many[name]++
		}
	}
	return most(many)
}

// projectsOf returns the projects of lines, by day and block, and of days whose entries have one project, by day.
func projectsOf(logs []*daily.Log) map[string]string {
	out := map[string]string{}
	spelled := Spellings(logs)
	for _, l := range logs {
		day := l.Date.String()
		sole, mixed := "", false
		for _, e := range l.Entries {
			if e.Project == "" {
				continue
			}
			name := cmp.Or(spelled[wiki.ProjectKey(e.Project)], e.Project)
			mixed = mixed || sole != "" && sole != name
			sole = name
			for _, b := range e.Bullets {
				out[day+"#^"+b.Block] = name
			}
		}
		if !mixed && sole != "" {
			out[day] = sole
		}
	}
	return out
}

// most returns the name with the highest count, the first of several.
func most(many map[string]int) (name string) {
	for n, k := range many {
		if name == "" || k > many[name] || k == many[name] && n < name {
			name = n
		}
	}
	return name
}
