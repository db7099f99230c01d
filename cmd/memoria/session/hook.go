package session

import (
	"encoding/json"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
)

// hookCmd does what the program memoria-hook does. All calls end in 0, and print what is for the agent to know
// or nothing: to an agent, an exit code of 2 is an order.
func (a *app) hookCmd() *cobra.Command {
	c := command.New("hook", func(c *cobra.Command, args []string) error {
		if WantsHelp(args) {
			return c.Help()
		}
		Hook(a.App, args)
		return nil
	})
	c.Args, c.DisableFlagParsing = cobra.ArbitraryArgs, true // see agent.ParseCall
	return c
}

// WantsHelp reports whether the arguments of hook ask for its help.
func WantsHelp(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}

// Hook runs `memoria hook ARGS`.
func Hook(a *command.App, args []string) {
	if a.Getenv(agent.ChildVariable) != "" {
		return
	}
	if len(args) == 1 && args[0] == agent.FlagAnswer {
		var q agent.Question
		err := json.NewDecoder(a.Stdin).Decode(&q)
		if err == nil {
			err = answer(a, &q)
		}
		if err != nil {
			a.Machine().Log().Printf("hook", "%v", err)
		}
		return
	}
	if a.StdinTerminal {
		a.UI.Say("a hook is called by an agent, with one JSON value on standard input; memoria install claude sets it up")
		return
	}
	c, err := agent.ParseCall(args)
	if err != nil {
		a.Machine().Log().Printf("hook", "%v", err)
		return
	}
	h := agent.New(c, a.Finder(), a.Now)
	h.Stdin, h.Stdout, h.StartWorker = a.Stdin, a.Stdout, command.StartWorker
	h.Answer = func(q *agent.Question) error { return answer(a, q) }
	_ = h.Run() // the agent shall not see it, and it stands in the log
}

// answer answers a Question of a hook.
func answer(a *command.App, q *agent.Question) error {
	v, err := a.Unasked().Open(q.Vault)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	remind.Answer(v, q, a.Stdout)
	return nil
}
