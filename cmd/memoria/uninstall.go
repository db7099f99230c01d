package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

func (a *app) uninstallCmd() *cobra.Command {
	var o installFlags
	c := &cobra.Command{
		Use:   "uninstall AGENT",
		Short: "Take the hooks out of an agent's settings again",
		Long: `Take memoria's hooks out of the settings of an agent (claude). The file is then as it
was before, byte for byte; where it was edited since, memoria's entries alone go. The
server of install --mcp goes too, or with --mcp it alone. What was captured stays in the
vault, which need not be there for this.`,
		Example: "  memoria uninstall claude\n  memoria uninstall claude --local --dry-run",
		Args:    oneAgent,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := o.check(c); err != nil {
				return err
			}
			if o.mcp {
				return a.uninstallServer(c.Context(), o)
			}
			return a.uninstall(c.Context(), o)
		},
	}
	o.flags(c)
	return c
}

func (a *app) uninstall(ctx context.Context, o installFlags) error {
	in, settings := a.installer(o.scope()), a.machine().Settings(o.scope())
	change, err := in.PlanRemoval(settings)
	if err != nil {
		return settingsHint(err)
	}
	out := installed{Agent: claude.Name, Scope: string(o.scope()), Settings: settings, Changed: !change.None(),
		DryRun: o.dryRun, Diff: unified(settings, change.Before, change.After), Warnings: []string{}}
	for _, line := range change.Mixed {
		out.Warnings = append(out.Warnings, "left alone, since it does more than run memoria: "+printable(line))
	}
	if out.Server, err = a.noServer(o); err != nil {
		out.Warnings = append(out.Warnings, fmt.Sprintf("whether a server of memoria is there is not known: %v", err))
	}
	question := "Take these hooks out?"
	if out.Server != nil {
		question = "Take these out?"
	}
	if !o.dryRun && out.whole().Changed {
		ok, err := a.agreed(ctx, o.agreement("uninstall", out.whole(), question))
		if err != nil || !ok {
			return err
		}
	}
	if !o.dryRun && out.Server != nil {
		if err := a.takeServer(ctx, o.scope()); err != nil {
			return err
		}
	}
	if !o.dryRun && !change.None() {
		change, err = in.Uninstall(ctx, settings)
		if err != nil {
			return settingsHint(err)
		}
		out.Changed = !change.None()
		for _, path := range change.Vaults {
			a.recordRemoval(ctx, path, change.Target)
		}
	}
	if !o.dryRun && change.None() { // somebody took them out by hand
		if err := in.Clean(ctx, settings); err != nil {
			return settingsHint(err)
		}
		if path, err := a.finder().Locate(a.vault); err == nil {
			a.recordRemoval(ctx, path, change.Target)
		}
	}
	if !o.dryRun {
		author.World(a.machine()).ClearPrograms()
	}
	return a.tellUninstalled(out, change, o)
}

// whole is the change of the hooks and of the server as one.
func (out installed) whole() installed {
	if out.Server != nil {
		out.Changed, out.Diff = true, out.Diff+out.Server.Diff
	}
	return out
}

func (a *app) tellUninstalled(out installed, change *claude.Change, o installFlags) error {
	if o.json {
		return a.ui.JSON(out)
	}
	if a.showChange(out.whole(), o) {
		return nil
	}
	switch {
	case !out.Changed && out.Server != nil:
	case !out.Changed:
		a.ui.Print("no hook of memoria is in %s; nothing changed", out.Settings)
	case change.Exists:
		a.ui.Print("Took memoria's hooks out of %s", out.Settings)
	default:
		a.ui.Print("Removed %s, which memoria had made", out.Settings)
	}
	if out.Server != nil {
		a.ui.Print("Took memoria's server out of %s", out.Server.Settings)
	}
	for _, s := range workspace.Scopes {
		path := a.machine().Settings(s)
		if path == out.Settings {
			continue
		}
		if hooks, _, err := claude.Hooks(path); err == nil && len(hooks) > 0 {
			a.ui.Print("There are hooks of memoria in %s too: memoria uninstall claude%s", path, scopeFlags[s])
		}
	}
	a.tellServersElsewhere(o)
	a.tellPublications()
	return nil
}
