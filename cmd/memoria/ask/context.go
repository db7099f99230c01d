package ask

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

func (a *app) contextCmd() *cobra.Command {
	var r remind.Request
	var explain bool
	c := command.New("context", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		if r.Max < 0 || r.Max > prepared.Limit {
			return exit.Hint(fmt.Errorf("context: --max %d is not a number of characters up to %d", r.Max, prepared.Limit), exit.Usage, "an agent cuts what is longer")
		}
		r.Dir = a.Dir
		if len(args) == 1 {
			r.Dir = a.Finder().Abs(args[0])
		}
		if r.Project == "." { // the folder's
			r.Project = ""
		}
		out, err := remind.For(ctx, v, r)
		switch {
		case err != nil:
			return fmt.Errorf("context: %w", err)
		case a.AsJSON:
			return a.UI.JSON(out)
		}
		a.tellNotes(v, say.Printable(filepath.ToSlash(r.Dir)), out, explain)
		if r.Project != "" && out.Text == "" && out.Read == 0 {
			return a.TellProjects(ctx, v)
		}
		return nil
	}))
	c.Args = command.OneFolder
	f := c.Flags()
	f.StringVarP(&r.Project, "project", "p", "", "the project called `NAME`, whatever the folder's is")
	f.StringVar(&r.Branch, "branch", "", "the branch called `NAME`, whatever the folder is on")
	f.StringVar(&r.Source, "source", "startup", "why the session begins: startup, resume, clear or `compact`")
	f.StringVar(&r.Session, "session", "", "the id of the `SESSION`, for what it said itself")
	f.StringSliceVar(&r.Files, "file", nil, "a `FILE` that is worked on")
	f.IntVar(&r.Max, "max", 0, "at most so many characters; default: what the settings allow")
	f.BoolVar(&explain, "explain", false, "say of each note why it was chosen")
	a.JSONFlag(c)
	return c
}

func (a *app) tellNotes(v *workspace.Vault, dir string, out remind.Notes, explain bool) {
	a.Page()
	switch {
	case out.Withheld != "":
		a.UI.Say("nothing is said in %s: %s", dir, out.Withheld)
	case out.Project == "":
		a.UI.Say("nothing is said in %s: it is no project's folder", dir)
	case out.Text == "" && out.Read > 0:
		a.UI.Say("nothing more is said of project %s", say.Printable(out.Project))
	case out.Text == "" && out.Left > 0:
		a.UI.Say("no note of project %s is as short as --max says; there are %s", say.Printable(out.Project), say.Thousands(out.Left))
	case out.Text == "":
		a.UI.Say("nothing is known of project %s", say.Printable(out.Project))
	case explain:
		for _, n := range out.Notes {
			a.UI.Print("%4d %-8s %s", n.Rank, n.Section, say.Printable(n.Text))
			a.UI.Print("     %s", say.Printable(strings.TrimSpace(n.Why)))
		}
		a.UI.Print("%s, %d characters, %d left out", say.Count(len(out.Notes), "note"), out.Characters, out.Left)
	default:
		a.UI.Print("%s", strings.TrimSuffix(out.Text, "\n"))
	}
	if out.Read > 0 {
		a.UI.Say("not said again: %s in %s, which a session reads by itself", say.Count(out.Read, "note"), say.Printable(strings.Join(out.Files, ", ")))
	}
	if v.Config.Context == 0 && out.Text != "" {
		a.UI.Say("context is off in the settings: no session is told this")
	}
}
