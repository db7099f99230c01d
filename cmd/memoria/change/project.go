package change

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/project"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

func (a *app) projectCmd() *cobra.Command {
	c := a.projectListCmd("project")
	c.Args = command.Group("memoria project list, rename, merge or split")
	as := ""
	split := a.projectChange("split", "name the project, then the part", func(ctx context.Context, h *project.Handler, args []string) (*project.Changed, error) {
		return h.Split(ctx, args[0], args[1], as)
	})
	split.Flags().StringVar(&as, "as", "", "call the new project `NAME`")
	c.AddCommand(a.projectListCmd("project list"), split,
		a.projectChange("rename", "name the project, then its new name", func(ctx context.Context, h *project.Handler, args []string) (*project.Changed, error) {
			return h.Rename(ctx, args[0], args[1])
		}),
		a.projectChange("merge", "name the project that goes, then the one that stays", func(ctx context.Context, h *project.Handler, args []string) (*project.Changed, error) {
			return h.Merge(ctx, args[0], args[1])
		}))
	return c
}

// projectChange returns a command that changes which repositories are a project, or what it is called.
func (a *app) projectChange(name, args string, do func(context.Context, *project.Handler, []string) (*project.Changed, error)) *cobra.Command {
	var o changeFlags
	c := command.New("project "+name, a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		got, err := do(ctx, &project.Handler{Vault: v, Dry: o.dryRun}, args)
		if err != nil {
			return err
		}
		return a.Answer(got, func() {
			for _, line := range got.Lines() {
				a.UI.Print("%s", say.Printable(line))
			}
		})
	}))
	c.Args = command.Takes(2, 2, "two names", args)
	a.changeFlags(c, &o)
	return c
}

func (a *app) projectListCmd(name string) *cobra.Command {
	c := command.New(name, a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		all, err := (&project.Handler{Vault: v}).List(ctx)
		if err != nil {
			return err
		}
		if a.AsJSON {
			return a.UI.JSON(struct {
				Projects []project.Project `json:"projects"`
			}{all})
		}
		for _, p := range all {
			for _, line := range p.Lines() {
				a.UI.Print("%s", say.Printable(line))
			}
		}
		if len(all) == 0 {
			a.UI.Say("nothing is known of any project")
		}
		return nil
	}))
	a.JSONFlag(c)
	return c
}
