package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// app is what every command shares: the world, the voice, and the vault flag.
type app struct {
	*Env
	ui    *UI
	vault string // --vault
}

const about = `memoria keeps what you and your coding agents decided and learned, as plain
Markdown you own: past sessions become day logs, day logs become a wiki.`

func newRoot(env *Env, ui *UI) *cobra.Command {
	a := &app{Env: env, ui: ui}
	root := &cobra.Command{
		Use:   "memoria",
		Short: "A memory for work with coding agents, in Markdown",
		Long:  about,
		Example: `  memoria demo             see what comes of it, with sample sessions
  memoria init ~/notes     make your vault
  memoria import           read your past sessions into it`,
		SuggestionsMinimumDistance: 2,
		Version:                    version(),
		SilenceErrors:              true,
		SilenceUsage:               true,
		Args:                       unknownCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			if !a.StdoutTerminal { // a script that calls memoria bare wants nothing on its pipe
				return nil
			}
			return c.Help()
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().StringVar(&a.vault, "vault", "", "the vault `DIR` to work on")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetVersionTemplate("memoria {{.Version}}\n")
	group(root, "Begin", a.initCmd(), a.demoCmd(), a.importCmd(), a.installCmd(), a.uninstallCmd(), a.publishCmd(), a.trustCmd())
	group(root, "Write", a.hookCmd(), a.flushCmd(), a.compileCmd(), a.mvCmd(), a.mergeCmd(), a.undoCmd(), a.forgetCmd())
	group(root, "Ask", a.searchCmd(), a.queryCmd(), a.whyCmd(), a.relatedCmd(), a.recentCmd(), a.graphCmd(), a.contextCmd(), a.mcpCmd(), a.buildCmd(), a.serveCmd())
	group(root, "Look", a.statusCmd(), a.doctorCmd(), a.lintCmd(), a.queueCmd())
	root.SetHelpCommand(helpCmd())
	root.SetHelpCommandGroupID("Look")
	return root
}

func group(root *cobra.Command, title string, cmds ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title + ":"})
	for _, c := range cmds {
		c.GroupID = title
		if c.Args == nil {
			c.Args = noArgs
		}
		root.AddCommand(c)
	}
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func (a *app) finder() *vault.Finder {
	return &vault.Finder{Getenv: a.Getenv, Dir: a.Dir, Home: a.Home, Local: a.Local}
}

// open opens the vault the command works on and tells of settings it does not know.
func (a *app) open() (*vault.Vault, error) {
	f := a.finder()
	path, err := f.Locate(a.vault)
	if err != nil {
		return nil, err
	}
	v, err := f.Open(path)
	if err != nil {
		return nil, err
	}
	for _, w := range v.Warnings {
		a.ui.Warn("%s", w)
	}
	return v, nil
}

// oneFolder takes the name of one folder, or none.
func oneFolder(c *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return hint(fmt.Errorf("%s takes one folder, not %d", c.Name(), len(args)), exitUsage, "quote a name that has spaces in it")
}

// noArgs refuses arguments where a command takes none.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return hint(fmt.Errorf("%s takes no argument, not %q", c.Name(), args[0]), exitUsage, c.CommandPath()+" --help shows what it takes")
}
