package main

import (
	"context"
	"fmt"
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
	out := installed{Schema: 1, Agent: claude.Name, Scope: "plugin", Settings: dir, Changed: len(files) > 0, DryRun: o.dryRun,
		Vault: command.Vault, Binary: command.Binary, Events: claude.Events, Warnings: a.pluginWarnings()}
	var diff strings.Builder
	for _, f := range files {
		diff.WriteString(unified(filepath.Join(dir, filepath.FromSlash(f.Name)), f.Before, f.After, 3))
	}
	out.Diff = diff.String()
	if !o.dryRun && len(files) > 0 {
		ok, err := a.agreed(ctx, "install", out, o, "Write this plugin?")
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
		return a.tellInstalled(out, o)
	}
	for _, w := range out.Warnings {
		a.ui.Warn("%s", w)
	}
	a.ui.Print("Wrote a plugin for Claude Code to %s", dir)
	a.ui.Print("Next: claude --plugin-dir %s   starts a session with it", vault.Quote(dir))
	return nil
}

// pluginWarnings tell of hooks that the plugin's would run beside.
func (a *app) pluginWarnings() (out []string) {
	for _, s := range []claude.Scope{claude.User, claude.Project, claude.Local} {
		if hooks, _, err := claude.Hooks(a.settingsPath(s)); err == nil && len(hooks) > 0 {
			out = append(out, fmt.Sprintf("hooks of memoria are in %s too; with both each event is told twice, which costs time and nothing else", a.settingsPath(s)))
			break
		}
	}
	return out
}
