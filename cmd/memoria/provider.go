package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/wiki/ask"
)

// extractive names the built-in author, which asks no model.
const extractive = "extractive"

func (a *app) llmWorld() llm.World {
	return llm.World{Getenv: a.Getenv, Environ: os.Environ(), Home: a.Home, State: vault.StateDir(a.Getenv, a.Home), Now: a.Now, Trust: "memoria trust"}
}

// llmWorldOf has what is not allowed of v mended where v is.
func (a *app) llmWorldOf(v *vault.Vault) llm.World {
	w := a.llmWorld()
	w.Trust += a.vaultFlag(v.Dir.Path())
	return w
}

func (a *app) calls(v *vault.Vault) *budget.Ledger {
	return &budget.Ledger{Dir: v.Dir, Zone: v.Config.Zone, Now: a.Now}
}

// model is what is asked in this run: of the provider that the flag names, else the settings. nil says
// that the extractive author does the work; so does ask.Nobody of a call. A provider that is named
// and cannot be asked is an error.
func (a *app) model(v *vault.Vault, flag string) (*llm.Client, error) {
	name := cmp.Or(flag, v.Config.Provider)
	if name == extractive {
		return nil, nil
	}
	if !slices.Contains(vault.Providers, name) {
		return nil, hint(fmt.Errorf("provider %q is not one of %s", name, strings.Join(vault.Providers, ", ")), exitUsage, "leave --provider out to have what the settings say")
	}
	m := v.Config.Models
	providers, err := llm.Choose(name, m, a.llmWorldOf(v))
	if err != nil || len(providers) == 0 {
		return nil, err
	}
	return &llm.Client{
		Providers: providers, Ledger: a.calls(v), Now: a.Now,
		Day: budget.Limits(m.Day), Month: budget.Limits(m.Month), PerMinute: m.PerMinute, AtOnce: m.AtOnce, Prices: llm.PricesOf(m),
		Tries: 2, Auto: name == "auto", Clean: a.cleaner(v),
		Tell: func(e *llm.Error) {
			a.ui.Warn("%s", oneLine(printable(e.Error())))
			a.ui.Hint(e.Hints...)
		},
	}, nil
}

// cleaner takes secrets out of a text.
func (a *app) cleaner(v *vault.Vault) func(string) string {
	clean := sync.OnceValue(func() *redact.Redactor { return redact.New(redact.Options{Paths: v.Config.Private, Home: a.Home}) })
	return func(s string) string {
		s, _ = clean().Text(s)
		return s
	}
}

// askOnce makes one small call, whatever was told of the provider before.
func (a *app) askOnce(ctx context.Context, v *vault.Vault, p llm.Provider) (llm.Reply, error) {
	m := v.Config.Models
	c := &llm.Client{Providers: []llm.Provider{p}, Ledger: a.calls(v), Now: a.Now, Insist: true,
		Day: budget.Limits(m.Day), Month: budget.Limits(m.Month), PerMinute: m.PerMinute, AtOnce: m.AtOnce, Prices: llm.PricesOf(m), Clean: a.cleaner(v)}
	return c.Generate(ctx, ask.Question{Job: "doctor", System: "You answer as short as can be.", Prompt: "Answer with the one word: ready", MaxTokens: 64})
}
