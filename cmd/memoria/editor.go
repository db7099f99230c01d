package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/flush/redact"
)

// replay is the author of articles that asks no model, and says again what models were told before.
func replay(v *vault.Vault) *editor.Author {
	return &editor.Author{Base: subject.Author{}, Replies: &editor.Replies{Dir: v.Dir}}
}

// editor is the author of articles that has c edit them. tell says what a person should know.
func (a *app) editor(v *vault.Vault, c *llm.Client, tell func(format string, a ...any)) *editor.Author {
	e := replay(v)
	clean := redact.New(redact.Options{Paths: v.Config.Private, Home: a.Home})
	e.Model = editDesk{c}
	e.Clean = func(t string) string { t, _ = clean.Text(t); return t }
	log := a.log(v)
	e.Tell = func(n editor.Note) {
		log.Printf("compile", "%s", oneLine(printable(n.String())))
		if !n.Left {
			tell("compile: %s", oneLine(printable(n.String())))
		}
	}
	return e
}

// editors finds who edits the articles of a command: whom its flags name, else the settings; nil where
// no model is asked.
func (a *app) editors(v *vault.Vault, flag, budget string) (*editor.Author, error) {
	c, err := a.hire(v, flag, budget, a.ui.Warn)
	if err != nil || c == nil {
		return nil, err
	}
	c.Insist = true
	return a.editor(v, c, a.ui.Warn), nil
}

// hire is the client of a run with a budget of its own; nil where no model is asked.
func (a *app) hire(v *vault.Vault, flag, budget string, tell func(format string, a ...any)) (*llm.Client, error) {
	c, err := a.model(v, flag)
	if err != nil || c == nil {
		return nil, err
	}
	if budget != "" {
		if c.Run, err = llm.ParseLimits(budget); err != nil {
			return nil, hint(fmt.Errorf("--budget %q: %w", budget, err), exitUsage, `write it like "20 calls", "100k tokens" or "0.50 usd"`)
		}
	}
	c.Tell = func(e *llm.Error) { tell("%s", oneLine(printable(e.Error()))) }
	return c, nil
}

// An editDesk hands an editor's questions to a provider.
type editDesk struct{ client *llm.Client }

func (d editDesk) Name() string { return d.client.Info().Name }
func (d editDesk) Window() int  { return d.client.Info().Window }

func (d editDesk) Ask(ctx context.Context, q editor.Question) (editor.Answer, error) {
	r, err := d.client.Generate(ctx, llm.Request{Job: "compile", System: q.System, Prefix: q.Prefix, Prompt: q.Prompt, MaxTokens: q.MaxTokens})
	return editor.Answer{Text: r.Text, By: r.By}, err
}

// overBudget is why an editor stopped, if a limit was why: the articles are whole, but as they are
// without a model.
func overBudget(e *editor.Author) error {
	var x *llm.Error
	if e == nil || !errors.As(e.Stopped(), &x) || x.Kind != llm.OverBudget {
		return nil
	}
	return fmt.Errorf("compile: what is new is in the articles, but no model has edited all of it: %w", x)
}

// estimateOf is what the editor of a dry run would ask; nil where nobody would be asked.
func estimateOf(e *editor.Author) *estimate {
	if e == nil || e.Estimate().Calls == 0 {
		return nil
	}
	n := e.Estimate()
	out := &estimate{model: e.Model.Name(), calls: n.Calls, asked: n.In / charsPerToken, answered: n.Out / charsPerToken}
	out.cost = e.Model.(editDesk).client.Estimate(out.asked, out.answered)
	return out
}

// modelJSON is what a compile would ask a model.
type modelJSON struct {
	Name   string   `json:"name"`
	Calls  int      `json:"calls"`
	Tokens int      `json:"tokens"`
	USD    *float64 `json:"usd"` // null where the settings do not tell it
}

func modelOf(e *estimate) *modelJSON {
	if e == nil {
		return nil
	}
	return &modelJSON{e.model, e.calls, e.asked + e.answered, e.usd()}
}
