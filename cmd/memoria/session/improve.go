package session

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/improve"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// improveFlags are the flags of improve.
type improveFlags struct {
	cmd            string // improve, or flush --redo
	since, project string
	dryRun         bool
	background     bool // start it, and leave it to itself
	detached       bool // be what was started so
	model          command.ModelFlags
}

func (a *app) improveCmd() *cobra.Command {
	o := improveFlags{cmd: "improve"}
	c := command.New("improve", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) (err error) {
		if o.background && !o.dryRun {
			return a.improveApart(v, o)
		}
		scope := improve.Scope{}
		if scope.Since, err = a.Moment(o.cmd, "--since", o.since, v.Config.Zone); err == nil && o.project != "" {
			scope.Project, err = v.Called(o.project)
		}
		if err != nil {
			return err
		}
		return a.improve(ctx, v, scope, o)
	}))
	fl := c.Flags()
	fl.StringVar(&o.since, "since", "", "only what was said since `DAY` (2026-01-31), or in the last days (30d)")
	fl.StringVar(&o.project, "project", "", "only what was said in the project of this `NAME`")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what would be asked, and ask nothing")
	fl.BoolVar(&o.background, "background", false, "do it in the background; memoria status tells how far it is")
	fl.BoolVar(&o.detached, "detached", false, "be what --background starts")
	fl.MarkHidden("detached")
	o.model.Add(c, "what writes: `NAME` of a provider; without, the one of the settings")
	a.JSONFlag(c)
	return c
}

// improver has a model write again, for a command of this name.
func (a *app) improver(v *workspace.Vault, m command.ModelFlags, cmd string) *improve.Handler {
	return &improve.Handler{Vault: v, Hire: a.Hire(v, m), Progress: a.Progress, Version: command.Version(), Cmd: cmd,
		Lock: func(ctx context.Context) (func(), error) { return a.Writer(ctx, v, cmd) }}
}

// improve has a model write again what is in a scope.
func (a *app) improve(ctx context.Context, v *workspace.Vault, scope improve.Scope, o improveFlags) error {
	h := a.improver(v, o.model, o.cmd)
	if o.detached { // nobody reads what it prints
		h.Hire.Tell = func(format string, args ...any) { v.Log().Printf("improve", format, args...) }
		h.Progress = func(string, ...any) {}
	}
	plan, err := h.Plan(ctx, scope)
	if err != nil {
		return err
	}
	if !a.AsJSON {
		a.tellToImprove(v, plan, o)
	}
	if o.dryRun {
		if a.AsJSON {
			return a.UI.JSON(improveJSON{DryRun: true, Entries: len(plan.Entries), Pages: plan.Pages, Edited: plan.Edited, Estimate: plan.Estimate})
		}
		a.UI.Say("a dry run: nothing was asked or written")
		return nil
	}
	got, err := h.Run(ctx, plan)
	a.UI.Clear()
	if o.detached {
		v.Log().Printf("improve", "wrote %s with %s; %s left; %s; %v", say.Count(got.Entries, "entry"), say.Count(got.Bullets, "bullet"), say.Thousands(got.Left), status.Text(got.Used), err)
		return err
	}
	a.tellLeftOut(got.LeftOut)
	if a.AsJSON {
		return errors.Join(a.UI.JSON(improveJSON{false, len(plan.Entries), plan.Pages, plan.Edited, plan.Estimate, got.Entries, got.Bullets, got.Nothing, got.Same, got.Left, &got.Used, got.Asked}), err)
	}
	if got.Entries > 0 {
		a.UI.Print("Wrote %s, below the old in %s, with %s", say.Count(got.Entries, "entry"), say.Count(len(got.Days), "day log"), say.Count(got.Bullets, "bullet"))
	}
	if got.Nothing > 0 {
		a.UI.Print("Left %s as before: the model found nothing worth keeping in what was said", say.Count(got.Nothing, "entry"))
	}
	if got.Compiled.Plan != nil {
		a.TellCompile(v, got.Compiled)
		a.TellAsked(got.Asked)
	}
	if got.Used.Calls > 0 {
		a.UI.Print("Took %s", status.Text(got.Used))
	}
	if err == nil && got.Same > 0 {
		err = exit.Hint(fmt.Errorf("%s: no answer could be used for %s, which stays so", o.cmd, say.Count(got.Same, "entry")), exit.Failure,
			"memoria doctor --ask tries the model; memoria "+o.cmd+" asks it again")
	}
	return err
}

// improveJSON is the answer of `improve --json`.
type improveJSON struct {
	DryRun   bool            `json:"dry_run"`
	Entries  int             `json:"entries"` // to write
	Pages    int             `json:"entries_to_edit_on"`
	Edited   int             `json:"yours"` // that a person changed, and that stay
	Estimate author.Estimate `json:"estimate"`
	Written  int             `json:"written"`
	Bullets  int             `json:"bullets"`
	Nothing  int             `json:"nothing"`
	Unusable int             `json:"unusable"`
	Left     int             `json:"left"`
	Used     *budget.Sum     `json:"used,omitempty"`
	Model    *author.Asked   `json:"model,omitempty"` // what was asked about the articles
}

// tellToImprove says what a plan would ask; a redo, which somebody asked for by name, of what.
func (a *app) tellToImprove(v *workspace.Vault, p *improve.Plan, o improveFlags) {
	if o.dryRun && o.cmd != "improve" {
		a.tellEntries(v, p.Entries)
	}
	if len(p.Entries)+p.Pages == 0 {
		a.UI.Print("Nothing to write: a model wrote all that it can")
	} else {
		a.UI.Print("%s to write, newest first, and the articles to edit: %s, in about %s", say.Count(len(p.Entries), "entry"), p.Estimate, p.Estimate.Span())
	}
	if p.Edited > 0 {
		a.UI.Print("%s you changed in the log: yours stay", say.Count(p.Edited, "entry"))
	}
}

// improveApart starts improve as a process of its own.
func (a *app) improveApart(v *workspace.Vault, o improveFlags) error {
	args := []string{"improve", "--detached"}
	for _, f := range [][2]string{{"--since", o.since}, {"--project", o.project}, {"--provider", o.model.Provider}, {"--budget", o.model.Budget}} {
		if f[1] != "" {
			args = append(args, f[0], f[1])
		}
	}
	if err := command.StartApart(v.Path(), args...); err != nil {
		return err
	}
	a.UI.Print("Improving in the background; memoria status tells how far it is")
	return nil
}
