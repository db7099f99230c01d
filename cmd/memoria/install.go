package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
)

// installFlags are what install and uninstall were asked for.
type installFlags struct {
	project, local    bool
	mcp               bool // the server, not the hooks
	yes, dryRun, json bool
	plugin            string
}

func (a *app) installCmd() *cobra.Command {
	var o installFlags
	c := &cobra.Command{
		Use:   "install AGENT",
		Short: "Let an agent's sessions be captured, by hooks",
		Long: `Add memoria's hooks to the settings of an agent (claude), so that its sessions go into
the vault by themselves. The change is shown first and made when you agree. Of the
settings file nothing else changes, not a byte; memoria uninstall gives it back as it was.
Installing again changes nothing, or brings the hooks up to this program and vault.
With --mcp it is the server (memoria mcp), by which the agent looks things up itself.`,
		Example: "  memoria install claude\n  memoria install claude --local --vault ~/office/notes\n  memoria install claude --mcp\n  memoria install claude --plugin ./memoria-plugin",
		Args:    oneAgent,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := o.check(c); err != nil {
				return err
			}
			path, err := a.finder().Locate(a.vault)
			if err != nil {
				return err
			}
			if o.mcp {
				return a.installServer(c.Context(), path, o)
			}
			return a.install(c.Context(), path, o)
		},
	}
	o.flags(c)
	c.Flags().StringVar(&o.plugin, "plugin", "", "write a plugin for Claude Code into `FOLDER` in place of settings")
	return c
}

func (o *installFlags) flags(c *cobra.Command) {
	fl := c.Flags()
	fl.BoolVar(&o.project, "project", false, "in the settings that the current project shares")
	fl.BoolVar(&o.local, "local", false, "in your own settings for the current project")
	fl.BoolVar(&o.mcp, "mcp", false, "the server that the agent looks things up with, not the hooks")
	fl.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show the change, write nothing")
	fl.BoolVar(&o.json, "json", false, "answer with one JSON object")
}

// check refuses flags that say different things.
func (o *installFlags) check(c *cobra.Command) error {
	switch {
	case o.project && o.local:
		return hint(fmt.Errorf("%s: --project and --local are two settings files", c.Name()), exitUsage, "leave one of them out; "+c.CommandPath()+" --help says which is which")
	case o.plugin != "" && o.mcp:
		return hint(fmt.Errorf("%s: a plugin has the server already", c.Name()), exitUsage, "leave out --mcp")
	case o.plugin != "" && (o.project || o.local):
		return hint(fmt.Errorf("%s: a plugin goes into a folder of its own, not into settings", c.Name()), exitUsage, "leave out --project and --local, or --plugin")
	}
	return nil
}

// oneAgent takes the name of an agent this version can install for.
func oneAgent(c *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return hint(fmt.Errorf("%s: which agent?", c.Name()), exitUsage, c.CommandPath()+" claude")
	case len(args) > 1:
		return hint(fmt.Errorf("%s takes one agent, not %d", c.Name(), len(args)), exitUsage, c.CommandPath()+" "+claude.Name)
	}
	return knownAgent(c.CommandPath(), args[0])
}

func knownAgent(cmd, name string) error {
	if strings.EqualFold(name, claude.Name) {
		return nil
	}
	return hint(fmt.Errorf("%s: %q is not an agent this version knows", cmd, name), exitUsage, cmd+" "+claude.Name)
}

func (o installFlags) scope() claude.Scope {
	switch {
	case o.project:
		return claude.Project
	case o.local:
		return claude.Local
	}
	return claude.User
}

func (a *app) installer(s claude.Scope) *claude.Installer {
	return &claude.Installer{StateDir: vault.StateDir(a.Getenv, a.Home), Scope: s}
}

func (o installFlags) agreement(cmd string, out installed, question string) agreement {
	return agreement{cmd, question, out.Diff, out.Warnings, o.yes, o.json}
}

// installed is the JSON of install and uninstall.
type installed struct {
	Agent    string   `json:"agent"`
	Scope    string   `json:"scope"`
	Settings string   `json:"settings"`
	Changed  bool     `json:"changed"` // or would be, in a dry run
	DryRun   bool     `json:"dry_run"`
	Vault    string   `json:"vault,omitempty"`
	Binary   string   `json:"binary,omitempty"`
	Events   []string `json:"events,omitempty"`
	Diff     string   `json:"diff"`
	Warnings []string `json:"warnings"`

	Server *installed `json:"server,omitempty"` // taken out with the hooks
}

// install adds the hooks that write into the vault at path.
func (a *app) install(ctx context.Context, path string, o installFlags) error {
	command, err := a.command(path)
	if err != nil {
		return err
	}
	if o.plugin != "" {
		return a.installPlugin(ctx, command, o)
	}
	in, settings := a.installer(o.scope()), a.machine().Settings(o.scope())
	change, err := in.Plan(settings, command)
	if err != nil {
		return settingsHint(err)
	}
	out := installed{Agent: claude.Name, Scope: string(o.scope()), Settings: settings, Changed: !change.None(),
		DryRun: o.dryRun, Vault: path, Binary: command.Binary, Events: claude.Events,
		Diff: unified(settings, change.Before, change.After), Warnings: a.installWarnings(o, path, change)}
	asked := !o.yes && !o.dryRun && !change.None()
	if !o.dryRun && !change.None() {
		ok, err := a.agreed(ctx, o.agreement("install", out, "Install these hooks?"))
		if err != nil || !ok {
			return err
		}
		change, err = in.Install(ctx, settings, command)
		if err != nil {
			return settingsHint(err)
		}
		out.Changed = !change.None()
	} else if !o.dryRun {
		if err := in.Clean(ctx, settings); err != nil {
			return settingsHint(err)
		}
	}
	if !o.dryRun {
		for _, w := range a.recordInstall(ctx, out, change) {
			out.Warnings = append(out.Warnings, w)
			if asked {
				a.ui.Warn("%s", w)
			}
		}
	}
	return a.tellInstalled(out, change.Ignored, o)
}

