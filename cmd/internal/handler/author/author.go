// Package author finds who writes in a run: a model within its limits, or the built-in author that asks
// none. Entries are written by a Scribe, articles by an editor.Author.
package author

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Extractive names the built-in author, which asks no model.
const Extractive = "extractive"

// A Hire says who is to write in a run.
type Hire struct {
	Vault    *workspace.Vault                 // required
	Provider string                           // "" has the one that the settings name
	Budget   string                           // limits of this run; "" sets none
	Tell     func(format string, args ...any) // required: says what a person should know
}

// World is the machine as providers see it.
func World(m *workspace.Machine) llm.World {
	return llm.World{Getenv: m.Getenv, Home: m.Home, State: m.StateDir(), Now: m.Now, Trust: "memoria trust"}
}

// WorldOf is World for a vault: what its settings may not do is allowed by a command that names it.
func WorldOf(v *workspace.Vault) llm.World {
	w := World(v.Machine)
	w.Trust += v.Machine.VaultFlag(v.Path())
	return w
}

func client(v *workspace.Vault, providers ...llm.Provider) *llm.Client {
	m := v.Config.Models
	return &llm.Client{
		Providers: providers, Ledger: &budget.Ledger{Dir: v.Dir, Zone: v.Config.Zone, Now: v.Now}, Now: v.Now,
		Day: budget.Limits(m.Day), Month: budget.Limits(m.Month), PerMinute: m.PerMinute, AtOnce: m.AtOnce, Prices: llm.PricesOf(m),
		Clean: v.Clean(),
	}
}

// Client is the model that is asked in the run. nil says that the built-in author does the work; so does
// the outcome ask.Nobody of a call. A provider that is named and cannot be asked is an error.
func (h Hire) Client() (*llm.Client, error) {
	m, w := h.Vault.Config.Models, WorldOf(h.Vault)
	name := cmp.Or(h.Provider, h.Vault.Config.Provider)
	held := m.Kept
	if name == "auto" { // of another it is an error
		held = m.Held()
	}
	if len(held) > 0 && h.Provider != Extractive {
		h.Tell("%s; %s shows them", llm.Untrusted(held), w.Trust)
	}
	if name == Extractive {
		return nil, nil
	}
	if !slices.Contains(vault.Providers, name) {
		return nil, exit.Hint(fmt.Errorf("provider %q is not one of %s", name, strings.Join(vault.Providers, ", ")), exit.Usage, "leave --provider out to have what the settings say")
	}
	providers, err := llm.Choose(name, m, w)
	if err != nil || len(providers) == 0 {
		return nil, err
	}
	c := client(h.Vault, providers...)
	c.Tries, c.Auto = 2, name == "auto"
	c.Tell = func(e *llm.Error) { h.Tell("%s", line(e)) }
	if h.Budget != "" {
		if c.Run, err = budget.ParseLimits(h.Budget); err != nil {
			return nil, exit.Hint(fmt.Errorf("--budget %q: %w", h.Budget, err), exit.Usage, `write it like "20 calls", "100k tokens" or "0.50 usd"`)
		}
	}
	return c, nil
}

// Try asks a provider for one word, whatever was told of it before.
func Try(ctx context.Context, v *workspace.Vault, p llm.Provider) (llm.Reply, error) {
	c := client(v, p)
	c.Insist = true
	return c.Generate(ctx, ask.Question{Job: "doctor", System: "You answer as short as can be.", Prompt: "Answer with the one word: ready", MaxTokens: 64})
}

// Editor is the author of articles that has c edit them.
func (h Hire) Editor(c *llm.Client) *editor.Author {
	v := h.Vault
	return &editor.Author{Base: subject.Author{}, Asker: ask.Asker{Model: c, Replies: v.Replies(), Clean: v.Clean()}, Tell: func(n editor.Note) {
		v.Log().Printf("compile", "%s", line(n))
		if !n.Left {
			h.Tell("compile: %s", line(n))
		}
	}}
}

// Editors is the author of articles of a command; nil where no model is asked.
func (h Hire) Editors() (*editor.Author, error) {
	c, err := h.Client()
	if err != nil || c == nil {
		return nil, err
	}
	c.Insist = true
	return h.Editor(c), nil
}

// line is a text, an error or a note on one line that can be printed.
func line(v any) string { return say.OneLine(say.Printable(fmt.Sprint(v))) }

// Unedited is why a model was not asked about all that it was to be asked about: the articles are
// whole, but as they are without it. That there is no model where it was left to be found is no failure.
// missing is why nobody could be asked at all, though somebody is named.
func Unedited(e *editor.Author, missing error) error {
	switch {
	case missing != nil:
		return fmt.Errorf("compile: what is new is in the articles, but no model has edited it: %w", missing)
	case e == nil || e.Stopped() == nil || ask.OutcomeOf(e.Stopped()) == ask.Nobody:
		return nil
	}
	return fmt.Errorf("compile: what is new is in the articles, but no model has edited all of it: %w; the next compile asks again", e.Stopped())
}

// Asked is what a compile asked a model, and what came of it.
type Asked struct {
	Name    string `json:"name"`
	Calls   int    `json:"calls"`
	Entries int    `json:"entries"`   // that it edited the articles on
	Left    int    `json:"left_out"`  // lines of its answers that did not hold
	Aside   int    `json:"set_aside"` // entries that no answer could be used for: memoria queue list
	Owed    int    `json:"waiting"`   // entries that it could not be asked about: the next compile does
	Stopped string `json:"stopped,omitempty"`
}

// AskedOf is nil where nobody was to be asked anything.
func AskedOf(e *editor.Author) *Asked {
	if e == nil || e.Tally() == (editor.Tally{}) && e.Stopped() == nil {
		return nil
	}
	n := e.Tally()
	out := &Asked{Name: e.Model.Name(), Calls: n.Calls, Entries: n.Entries, Left: n.Left, Aside: n.Aside, Owed: n.Owed}
	if err := e.Stopped(); err != nil {
		out.Stopped = say.OneLine(err.Error())
	}
	return out
}
