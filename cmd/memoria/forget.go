package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// forgetFlags are what forget was asked for.
type forgetFlags struct {
	dryRun, json, yes, claims, again bool
}

func (a *app) forgetCmd() *cobra.Command {
	var o forgetFlags
	c := &cobra.Command{
		Use:   "forget TARGET",
		Short: "Take a line, an entry or a session out for good",
		Long: `Take what TARGET names out of the day logs, the articles, the archive and whatever else
the vault keeps of it, for good. TARGET is a line of a log (2026-03-02#^k3f9a2c), the id
of an entry or the beginning of one, a day and a heading (2026-03-02#Stand-up), a session,
or all the words of a line. memoria why tells the ids.

No import, scan or rebuild brings it back: what stays is that there was something, by
hash. Your own words stay, and are named where they say it; so do your agent's own
transcripts and memory, and the history of a repository. What a session says later is
kept as ever. A log that is restored from a copy brings nothing back to the articles, and
--again takes out of it once more what was forgotten. This cannot be undone.`,
		Example: "  memoria forget --dry-run '2026-03-02#^k3f9a2c'\n  memoria forget 9f2c1e7ab03d\n  memoria forget --again",
		Args: func(_ *cobra.Command, args []string) error {
			if o.again && len(args) > 0 {
				return hint(errors.New("forget: --again takes no target: it is about all that was forgotten"), exitUsage)
			}
			if len(args) == 0 && !o.again {
				return hint(errors.New("forget: no target named"), exitUsage, "memoria why WORDS finds the line that says them, and its id")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			v, err := a.open()
			if err != nil {
				return err
			}
			defer v.Dir.Close()
			return a.forget(c.Context(), v, strings.Join(args, " "), o)
		},
	}
	fl := c.Flags()
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what would go and what stays, write nothing")
	fl.BoolVar(&o.yes, "yes", false, "do it without asking")
	fl.BoolVar(&o.claims, "claims", false, "where TARGET is an article, forget every line that it cites")
	fl.BoolVar(&o.again, "again", false, "take out what was forgotten and is back, as in a log that was restored")
	fl.BoolVar(&o.json, "json", false, "answer with one JSON object")
	return c
}

func (a *app) forget(ctx context.Context, v *workspace.Vault, name string, o forgetFlags) error {
	find := func() (*oblivion, error) { return a.oblivion(ctx, v, name, o.claims) }
	if o.again {
		find = func() (*oblivion, error) { return a.oblivionAgain(ctx, v) }
	}
	x, err := find()
	if err != nil {
		return err
	}
	if err := x.look(ctx); err != nil {
		return err
	}
	if o.dryRun {
		if !o.json {
			defer a.ui.Say("a dry run: nothing was written")
		}
		return x.tell(o)
	}
	if !o.yes {
		if !o.json {
			x.show("Forgetting")
		}
		switch agreed, err := a.confirm(ctx, "Forget it for good? This cannot be undone."); {
		case errors.Is(err, errNobody):
			return hint(fmt.Errorf("forget %q: %w", name, err), exitUsage, "memoria forget --yes does it without asking; --dry-run shows what would go")
		case err != nil:
			return err
		case !agreed:
			a.ui.Say("nothing was written")
			return nil
		}
	}
	unlock, err := a.forgetLocks(ctx, v)
	if err != nil {
		return err
	}
	defer unlock()
	if err := a.endForget(ctx, v, held{worker: true, writer: true}); err != nil {
		return err
	}
	if err := x.take(ctx); errors.Is(err, fsutil.ErrLocked) {
		return err
	} else if err != nil {
		return hint(err, codeOf(err), "memoria compile, or the same command again, does the rest")
	}
	if err := x.unlog(false); err != nil {
		return err
	}
	publish.Refresh(ctx, v)
	if err := x.stays(ctx, true); err != nil {
		return err
	}
	if !o.yes && !o.json {
		a.ui.Print("Forgot it. %s", lifted(x.left()))
		return nil
	}
	return x.tell(o)
}

// codeOf is the exit code of an error.
func codeOf(err error) int {
	code, _ := explain(err)
	return code
}

// forgetLocks makes the caller the only one that flushes. The compiler has a lock of its own.
func (a *app) forgetLocks(ctx context.Context, v *workspace.Vault) (unlock func(), err error) {
	wait, cancel := context.WithTimeout(ctx, workspace.WriterPatience)
	defer cancel()
	worker, err := v.Dir.Lock(wait, layout.LockWorker)
	if err != nil {
		return nil, fmt.Errorf("forget: %w", err)
	}
	writer, err := a.writer(ctx, v, "forget")
	if err != nil {
		worker()
		return nil, err
	}
	return func() { writer(); worker() }, nil
}

// oblivion finds what a target names.
func (a *app) oblivion(ctx context.Context, v *workspace.Vault, name string, claims bool) (*oblivion, error) {
	x := &oblivion{app: a, v: v}
	var err error
	if x.kept, err = v.Flusher().Kept(ctx, a.Now()); err != nil {
		return nil, err
	}
	t, err := v.Compiler().Target(ctx, name, claims, x.kept...)
	if nothing := (*why.NothingError)(nil); errors.As(err, &nothing) {
		s, ok, err := a.heardOf(v, nothing.Target)
		if err != nil {
			return nil, forgetHint(name, err)
		}
		if ok {
			x.kind, x.name = "session", s.ID
			x.promise.Sessions = []flush.SessionName{s}
			return x, nil
		}
	}
	if err != nil {
		return nil, forgetHint(name, err)
	}
	x.kind, x.name = t.Kind, t.Name
	if len(t.Lines) == 1 && t.Kind == "line" {
		x.name = t.Lines[0].Of.Target(t.Lines[0].Bullet)
	}
	x.of(t)
	return x, nil
}

// oblivionAgain finds what is back.
func (a *app) oblivionAgain(ctx context.Context, v *workspace.Vault) (*oblivion, error) {
	x := &oblivion{app: a, v: v}
	var err error
	if x.kept, err = v.Flusher().Kept(ctx, a.Now()); err != nil {
		return nil, err
	}
	t, err := v.Compiler().Back(ctx, x.kept...)
	if err != nil {
		return nil, fmt.Errorf("forget: %w", err)
	}
	x.kind, x.name = "again", "what is back in the logs"
	x.of(t)
	return x, nil
}

// heardOf finds a session that the logs have nothing of: one that was seen, or that waits in the queue.
func (a *app) heardOf(v *workspace.Vault, target string) (s flush.SessionName, ok bool, err error) {
	if len(target) < capture.LeastPrefix {
		return s, false, nil
	}
	records, _, err := v.Ledger().All(a.Now())
	if err != nil {
		return s, false, err
	}
	jobs, err := (&queue.Queue{Dir: v.Dir}).List(a.Now())
	if err != nil {
		return s, false, err
	}
	var found []flush.SessionName
	for _, r := range records {
		found = append(found, flush.SessionName{Agent: r.Agent, ID: r.Session})
	}
	for _, j := range jobs {
		found = append(found, flush.SessionName{Agent: j.Agent, ID: j.Session})
	}
	var ids []string
	for _, f := range found {
		if f.ID == target {
			return f, true, nil
		}
		if strings.HasPrefix(strings.ToLower(f.ID), strings.ToLower(target)) && !slices.Contains(ids, f.ID) {
			ids, s = append(ids, f.ID), f
		}
	}
	if len(ids) > 1 {
		return s, false, &why.SessionsError{Target: target, Sessions: ids}
	}
	return s, len(ids) == 1, nil
}

func forgetHint(name string, err error) error {
	var article *compiler.ArticleError
	wrapped := fmt.Errorf("forget: %w", err)
	switch {
	case errors.As(err, &article):
		return hint(wrapped, exitFailure, "memoria why "+vault.Quote(name)+" names the lines it rests on, which can be forgotten one by one",
			"memoria forget --claims "+vault.Quote(name)+" forgets them all; to be rid of the article alone, delete its file")
	case errors.As(err, new(*compiler.ManyError)), errors.As(err, new(*why.SessionsError)):
		return hint(wrapped, exitFailure, "name one of them")
	case errors.As(err, new(*compiler.DayError)):
		return hint(wrapped, exitFailure, "name an entry of it")
	case errors.As(err, new(*wiki.AmbiguousError)):
		return hint(wrapped, exitFailure, "name one of them by its path")
	case errors.As(err, new(*why.NothingError)):
		return hint(wrapped, exitFailure, "memoria why WORDS finds the line that says them, and its id")
	}
	return err
}
