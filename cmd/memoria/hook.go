package main

import (
	"encoding/json"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// hookCmd does what the program memoria-hook does. All calls end in 0, and print what is for the agent to know
// or nothing: to an agent, an exit code of 2 is an order.
func (a *app) hookCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "hook AGENT EVENT",
		Short: "Take note of what an agent tells (agents call this)",
		Long: `Take note of an event in a session, for the worker to look at. The agent calls this
and gives one JSON value on standard input; memoria install sets it up. It always ends
with 0. When a session begins it tells the agent what is known of the project, see
memoria context; otherwise it prints nothing. What goes wrong is a line in the vault's
.memoria/logs/memoria.log, or where that cannot be written in memoria.log below
$XDG_STATE_HOME/memoria (~/.local/state/memoria).`,
		Example:            `  memoria hook claude SessionEnd --vault ~/notes < payload.json`,
		Args:               cobra.ArbitraryArgs,
		DisableFlagParsing: true, // see agent.ParseCall
		RunE: func(c *cobra.Command, args []string) error {
			if wantsHelp(args) {
				return c.Help()
			}
			a.hook(args)
			return nil
		},
	}
}

func wantsHelp(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}

// hook is `memoria hook ARGS`.
func (a *app) hook(args []string) {
	if a.Getenv(agent.ChildVariable) != "" {
		return
	}
	if len(args) == 1 && args[0] == agent.FlagAnswer {
		var q agent.Question
		err := json.NewDecoder(a.Stdin).Decode(&q)
		if err == nil {
			err = a.answer(&q)
		}
		if err != nil {
			a.hookLog().Printf("hook", "%v", err)
		}
		return
	}
	if a.StdinTerminal {
		a.ui.Say("a hook is called by an agent, with one JSON value on standard input; memoria install claude sets it up")
		return
	}
	c, err := agent.ParseCall(args)
	if err != nil {
		a.hookLog().Printf("hook", "%v", err)
		return
	}
	h := agent.New(c, a.finder(), a.Now)
	h.Stdin, h.Stdout, h.Answer = a.Stdin, a.Stdout, a.answer
	h.StartWorker = startWorker
	h.Run()
}

// startWorker starts this program as the worker of a vault.
func startWorker(vault string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return agent.StartWorker(self, vault)
}

// hookLog is the log of a hook that knows no vault.
func (a *app) hookLog() *vault.Log {
	return &vault.Log{State: vault.StateDir(a.Getenv, a.Home), Now: a.Now}
}
