package session

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/importer"
	"github.com/agent-admin/memoria/cmd/internal/handler/prompts"
	"github.com/agent-admin/memoria/cmd/internal/handler/site"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/flush"
)

func (a *app) demoCmd() *cobra.Command {
	c := command.New("demo", func(c *cobra.Command, args []string) error {
		dir := "memoria-demo"
		if len(args) > 0 {
			dir = args[0]
		}
		return a.demo(c.Context(), dir)
	})
	c.Args = command.OneFolder
	return c
}

func (a *app) demo(ctx context.Context, dir string) error {
	f := a.Finder()
	if err := importer.DemoRoom(f.Abs(dir), dir); err != nil {
		return err
	}
	done, err := f.Init(dir, false)
	if err != nil {
		return err
	}
	if len(done.Files) > 0 {
		if err := importer.DemoSettings(done.Path); err != nil {
			return err
		}
	}
	v, err := a.Machine().Open(done.Path)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	run := a.run(v, "demo", author.Extractor())
	run.Sources, run.Options = importer.DemoSources(), flush.Options{Now: a.Now()}
	a.UI.Print("Reading %s of three agents and two made-up projects into %s", say.Count(len(run.Sources), "sample session"), done.Path)
	plan, unlock, err := run.Plan(ctx, false)
	if err != nil {
		return err
	}
	defer unlock()
	rep, err := run.Flush(ctx, plan)
	if err != nil {
		return err
	}
	if err := a.finishImport(ctx, run, plan, rep, prompts.Counts{}, importFlags{}); err != nil {
		return err
	}
	built, err := (&site.Builder{Vault: v, Version: command.Version(), Warn: a.UI.Warn, Step: a.Step}).Build(ctx)
	if err != nil {
		return err
	}
	a.UI.Print("Or as a site: %s", built.Index)
	return nil
}
