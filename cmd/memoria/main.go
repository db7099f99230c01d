// Command memoria keeps what was said in sessions with coding agents as day logs and a wiki of plain Markdown.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // a machine without a zone database dates entries all the same

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/memoria/session"
)

func main() {
	os.Exit(interruptible(func(ctx context.Context) int { return run(ctx, command.OSEnv(), os.Args[1:]) }))
}

// grace is how long a command may take to end once it was asked to.
const grace = 10 * time.Second

// interruptible calls f with a context that ends at the first Ctrl-C, so that it finishes the current write and
// returns. A second Ctrl-C ends the process at once, and so does a timeout. Every write can be interrupted safely.
func interruptible(f func(context.Context) int) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() {
		stop()
		time.AfterFunc(grace, func() { os.Exit(exit.Interrupted) })
	})
	return f(ctx)
}

// run runs memoria with args and returns the exit code.
func run(ctx context.Context, env *command.Env, args []string) int {
	ui := &command.UI{Out: env.Stdout, Err: env.Stderr, Screen: env.Screen, Redraw: env.Terminal}
	switch { // what needs no command line to be set up, and is waited for
	case len(args) == 1 && args[0] == "--version":
		ui.Print("%s", command.Build().Line())
		return exit.Done
	case len(args) > 0 && args[0] == "hook" && !session.WantsHelp(args):
		session.Hook(&command.App{Env: env, UI: ui}, args[1:])
		return exit.Done
	}
	root := newRoot(env, ui)
	env.Args = args
	root.SetArgs(args)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	err := root.ExecuteContext(ctx)
	ui.Clear()
	ui.EndPage()
	if err == nil {
		err = ui.Lost()
	}
	if err == nil {
		return exit.Done
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		ui.Say("interrupted; run the same command again to go on")
		return exit.Interrupted
	}
	return ui.Fail(err)
}
