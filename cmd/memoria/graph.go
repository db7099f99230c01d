package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/wiki/related"
)

func (a *app) graphCmd() *cobra.Command {
	var asJSON, asDot bool
	var limit int
	c := &cobra.Command{
		Use:   "graph",
		Short: "Show the pages of the vault and the links among them",
		Long: `Show which pages have most links and which links lead nowhere. With --json the whole
graph for other tools: nodes (id, path, title, type, tags, project, created, updated,
degree), edges (from, to, kind: link, connection, source or embed, count) and broken
links (from, target, candidates, count). The id of a node is its path in the vault.`,
		Example: "  memoria graph\n  memoria graph --json\n  memoria graph --dot | dot -Tsvg > vault.svg",
		RunE: func(c *cobra.Command, _ []string) error {
			return a.graph(c.Context(), asJSON, asDot, max(0, limit))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object, of all nodes and edges")
	c.Flags().BoolVar(&asDot, "dot", false, "answer in the language of Graphviz")
	c.Flags().IntVar(&limit, "limit", 10, "at most `N` in each list of the table; 0 shows all")
	c.MarkFlagsMutuallyExclusive("json", "dot")
	return c
}

func (a *app) graph(ctx context.Context, asJSON, asDot bool, limit int) error {
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	logs, err := v.Logs(ctx)
	if err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	f, err := v.Related(ctx)
	if err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	g := f.Graph(logs)
	switch {
	case asJSON:
		return a.ui.JSON(struct {
			Schema int `json:"schema"`
			related.Graph
		}{1, g})
	case asDot:
		a.drawGraph(g)
	default:
		a.tellGraph(g, limit)
	}
	return nil
}

func (a *app) tellGraph(g related.Graph, limit int) {
	kinds := map[string]int{}
	for _, e := range g.Edges {
		kinds[e.Kind]++
	}
	a.ui.Print("%s, %s: %d links, %d connections, %d sources, %d embeds", count(len(g.Nodes), "page"), count(len(g.Edges), "edge"),
		kinds[related.LinkEdge], kinds[related.ConnectionEdge], kinds[related.SourceEdge], kinds[related.EmbedEdge])
	nodes := slices.Clone(g.Nodes)
	slices.SortStableFunc(nodes, func(x, y related.Node) int { return cmp.Compare(y.Degree, x.Degree) })
	var alone []related.Node
	for i, n := range nodes {
		if n.Degree == 0 {
			alone = append(alone, n)
		} else if limit == 0 || i < limit {
			a.ui.Print("%5d  %-10s  %s  (%s)", n.Degree, n.Type, printable(n.Title), printable(n.Path))
		}
	}
	if len(alone) > 0 {
		a.ui.Print("%s without a link:", count(len(alone), "page"))
	}
	for i, n := range alone {
		if limit > 0 && i == limit {
			a.tellMore(len(alone) - limit)
			break
		}
		a.ui.Print("       %-10s  %s  (%s)", n.Type, printable(n.Title), printable(n.Path))
	}
	for i, b := range g.Broken {
		if limit > 0 && i == limit {
			a.tellMore(len(g.Broken) - limit)
			break
		}
		why := "leads nowhere"
		if len(b.Candidates) > 0 {
			why = fmt.Sprintf("may be any of %d pages", len(b.Candidates))
		}
		a.ui.Print("broken: %s: %q %s", printable(b.From), b.Target, why)
	}
}

func (a *app) drawGraph(g related.Graph) {
	a.ui.Print("digraph vault {")
	for _, n := range g.Nodes {
		a.ui.Print("  %s [label=%s, class=%s];", dotText(n.ID), dotText(n.Title), dotText(n.Type))
	}
	for _, e := range g.Edges {
		a.ui.Print("  %s -> %s [class=%s, weight=%d];", dotText(e.From), dotText(e.To), dotText(e.Kind), e.Count)
	}
	a.ui.Print("}")
}

// dotText is a string as Graphviz reads it: quoted, with backslashes for quotes and backslashes alone.
func dotText(s string) string {
	s = printable(s)
	out := make([]byte, 0, len(s)+2)
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return `"` + string(out) + `"`
}
