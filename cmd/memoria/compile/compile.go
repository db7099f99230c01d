package compile

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/compile"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/daily"
)

// compileFlags are the flags of compile.
type compileFlags struct {
	all, dryRun, diff bool
	watch             bool
	proposals         bool
	accept, dismiss   []string
	days              []string
	interval          time.Duration
	called            bool // no interval was named: without a model no log waits
	model             command.ModelFlags
	progress          func(done, total int)       // of a watch; may be nil
	waits             func(daily.Date, time.Time) // the same, of a log that waits
}

func (a *app) compileCmd() *cobra.Command {
	var o compileFlags
	var c *cobra.Command
	c = command.New("compile", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		if c.Flags().Changed("interval") {
			v.Config.Interval = o.interval
		}
		o.called = !c.Flags().Changed("interval")
		switch {
		case o.proposals || len(o.accept)+len(o.dismiss) > 0:
			return a.proposals(ctx, v, o)
		case o.watch:
			return a.watch(ctx, v, o)
		}
		return a.compile(ctx, v, o)
	}))
	fl := c.Flags()
	fl.BoolVar(&o.all, "all", false, "compile every log, whatever the interval")
	fl.StringSliceVar(&o.days, "file", nil, "compile the log of `DAY` (2026-03-02, or its file) and no other")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what would be written and why, write nothing")
	fl.BoolVar(&o.diff, "diff", false, "show the changes line by line, write nothing")
	fl.BoolVar(&o.proposals, "proposals", false, "show the changes that wait because you changed the same lines")
	fl.StringSliceVar(&o.accept, "accept", nil, "take the changes that wait for `TARGET`: their id, a page, or all")
	fl.StringSliceVar(&o.dismiss, "dismiss", nil, "keep yours for good where changes wait for `TARGET`")
	fl.BoolVar(&o.watch, "watch", false, "stay, and compile as the vault changes")
	a.JSONFlag(c)
	o.model.Add(c, "what edits the articles: `NAME` of a provider, or extractive")
	fl.DurationVar(&o.interval, "interval", time.Hour, "least `TIME` between two compiles of one log")
	return c
}

func (a *app) compile(ctx context.Context, v *workspace.Vault, o compileFlags) error {
	opts := compiler.Options{All: o.all}
	for _, s := range o.days {
		d, err := daily.ParseDate(strings.TrimSuffix(path.Base(filepath.ToSlash(s)), ".md")) // a completed path will do
		if err != nil {
			return exit.Hint(fmt.Errorf("compile: --file %q is not a day", s), exit.Usage, "write it like 2026-03-02, the name of a log in "+v.Config.Daily.Folder()+"/")
		}
		opts.Only = append(opts.Only, d)
	}
	defer command.RarelyCollect(command.Roomy)()
	h := &compile.Handler{Vault: v, Hire: a.Hire(v, o.model), Version: command.Version(), Called: o.called}
	if o.dryRun || o.diff {
		for _, u := range v.Unended() {
			a.UI.Warn("%s; %s", u.Text, u.Mend)
		}
		p, err := h.Plan(ctx, opts, o.diff && !o.dryRun)
		if err != nil {
			return err
		}
		return cmp.Or(a.showPlanned(p, o), p.Unedited)
	}
	h.Progress = func(done, total int, path string) {
		a.Step("article", done, total, say.Printable(path))
	}
	if err := a.ForgetHandler(v).Finish(ctx, forget.Held{}); err != nil {
		return err
	}
	out, err := h.Run(ctx, opts)
	if err != nil {
		return err
	}
	return cmp.Or(a.Answer(out, func() {
		a.TellCompile(v, out.Report)
		a.TellAsked(out.Model)
	}), out.Unedited)
}

func (a *app) showPlanned(p *compile.Planned, o compileFlags) error {
	changes := func(e journal.Edit) []byte { return diff.Diff("a/"+e.Path, e.Before, "b/"+e.Path, e.After) }
	switch {
	case a.AsJSON:
		if o.diff {
			p.Diff = map[string]string{}
			for _, e := range p.Plan.Edits {
				p.Diff[e.Path] = string(changes(e))
			}
		}
		return a.UI.JSON(p)
	case o.diff:
		a.Page()
		for _, e := range p.Plan.Edits {
			a.UI.Diff(string(changes(e)))
		}
		switch n := p.Asked; {
		case n == nil || n.Calls == 0:
		case n.Entries == 0:
			a.UI.Say("%s was asked %s; nothing that it said could be used", say.Printable(n.Name), say.Times(n.Calls))
		default:
			a.UI.Say("%s was asked %s; memoria compile takes what it said, and does not ask again", say.Printable(n.Name), say.Times(n.Calls))
		}
		return nil
	}
	for _, l := range p.Plan.Lines() {
		a.UI.Print("%s", say.Printable(l))
	}
	if p.Model != nil {
		a.UI.Print("%s", p.Model)
	}
	return nil
}
