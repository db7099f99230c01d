package main

import (
	"cmp"
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/wiki/ask"
)

// replay is the author of articles that asks no model, and says again what models were told before.
func replay(v *vault.Vault) *editor.Author {
	return &editor.Author{Base: subject.Author{}, Asker: ask.Asker{Replies: &ask.Replies{Dir: v.Dir}}}
}

// editor is the author of articles that has c edit them. tell says what a person should know.
func (a *app) editor(v *vault.Vault, c *llm.Client, tell func(format string, a ...any)) *editor.Author {
	e := replay(v)
	e.Model, e.Clean = c, a.cleaner(v)
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
func (a *app) hire(v *vault.Vault, flag, most string, tell func(format string, a ...any)) (*llm.Client, error) {
	held := v.Config.Models.Kept
	if cmp.Or(flag, v.Config.Provider) == "auto" { // of another it is an error
		held = v.Config.Models.Held()
	}
	if len(held) > 0 && flag != extractive {
		tell("%s; %s shows them", llm.Untrusted(held), a.llmWorldOf(v).Trust)
	}
	c, err := a.model(v, flag)
	if err != nil || c == nil {
		return nil, err
	}
	if most != "" {
		if c.Run, err = budget.ParseLimits(most); err != nil {
			return nil, hint(fmt.Errorf("--budget %q: %w", most, err), exitUsage, `write it like "20 calls", "100k tokens" or "0.50 usd"`)
		}
	}
	c.Tell = func(e *llm.Error) { tell("%s", oneLine(printable(e.Error()))) }
	return c, nil
}

// unedited is why a model was not asked about all that it was to be asked about: the articles are
// whole, but as they are without it. That there is no model where it was left to be found is no failure.
// missing is why nobody could be asked at all, though somebody is named.
func unedited(e *editor.Author, missing error) error {
	switch {
	case missing != nil:
		return fmt.Errorf("compile: what is new is in the articles, but no model has edited it: %w", missing)
	case e == nil || e.Stopped() == nil || ask.OutcomeOf(e.Stopped()) == ask.Nobody:
		return nil
	}
	return fmt.Errorf("compile: what is new is in the articles, but no model has edited all of it: %w; the next compile asks again", e.Stopped())
}

// askedJSON is what a compile asked a model, and what came of it.
type askedJSON struct {
	Name    string `json:"name"`
	Calls   int    `json:"calls"`
	Entries int    `json:"entries"`   // that it edited the articles on
	Left    int    `json:"left_out"`  // lines of its answers that did not hold
	Aside   int    `json:"set_aside"` // entries that no answer could be used for: memoria queue list
	Owed    int    `json:"waiting"`   // entries that it could not be asked about: the next compile does
	Stopped string `json:"stopped,omitempty"`
}

// askedOf is nil where nobody was to be asked anything.
func askedOf(e *editor.Author) *askedJSON {
	if e == nil || e.Tally() == (editor.Tally{}) && e.Stopped() == nil {
		return nil
	}
	n := e.Tally()
	out := &askedJSON{Name: e.Model.Name(), Calls: n.Calls, Entries: n.Entries, Left: n.Left, Aside: n.Aside, Owed: n.Owed}
	if err := e.Stopped(); err != nil {
		out.Stopped = oneLine(err.Error())
	}
	return out
}

func (a *app) tellAsked(m *askedJSON) {
	if m == nil || m.Entries+m.Aside == 0 {
		return
	}
	left := ""
	if m.Left > 0 {
		left = fmt.Sprintf(", without %s that did not hold", count(m.Left, "line"))
	}
	asked := "before"
	if m.Calls > 0 {
		asked = times(m.Calls)
	}
	if m.Entries > 0 {
		a.ui.Print("Edited what is new in %s by %s, asked %s%s", count(m.Entries, "entry"), printable(m.Name), asked, left)
	}
	if m.Aside > 0 {
		a.ui.Print("Set aside what it said on %s (memoria queue list)", count(m.Aside, "entry"))
	}
}

// estimateOf is what the editor of a dry run would ask; nil where nobody would be asked.
func estimateOf(e *editor.Author) *estimate {
	if e == nil || e.Estimate().Calls == 0 {
		return nil
	}
	return estimateFor(e.Model.(*llm.Client), e.Estimate())
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
