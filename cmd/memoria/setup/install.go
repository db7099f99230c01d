package setup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/install"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// installFlags are the flags of install and uninstall.
type installFlags struct {
	agent          agents.Agent
	project, local bool
	mcp            bool // the server, not the hooks
	yes, dryRun    bool
	all            bool // agents whose folders are here, one after the other
}

func (a *app) installCmd() *cobra.Command {
	var o installFlags
	return a.settingsCmd("install", &o, func(ctx context.Context) error {
		path, err := a.Finder().Locate(a.Vault)
		if err != nil {
			return err
		}
		return a.install(ctx, path, o)
	})
}

func (a *app) uninstallCmd() *cobra.Command {
	var o installFlags
	return a.settingsCmd("uninstall", &o, func(ctx context.Context) error { return a.uninstall(ctx, o) })
}

// settingsCmd returns a command that changes an agent's settings.
func (a *app) settingsCmd(name string, o *installFlags, run func(context.Context) error) *cobra.Command {
	c := command.New(name, func(c *cobra.Command, _ []string) error {
		if o.all {
			return a.each(c, o, run)
		}
		return run(c.Context())
	})
	c.Args = func(c *cobra.Command, args []string) error {
		if o.all && len(args) > 0 {
			return exit.Hint(fmt.Errorf("%s: --all is for all agents, and %s is one", name, args[0]), exit.Usage, "leave one of them out")
		}
		if o.all {
			return nil
		}
		return oneAgent(agents.Names()...)(c, args)
	}
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if o.all && (o.project || o.local || a.AsJSON) {
			return exit.Hint(fmt.Errorf("%s: --project, --local and --json are for one agent", name), exit.Usage, "name the agent in place of --all")
		}
		if o.all {
			return nil
		}
		o.agent = agents.Of(strings.ToLower(args[0]))[0]
		if o.mcp && o.agent.NoServer[0] != "" {
			return exit.Hint(fmt.Errorf("%s: %s", c.Name(), o.agent.NoServer[0]), exit.Usage, a.byItself(o.agent))
		}
		return o.check(c)
	}
	fl := c.Flags()
	fl.BoolVar(&o.all, "all", false, "every agent whose folder is here, in place of AGENT")
	fl.BoolVar(&o.project, "project", false, "in the settings that the current project shares")
	fl.BoolVar(&o.local, "local", false, "in your own settings for the current project")
	fl.BoolVar(&o.mcp, "mcp", false, "the server that the agent looks things up with, not the hooks")
	fl.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show the change, write nothing")
	a.JSONFlag(c)
	return c
}

// each runs a command for every agent whose folder is here. What goes wrong with one does not stop the others.
func (a *app) each(c *cobra.Command, o *installFlags, run func(context.Context) error) error {
	m := a.Machine()
	var wrong []error
	var found bool
	for _, x := range agents.All {
		if _, err := os.Stat(x.Folder(m.Getenv, m.Home)); err != nil {
			continue
		}
		found = true
		if o.mcp && x.NoServer[0] != "" {
			a.UI.Print("%s: %s", x.NoServer[0], a.byItself(x))
			continue
		}
		o.agent = x
		if err := run(c.Context()); err != nil {
			wrong = append(wrong, err)
		}
	}
	if !found {
		return exit.Hint(fmt.Errorf("%s: no folder of an agent is here", c.Name()), exit.Failure, "name the agent: "+c.CommandPath()+" "+agents.All[0].Name)
	}
	if path, err := a.Finder().Locate(a.Vault); err == nil && c.Name() == "install" && !o.mcp && !o.dryRun && len(wrong) == 0 {
		a.tellNext(path)
	}
	return errors.Join(wrong...)
}

// byItself says what to do for an agent that memoria puts no server into.
func (a *app) byItself(x agents.Agent) string {
	at := "DIR"
	if path, err := a.Finder().Locate(a.Vault); err == nil {
		at = vault.Quote(path)
	}
	return strings.ReplaceAll(x.NoServer[1], "DIR", at)
}