// tellInstalled says what was done. The client may pass over the file as it is.
func (a *app) tellInstalled(out installed, ignored bool, o installFlags) error {
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
		a.ui.Print("memoria's hooks are in %s already; nothing changed", out.Settings)
		return nil
	}
	a.ui.Print("Installed hooks for Claude Code in %s", out.Settings)
	in := ""
	if o.scope() != claude.User {
		in = " started in " + a.machine().Project()
	}
	at := a.vaultFlag(out.Vault)
	if ignored {
		a.ui.Print("Next: make it plain JSON, without comments and commas at the end of a list; until then Claude Code passes over it, and no session%s goes into %s", in, out.Vault)
		a.ui.Print("      memoria doctor%s   then checks that the hooks work", at)
		return nil
	}
	a.ui.Print("From now on sessions%s go into %s, those that run already too.", in, out.Vault)
	a.ui.Print("%s", a.articlesFollow(out.Vault))
	a.ui.Print("Next: memoria status%s   shows what was captured", at)
	a.ui.Print("      memoria flush --wait%s   makes the articles now", at)
	a.ui.Print("      memoria doctor%s   checks that the hooks work", at)
	a.ui.Print("      memoria import%s   reads the sessions you had before", at)
	return nil
}

// installWarnings are what the person should know before agreeing.
func (a *app) installWarnings(o installFlags, vault string, change *claude.Change) (out []string) {
	paths := claude.ManagedSettings(runtime.GOOS)
	for _, s := range workspace.Scopes {
		if p := a.machine().Settings(s); !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	for _, c := range claude.Conflicts(paths) {
		out = append(out, fmt.Sprintf("%s sets %s: %s, so that nothing will be captured until that is changed", c.Path, c.Key, c.Why))
	}
	if change.Ignored {
		out = append(out, fmt.Sprintf("%s has comments or commas at the end of a list, and Claude Code passes over such a file whole: "+
			"no hook in it runs until it is plain JSON", change.Path))
	}
	for _, line := range change.Mixed {
		out = append(out, fmt.Sprintf("left alone, since it does more than run memoria: %s", printable(line)))
	}
	if o.project {
		out = append(out, "the settings that a project shares will name folders of this machine; --local keeps them to yourself")
	}
	return append(out, a.otherHooks(o.scope(), vault)...)
}

// recordInstall lets the vaults know. The hooks work without it, so it warns only.
func (a *app) recordInstall(ctx context.Context, out installed, change *claude.Change) (warnings []string) {
	now := a.Now()
	err := withVault(out.Vault, func(d *fsutil.Dir) error {
		return vault.RecordInstall(ctx, d, vault.Install{Agent: claude.Name, Scope: out.Scope, Settings: change.Target,
			Binary: out.Binary, Vault: out.Vault, Events: claude.Events, Since: now}, now)
	})
	if err != nil {
		warnings = append(warnings, fmt.Sprintf("the vault could not note that hooks are installed: %v", err))
	}
	for _, old := range change.Vaults {
		if old != out.Vault {
			a.recordRemoval(ctx, old, change.Target)
		}
	}
	return warnings
}

// recordRemoval lets a vault know that hooks no longer write into it, where it is still there.
func (a *app) recordRemoval(ctx context.Context, path, settings string) {
	err := withVault(path, func(d *fsutil.Dir) error {
		return vault.RecordRemoval(ctx, d, claude.Name, settings, a.Now())
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		a.ui.Warn("the vault %s could not note that its hooks are gone: %v", path, err)
	}
}

func withVault(path string, f func(*fsutil.Dir) error) error {
	if _, err := os.Stat(filepath.Join(path, vault.Marker)); err != nil {
		return err
	}
	d, err := fsutil.OpenDir(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return f(d)
}

// settingsHint adds what mends a settings file that was left alone.
func settingsHint(err error) error {
	var s *claude.SettingsError
	switch {
	case !errors.As(err, &s):
		return err
	case errors.Is(err, claude.ErrNoHome):
		return hint(err, exitFailure, "set HOME to your home folder, then run this again")
	case errors.Is(err, fsutil.ErrChanged):
		return hint(err, exitFailure, "another program keeps writing that file: end it, then run this again")
	case errors.Is(err, fs.ErrPermission):
		return hint(err, exitFailure, "chmod u+w "+vault.Quote(s.Path)+", then run this again")
	}
	if code, hints := explain(err); len(hints) > 0 {
		return hint(err, code, hints...)
	}
	return hint(err, exitFailure, "nothing was written; correct the file, then run this again")
}

// showChange shows what a person who was not asked has not seen yet, and reports whether that is all
// there is to say: in a dry run.
func (a *app) showChange(out installed, o installFlags) (dry bool) {
	if o.yes || o.dryRun || !out.Changed {
		a.ui.Warnings(out.Warnings)
		if out.Diff != "" {
			a.ui.Print("%s", strings.TrimSuffix(out.Diff, "\n"))
		}
	}
	if o.dryRun && out.Changed {
		a.ui.Say("a dry run: nothing was written")
		return true
	}
	return false
}
