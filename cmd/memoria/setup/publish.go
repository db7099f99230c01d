package setup

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// publishFlags are the flags of publish.
type publishFlags struct {
	publish.Request
	yes bool
}

func (a *app) publishCmd() *cobra.Command {
	var o publishFlags
	c := command.New("publish", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error { return a.publish(ctx, v, o) }))
	c.Args = oneAgent(agents.Names()...)
	c.PreRun = func(_ *cobra.Command, args []string) { o.Agent = agents.Of(strings.ToLower(args[0]))[0] }
	fl := c.Flags()
	fl.StringVar(&o.File, "file", "", "name of the `FILE`, if not the one that the agent reads: another in the project's folder, or MEMORY.md of Claude Code")
	fl.StringVar(&o.Project, "project", "", "`DIR` of the project; default: this one")
	fl.IntVar(&o.Max, "max", publish.Size, "at most so many characters")
	fl.BoolVar(&o.Remove, "remove", false, "take the block out again")
	fl.BoolVar(&o.DryRun, "dry-run", false, "show the change, write nothing")
	fl.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	a.JSONFlag(c)
	return c
}

func (a *app) publish(ctx context.Context, v *workspace.Vault, o publishFlags) error {
	h := &publish.Handler{
		Vault: v,
		Diff:  command.Unified,
		Agree: func(ctx context.Context, out publish.Answer) (bool, error) {
			question := "Publish this?"
			if o.Remove {
				question = "Take this out?"
			}
			return a.Agreed(ctx, command.Agreement{Cmd: "publish " + o.Agent.Name, Question: question, Diff: out.Diff, Warnings: out.Warnings, Yes: o.yes})
		},
	}
	out, done, err := h.Publish(ctx, o.Request)
	if err != nil || !done {
		return err
	}
	if a.AsJSON {
		return a.UI.JSON(out)
	}
	switch {
	case !out.Changed && o.Remove:
		a.UI.Print("nothing of memoria's is in %s", say.Printable(out.File))
	case !out.Changed:
		a.UI.Print("%s is up to date", say.Printable(out.File))
	case o.DryRun:
		a.UI.Print("%s", strings.TrimSuffix(out.Diff, "\n"))
		a.UI.Warnings(out.Warnings)
	case o.Remove:
		a.UI.Print("Took the block out of %s", say.Printable(out.File))
	default:
		a.UI.Print("Published what is known of %s in %s", say.Printable(out.Project), say.Printable(out.File))
		if o.yes {
			a.UI.Warnings(out.Warnings)
		}
		a.UI.Say("it is brought up to date when the vault is compiled; %s takes it out", removal(o.Request))
	}
	return nil
}

// removal returns the command that takes out what a request puts in.
func removal(r publish.Request) string {
	s := "memoria publish " + r.Agent.Name + " --remove"
	if r.File != "" {
		s += " --file " + say.Printable(r.File)
	}
	if r.Project != "" {
		s += " --project " + say.Printable(r.Project)
	}
	return s
}

// tellPublications says which files that an agent reads hold a block still, as far as the vault is there.
func (a *app) tellPublications(agent string) {
	path, err := a.Finder().Locate(a.Vault)
	if err != nil {
		return
	}
	v, err := a.Machine().Open(path)
	if err != nil {
		return
	}
	defer v.Dir.Close()
	blocks, _ := publish.Publications(v)
	for _, p := range blocks {
		if len(p.Readers) > 0 && !slices.Contains(p.Readers, agent) {
			continue
		}
		a.UI.Print("%s holds what was published of %s: memoria publish %s --remove --project %s --file %s takes it out",
			say.Printable(p.Path()), say.Printable(p.Project), agent, say.Printable(p.Dir), say.Printable(p.Name))
	}
}
