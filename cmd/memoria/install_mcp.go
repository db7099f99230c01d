package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// installServer has the client start memoria mcp for the vault at path.
func (a *app) installServer(ctx context.Context, path string, o installFlags) error {
	command, err := a.command(path)
	if err != nil {
		return err
	}
	in, at := a.installer(o.scope()), a.machine().Servers(o.scope())
	change, err := in.PlanServer(at, command)
	if err != nil {
		return serverHint(err, o.scope())
	}
	out := installed{Agent: claude.Name, Scope: string(o.scope()), Settings: at.Path, Changed: !change.None(), DryRun: o.dryRun,
		Vault: path, Binary: command.Binary, Diff: unified(at.Path, change.Before, change.After), Warnings: a.serverWarnings(o, change)}
	if !o.dryRun && !change.None() {
		ok, err := a.agreed(ctx, o.agreement("install", out, "Let Claude Code start this server?"))
		if err != nil || !ok {
			return err
		}
		if change, err = in.InstallServer(ctx, at, command); err != nil {
			return serverHint(err, o.scope())
		}
		out.Changed = !change.None()
	}
	return a.tellServer(out, o)
}

func (a *app) serverWarnings(o installFlags, change *claude.Change) (out []string) {
	if change.Ignored {
		out = append(out, fmt.Sprintf("%s has comments or commas at the end of a list: Claude Code starts no server from it until it is plain JSON", change.Path))
	}
	if o.project {
		out = append(out, "the file that a project shares will name folders of this machine; --local keeps them to yourself")
	}
	return out
}

func (a *app) tellServer(out installed, o installFlags) error {
	if o.json {
		if out.Warnings == nil {
			out.Warnings = []string{}
		}
		return a.ui.JSON(out)
	}
	if a.showChange(out, o) {
		return nil
	}
	if !out.Changed {
		a.ui.Print("memoria's server is in %s already; nothing changed", out.Settings)
		return nil
	}
	a.ui.Print("Installed the server memoria for Claude Code in %s", out.Settings)
	in := ""
	if o.scope() != claude.User {
		in = " started in " + a.machine().ServersOf(o.scope())
	}
	a.ui.Print("Sessions%s can look things up in %s, from the next that begins on.", in, out.Vault)
	if o.project {
		a.ui.Print("Claude Code asks everybody who works there once whether it may start it.")
	}
	a.ui.Print("Next: claude mcp list   shows that it answers")
	a.ui.Print("      memoria doctor%s   checks what it runs", a.vaultFlag(out.Vault))
	return nil
}

// noServer plans to take our server of a scope out; nil where none is there.
func (a *app) noServer(o installFlags) (*installed, error) {
	at := a.machine().Servers(o.scope())
	change, err := a.installer(o.scope()).PlanServerRemoval(at)
	if err != nil {
		return nil, serverHint(err, o.scope())
	}
	if change.None() {
		return nil, nil
	}
	return &installed{Agent: claude.Name, Scope: string(o.scope()), Settings: at.Path, Changed: true, DryRun: o.dryRun,
		Diff: unified(at.Path, change.Before, change.After), Warnings: []string{}}, nil
}

// takeServer takes our server of a scope out.
func (a *app) takeServer(ctx context.Context, s claude.Scope) error {
	_, err := a.installer(s).UninstallServer(ctx, a.machine().Servers(s))
	return serverHint(err, s)
}

// uninstallServer takes our server out and leaves the hooks.
func (a *app) uninstallServer(ctx context.Context, o installFlags) error {
	out, err := a.noServer(o)
	if err != nil {
		return err
	}
	if out == nil {
		out = &installed{Agent: claude.Name, Scope: string(o.scope()), Settings: a.machine().Servers(o.scope()).Path, DryRun: o.dryRun, Warnings: []string{}}
		if s, _ := claude.LookServer(a.machine().Servers(o.scope())); s != nil {
			out.Warnings = append(out.Warnings, fmt.Sprintf("the server called memoria in %s does not run memoria alone, so it is left alone", out.Settings))
		}
	} else if !o.dryRun {
		ok, err := a.agreed(ctx, o.agreement("uninstall", *out, "Take this server out?"))
		if err != nil || !ok {
			return err
		}
		if err := a.takeServer(ctx, o.scope()); err != nil {
			return err
		}
	}
	if o.json {
		return a.ui.JSON(out)
	}
	if a.showChange(*out, o) {
		return nil
	}
	if !out.Changed {
		a.ui.Print("no server of memoria is in %s; nothing changed", out.Settings)
	} else {
		a.ui.Print("Took memoria's server out of %s", out.Settings)
	}
	a.tellServersElsewhere(o)
	return nil
}

// tellServersElsewhere names the other scopes that have a server of ours.
func (a *app) tellServersElsewhere(o installFlags) {
	for _, s := range workspace.Scopes {
		if s == o.scope() {
			continue
		}
		if at := a.machine().Servers(s); a.ours(at) {
			a.ui.Print("There is a server of memoria in %s too: memoria uninstall claude --mcp%s", at.Path, scopeFlags[s])
		}
	}
}

func (a *app) ours(at claude.Servers) bool {
	s, err := claude.LookServer(at)
	return err == nil && s != nil && s.Ours
}

// serverHint adds what mends a file in which no server could be put.
func serverHint(err error, s claude.Scope) error {
	var at *claude.SettingsError
	if errors.As(err, &at) && errors.Is(err, claude.ErrForeignServer) {
		return hint(fmt.Errorf("%s: %w, which is not this program", vault.Quote(at.Path), claude.ErrForeignServer), exitFailure,
			"claude mcp remove memoria -s "+string(s)+" takes it out, then run this again")
	}
	return settingsHint(err)
}
