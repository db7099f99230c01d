package main

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// installPlugin writes a plugin that does what the hooks in settings do.
func (a *app) installPlugin(ctx context.Context, command claude.Command, o installFlags) error {
	dir := a.finder().Abs(o.plugin)
	plugin := claude.Plugin{Command: command, Version: version()}
	files, err := plugin.Plan(dir)
	if err != nil {
		return hint(err, exitFailure, "name a folder that is empty or not there yet")
	}
	out := installed{Agent: claude.Name, Scope: string(pluginScope), Settings: dir, Changed: len(files) > 0, DryRun: o.dryRun,
		Vault: command.Vault, Binary: command.Binary, Events: claude.Events, Warnings: a.otherHooks(pluginScope, command.Vault)}
	var diff strings.Builder
	for _, f := range files {
		diff.WriteString(unified(filepath.Join(dir, filepath.FromSlash(f.Name)), f.Before, f.After))
	}
	out.Diff = diff.String()
	if !o.dryRun && len(files) > 0 {
		ok, err := a.agreed(ctx, o.agreement("install", out, "Write this plugin?"))
		if err != nil || !ok {
			return err
		}
		if err := plugin.Write(dir, files); err != nil {
			return err
		}
	}
	if !o.dryRun {
		out.Warnings = append(out.Warnings, a.recordInstall(ctx, out, &claude.Change{Target: dir})...)
	}
	if o.json || o.dryRun || !out.Changed {
		return a.tellInstalled(out, false, o)
	}
	for _, w := range out.Warnings {
		a.ui.Warn("%s", w)
	}
	a.ui.Print("Wrote a plugin for Claude Code to %s", dir)
	a.ui.Print("Next: claude --plugin-dir %s   starts a session with it", vault.Quote(dir))
	a.ui.Print("To be rid of it, leave the flag out and delete the folder.")
	return nil
}
