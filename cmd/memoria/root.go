package main

import "github.com/spf13/cobra"

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
	group(root, "Write", a.hookCmd(), a.flushCmd(), a.compileCmd(), a.mvCmd(), a.mergeCmd(), a.undoCmd(), a.forgetCmd(), a.projectCmd())
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
		root.AddCommand(c)
	}
}
