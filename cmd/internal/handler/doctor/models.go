package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/wiki/ask"
)

// models checks which models are usable; with Ask it makes one small call to each.
func (x *Exam) models(ctx context.Context) {
	const what = "model"
	set, m := x.Vault.Config.Provider, x.Vault.Config.Models
	w := author.WorldOf(x.Vault)
	chosen, err := llm.Choose(set, m, w)
	if len(m.Kept) > 0 {
		x.warn(what, w.Trust, "%s", llm.Untrusted(m.Kept))
	}
	var missing *llm.Error
	switch {
	case set == author.Extractive:
		x.ok(what, "provider: extractive: no model is asked")
	case errors.As(err, &missing):
		x.problem(what, missing.Hints[0], "provider: %s: %s", set, missing.What)
	case len(chosen) == 0:
		x.ok(what, "provider: %s: none is to be had here, so the extractive author writes", set)
	default:
		x.ok(what, "provider: %s: %s would be asked", set, chosen[0].Info().Name)
	}
	for _, o := range llm.Options(m, w) {
		switch {
		case set != "auto" && set != o.Name:
		case o.Provider != nil:
			x.provider(ctx, o)
		case set != "auto":
		case o.Held:
			x.warn(what, o.Mend, "%s is not asked: %s", o.Name, o.Why)
		default: // one of several ways
			x.ok(what, "%s is not set up: %s; to have it: %s", o.Name, o.Why, o.Mend)
		}
	}
	x.vectors()
}

// vectors checks what gives vectors for search, if the settings name it.
func (x *Exam) vectors() {
	e, err := author.Embedder(x.Vault)
	var failed *llm.Error
	switch {
	case errors.As(err, &failed):
		x.warn("search", failed.Hints[0], "%s", failed.What)
	case err == nil && e != nil:
		x.ok("search", "by words, and by vectors of %s", e.Name())
	}
}

// provider checks a usable model.
func (x *Exam) provider(ctx context.Context, o llm.Option) {
	const what = "model"
	name := o.Provider.Info().Name
	if !x.Ask {
		x.ok(what, "%s is there (%s); memoria doctor --ask asks it", name, o.Why)
		return
	}
	began := x.Machine.Now()
	r, err := author.Try(ctx, x.Vault, o.Provider)
	took := x.Machine.Now().Sub(began)
	var e *llm.Error
	switch {
	case errors.As(err, &e):
		level, mend := Warning, ""
		if len(e.Hints) > 0 {
			mend = e.Hints[0]
		}
		if e.Kind != ask.Fatal {
			mend = cmp.Or(mend, "memoria doctor --ask")
		} else if x.Vault.Config.Provider == o.Name { // the only one
			level = Problem
		}
		x.Add(level, what, mend, "%s (%s): %s", name, o.Why, e.What)
	case err != nil:
		x.unknown(what, "", "%s (%s): %v", name, o.Why, err)
	default:
		x.ok(what, "%s (%s) answered in %s: %s", name, o.Why, took.Round(100*time.Millisecond), used(r))
	}
}

// used describes what a call used.
func used(r llm.Reply) string {
	if !r.Usage.Known {
		return "it does not tell what it used"
	}
	u := fmt.Sprintf("%s tokens in, %s out", say.Thousands(r.Usage.In+r.Usage.CacheRead+r.Usage.CacheWrite), say.Thousands(r.Usage.Out))
	if !r.Cost.Known {
		return u + fmt.Sprintf("; what that costs is unknown (prices: {%s: {in: …, out: …}} in the settings would tell)", r.Model)
	}
	return u + ", " + budget.Money(r.Cost.Micros)
}
