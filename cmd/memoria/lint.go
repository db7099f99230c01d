package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/sarif"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint"
)

// lintFlags are what lint was asked for.
type lintFlags struct {
	fix, info, json, sarif, checks bool
	deep, dryRun, settle           bool
	provider, budget               string
}

func (a *app) lintCmd() *cobra.Command {
	var o lintFlags
	c := &cobra.Command{
		Use:   "lint",
		Short: "Find broken links, claims without a source and what else is wrong in the vault",
		Long: `Look for what is wrong in the vault: links that lead nowhere, claims without a source, logs
that wait, names that break somewhere, what a crash left behind. Errors and warnings are
listed, what only informs is counted (--info lists it). How bad a check is, or that it is
off, is set in .memoria/config.yaml: lint: {orphan: warning, sparse: off}.

--deep asks a model, too, which claims of the articles do not agree, and which are out of date by
what was said later: of pairs that speak of one thing, once each. --settle has you say which holds;
your word is kept in the day log, and the next compile has the articles follow it.
Exit 1 on errors and warnings, 0 when there are none.`,
		Args:    cobra.ArbitraryArgs, // of --settle
		Example: "  memoria lint\n  memoria lint --fix\n  memoria lint --sarif >lint.sarif\n  memoria lint --deep --dry-run\n  memoria lint --settle 3f9a2c1b07=2",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(args); err != nil {
				return err
			}
			if o.checks {
				return a.showChecks(o)
			}
			v, err := a.open()
			if err != nil {
				return err
			}
			defer v.Dir.Close()
			switch {
			case o.settle:
				return a.settle(c.Context(), v, args, o)
			case o.dryRun:
				return a.priceDeep(c.Context(), v.Vault, o)
			}
			return a.lint(c.Context(), v, o)
		},
	}
	fl := c.Flags()
	fl.BoolVar(&o.fix, "fix", false, "mend what can be mended, in memoria's own pages")
	fl.BoolVar(&o.info, "info", false, "list what only informs too")
	fl.BoolVar(&o.checks, "checks", false, "list the checks and how bad each is")
	fl.BoolVar(&o.deep, "deep", false, "ask a model which claims do not agree, or are out of date")
	fl.BoolVar(&o.dryRun, "dry-run", false, "with --deep: show what would be asked, and what that costs")
	fl.BoolVar(&o.settle, "settle", false, "say which of two claims holds: ID=1, ID=2 or ID=both, else you are asked")
	fl.StringVar(&o.provider, "provider", "", "with --deep: who is asked, instead of whom the settings name")
	fl.StringVar(&o.budget, "budget", "", `with --deep: what this run may take: "20 calls", "100k tokens", "0.50 usd"`)
	fl.BoolVar(&o.json, "json", false, "answer with one JSON object")
	fl.BoolVar(&o.sarif, "sarif", false, "answer in SARIF 2.1.0, for editors and CI")
	return c
}

// check tells what cannot be asked for together.
func (o lintFlags) check(args []string) error {
	switch {
	case o.json && o.sarif:
		return hint(errors.New("lint: --json and --sarif are two answers"), exitUsage, "name one of them")
	case len(args) > 0 && !o.settle:
		return hint(fmt.Errorf("lint: %q is no flag", args[0]), exitUsage, "memoria lint looks at the whole vault; memoria lint --settle ID=1 settles")
	case o.settle && (o.fix || o.deep || o.sarif || o.checks || o.dryRun):
		return hint(errors.New("lint: --settle goes with --json alone"), exitUsage, "leave the other flags out")
	case !o.deep && (o.dryRun || o.provider != "" || o.budget != ""):
		return hint(errors.New("lint: --dry-run, --provider and --budget are for --deep"), exitUsage, "memoria lint --deep asks a model")
	case o.dryRun && (o.fix || o.sarif):
		return hint(errors.New("lint: --deep --dry-run does nothing but count"), exitUsage, "leave --fix and --sarif out")
	}
	return nil
}

// roomy is the size of the heap from which on garbage is collected as ever.
const roomy = 512 << 20

