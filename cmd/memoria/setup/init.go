package setup

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/dailynotes"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

func (a *app) initCmd() *cobra.Command {
	var agent string
	var o installFlags
	c := command.New("init", func(c *cobra.Command, args []string) error {
		dir := a.Vault
		if len(args) > 0 {
			dir = args[0]
		}
		if dir == "" {
			dir = "."
		}
		if agent == "" {
			isNew, err := a.init(dir, true)
			if err == nil && isNew {
				err = a.ImportFirst(c.Context(), a.Finder().Abs(dir))
			}
			return err
		}
		if err := knownAgent("memoria init --agent", agent, agents.Names()...); err != nil {
			return err
		}
		o.agent = agents.Of(strings.ToLower(agent))[0]
		if !o.yes && !a.Asks() { // before a vault is made that waits for its hooks
			return command.Nobody("init --agent " + o.agent.Name)
		}
		isNew, err := a.init(dir, true)
		if err == nil {
			err = a.install(c.Context(), a.Finder().Abs(dir), o)
		}
		if err == nil && isNew && !o.yes {
			err = a.ImportFirst(c.Context(), a.Finder().Abs(dir))
		}
		return err
	})
	c.Args = command.OneFolder
	c.Flags().StringVar(&agent, "agent", "", "install the hooks of this agent too: "+strings.Join(agents.Names(), " or "))
	c.Flags().BoolVarP(&o.yes, "yes", "y", false, "do not ask before hooks are installed")
	return c
}

// offerDailyNotes says how the daily notes that another program keeps in a folder are read.
func (a *app) offerDailyNotes(folder string) {
	dir, err := fsutil.OpenDir(folder)
	if err != nil {
		return
	}
	defer dir.Close()
	if p := dailynotes.Guess(dir); p != "" {
		a.UI.Print("Your daily notes can be read, too: a line in %s does it: journal: %s", layout.Config, say.Printable(p))
	}
}

// init makes a vault, and reports whether there was none.
func (a *app) init(dir string, asDefault bool) (isNew bool, err error) {
	done, err := a.Finder().Init(dir, asDefault)
	if err != nil {
		return false, err
	}
	if done.Outer != "" {
		a.UI.Warn("%s lies inside the Obsidian vault %s; Obsidian advises against a vault in a vault", done.Path, done.Outer)
	}
	if done.Inside != "" {
		a.UI.Warn("%s lies inside the vault %s; commands run there will use the inner one", done.Path, done.Inside)
	}
	if done.NoDefault != nil {
		a.UI.Warn("%v", done.NoDefault)
	}
	isNew = slices.Contains(done.Files, layout.Config)
	switch {
	case isNew:
		a.UI.Print("Created a vault in %s", done.Path)
	case len(done.Files) > 0:
		a.UI.Print("%s is a vault already; added %s", done.Path, strings.Join(done.Files, ", "))
	default:
		a.UI.Print("%s is a vault already; nothing changed", done.Path)
	}
	if done.Earlier != "" {
		a.UI.Print("Its articles are in %s, as %s says", done.Earlier, layout.Config)
	}
	if isNew {
		a.offerDailyNotes(done.Path)
	}
	if done.Default {
		a.UI.Print("It is your default vault (%s).", a.Finder().UserConfig())
	}
	if isNew {
		a.UI.Print("Next: memoria import --vault %s   reads your past sessions", vault.Quote(done.Path))
	}
	return isNew, nil
}
