package look

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/lint"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/sarif"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// lintFlags are the flags of lint.
type lintFlags struct {
	fix, info, sarif, checks bool
	deep, dryRun             bool
	settle                   settleFlag
	limit                    int
	model                    command.ModelFlags
}

func (a *app) lintCmd() *cobra.Command {
	var o lintFlags
	look := a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		h := &lint.Handler{Vault: v, Warn: a.UI.Warn}
		switch {
		case o.settle.on:
			return a.settle(ctx, h, append(o.settle.said, args...))
		case o.dryRun:
			return a.priceDeep(ctx, h, o)
		}
		return a.lint(ctx, h, o)
	})
	c := command.New("lint", func(c *cobra.Command, args []string) error {
		if o.checks {
			return a.showChecks()
		}
		return look(c, args)
	})
	c.Args = func(_ *cobra.Command, args []string) error { return a.checkLint(o, args) }
	fl := c.Flags()
	fl.BoolVar(&o.fix, "fix", false, "mend what can be mended, in memoria's own pages")
	command.LimitFlag(c, &o.limit, 0, "list at most `N` findings; 0 lists all")
	fl.BoolVar(&o.info, "info", false, "list what only informs too")
	fl.BoolVar(&o.checks, "checks", false, "list the checks and how bad each is")
	fl.BoolVar(&o.deep, "deep", false, "ask a model which claims do not agree, or are out of date")
	fl.BoolVar(&o.dryRun, "dry-run", false, "with --deep: show what would be asked, and what that costs")
	fl.Var(&o.settle, "settle", "say which of two claims holds: ID=1, ID=2 or ID=both, else you are asked")
	fl.StringVar(&o.model.Provider, "provider", "", "with --deep: who is asked, instead of whom the settings name")
	o.model.AddBudget(c, "with --deep: what this run may take: `LIMITS` such as \"20 calls, 0.50 usd\"")
	fl.Lookup("settle").NoOptDefVal = "true"
	a.JSONFlag(c)
	fl.BoolVar(&o.sarif, "sarif", false, "answer in SARIF 2.1.0, for editors and CI")
	return c
}

// checkLint returns an error for flags that do not go together.
func (a *app) checkLint(o lintFlags, args []string) error {
	switch {
	case a.AsJSON && o.sarif:
		return exit.Hint(errors.New("lint: --json and --sarif are two answers"), exit.Usage, "name one of them")
	case len(args) > 0 && !o.settle.on:
		return exit.Hint(fmt.Errorf("lint: %q is no flag", args[0]), exit.Usage, "memoria lint looks at the whole vault; memoria lint --settle ID=1 settles")
	case o.settle.on && (o.fix || o.deep || o.sarif || o.checks || o.dryRun):
		return exit.Hint(errors.New("lint: --settle goes with --json alone"), exit.Usage, "leave the other flags out")
	case !o.deep && (o.dryRun || o.model != (command.ModelFlags{})):
		return exit.Hint(errors.New("lint: --dry-run, --provider and --budget are for --deep"), exit.Usage, "memoria lint --deep asks a model")
	case o.dryRun && (o.fix || o.sarif):
		return exit.Hint(errors.New("lint: --deep --dry-run does nothing but count"), exit.Usage, "leave --fix and --sarif out")
	}
	return nil
}

func (a *app) lint(ctx context.Context, h *lint.Handler, o lintFlags) error {
	defer command.RarelyCollect(command.Roomy)()
	rep, err := h.Run(ctx, o.fix)
	if err != nil {
		return err
	}
	var asking error
	if o.deep {
		c, missing := a.Hire(h.Vault, o.model).Client()
		if missing != nil && !errors.As(missing, new(*llm.Error)) {
			return missing
		}
		asking = h.Deep(ctx, rep, c, missing)
		if ctx.Err() != nil {
			return asking
		}
	}
	rep.Count()
	switch {
	case o.sarif:
		err = a.UI.Raw(sarif.Of(command.Version(), rep.Findings))
	case a.AsJSON:
		shown := *rep
		if o.limit > 0 && len(rep.Findings) > o.limit {
			shown.Findings, shown.More = rep.Findings[:o.limit], len(rep.Findings)-o.limit
		}
		err = a.UI.JSON(shown)
	default:
		err = a.tellLint(rep, o)
	}
	if asking != nil {
		return errors.Join(err, asking)
	}
	return errors.Join(err, rep.Verdict())
}

// priceDeep shows what lint --deep would ask.
func (a *app) priceDeep(ctx context.Context, h *lint.Handler, o lintFlags) error {
	c, err := a.Hire(h.Vault, o.model).Client()
	if err != nil {
		return err
	}
	j, err := h.Judge(ctx, c)
	if err != nil {
		return err
	}
	j.Count = true
	rep, err := j.Run(ctx)
	if err != nil {
		return err
	}
	e := author.EstimateOf(c, rep.Estimate)
	if a.AsJSON {
		var model *author.Estimate // null if none is asked
		if c != nil {
			model = &e
		}
		return a.UI.JSON(struct {
			DryRun  bool             `json:"dry_run"`
			Pairs   int              `json:"pairs"`
			Waiting int              `json:"waiting"`
			Model   *author.Estimate `json:"model"`
		}{true, rep.Pairs, rep.Waiting, model})
	}
	a.UI.Print("%s of claims, %d without a verdict", say.Count(rep.Pairs, "pair"), rep.Waiting)
	if c != nil && e.Calls == 0 {
		a.UI.Print("%s would be asked nothing", e.Name)
		return nil
	}
	a.UI.Print("%s", e)
	return nil
}
