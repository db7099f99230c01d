package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/flush"
)

func (a *app) flushCmd() *cobra.Command {
	var dryRun, asJSON bool
	c := &cobra.Command{
		Use:   "flush FILE",
		Short: "Turn one transcript into entries of the day logs",
		Long: `Read the transcript FILE into the day logs, without compiling. What an entry covers
already is left alone, so flushing a file twice changes nothing.`,
		Example: "  memoria flush ~/.claude/projects/-home-me-app/5d3f0c1e.jsonl",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return hint(fmt.Errorf("flush takes one transcript, not %d", len(args)), exitUsage, "memoria import reads all your transcripts, or a folder of them")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			v, err := a.open()
			if err != nil {
				return err
			}
			defer v.Dir.Close()
			if err := a.author(v, ""); err != nil {
				return err
			}
			sources, err := a.sources(c.Context(), "flush", args)
			if err != nil {
				return err
			}
			unlock, err := a.writer(c.Context(), v, "flush")
			if err != nil {
				return err
			}
			defer unlock()
			plan, err := a.plan(c.Context(), v, sources, flush.Options{Now: a.Now(), Again: true})
			if err != nil {
				return err
			}
			if n := len(plan.Index.Unread); n > 0 && len(plan.Todo) == 0 {
				return hint(fmt.Errorf("flush %q: %s", args[0], plan.Index.Unread[0].Reason), exitFailure, "name a transcript: Claude Code keeps them in ~/.claude/projects/PROJECT/SESSION.jsonl")
			}
			if dryRun {
				return a.showPlan(plan, len(sources), asJSON)
			}
			rep, err := a.flushPlan(c.Context(), v, plan)
			if err != nil {
				return err
			}
			return a.tellFlush(plan, rep, asJSON)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "show what would be flushed, write nothing")
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object")
	return c
}

func (a *app) tellFlush(p *flush.Plan, rep flush.Report, asJSON bool) error {
	if asJSON {
		return a.ui.JSON(importedOf(p, rep))
	}
	if rep.Entries == 0 {
		a.ui.Print("Nothing new")
	}
	for _, s := range rep.Skipped {
		a.ui.Print("Skipped %s: %s", printable(s.Session), s.Reason)
	}
	if rep.Entries > 0 {
		a.ui.Print("Flushed %s: %s in %s with %s", count(rep.Flushed, "session"), count(rep.Entries, "entry"), count(len(rep.Days), "day log"), count(rep.Bullets, "bullet"))
		a.ui.Print("Next: memoria compile")
	}
	if len(rep.Failed) > 0 {
		return fmt.Errorf("flush session %s: %s", rep.Failed[0].Session, rep.Failed[0].Reason)
	}
	return nil
}