// check returns an error for flags that contradict each other.
func (o *installFlags) check(c *cobra.Command) error {
	switch {
	case o.project && o.local:
		return exit.Hint(fmt.Errorf("%s: --project and --local are two settings files", c.Name()), exit.Usage, "leave one of them out; "+c.CommandPath()+" --help says which is which")
	case !o.agent.Scopes && o.local:
		return exit.Hint(fmt.Errorf("%s: %s has no settings of one person for a project", c.Name(), o.agent.Title), exit.Usage, "leave out --local")
	case !o.agent.Scopes && o.mcp && o.project:
		return exit.Hint(fmt.Errorf("%s: memoria's server is for all projects of %s", c.Name(), o.agent.Title), exit.Usage, "leave out --project")
	case o.project && o.agent.OwnFiles():
		return exit.Hint(fmt.Errorf("%s: %s has memoria's hooks for all projects", c.Name(), o.agent.Title), exit.Usage, "leave out --project")
	}
	return nil
}

// oneAgent takes the name of one of the agents.
func oneAgent(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return exit.Hint(fmt.Errorf("%s: which agent?", c.Name()), exit.Usage, c.CommandPath()+" "+strings.Join(names, ", or "))
		case len(args) > 1:
			return exit.Hint(fmt.Errorf("%s takes one agent, not %d", c.Name(), len(args)), exit.Usage, c.CommandPath()+" "+names[0])
		}
		return knownAgent(c.CommandPath(), args[0], names...)
	}
}