// rarelyCollect puts off collecting garbage in a command that ends soon: most of what it makes lives
// until then.
func rarelyCollect() (restore func()) {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(-1)
	if limit < roomy {
		debug.SetGCPercent(percent)
		return func() {}
	}
	debug.SetMemoryLimit(roomy)
	restore = sync.OnceFunc(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	runtime.AddCleanup(&struct{ p *int }{}, func(done func()) { done() }, restore)
	return restore
}

func (a *app) lint(ctx context.Context, v *workspace.Vault, o lintFlags) error {
	if o.fix {
		unlock, err := v.Dir.TryLock(layout.LockCompile)
		if err != nil {
			return fmt.Errorf("lint: %w", err)
		}
		defer unlock()
	}
	defer rarelyCollect()()
	l := a.linter(v)
	var rep linted
	var err error
	if o.fix {
		rep, err = a.mend(ctx, v, l)
	} else {
		rep.Findings, err = l.Run(ctx)
	}
	if err != nil {
		return err
	}
	var asking error
	if o.deep {
		var found []lint.Finding
		if found, rep.Deep, asking = a.lintDeep(ctx, v.Vault, l.Levels, o); ctx.Err() != nil {
			return asking
		}
		rep.Findings = append(rep.Findings, found...)
	}
	rep.count()
	switch {
	case o.sarif:
		err = a.ui.JSON(sarif.Of(version(), rep.Findings))
	case o.json:
		err = a.ui.JSON(rep)
	default:
		err = a.tellLint(rep, o)
	}
	if asking != nil {
		return errors.Join(err, asking)
	}
	return errors.Join(err, rep.verdict())
}

// linter is a look at the vault, which asks how the logs stand while it reads.
func (a *app) linter(v *workspace.Vault) *lint.Linter {
	levels, err := lint.ParseLevels(v.Config.Lint)
	if err != nil { // a check of a later version is no reason to look at nothing
		a.ui.Warn("%v (memoria lint --checks lists them)", err)
	}
	return &lint.Linter{
		Dir: v.Dir, Folder: v.Config.Wiki, Levels: levels, Now: a.Now(), Secrets: secrets(v), Recipe: thisProgram(),
		Ask: func(ctx context.Context, w *wiki.Wiki) (lint.Told, error) { return a.told(ctx, v, w) },
		Mark: func(tick int64) string {
			if len(v.Unended()) > 0 {
				return "" // when they are ended does not show
			}
			return withReceipts(v, v.Compiler().Standing(tick))
		},
	}
}

// told is what the vault does not tell: how its logs stand, and what waits.
func (a *app) told(ctx context.Context, v *workspace.Vault, w *wiki.Wiki) (t lint.Told, err error) {
	t.Notes = unused(v)
	for _, u := range v.Unended() {
		t.Notes = append(t.Notes, lint.Note{Check: lint.Leftover, Path: u.Path, Text: u.Text, Hint: workspace.EndsIt})
	}
	t.Notes = append(t.Notes, answers(w)...)
	st, err := v.Compiler().Logs(ctx)
	var missing *compiler.MissingLogsError
	if errors.As(err, &missing) {
		t.Notes = append(t.Notes, lint.Note{Check: lint.MissingLog, Path: "daily", Text: missing.Error(), Hint: "is its drive mounted, and the sync done?"})
	} else if err != nil {
		return t, err
	}
	if st.Warning != "" {
		t.Notes = append(t.Notes, lint.Note{Check: lint.Leftover, Path: layout.Compiled, Text: st.Warning, Hint: "memoria compile makes it again"})
	}
	if st.Interrupted {
		t.Notes = append(t.Notes, lint.Note{Check: lint.Leftover, Path: layout.CompilePending, Text: "the last compile did not end", Hint: "memoria compile does the rest"})
	}
	for _, n := range st.Back {
		t.Notes = append(t.Notes, lint.Note{Check: lint.Forgotten, Path: n.Path, Text: n.Text})
	}
	for _, g := range st.Logs {
		t.Logs = append(t.Logs, logOf(g, v))
	}
	t.From, t.Until = st.From, st.Until
	if !st.Drafts {
		return t, nil
	}
	waiting, err := v.Compiler().Proposals(ctx)
	if err != nil {
		return t, err
	}
	for _, p := range waiting {
		t.Proposals = append(t.Proposals, lint.Proposal{Path: p.Path, Line: p.Line, Text: p.Where() + ": a change waits beside yours (" + p.ID + ")"})
	}
	return t, nil
}

// thisProgram tells one build of memoria from another, "" if that cannot be told.
func thisProgram() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(exe)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d", version(), info.Size(), info.ModTime().UnixNano())
}

