package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/lint"
	"github.com/agent-admin/memoria/wiki/lint/contradict"
)

// judge looks at the claims of a vault. Without a client nobody is asked.
func (a *app) judge(ctx context.Context, v *vault.Vault, c *llm.Client) (*contradict.Judge, error) {
	w, err := (wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki}).Load(ctx)
	if err != nil {
		return nil, err
	}
	logs, err := a.allLogs(ctx, v)
	if err != nil {
		return nil, err
	}
	j := &contradict.Judge{Wiki: w, Logs: logs, Asker: ask.Asker{Replies: &ask.Replies{Dir: v.Dir}}}
	if c == nil {
		return j, nil
	}
	c.Insist = true
	j.Model, j.Clean = c, a.cleaner(v)
	log := a.log(v)
	j.Tell = func(s string) { log.Printf("lint", "left out of an answer: %s", oneLine(printable(s))) }
	return j, nil
}

// errNoJudge says that nobody can be asked whether claims agree.
var errNoJudge = errors.New("lint --deep: there is no model to ask")

// lintDeep asks a model which claims do not agree. The findings are those that are known, whatever the
// error says.
func (a *app) lintDeep(ctx context.Context, v *vault.Vault, levels lint.Levels, o lintFlags) ([]lint.Finding, *deepJSON, error) {
	c, err := a.hire(v, o.provider, o.budget, a.ui.Warn)
	if err != nil && c == nil && !errors.As(err, new(*llm.Error)) {
		return nil, nil, err
	}
	j, bad := a.judge(ctx, v, c)
	if bad != nil {
		return nil, nil, bad
	}
	rep, bad := j.Run(ctx)
	if rep == nil {
		return nil, nil, bad
	}
	switch {
	case err != nil || bad == nil && c != nil:
	case c == nil:
		err = hint(errNoJudge, exitProvider, "memoria doctor says which models can be had, and what is missing")
	case ctx.Err() != nil:
		err = bad
	default:
		err = fmt.Errorf("lint --deep: %s nobody was asked about: %w", count(rep.Waiting, "pair"), bad)
	}
	return rep.Findings(levels), &deepJSON{rep.Pairs, rep.Calls, rep.Unclear, rep.Waiting}, err
}

// deepJSON is what was asked about claims.
type deepJSON struct {
	Pairs   int `json:"pairs"`
	Calls   int `json:"calls"`
	Unclear int `json:"unclear"` // no answer on them could be used
	Waiting int `json:"waiting"` // nobody was asked about them
}

func (a *app) tellDeep(d *deepJSON) {
	if d == nil {
		return
	}
	asked := "asked before"
	if d.Calls > 0 {
		asked = "asked " + times(d.Calls)
	} else if d.Waiting == d.Pairs {
		asked = "asked nobody"
	}
	more := ""
	if d.Unclear > 0 {
		more = fmt.Sprintf("; of %d no answer could be used", d.Unclear)
	}
	if d.Waiting > 0 {
		more += fmt.Sprintf("; %d wait", d.Waiting)
	}
	a.ui.Print("looked at %s of claims, %s%s", count(d.Pairs, "pair"), asked, more)
}

// priceDeep shows what lint --deep would ask.
func (a *app) priceDeep(ctx context.Context, v *vault.Vault, o lintFlags) error {
	c, err := a.hire(v, o.provider, o.budget, a.ui.Warn)
	if err != nil {
		return err
	}
	j, err := a.judge(ctx, v, c)
	if err != nil {
		return err
	}
	j.Count = true
	rep, err := j.Run(ctx)
	if err != nil {
		return err
	}
	e := &estimate{cost: budget.Cost{Known: true}}
	if c != nil {
		e = estimateFor(c, rep.Estimate)
	}
	if o.json {
		return a.ui.JSON(struct {
			Schema  int        `json:"schema"`
			DryRun  bool       `json:"dry_run"`
			Pairs   int        `json:"pairs"`
			Waiting int        `json:"waiting"`
			Model   *modelJSON `json:"model"`
		}{1, true, rep.Pairs, rep.Waiting, modelOf(orNone(e))})
	}
	a.ui.Print("%s of claims, %d without a verdict", count(rep.Pairs, "pair"), rep.Waiting)
	if e.model != "" && e.calls == 0 {
		a.ui.Print("%s would be asked nothing", e.model)
		return nil
	}
	a.ui.Print("%s", e)
	return nil
}

func orNone(e *estimate) *estimate {
	if e.model == "" {
		return nil
	}
	return e
}
