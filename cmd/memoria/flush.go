package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/fsutil"
)

// flushFlags are what flush was asked for.
type flushFlags struct {
	dryRun, json bool
	scan, wait   bool
	background   bool     // started by a hook: nobody watches
	rebuild      []string // sessions, days, or all
	redo         bool     // the arguments are such, none is all
	provider     string
	budget       string // of this run
}

func (a *app) flushCmd() *cobra.Command {
	var o flushFlags
	c := &cobra.Command{
		Use:   "flush [FILE]",
		Short: "Work the queue of what hooks reported, or one transcript",
		Long: `Without FILE, capture every session that hooks reported into the day logs, then compile
the logs that are stale. Hooks start this by themselves when it is time; it is for
scripts, and for those who do not want to wait. With FILE, read that transcript into
the day logs and do not compile. What an entry covers already is left alone, so
flushing twice changes nothing.`,
		Example: "  memoria flush --wait\n  memoria flush --scan\n  memoria flush ~/.claude/projects/-home-me-app/5d3f0c1e.jsonl\n  memoria flush --rebuild 2026-03-02\n  memoria flush --redo --budget '0.50 usd'",
		Args: func(_ *cobra.Command, args []string) error {
			if o.redo {
				return o.redoArgs()
			}
			if len(o.rebuild) > 0 {
				return o.rebuildArgs(args)
			}
			if len(args) > 1 {
				return hint(fmt.Errorf("flush takes one transcript, not %d", len(args)), exitUsage, "memoria import reads all your transcripts, or a folder of them")
			}
			if len(args) == 1 && (o.scan || o.wait) {
				return hint(errors.New("flush takes a transcript or works the queue, not both"), exitUsage, "leave out the file, or --scan and --wait")
			}
			if o.dryRun && len(args) == 0 {
				return hint(errors.New("flush --dry-run takes a transcript, --rebuild or --redo"), exitUsage, "memoria queue list shows what waits in the queue")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if o.background {
				return a.flushUnseen(c.Context())
			}
			v, err := a.open()
			if err != nil {
				return err
			}
			defer v.Dir.Close()
			switch {
			case o.redo:
				return a.redo(c.Context(), v, o, args)
			case len(o.rebuild) > 0:
				return a.rebuild(c.Context(), v, o)
			case len(args) == 1:
				return a.flushFile(c.Context(), v, args[0], o)
			}
			return a.flushQueue(c.Context(), v, o)
		},
	}
	fl := c.Flags()
	fl.BoolVar(&o.scan, "scan", false, "look for sessions that no hook reported, too")
	fl.BoolVar(&o.wait, "wait", false, "stay until the queue is empty, what failed and is to be tried again included")
	fl.StringSliceVar(&o.rebuild, "rebuild", nil, "write the entries that the logs lost of `SESSION`, of a day, or of all again, from the archive")
	fl.BoolVar(&o.redo, "redo", false, "have a model write again what was written without one, of the sessions or days named, or of all")
	fl.StringVar(&o.provider, "provider", "", "what writes the entries: `NAME` of a provider, or extractive")
	fl.StringVar(&o.budget, "budget", "", "what models may be asked in this run: `LIMITS` such as \"20 calls, 0.50 usd\"")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what of FILE would be flushed, or what would be rebuilt or redone, write nothing")
	fl.BoolVar(&o.json, "json", false, "answer with one JSON object")
	fl.BoolVar(&o.background, "background", false, "be the worker that a hook starts")
	fl.MarkHidden("background")
	return c
}

// flushUnseen is the worker that a hook started. Nobody reads what it says, so that goes to the log.
func (a *app) flushUnseen(ctx context.Context) error {
	f := a.finder()
	path, err := f.Locate(a.vault)
	if err != nil {
		a.log(nil).Printf("worker", "%v", err)
		return err
	}
	v, err := a.machine().Open(path)
	if err != nil {
		log := a.machine().Log()
		log.Vault = path
		log.Printf("worker", "vault %s: %v", path, err)
		return err
	}
	defer v.Dir.Close()
	w := a.worker(v, true)
	if _, err := a.hireWriters(w, "", ""); err != nil {
		w.Tell("%v; entries are written without a model", err)
	}
	w.Settle()
	err = errors.Join(w.Run(ctx), w.Unadopted)
	if errors.Is(err, fsutil.ErrLocked) {
		return nil // another one is at it
	}
	if err != nil && ctx.Err() == nil {
		w.Tell("%v", err)
	}
	return err
}

// worker works the queue of v. Nobody watches a silent one: what goes wrong is a line in the log.
func (a *app) worker(v *workspace.Vault, silent bool) *capture.Worker {
	w := &capture.Worker{Vault: v, Tell: a.ui.Warn, Version: version(), Silent: silent, Writers: a.writers(v.Vault, extractor(), nil),
		EndForget: func(ctx context.Context) error { return a.forgetHandler(v).Finish(ctx, forget.Held{Worker: true}) }}
	if silent {
		w.Tell = func(format string, args ...any) { v.Log().Printf("worker", format, args...) }
	}
	w.Queue = capture.NewQueue(v, func(s string) { w.Tell("%s", s) })
	return w
}

// hireWriters has the worker's entries written by whom the flag --provider names, else the settings.
func (a *app) hireWriters(w *capture.Worker, flag, budget string) (*scribe, error) {
	s, err := a.scribe(w.Vault.Vault, flag, budget, w.Tell)
	if err == nil {
		w.Writers = a.writers(w.Vault.Vault, s, w.Tell)
	}
	return s, err
}

func (a *app) flushQueue(ctx context.Context, v *workspace.Vault, o flushFlags) error {
	w := a.worker(v, false)
	s, err := a.hireWriters(w, o.provider, o.budget)
	if err != nil {
		return err
	}
	w.All, w.Wait, w.Scan, w.Every = true, o.wait, o.scan, o.scan
	w.Settle()
	err = errors.Join(w.Run(ctx), w.Unadopted)
	if err != nil && w.Report.Entries == 0 {
		return err
	}
	a.tellLeftOut(s)
	return errors.Join(err, a.tellWork(w, o.json))
}

// workJSON is the answer of `flush --json`.
type workJSON struct {
	Schema   int          `json:"schema"`
	Sessions int          `json:"sessions"`
	Entries  int          `json:"entries"`
	Bullets  int          `json:"bullets"`
	Days     []string     `json:"days"`
	Skipped  []flush.Skip `json:"skipped"`
	Failed   []flush.Skip `json:"failed"`
	Articles int          `json:"articles_written"`
}

func (a *app) tellWork(w *capture.Worker, asJSON bool) error {
	r := w.Report
	if asJSON {
		out := workJSON{1, r.Sessions, r.Entries, r.Bullets, daysOf(r.Days), say.List(r.Skipped), say.List(r.Failed), len(r.Compiled.Created) + len(r.Compiled.Updated)}
		if err := a.ui.JSON(out); err != nil {
			return err
		}
	} else {
		if r.Entries == 0 {
			a.ui.Print("Nothing new")
		} else {
			a.ui.Print("Flushed %s: %s in %s with %s", count(r.Sessions, "session"), count(r.Entries, "entry"), count(len(r.Days), "day log"), count(r.Bullets, "bullet"))
		}
		for _, s := range r.Skipped {
			a.ui.Print("Skipped %s: %s", printable(s.Session), s.Reason)
		}
		if r.Compiled.Changed() {
			a.tellCompile(w.Vault, r.Compiled)
		}
	}
	if w.Stopped != nil {
		return nil // it is told with what stopped it
	}
	if n, err := w.Failing(); err != nil || n > 0 {
		return errors.Join(err, hint(fmt.Errorf("flush: %s could not be captured yet", count(n, "session")), exitFailure,
			"memoria queue list says why and when it is tried again; memoria queue retry does it now"))
	}
	return nil
}

func (a *app) flushFile(ctx context.Context, v *workspace.Vault, file string, o flushFlags) error {
	const where = "name a transcript: Claude Code keeps them in ~/.claude/projects/PROJECT/SESSION.jsonl"
	path := a.finder().Abs(file)
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return hint(fmt.Errorf("flush %q: there is no such file", file), exitFailure, where)
	case err == nil && info.IsDir():
		return hint(fmt.Errorf("flush %q: that is a folder", file), exitUsage, "memoria import "+vault.Quote(file)+" reads all transcripts in it; flush takes one")
	}
	sources, err := a.sources(ctx, "flush", []string{file})
	if err != nil {
		return err
	}
	s, err := a.scribe(v.Vault, o.provider, o.budget, a.ui.Warn)
	if err != nil {
		return err
	}
	if !o.dryRun {
		unlock, err := a.writer(ctx, v, "flush")
		if err != nil {
			return err
		}
		if s.model != nil { // a model is waited for without the lock
			unlock()
		} else {
			defer unlock()
		}
	}
	options := flush.Options{Now: a.Now(), Again: true}
	plan, err := a.plan(ctx, v, sources, options)
	if err != nil {
		return err
	}
	if n := len(plan.Index.Unread); n > 0 && len(plan.Todo) == 0 {
		return hint(fmt.Errorf("flush %q: %s", file, plan.Index.Unread[0].Reason), exitFailure, where)
	}
	if o.dryRun {
		return a.showPlan(plan, len(sources), s, nil, importFlags{json: o.json})
	}
	rep, err := a.flushSources(ctx, v, "flush", sources, options, plan, s)
	if err != nil {
		return err
	}
	a.tellLeftOut(s)
	return a.tellFlush(plan, rep, o.json)
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
