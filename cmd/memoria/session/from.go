package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/migrate"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
)

// checkFrom checks --from, beside which most of what else import takes has no meaning.
func (o *importFlags) checkFrom(c *cobra.Command, args []string) error {
	if o.tool == "" {
		return nil
	}
	if !slices.Contains(migrate.Names(), o.tool) {
		return exit.Hint(fmt.Errorf("import: %q is not a tool whose memory this version reads", o.tool), exit.Usage, "--from takes "+strings.Join(migrate.Names(), ", "))
	}
	if len(args) > 1 {
		return exit.Hint(errors.New("import: --from takes one PATH"), exit.Usage, "import one after the other")
	}
	for _, other := range []string{"agent", "prompts", "improve", "provider", "budget"} {
		if c.Flags().Changed(other) {
			return exit.Hint(fmt.Errorf("import: --from reads what a tool for memory keeps, and --%s is about transcripts", other), exit.Usage, "leave one of them out")
		}
	}
	return nil
}

// importFrom brings what another tool for memory keeps.
func (a *app) importFrom(ctx context.Context, v *workspace.Vault, args []string, o importFlags) error {
	ask := migrate.Ask{Tool: o.tool, Dry: o.dryRun}
	if len(args) > 0 {
		ask.Path = args[0]
	}
	var err error
	if ask.Since, err = a.Moment("import", "--since", o.since, v.Config.Zone); err != nil {
		return err
	}
	unlock := func() {}
	if !o.dryRun {
		if unlock, err = a.Writer(ctx, v, "import"); err != nil {
			return err
		}
	}
	rep, err := migrate.Take(ctx, v, ask)
	unlock() // the compiler needs no writer to wait
	if err != nil {
		return err
	}
	var comp compiler.Report
	if !o.dryRun && v.Compiles() {
		if comp, err = workspace.CompileSoon(ctx, v.Compiler(), compiler.Options{Now: true}); err != nil {
			return err
		}
		publish.Prepare(ctx, v, command.Version(), "")
		rep.Written = len(comp.Created) + len(comp.Updated)
	}
	return a.Answer(rep, func() {
		a.tellBrought(rep, o.verbose)
		if !o.dryRun {
			a.TellCompile(v, comp)
		}
	})
}

// tellBrought says what was brought, or would be.
func (a *app) tellBrought(rep migrate.Report, verbose bool) {
	did, pages := "Brought", "wrote"
	if rep.Dry {
		did, pages = "Would bring", "would write"
	}
	if rep.Entries == 0 && len(rep.Pages) == 0 {
		a.UI.Print("Nothing new in what %s keeps in %s", rep.From, say.Printable(rep.Path))
	}
	if rep.Prompts > 0 {
		a.UI.Print("%s %s without an answer: of sessions whose transcripts are gone", did, say.Count(rep.Prompts, "prompt"))
	}
	if rep.Lines > 0 {
		a.UI.Print("%s %s from %s, in %s of %s", did, say.Count(rep.Lines, "line"), rep.From, say.Count(rep.Entries, "entry"), say.Count(len(rep.Days), "day"))
	}
	if len(rep.Pages) > 0 {
		a.UI.Print("%s%s %s, the first %s", strings.ToUpper(pages[:1]), pages[1:], say.Count(len(rep.Pages), "page"), say.Printable(rep.Pages[0]))
	}
	if rep.Broken > 0 {
		a.UI.Warn("%s of its database cannot be read, and %s left out", say.Count(rep.Broken, "row"), map[bool]string{true: "is", false: "are"}[rep.Broken == 1])
	}
	a.tellUnread(rep.Left, verbose)
}
