package compile

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/site"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/templates"
)

func (a *app) buildCmd() *cobra.Command {
	b := site.Builder{Version: command.Version(), Warn: a.UI.Warn, Step: a.Step}
	var template string
	build := a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		b.Vault = v
		did, err := b.Build(ctx)
		if err != nil {
			return err
		}
		return a.Answer(did, func() { a.tellBuilt(did) })
	})
	c := command.New("build", func(c *cobra.Command, args []string) error {
		defer command.RarelyCollect(command.Roomy * 3 / 4)() // most of what a build makes is garbage soon
		if template != "" {
			return a.showTemplate(template)
		}
		if len(args) > 0 {
			did, err := b.BuildFolder(c.Context(), a.Machine(), args[0])
			if err != nil {
				return err
			}
			return a.Answer(did, func() { a.tellBuilt(did) })
		}
		return build(c, args)
	})
	c.Args = command.OneFolder
	f := c.Flags()
	f.StringVar(&b.Out, "out", "", "the `FOLDER` to write to; default: .memoria/site in the vault")
	f.StringVar(&b.Title, "title", "", "`NAME` of the site; default: that of the vault's folder")
	f.StringVar(&b.BaseURL, "base-url", "", "`URL` at which it will lie: for the feed, the sitemap, canonical links and 404.html")
	f.StringArrayVar(&b.Include, "include", nil, "show notes whose path fits the `PATTERN` too, notes/**")
	f.BoolVar(&b.Markdown, "markdown", false, "write each page as Markdown too, for programs that read it")
	f.BoolVar(&b.All, "all", false, "make every page, also those of which nothing changed")
	f.BoolVar(&b.Replace, "replace", false, "take over a folder that holds the site of another vault")
	f.StringVar(&template, "template", "", "print memoria's own template of this `NAME`, and build nothing")
	f.BoolVarP(&b.DryRun, "dry-run", "n", false, "show what would be written and removed, and write nothing")
	a.JSONFlag(c)
	return c
}

// showTemplate prints one of memoria's own templates, as the start of a changed one.
func (a *app) showTemplate(name string) error {
	names := templates.SiteNames()
	if !slices.Contains(names, name) {
		return exit.Hint(fmt.Errorf("build: --template: memoria has none called %q", name), exit.Usage, "there are "+strings.Join(names, ", "))
	}
	_, err := a.UI.Out.Write(templates.Site(name))
	return err
}

func (a *app) tellBuilt(b site.Built) {
	did := "wrote"
	if b.DryRun {
		did = "would write"
		for _, p := range b.Written {
			a.UI.Print("write   %s", say.Printable(p))
		}
		for _, p := range b.Removed {
			a.UI.Print("remove  %s", say.Printable(p))
		}
	}
	a.UI.Print("%s %s, %d as they were, %d removed", did, say.Count(len(b.Written), "file"), b.Unchanged, len(b.Removed))
	for _, p := range b.Kept {
		a.UI.Warn("%s is no longer of the site, and was changed: it stays", say.Printable(p))
	}
	if !b.DryRun {
		a.UI.Print("%s", b.Index)
	}
}
