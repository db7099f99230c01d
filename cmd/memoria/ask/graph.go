package ask

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/related"
)

func (a *app) graphCmd() *cobra.Command {
	var limit int
	c := command.New("graph", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		logs, err := v.Logs(ctx)
		if err != nil {
			return fmt.Errorf("graph: %w", err)
		}
		f, err := v.Related(ctx)
		if err != nil {
			return fmt.Errorf("graph: %w", err)
		}
		g := f.Graph(logs)
		return a.Answer(g, func() { a.tellGraph(g, limit) })
	}))
	a.JSONFlag(c)
	command.LimitFlag(c, &limit, 10, "at most `N` in each list of the table; 0 shows all")
	return c
}

func (a *app) tellGraph(g related.Graph, limit int) {
	a.Page()
	kinds := map[string]int{}
	for _, e := range g.Edges {
		kinds[e.Kind]++
	}
	a.UI.Print("%s, %s: %d links, %d connections, %d sources, %d embeds", say.Count(len(g.Nodes), "page"), say.Count(len(g.Edges), "edge"),
		kinds[related.LinkEdge], kinds[related.ConnectionEdge], kinds[related.SourceEdge], kinds[related.EmbedEdge])
	nodes := slices.Clone(g.Nodes)
	sorting.Stable(nodes, func(x, y related.Node) int { return cmp.Compare(y.Degree, x.Degree) })
	some := func(n int) int {
		if limit > 0 {
			n = min(n, limit)
		}
		return n
	}
	linked := 0
	for linked < len(nodes) && nodes[linked].Degree > 0 {
		linked++
	}
	for _, n := range nodes[:some(linked)] {
		a.UI.Print("%5d  %-10s  %s  (%s)", n.Degree, n.Type, say.Printable(n.Title), say.Printable(n.Path))
	}
	alone := nodes[linked:]
	if len(alone) > 0 {
		a.UI.Print("%s without a link:", say.Count(len(alone), "page"))
	}
	for _, n := range alone[:some(len(alone))] {
		a.UI.Print("       %-10s  %s  (%s)", n.Type, say.Printable(n.Title), say.Printable(n.Path))
	}
	a.tellMore(len(alone) - some(len(alone)))
	for _, b := range g.Broken[:some(len(g.Broken))] {
		why := "leads nowhere"
		if len(b.Candidates) > 0 {
			why = fmt.Sprintf("may be any of %d pages", len(b.Candidates))
		}
		a.UI.Print("broken: %s: %q %s", say.Printable(b.From), b.Target, why)
	}
	a.tellMore(len(g.Broken) - some(len(g.Broken)))
}