// logOf is how a log stands, as far as a reader of the articles cares.
func logOf(g compiler.LogPlan, v *workspace.Vault) lint.Log {
	out := lint.Log{Day: wiki.Date(g.Date.String()), Entries: g.Fresh, Lost: g.Lost, Before: g.State != state.New}
	switch g.State {
	case state.New, state.Changed, state.Forced:
		out.State = lint.Due
	case state.Waiting:
		out.State, out.Until = lint.Delayed, g.Until.In(v.Config.Zone).Format("15:04")
	case state.Gone:
		out.State, out.Entries = lint.Lost, g.Entries
	}
	return out
}

// secrets finds what should not be in a file, without the values. Words that a person withholds
// were withheld when they were said; in a file of theirs they are no fault.
func secrets(v *workspace.Vault) func(string) []lint.Secrets {
	finder := redact.New(redact.Options{})
	return func(text string) []lint.Secrets {
		var out []lint.Secrets
		for _, f := range finder.Find(text) {
			if f.Rule != "private" && f.Rule != "path" {
				out = append(out, lint.Secrets{Rule: f.Rule, Start: f.Start})
			}
		}
		return out
	}
}

// mend makes the changes that a look proposes. What somebody changed meanwhile stays.
func (a *app) mend(ctx context.Context, v *workspace.Vault, l *lint.Linter) (linted, error) {
	edits, left, err := l.Plan(ctx)
	if err != nil {
		return linted{}, err
	}
	if err := v.Compiler().Journal().Record("lint --fix", recorded(edits)); err != nil {
		return linted{}, err
	}
	done, changed, err := lint.Apply(v.Dir, edits)
	rep := linted{Findings: left, Fixed: []mended{}, Changed: changed}
	for _, e := range edits[:min(len(edits), len(done)+len(changed))] {
		if !slices.Contains(changed, e.Path) {
			rep.Fixed = append(rep.Fixed, mended{e.Path, e.Checks})
		}
	}
	if errors.Is(err, fsutil.ErrOutside) {
		err = hint(err, exitFailure, "the page lies behind a symbolic link: mend it where it lies")
	}
	return rep, err
}

// recorded are the edits that memoria undo takes back: not those of what a crash left behind.
func recorded(edits []lint.Edit) []journal.Edit {
	var out []journal.Edit
	for _, e := range edits {
		if e.After != nil {
			out = append(out, journal.Edit{Path: e.Path, Before: e.Before, After: e.After})
		}
	}
	return out
}

// linted is the answer of lint, and its JSON.
type linted struct {
	Schema   int            `json:"schema"`
	Errors   int            `json:"errors"`
	Warnings int            `json:"warnings"`
	Infos    int            `json:"infos"`
	Fixed    []mended       `json:"fixed"`
	Changed  []string       `json:"changed_meanwhile"`
	Deep     *deepJSON      `json:"deep,omitempty"`
	Findings []lint.Finding `json:"findings"`
}

type mended struct {
	Path   string   `json:"file"`
	Checks []string `json:"checks"`
}

func (r *linted) count() {
	r.Schema, r.Fixed, r.Changed, r.Findings = 1, say.List(r.Fixed), say.List(r.Changed), say.List(r.Findings)
	for _, f := range r.Findings {
		switch f.Severity {
		case lint.Error:
			r.Errors++
		case lint.Warning:
			r.Warnings++
		case lint.Info:
			r.Infos++
		}
	}
}

func (r *linted) verdict() error {
	if r.Errors+r.Warnings+len(r.Changed) == 0 {
		return nil
	}
	var hints []string
	fixable := 0
	for _, f := range r.Findings {
		if f.Fix && f.Severity > lint.Info {
			fixable++
		}
	}
	if fixable > 0 {
		hints = append(hints, fmt.Sprintf("memoria lint --fix mends %d of them", fixable))
	}
	return hint(fmt.Errorf("lint: %s, %s", count(r.Errors, "error"), count(r.Warnings, "warning")), exitFailure, hints...)
}
