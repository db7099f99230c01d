package main

import (
	"encoding/json"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
)

// hookCmd does what the program memoria-hook does. All calls end in 0, and print what is for the agent to know
// or nothing: to an agent, an exit code of 2 is an order.
func (a *app) hookCmd() *cobra.Command {
	c := command("hook", func(c *cobra.Command, args []string) error {
		if wantsHelp(args) {
			return c.Help()
		}
		a.hook(args)
		return nil
	})
	c.Args, c.DisableFlagParsing = cobra.ArbitraryArgs, true // see agent.ParseCall
	return c
}

func wantsHelp(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}

// hook runs `memoria hook ARGS`.
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
			a.machine().Log().Printf("hook", "%v", err)
		}
		return
	}
	if a.StdinTerminal {
		a.ui.Say("a hook is called by an agent, with one JSON value on standard input; memoria install claude sets it up")
		return
	}
	c, err := agent.ParseCall(args)
	if err != nil {
		a.machine().Log().Printf("hook", "%v", err)
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

// answer answers a Question of a hook.
func (a *app) answer(q *agent.Question) error {
	v, err := a.machine().Open(q.Vault)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	remind.Answer(v, q, a.Stdout)
	return nil
}
