package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/handler/importer"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/fsutil"
)

// flushFlags are the flags of flush.
type flushFlags struct {
	dryRun     bool
	scan, wait bool
	background bool     // started by a hook: runs in the background
	rebuild    []string // sessions, days, or all
	redo       bool     // the arguments are sessions to redo; none means all
	model      command.ModelFlags
}

func (a *app) flushCmd() *cobra.Command {
	var o flushFlags
	watched := a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		switch {
		case o.redo:
			return a.redo(ctx, v, o, args)
		case len(o.rebuild) > 0:
			return a.rebuild(ctx, v, o)
		case len(args) == 1:
			return a.flushFile(ctx, v, args[0], o)
		}
		return a.flushQueue(ctx, v, o)
	})
	c := command.New("flush", func(c *cobra.Command, args []string) error {
		if o.background {
			return a.flushUnseen(c.Context())
		}
		return watched(c, args)
	})
	c.Args = func(_ *cobra.Command, args []string) error { return o.check(args) }
	fl := c.Flags()
	fl.BoolVar(&o.scan, "scan", false, "look for sessions that no hook reported, too")
	fl.BoolVar(&o.wait, "wait", false, "stay until the queue is empty, what failed and is to be tried again included")
	fl.StringSliceVar(&o.rebuild, "rebuild", nil, "write the entries that the logs lost of `SESSION`, of a day, or of all again, from the archive")
	fl.BoolVar(&o.redo, "redo", false, "have a model write again what was written without one, of the sessions or days named, or of all")
	o.model.Add(c, "what writes the entries: `NAME` of a provider, or extractive")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what of FILE would be flushed, or what would be rebuilt or redone, write nothing")
	a.JSONFlag(c)
	fl.BoolVar(&o.background, "background", false, "be the worker that a hook starts")
	fl.MarkHidden("background")
	return c
}

// check returns an error for flags that do not go together.
func (o *flushFlags) check(args []string) error {
	switch {
	case o.redo:
		return o.redoArgs()
	case len(o.rebuild) > 0:
		return o.rebuildArgs(args)
	case len(args) > 1:
		return exit.Hint(fmt.Errorf("flush takes one transcript, not %d", len(args)), exit.Usage, "memoria import reads all your transcripts, or a folder of them")
	case len(args) == 1 && (o.scan || o.wait):
		return exit.Hint(errors.New("flush takes a transcript or works the queue, not both"), exit.Usage, "leave out the file, or --scan and --wait")
	case o.dryRun && len(args) == 0:
		return exit.Hint(errors.New("flush --dry-run takes a transcript, --rebuild or --redo"), exit.Usage, "memoria queue list shows what waits in the queue")
	}
	return nil
}