// knownAgent returns an error if name is none of the agents.
func knownAgent(cmd, name string, names ...string) error {
	if slices.Contains(names, strings.ToLower(name)) {
		return nil
	}
	return exit.Hint(fmt.Errorf("%s: %q is not an agent this version knows", strings.TrimPrefix(cmd, "memoria "), name), exit.Usage, cmd+" "+strings.Join(names, ", or "))
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

// installer returns what changes settings for a command of this name.
func (a *app) installer(cmd string, o installFlags) *install.Handler {
	return &install.Handler{Machine: a.Machine(), Agent: o.agent, Scope: o.scope(), DryRun: o.dryRun, Diff: command.Unified, Warn: a.UI.Warn,
		Agree: func(ctx context.Context, out install.Answer, question string) (bool, error) {
			return a.Agreed(ctx, command.Agreement{Cmd: cmd + " " + o.agent.Name, Question: question, Diff: out.Diff, Warnings: out.Warnings, Yes: o.yes})
		}}
}

// install adds the hooks, or the server, for the vault at path.
func (a *app) install(ctx context.Context, path string, o installFlags) error {
	h := a.installer("install", o)
	switch {
	case o.mcp:
		out, done, err := h.Server(ctx, path)
		if err != nil || !done || a.shown(out, o, "memoria's server is in %s already; nothing changed") {
			return err
		}
		a.tellServer(out, o)
	default:
		out, done, err := h.Hooks(ctx, path)
		if err == nil && done && !o.yes && !o.dryRun && out.Changed { // the others were shown
			a.UI.Warnings(out.Late)
		}
		if err != nil || !done || a.shown(out, o, "memoria's hooks are in %s already; nothing changed") {
			return err
		}
		a.tellHooks(out, o)
	}
	return nil
}

// shown prints an answer in JSON, or what a person who was not asked has not seen yet, and reports whether
// that is all there is to say. same says that nothing changed.
func (a *app) shown(out install.Answer, o installFlags, same string) bool {
	if a.AsJSON {
		_ = a.UI.JSON(out) // Lost returns the error
		return true
	}
	whole := out.Whole()
	if o.yes || o.dryRun || !whole.Changed {
		a.UI.Warnings(out.Warnings)
		if whole.Diff != "" && (o.dryRun || same != "") { // what an uninstall takes out is memoria's own
			a.UI.Print("%s", strings.TrimSuffix(whole.Diff, "\n"))
		}
	}
	switch {
	case o.dryRun && whole.Changed:
		a.UI.Say("a dry run: nothing was written for %s", o.agent.Title)
		return true
	case !whole.Changed && same != "":
		a.UI.Print(same, out.Settings)
		return true
	}
	return false
}

// where describes the sessions that an install is for; "" for all.
func (o installFlags) where(folder string) string {
	if o.scope() == claude.User {
		return ""
	}
	return " started in " + folder
}

func (a *app) tellHooks(out install.Answer, o installFlags) {
	a.UI.Print("Installed hooks for %s in %s", o.agent.Title, out.Settings)
	in := o.where(a.Machine().Project())
	switch {
	case o.agent.Trust != nil:
		a.UI.Print("Once you trust them, sessions%s go into %s: start %s in a terminal, and choose to trust these hooks.", in, out.Vault, o.agent.Name)
	case o.agent.Live:
		a.UI.Print("From now on sessions%s go into %s, those that run already too.", in, out.Vault)
	default:
		a.UI.Print("From now on sessions%s go into %s, those that run already once you start %s again.", in, out.Vault, o.agent.Title)
	}
	if !o.all { // else once for all
		a.tellNext(out.Vault)
	}
}

// tellNext says what to do once hooks write into the vault at path.
func (a *app) tellNext(path string) {
	at := a.VaultFlag(path)
	a.UI.Print("%s", a.articlesFollow(path))
	a.UI.Print("Next: memoria status%s   shows what was captured", at)
	a.UI.Print("      memoria flush --wait%s   makes the articles now", at)
	a.UI.Print("      memoria doctor%s   checks that the hooks work", at)
	a.UI.Print("      memoria import%s   reads the sessions you had before", at)
}

// articlesFollow says when captured sessions become articles in the vault at path.
func (a *app) articlesFollow(path string) string {
	every := time.Hour
	if v, err := a.Finder().Open(path); err == nil {
		every = v.Config.Interval
		v.Dir.Close()
	}
	if every < time.Minute {
		return "Articles follow by themselves, as soon as something is captured."
	}
	return fmt.Sprintf("Articles follow by themselves: those of a day's log once in %s at most.", say.Count(int(every.Minutes()), "minute"))
}

func (a *app) tellServer(out install.Answer, o installFlags) {
	a.UI.Print("Installed the server memoria for %s in %s", o.agent.Title, out.Settings)
	a.UI.Print("Sessions%s can look things up in %s, from the next that begins on.", o.where(a.Machine().ServersOf(o.scope())), out.Vault)
	if o.project {
		a.UI.Print("Claude Code asks everybody who works there once whether it may start it.")
	}
	if o.agent.Name == claude.Name {
		a.UI.Print("Next: claude mcp list   shows that it answers")
	} else {
		a.UI.Print("Next: ask it what was decided in this project; it may ask you whether it may call memoria")
	}
	a.UI.Print("      memoria doctor%s   checks what it runs", a.VaultFlag(out.Vault))
}

// uninstall takes the hooks and the server out, or the server alone.
func (a *app) uninstall(ctx context.Context, o installFlags) error {
	h := a.installer("uninstall", o)
	if o.mcp {
		out, done, err := h.RemoveServer(ctx)
		if err != nil || !done || a.shown(out, o, "") {
			return err
		}
		if !out.Changed {
			a.UI.Print("no server of memoria is in %s; nothing changed", out.Settings)
		} else {
			a.UI.Print("Took memoria's server out of %s", out.Settings)
		}
		if o.agent.Scopes {
			a.tellServersElsewhere(o)
		}
		return nil
	}
	at, err := a.Finder().Locate(a.Vault)
	if err != nil {
		at = ""
	}
	out, done, err := h.RemoveHooks(ctx, at)
	if err != nil || !done || a.shown(out, o, "") {
		return err
	}
	switch {
	case !out.Changed && out.Server != nil:
	case !out.Changed:
		a.UI.Print("no hook of memoria is in %s; nothing changed", out.Settings)
	case out.Exists:
		a.UI.Print("Took memoria's hooks out of %s", out.Settings)
	default:
		a.UI.Print("Removed %s, which memoria had made", out.Settings)
	}
	if out.Server != nil {
		a.UI.Print("Took memoria's server out of %s", out.Server.Settings)
	}
	a.tellPublications(o.agent.Name)
	if !o.agent.Scopes {
		return nil
	}
	for _, s := range workspace.Scopes {
		path := a.Machine().Settings(s)
		if path == out.Settings {
			continue
		}
		if hooks, _, err := claude.Hooks(path); err == nil && len(hooks) > 0 {
			a.UI.Print("There are hooks of memoria in %s too: memoria uninstall claude%s", path, install.Flag(s))
		}
	}
	a.tellServersElsewhere(o)
	return nil
}

// tellServersElsewhere names the other scopes that have a memoria server.
func (a *app) tellServersElsewhere(o installFlags) {
	for _, s := range workspace.Scopes {
		if at := a.Machine().Servers(s); s != o.scope() && install.HasServer(at) {
			a.UI.Print("There is a server of memoria in %s too: memoria uninstall claude --mcp%s", at.Path, install.Flag(s))
		}
	}
}
