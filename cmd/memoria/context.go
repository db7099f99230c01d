package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

// contextFlags say for whom notes are chosen.
type contextFlags struct {
	project, branch, source, session string
	files                            []string
	max                              int
	explain, json                    bool
}

func (a *app) contextCmd() *cobra.Command {
	var o contextFlags
	c := &cobra.Command{
		Use:   "context [DIR]",
		Short: "Show what a session that begins in a folder is told",
		Long: `Show what an agent is told when a session begins in a folder, this one where none is
named: what holds for its project, what the last sessions there were about, what other
work changed since, and which articles there are. The hook that memoria install sets up
says it by itself; context: off in the settings of the vault keeps it silent.`,
		Example: "  memoria context\n  memoria context ~/src/tide --explain\n  memoria context --project tide --source compact --session 5d3f0c1e",
		Args:    oneFolder,
		RunE: func(c *cobra.Command, args []string) error {
			v, err := a.open()
			if err != nil {
				return err
			}
			defer v.Dir.Close()
			dir := a.Dir
			if len(args) == 1 {
				dir = a.finder().Abs(args[0])
			}
			return a.showContext(c.Context(), v, dir, o)
		},
	}
	fl := c.Flags()
	fl.StringVar(&o.project, "project", "", "the project called `NAME`, whatever the folder's is")
	fl.StringVar(&o.branch, "branch", "", "the branch called `NAME`, whatever the folder is on")
	fl.StringVar(&o.source, "source", "startup", "why the session begins: startup, resume, clear or `compact`")
	fl.StringVar(&o.session, "session", "", "the session's `ID`, for what it said itself")
	fl.StringSliceVar(&o.files, "file", nil, "`NAME` of a file that is worked on")
	fl.IntVar(&o.max, "max", 0, "at most so many characters; default: what the settings allow")
	fl.BoolVar(&o.explain, "explain", false, "say of each note why it was chosen")
	fl.BoolVar(&o.json, "json", false, "answer with one JSON object")
	return c
}

// contextJSON is the answer of `context --json`.
type contextJSON struct {
	Schema     int           `json:"schema"`
	Project    string        `json:"project"`
	Branch     string        `json:"branch"`
	Withheld   string        `json:"withheld,omitempty"` // why nothing is said here
	Text       string        `json:"text"`
	Characters int           `json:"characters"`
	Notes      []contextNote `json:"notes"`
	Left       int           `json:"left_out"`
	Read       int           `json:"read_elsewhere"` // notes that stand in files which the session reads
	Files      []string      `json:"published_in"`   // these files
}

type contextNote struct {
	Section string   `json:"section"`
	Kind    string   `json:"kind"`
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Cites   []string `json:"cites"`
	Why     string   `json:"why"`
	Rank    int      `json:"rank"`
}

func (a *app) showContext(ctx context.Context, v *workspace.Vault, dir string, o contextFlags) error {
	if o.max < 0 || o.max > prepared.Limit {
		return hint(fmt.Errorf("context: --max %d is not a number of characters up to %d", o.max, prepared.Limit), exitUsage, "an agent cuts what is longer")
	}
	place, withheld := v.Place(dir)
	if o.project != "" {
		place.Project, withheld = o.project, ""
	}
	out := contextJSON{Schema: 1, Project: place.Project, Branch: prepared.Branch(place.Head), Withheld: withheld, Notes: []contextNote{}, Files: []string{}}
	if o.branch != "" {
		out.Branch = o.branch
	}
	if o.max == 0 {
		o.max = v.Config.Context
	}
	if place.Project != "" {
		b, err := publish.Builder(ctx, v)
		if err != nil {
			return fmt.Errorf("context: %w", err)
		}
		there := place.Elsewhere(v.Dir)
		files := o.files
		if len(files) == 0 && o.project == "" {
			files = agent.Lately(dir, a.Now())
		}
		c := b.Build(place.Project).Choose(prepared.Ask{Vault: v.Path(), Session: o.session, Source: o.source, Branch: out.Branch, Files: files, Max: o.max,
			Elsewhere: there})
		out.Text, out.Characters, out.Left = c.Text, utf8.RuneCountInString(c.Text), c.Left
		out.Read, out.Files = c.Read, say.List(there.Files)
		for _, it := range c.Items {
			out.Notes = append(out.Notes, contextNote{it.Section.String(), it.Kind, it.ID, it.Text, say.List(it.Cites), it.Why, it.Rank})
		}
	}
	if o.json {
		return a.ui.JSON(out)
	}
	a.tellContext(v, dir, out, o.explain)
	return nil
}

func (a *app) tellContext(v *workspace.Vault, dir string, out contextJSON, explain bool) {
	switch {
	case out.Withheld != "":
		a.ui.Say("nothing is said in %s: %s", printable(filepath.ToSlash(dir)), out.Withheld)
	case out.Project == "":
		a.ui.Say("nothing is said in %s: it is no project's folder", printable(filepath.ToSlash(dir)))
	case out.Text == "" && out.Read > 0:
		a.ui.Say("nothing more is said of project %s", printable(out.Project))
	case out.Text == "":
		a.ui.Say("nothing is known of project %s", printable(out.Project))
	case explain:
		for _, n := range out.Notes {
			a.ui.Print("%4d %-8s %s", n.Rank, n.Section, printable(n.Text))
			a.ui.Print("     %s", printable(strings.TrimSpace(n.Why)))
		}
		a.ui.Print("%s, %d characters, %d left out", count(len(out.Notes), "note"), out.Characters, out.Left)
	default:
		a.ui.Print("%s", strings.TrimSuffix(out.Text, "\n"))
	}
	if out.Read > 0 {
		a.ui.Say("not said again: %s in %s, which a session reads by itself", count(out.Read, "note"), printable(strings.Join(out.Files, ", ")))
	}
	if v.Config.Context == 0 && out.Text != "" {
		a.ui.Say("context is off in the settings: no session is told this")
	}
}