// flushUnseen runs the worker that a hook started. Nobody reads its output, so it writes to the log.
func (a *app) flushUnseen(ctx context.Context) error {
	log := a.Machine().Log()
	path, err := a.Finder().Locate(a.Vault)
	if err != nil {
		log.Printf("worker", "%v", err)
		return err
	}
	v, err := a.Unasked().Open(path)
	if err != nil {
		log.Vault = path
		log.Printf("worker", "vault %s: %v", path, err)
		return err
	}
	defer v.Dir.Close()
	w := a.Worker(v, true)
	if err := w.Hire("", ""); err != nil {
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

func (a *app) flushQueue(ctx context.Context, v *workspace.Vault, o flushFlags) error {
	w := a.Worker(v, false)
	if err := w.Hire(o.model.Provider, o.model.Budget); err != nil {
		return err
	}
	w.All, w.Wait, w.Scan, w.Every = true, o.wait, o.scan, o.scan
	w.Settle()
	err := errors.Join(w.Run(ctx), w.Unadopted)
	if err != nil && w.Report.Entries == 0 {
		return err
	}
	a.tellLeftOut(w.Scribe.LeftOut())
	return errors.Join(err, a.tellWork(w))
}

// workJSON is the answer of `flush --json`.
type workJSON struct {
	Sessions int             `json:"sessions"`
	Entries  int             `json:"entries"`
	Bullets  int             `json:"bullets"`
	Days     []string        `json:"days"`
	Skipped  []ledger.Skip   `json:"skipped"`
	Failed   []ledger.Skip   `json:"failed"`
	Damaged  []ledger.Damage `json:"damaged"`
	Articles int             `json:"articles_written"`
}

func (a *app) tellWork(w *capture.Worker) error {
	r := w.Report
	out := workJSON{r.Sessions, r.Entries, r.Bullets, importer.Days(r.Days), say.List(r.Skipped), say.List(r.Failed), say.List(r.Damaged), len(r.Compiled.Created) + len(r.Compiled.Updated)}
	a.tellDamaged(r.Damaged, false)
	if err := a.Answer(out, func() {
		a.tellFlushed(r.Sessions, r.Entries, r.Bullets, r.Days)
		a.tellSkips(r.Skipped, true)
		if r.Compiled.Changed() {
			a.TellCompile(w.Vault, r.Compiled)
		}
	}); err != nil {
		return err
	}
	if w.Stopped != nil {
		return nil // it is reported with the error that stopped it
	}
	if n, err := w.Failing(); err != nil || n > 0 {
		return errors.Join(err, exit.Hint(fmt.Errorf("flush: %s could not be captured yet", say.Count(n, "session")), exit.Failure,
			"memoria queue list says why and when it is tried again; memoria queue retry does it now"))
	}
	return nil
}

// flushed says what went into the logs.
func flushed(sessions, entries, bullets int, days map[daily.Date]int) string {
	return fmt.Sprintf("%s: %s in %s with %s", say.Count(sessions, "session"), say.Count(entries, "entry"), say.Count(len(days), "day log"), say.Count(bullets, "bullet"))
}

func (a *app) tellFlushed(sessions, entries, bullets int, days map[daily.Date]int) {
	if entries == 0 {
		a.UI.Print("Nothing new")
	} else {
		a.UI.Print("Flushed %s", flushed(sessions, entries, bullets, days))
	}
}

func (a *app) flushFile(ctx context.Context, v *workspace.Vault, file string, o flushFlags) error {
	const where = "name a transcript: Claude Code keeps them in ~/.claude/projects/PROJECT/SESSION.jsonl"
	switch info, err := os.Stat(a.Finder().Abs(file)); {
	case errors.Is(err, fs.ErrNotExist):
		return exit.Hint(fmt.Errorf("flush %q: there is no such file", file), exit.Failure, where)
	case err == nil && info.IsDir():
		return exit.Hint(fmt.Errorf("flush %q: that is a folder", file), exit.Usage, "memoria import "+vault.Quote(file)+" reads all transcripts in it; flush takes one")
	}
	s, err := a.Hire(v, o.model).Scribe()
	if err != nil {
		return err
	}
	run := a.run(v, "flush", s)
	run.Options = flush.Options{Now: a.Now(), Again: true}
	if run.Sources, err = importer.Sources(ctx, a.Machine(), "flush", "", []string{file}); err != nil {
		return err
	}
	plan, unlock, err := run.Plan(ctx, o.dryRun)
	if err != nil {
		return err
	}
	defer unlock()
	if n := len(plan.Index.Unread); n > 0 && len(plan.Todo) == 0 {
		return exit.Hint(fmt.Errorf("flush %q: %s", file, plan.Index.Unread[0].Reason), exit.Failure, where)
	}
	if o.dryRun {
		return a.showPlan(plan, len(run.Sources), estimate(s, plan.Todo), kept{}, importFlags{})
	}
	rep, err := run.Flush(ctx, plan)
	if err != nil {
		return err
	}
	a.tellLeftOut(s.LeftOut())
	a.tellPassedOver(plan.Index, false)
	if a.AsJSON {
		return a.UI.JSON(importer.ImportedOf(plan, rep))
	}
	if rep.Entries == 0 {
		a.UI.Print("Nothing new")
	}
	a.tellSkips(rep.Skipped, true)
	if rep.Entries > 0 {
		a.tellFlushed(rep.Flushed, rep.Entries, rep.Bullets, rep.Days)
		a.UI.Print("Next: memoria compile")
	}
	if len(rep.Failed) > 0 {
		return fmt.Errorf("flush session %s: %s", rep.Failed[0].Session, rep.Failed[0].Reason)
	}
	return nil
}
