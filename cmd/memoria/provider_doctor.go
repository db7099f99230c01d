package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/doctor"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A modelExam looks at the models for the doctor.
type modelExam struct {
	*app
	*doctor.Exam
}

// models says which model can be had, and how; with ask it makes one small call of each that is there.
func (x *modelExam) models(ctx context.Context, try bool) {
	const what = "model"
	set, m := x.Vault.Config.Provider, x.Vault.Config.Models
	w := x.llmWorldOf(x.Vault.Vault)
	options := llm.Options(m, w)
	chosen, err := llm.Choose(set, m, w)
	if len(m.Kept) > 0 {
		x.Add(doctor.Warning, what, w.Trust, "%s", llm.Untrusted(m.Kept))
	}
	var missing *llm.Error
	switch {
	case set == extractive:
		x.Add(doctor.OK, what, "", "provider: extractive: no model is asked")
	case errors.As(err, &missing):
		x.Add(doctor.Problem, what, missing.Hints[0], "provider: %s: %s", set, missing.What)
	case len(chosen) == 0:
		x.Add(doctor.OK, what, "", "provider: %s: none is to be had here, so the extractive author writes", set)
	default:
		x.Add(doctor.OK, what, "", "provider: %s: %s would be asked", set, chosen[0].Info().Name)
	}
	for _, o := range options {
		if set != "auto" && set != o.Name {
			continue
		}
		x.option(ctx, o, try)
	}
}

// option tells of one provider.
func (x *modelExam) option(ctx context.Context, o llm.Option, try bool) {
	what := "model"
	if o.Provider == nil {
		if o.Held && x.Vault.Config.Provider == "auto" {
			x.Add(doctor.Warning, what, o.Mend, "%s is not asked: %s", o.Name, o.Why)
		} else if x.Vault.Config.Provider == "auto" { // one of several ways
			x.Add(doctor.OK, what, "", "%s is not set up: %s; to have it: %s", o.Name, o.Why, o.Mend)
		}
		return
	}
	name := o.Provider.Info().Name
	if !try {
		x.Add(doctor.OK, what, "", "%s is there (%s); memoria doctor --ask asks it", name, o.Why)
		return
	}
	began := x.app.Now()
	r, err := x.askOnce(ctx, x.Vault.Vault, o.Provider)
	took := x.app.Now().Sub(began)
	var e *llm.Error
	switch {
	case errors.As(err, &e) && e.Kind == ask.Fatal:
		x.Add(x.levelOf(o), what, firstOf(e.Hints), "%s (%s): %s", name, o.Why, e.What)
	case errors.As(err, &e):
		x.Add(doctor.Warning, what, cmp.Or(firstOf(e.Hints), "memoria doctor --ask"), "%s (%s): %s", name, o.Why, e.What)
	case err != nil:
		x.Add(doctor.Unknown, what, "", "%s (%s): %v", name, o.Why, err)
	default:
		x.Add(doctor.OK, what, "", "%s (%s) answered in %s: %s", name, o.Why, took.Round(100*time.Millisecond), tellUse(r))
	}
}

// levelOf is how bad it is that a provider cannot be used: one of several, or the one.
func (x *modelExam) levelOf(o llm.Option) doctor.Level {
	if x.Vault.Config.Provider == o.Name {
		return doctor.Problem
	}
	return doctor.Warning
}

func firstOf(s []string) string {
	if len(s) == 0 {
		return ""
	}
	return s[0]
}

// tellUse says what a call took.
func tellUse(r llm.Reply) string {
	if !r.Usage.Known {
		return "it does not tell what it used"
	}
	u := fmt.Sprintf("%s tokens in, %s out", thousands(r.Usage.In+r.Usage.CacheRead+r.Usage.CacheWrite), thousands(r.Usage.Out))
	if !r.Cost.Known {
		return u + fmt.Sprintf("; what that costs is unknown (prices: {%s: {in: …, out: …}} in the settings would tell)", r.Model)
	}
	return u + ", " + budget.Money(r.Cost.Micros)
}
