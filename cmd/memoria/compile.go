package main

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/daily"
)

// compileFlags are what compile was asked for.
type compileFlags struct {
	all, dryRun, diff, json bool
	watch                   bool
	proposals               bool
	accept, dismiss         []string
	days                    []string
	interval                time.Duration
	model                   modelFlags
	progress                func(done, total int)       // of a watch; nil tells nobody
	waits                   func(daily.Date, time.Time) // the same, of a log that waits
}

func (a *app) compileCmd() *cobra.Command {
	var o compileFlags
	var c *cobra.Command
	c = command("compile", a.inVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		if c.Flags().Changed("interval") {
			v.Config.Interval = o.interval
		}
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
	jsonFlag(c, &o.json)
	o.model.add(c, "what edits the articles: `NAME` of a provider, or extractive")
	fl.DurationVar(&o.interval, "interval", time.Hour, "least `TIME` between two compiles of one log")
	return c
}

func (a *app) compile(ctx context.Context, v *workspace.Vault, o compileFlags) error {
	opts := compiler.Options{All: o.all}
	for _, s := range o.days {
		d, err := daily.ParseDate(strings.TrimSuffix(path.Base(filepath.ToSlash(s)), ".md")) // a completed path will do
		if err != nil {
			return hint(fmt.Errorf("compile: --file %q is not a day", s), exitUsage, "write it like 2026-03-02, the name of a log in daily/")
		}
		opts.Only = append(opts.Only, d)
	}
	c := v.Compiler()
	e, missing := a.hire(v, o.model).Editors()
	if _, _, ok := explainModel(missing); missing != nil && !ok {
		return missing
	}
	if e != nil {
		e.Again, e.Count, e.Peek = o.all, o.dryRun, o.diff
		c.Author = e
	}
	if o.dryRun || o.diff {
		for _, u := range v.Unended() {
			a.ui.Warn("%s; %s", u.Text, workspace.EndsIt)
		}
		plan, err := c.Plan(ctx, opts)
		if err != nil {
			return err
		}
		if err := a.showCompile(plan, e, o); err != nil {
			return err
		}
		return author.Unedited(e, missing)
	}
	c.Progress = func(done, total int, path string) { a.progress("article %d of %d, %s", done, total, printable(path)) }
	if err := a.forgetHandler(v).Finish(ctx, forget.Held{}); err != nil {
		return err
	}
	rep, err := c.Compile(ctx, opts)
	if err != nil {
		return err
	}
	publish.Prepare(ctx, v, version())
	asked := author.AskedOf(e)
	if o.json {
		out := compiledOf(rep)
		out.Model = asked
		if err := a.ui.JSON(out); err != nil {
			return err
		}
	} else {
		a.tellCompile(v, rep)
		a.tellAsked(asked)
	}
	if err := conflicts(rep); err != nil {
		return err
	}
	return author.Unedited(e, missing)
}

// conflicts makes an error of what a person has to look at.
func conflicts(rep compiler.Report) error {
	if n := len(rep.Conflicts); n > 0 {
		return hint(fmt.Errorf("compile: %s changed while it was written, and stays as it is now", count(n, "article")), exitFailure, "memoria compile tries again")
	}
	return nil
}

func (a *app) showCompile(p *compiler.Plan, e *editor.Author, o compileFlags) error {
	m := author.EditorEstimate(e)
	if o.json {
		out := planOf(p, m)
		if out.Asked = author.AskedOf(e); o.diff {
			out.Diff = diffOf(p)
		}
		return a.ui.JSON(out)
	}
	if o.diff {
		for _, e := range p.Edits {
			a.ui.Clear()
			if _, err := a.Stdout.Write(diff.Diff("a/"+e.Path, e.Before, "b/"+e.Path, e.After)); err != nil {
				return err
			}
		}
		switch n := author.AskedOf(e); {
		case n == nil || n.Calls == 0:
		case n.Entries == 0:
			a.ui.Say("%s was asked %s; nothing that it said could be used", printable(n.Name), times(n.Calls))
		default:
			a.ui.Say("%s was asked %s; memoria compile takes what it said, and does not ask again", printable(n.Name), times(n.Calls))
		}
		return nil
	}
	for _, l := range p.Lines() {
		a.ui.Print("%s", printable(l))
	}
	if m != nil {
		a.ui.Print("%s", m)
	}
	return nil
}

// compiledJSON is the answer of `compile --json`.
type compiledJSON struct {
	Logs      int            `json:"logs"`
	Entries   int            `json:"entries"`
	Created   []string       `json:"created"`
	Updated   []string       `json:"updated"`
	Removed   []string       `json:"removed"`
	Waiting   []waitingLog   `json:"waiting"`
	Conflicts []string       `json:"conflicts"`
	ByHand    []journal.Note `json:"by_hand"`
	Problems  []journal.Note `json:"problems"`

	Proposals []compiler.Proposal `json:"proposals"`
	Model     *author.Asked       `json:"model,omitempty"` // what it was asked
}

type waitingLog struct {
	Date  daily.Date `json:"date"`
	Until time.Time  `json:"until"`
}

func compiledOf(rep compiler.Report) compiledJSON {
	out := compiledJSON{rep.Logs, rep.Entries, say.List(rep.Created), say.List(rep.Updated), say.List(rep.Removed), []waitingLog{}, say.List(rep.Conflicts), []journal.Note{}, []journal.Note{}, []compiler.Proposal{}, nil}
	for _, l := range rep.Waiting {
		out.Waiting = append(out.Waiting, waitingLog{l.Date, l.Until})
	}
	if rep.Plan != nil {
		out.ByHand = append(out.ByHand, rep.Plan.ByHand...)
		out.Problems = append(out.Problems, rep.Plan.Problems...)
		out.Proposals = append(out.Proposals, rep.Plan.Proposals...)
	}
	return out
}

// planJSON is the answer of `compile --dry-run --json`.
type planJSON struct {
	DryRun   bool           `json:"dry_run"`
	Logs     []status.Log   `json:"logs"`
	Edits    []planEdit     `json:"edits"`
	ByHand   []journal.Note `json:"by_hand"`
	Notes    []journal.Note `json:"notes"`
	Problems []journal.Note `json:"problems"`

	Proposals []compiler.Proposal `json:"proposals"`
	Model     *author.Estimate    `json:"model,omitempty"` // what it would be asked
	Asked     *author.Asked       `json:"asked,omitempty"` // --diff: what it was asked
	Diff      map[string]string   `json:"diff,omitempty"`  // --diff: by path
}

func diffOf(p *compiler.Plan) map[string]string {
	out := map[string]string{}
	for _, e := range p.Edits {
		out[e.Path] = string(diff.Diff("a/"+e.Path, e.Before, "b/"+e.Path, e.After))
	}
	return out
}

type planEdit struct {
	Path string `json:"path"`
	Verb string `json:"verb"`
	Why  string `json:"why,omitempty"`
}

func planOf(p *compiler.Plan, m *author.Estimate) planJSON {
	out := planJSON{true, status.Logs(p.Logs), []planEdit{}, say.List(p.ByHand), say.List(p.Notes), say.List(p.Problems), say.List(p.Proposals), m, nil, nil}
	for _, e := range p.Edits {
		out.Edits = append(out.Edits, planEdit{e.Path, string(e.Verb), e.Why})
	}
	return out
}
