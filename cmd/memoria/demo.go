package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/importer"
	"github.com/agent-admin/memoria/cmd/internal/handler/site"
	"github.com/agent-admin/memoria/flush"
)

func (a *app) demoCmd() *cobra.Command {
	c := command("demo", func(c *cobra.Command, args []string) error {
		dir := "memoria-demo"
		if len(args) > 0 {
			dir = args[0]
		}
		return a.demo(c.Context(), dir)
	})
	c.Args = oneFolder
	return c
}

func (a *app) demo(ctx context.Context, dir string) error {
	f := a.finder()
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
	v, err := a.machine().Open(done.Path)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	run := a.run(v, "demo", author.Extractor())
	run.Sources, run.Options = importer.DemoSources(), flush.Options{Now: a.Now()}
	a.ui.Print("Reading %s of two made-up projects into %s", count(len(run.Sources), "sample session"), done.Path)
	plan, unlock, err := run.Plan(ctx, false)
	if err != nil {
		return err
	}
	defer unlock()
	rep, err := run.Flush(ctx, plan)
	if err != nil {
		return err
	}
	if err := a.finishImport(ctx, run, plan, rep, importFlags{}); err != nil {
		return err
	}
	built, err := (&site.Builder{Vault: v, Version: version(), Warn: a.ui.Warn, Progress: a.progress}).Build(ctx)
	if err != nil {
		return err
	}
	a.ui.Print("Or as a site: %s", built.Index)
	return nil
}
