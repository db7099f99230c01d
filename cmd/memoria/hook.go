package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// hookCmd is the slow way into the hook: the call of an agent is answered before this package is set
// up, see package agent. Here come those that name no vault, those of a person at a terminal, wrong
// ones, and those whose answer is not prepared. All end in 0, and print what is for the agent to know
// or nothing: to an agent, an exit code of 2 is an order.
func (a *app) hookCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "hook AGENT EVENT",
		Short: "Take note of what an agent tells (agents call this)",
		Long: `Take note of an event in a session, for the worker to look at. The agent calls this
and gives one JSON value on standard input; memoria install sets it up. It always ends
with 0. When a session begins it tells the agent what is known of the project, see
memoria context; otherwise it prints nothing. What goes wrong is a line in the vault's
.memoria/logs/memoria.log, or where that cannot be written in memoria.log below
$XDG_STATE_HOME/memoria (~/.local/state/memoria).`,
		Example: `  memoria hook claude SessionEnd --vault ~/notes < payload.json`,
		Args:    cobra.ArbitraryArgs,
		Run:     func(_ *cobra.Command, args []string) { a.hook(args) },
	}
	c.FParseErrWhitelist.UnknownFlags = true               // of a newer memoria, in a command that was installed by it
	c.SetFlagErrorFunc(func(*cobra.Command, error) error { // the error holds what was given
		a.hookLog().Printf("hook", "has a flag without a value, or with a wrong one")
		return nil
	})
	return c
}

func (a *app) hook(args []string) {
	if a.Getenv(agent.ChildVariable) != "" {
		return
	}
	if q := agent.Asked(); q != nil { // the note is kept, standard input is read
		a.answer(q)
		return
	}
	stdin, _ := a.Stdin.(*os.File)
	if stdin != nil && agent.IsTerminal(stdin) {
		a.ui.Say("a hook is called by an agent, with one JSON value on standard input; memoria install claude sets it up")
		return
	}
	if len(args) != 2 {
		a.hookLog().Printf("hook", "takes an agent and an event, not %d words", len(args))
		return
	}
	path, err := a.finder().Locate(a.vault)
	if err != nil && a.vault != "" {
		path = a.finder().Abs(a.vault) // it may come back
	}
	h := agent.FromOS(args[0], args[1], path, err)
	h.Stdin, h.Stdout, h.Getenv, h.Now = a.Stdin, a.Stdout, a.Getenv, a.Now
	h.Dir, h.State, h.User = a.Dir, vault.StateDir(a.Getenv, a.Home), a.finder().UserConfig()
	if q := h.Run(); q != nil {
		a.answer(q)
	}
}

// hookLog is the log of a hook that knows no vault.
func (a *app) hookLog() *vault.Log {
	return &vault.Log{State: vault.StateDir(a.Getenv, a.Home), Now: a.Now}
}
