package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush"
)

// importFlags are what import was asked for.
type importFlags struct {
	dryRun   bool
	json     bool
	since    string
	agent    string
	provider string
	budget   string
	verbose  bool
}

func (a *app) importCmd() *cobra.Command {
	var o importFlags
	c := &cobra.Command{
		Use:   "import [PATH…]",
		Short: "Read past sessions into day logs, then compile them",
		Long: `Read the transcripts in PATH (files or folders; without one, where your agents keep
theirs and what they remember by themselves) into day logs, then compile the logs into
articles. No model is asked unless --provider says so.
Importing again adds only what is new; an interrupted import goes on where it was.`,
		Example: "  memoria import\n  memoria import --dry-run --since 2026-01-01\n  memoria import ~/backup/claude-projects",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return a.importAll(c.Context(), args, o)
		},
	}
	fl := c.Flags()
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what would be imported, write nothing")
	fl.BoolVar(&o.json, "json", false, "answer with one JSON object")
	fl.StringVar(&o.since, "since", "", "leave out sessions that ended before `DAY` (2026-01-31)")
	fl.StringVar(&o.agent, "agent", claude.Name, "whose transcripts: claude")
	fl.StringVar(&o.provider, "provider", "", "what writes the entries: `NAME` of a provider; without, the built-in extractive author")
	fl.BoolVar(&o.verbose, "verbose", false, "name every file that is left out")
	fl.StringVar(&o.budget, "budget", "", "what models may be asked in this run: `LIMITS` such as \"20 calls, 0.50 usd\"")
	return c
}

func (a *app) importAll(ctx context.Context, paths []string, o importFlags) error {
	if o.agent != claude.Name {
		return hint(fmt.Errorf("import: %q is not an agent this version reads", o.agent), exitUsage, "memoria import --agent claude")
	}
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	s, err := a.scribe(v, cmp.Or(o.provider, extractive), o.budget, a.ui.Warn)
	if err != nil {
		return err
	}
	since, err := day(o.since, v.Config.Zone)
	if err != nil {
		return err
	}
	sources, err := a.sources(ctx, "import", paths)
	if err != nil {
		return err
	}
	done := func() {}
	if !o.dryRun {
		if done, err = a.writer(ctx, v, "import"); err != nil {
			return err
		}
		if s.model != nil { // a model is waited for without the lock
			done()
		} else {
			defer done()
		}
	}
	options := flush.Options{Since: since, Now: a.Now()}
	plan, err := a.plan(ctx, v, sources, options)
	if err != nil {
		return err
	}
	if o.dryRun {
		var memory *memoryCounts
		if len(paths) == 0 {
			c, err := a.countMemory(ctx, v, since)
			if err != nil {
				return err
			}
			memory = &c
		}
		return a.showPlan(plan, len(sources), s, memory, o)
	}
	a.ui.Say("%s", planLine(plan, len(sources)))
	a.tellPassedOver(plan.Index, o.verbose)
	rep, err := a.flushSources(ctx, v, "import", sources, options, plan, s)
	a.tellLeftOut(s)
	if err == nil && len(paths) == 0 {
		err = a.importMemory(ctx, v, since, &rep)
	}
	if err != nil {
		return err
	}
	done() // the compiler needs no writer to wait
	return a.finishImport(ctx, v, plan, rep, s, o)
}

// sources are the transcripts at the paths, or in the agent's own folder. cmd is the command that
// looks for them.
func (a *app) sources(ctx context.Context, cmd string, paths []string) ([]flush.Source, error) {
	if len(paths) == 0 {
		root := claude.Root(a.Home, a.Getenv("CLAUDE_CONFIG_DIR"))
		s, err := claude.Find(ctx, root)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, hint(fmt.Errorf("import: Claude Code keeps no transcripts in %q", root), exitFailure,
				"memoria import PATH reads transcripts from another folder; memoria demo shows what comes of them")
		}
		return s, err
	}
	var out []flush.Source
	for _, p := range paths {
		s, err := claude.Find(ctx, a.finder().Abs(p))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, hint(fmt.Errorf("%s %q: there is no such file or folder", cmd, p), exitFailure,
				"name the folder that holds the .jsonl files; without a path, memoria import takes the agent's own")
		}
		if err != nil {
			return nil, err
		}
		if len(s) == 0 {
			return nil, hint(fmt.Errorf("%s %q: there is no .jsonl file in it", cmd, p), exitFailure,
				"name the folder that holds the transcripts; without a path, memoria import takes the agent's own")
		}
		for _, src := range s {
			if !slices.ContainsFunc(out, func(x flush.Source) bool { return x.Path == src.Path }) {
				out = append(out, src)
			}
		}
	}
	return out, nil
}

func (a *app) plan(ctx context.Context, v *vault.Vault, sources []flush.Source, o flush.Options) (*flush.Plan, error) {
	o.Progress = func(done, total int) { a.ui.Progress(a.Now(), "reading transcript %d of %d", done+1, total) }
	plan, warnings, err := a.flusher(v).Plan(ctx, sources, o)
	for _, w := range warnings {
		a.ui.Warn("%s", w)
	}
	return plan, err
}

// flushPlan does what the plan says. The caller is the vault's only writer since before the plan.
func (a *app) flushPlan(ctx context.Context, v *vault.Vault, plan *flush.Plan, s *scribe) (flush.Report, error) {
	f := a.flusher(v)
	f.Author = s.Author
	f.Ledger.Clean(a.Now())
	return f.Run(ctx, plan, runtime.NumCPU(), func(done int, s *flush.Session) {
		a.ui.Progress(a.Now(), "session %d of %d, %s", done, len(plan.Todo), printable(s.Project))
	})
}

// flushSources does what the plan says, which was made of these sources. Without a model the caller is the
// vault's only writer since before the plan; with one, nobody is.
func (a *app) flushSources(ctx context.Context, v *vault.Vault, cmd string, sources []flush.Source, o flush.Options, plan *flush.Plan, s *scribe) (flush.Report, error) {
	if s.model == nil {
		return a.flushPlan(ctx, v, plan, s)
	}
	return (&draft{app: a, v: v, cmd: cmd, scribe: s, sources: sources, options: o}).run(ctx, plan)
}

// planLine says in one line what is about to be done.
func planLine(p *flush.Plan, files int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "found %s: %s to read (%s", count(files, "transcript"), count(len(p.Todo), "session"), count(p.Turns, "turn"))
	if first, last := span(p.Todo); first != "" {
		fmt.Fprintf(&b, ", %s to %s", first, last)
	}
	b.WriteString(")")
	if n := len(p.Unchanged); n > 0 {
		fmt.Fprintf(&b, ", %s unchanged since the last import", count(n, "session"))
	}
	if p.TooOld > 0 {
		fmt.Fprintf(&b, ", %s before the day asked for", count(p.TooOld, "session"))
	}
	return b.String()
}

func span(todo []*flush.Session) (first, last string) {
	var from, to time.Time
	for _, s := range todo {
		if !s.First.IsZero() && (from.IsZero() || s.First.Before(from)) {
			from = s.First
		}
		if s.Last.After(to) {
			to = s.Last
		}
	}
	if from.IsZero() {
		return "", ""
	}
	return from.Format(time.DateOnly), to.Format(time.DateOnly)
}

// day reads a --since; zero for none.
func day(s string, zone *time.Location) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.ParseInLocation(time.DateOnly, s, zone)
	if err != nil {
		return t, hint(fmt.Errorf("import: --since %q is not a day", s), exitUsage, "write it like 2026-01-31")
	}
	return t, nil
}
