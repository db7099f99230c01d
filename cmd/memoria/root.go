package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/memoria/ask"
	"github.com/agent-admin/memoria/cmd/memoria/change"
	"github.com/agent-admin/memoria/cmd/memoria/compile"
	"github.com/agent-admin/memoria/cmd/memoria/complete"
	"github.com/agent-admin/memoria/cmd/memoria/list"
	"github.com/agent-admin/memoria/cmd/memoria/look"
	"github.com/agent-admin/memoria/cmd/memoria/manual"
	"github.com/agent-admin/memoria/cmd/memoria/session"
	"github.com/agent-admin/memoria/cmd/memoria/setup"
	"github.com/agent-admin/memoria/cmd/memoria/sync"
)

const about = `memoria keeps what you and your coding agents decided and learned, as plain
Markdown you own: past sessions become day logs, day logs become a wiki.`

func newRoot(env *command.Env, ui *command.UI) *cobra.Command {
	a := &command.App{Env: env, UI: ui}
	root := &cobra.Command{
		Use:   "memoria",
		Short: "A memory for work with coding agents, in Markdown",
		Long:  about,
		Example: `  memoria demo             see what comes of it, with sample sessions
  memoria init ~/notes     make your vault
  memoria import           read your past sessions into it`,
		SuggestionsMinimumDistance: 2,
		Version:                    command.Version(),
		SilenceErrors:              true,
		SilenceUsage:               true,
		Args:                       command.UnknownCommand,
		RunE:                       func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(command.FlagError)
	root.SetVersionTemplate(command.Build().Line() + "\n")
	color := term.Auto
	f := root.PersistentFlags()
	f.StringVar(&a.Vault, "vault", "", "the vault `DIR` to work on")
	f.Var(&color, "color", "use colour by `MODE`: auto, always or never")
	f.BoolVar(&a.NoPager, "no-pager", false, "never show a long answer in a pager")
	a.Paint(color)
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		a.Paint(color)
		return noBlanks(c, args)
	}
	root.SetHelpFunc(func(c *cobra.Command, _ []string) { a.Paint(color); a.TellHelp(c) })
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
	}
	for _, of := range [...]func(*command.App) []*cobra.Command{setup.Commands, session.Commands, compile.Commands, change.Commands, ask.Commands, list.Commands, look.Commands, sync.Commands} {
		for _, c := range of(a) {
			c.GroupID = groupOf(c.Name())
			root.AddCommand(c)
		}
	}
	for _, c := range []*cobra.Command{complete.Command(root), manual.Command(root, a)} {
		c.GroupID = groupOf(c.Name())
		root.AddCommand(c)
	}
	complete.Attach(root, a)
	root.SetHelpCommand(command.HelpCmd())
	root.SetHelpCommandGroupID("Look")
	return root
}

// noBlanks returns an error if an argument or the value of a flag is blank: a variable that is not set.
func noBlanks(c *cobra.Command, args []string) (err error) {
	blank := func(what, where string) {
		err = exit.Hint(fmt.Errorf("%s is empty", what), exit.Usage, "name "+where+", or leave it out; a variable may not be set")
	}
	if c.Name() != cobra.ShellCompRequestCmd && slices.ContainsFunc(args, func(a string) bool { return strings.TrimSpace(a) == "" }) {
		blank(strings.TrimPrefix(c.CommandPath(), "memoria ")+": an argument", "it")
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if strings.HasPrefix(f.Value.Type(), "string") && strings.Trim(f.Value.String(), `[]" `) == "" {
			blank("--"+f.Name, "its value")
		}
	})
	return err
}

// groups are the parts of the list of commands.
var groups = []struct {
	title string
	names []string
}{
	{"Begin", []string{"init", "demo", "import", "install", "uninstall", "publish", "trust"}},
	{"Write", []string{"hook", "flush", "compile", "improve", "mv", "merge", "undo", "forget", "project"}},
	{"Ask", []string{"search", "query", "why", "related", "recent", "open", "graph", "context", "mcp", "build", "serve"}},
	{"List", []string{"today", "sessions", "tasks", "decisions", "preferences"}},
	{"Share", []string{"sync", "share", "machines", "merge-driver"}},
	{"Look", []string{"status", "doctor", "lint", "queue", "completion", "man", "version"}},
}

// groupOf returns the title of the group that a command is in.
func groupOf(name string) string {
	for _, g := range groups {
		if slices.Contains(g.names, name) {
			return g.title
		}
	}
	return ""
}
