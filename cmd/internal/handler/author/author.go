// Package author chooses the author of a run: a model within its limits, or the built-in author, which asks no model.
// A Scribe writes entries, an editor.Author writes articles.
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

// A Hire chooses the author of a run: the model that a command or the settings name, or none.
type Hire struct {
	Vault    *workspace.Vault                 // required
	Provider string                           // "" means the one that the settings name
	Budget   string                           // limits of this run; "" sets none
	Tell     func(format string, args ...any) // required: prints a message for the person
}

// World returns the environment of providers.
func World(m *workspace.Machine) llm.World {
	return llm.World{Getenv: m.Getenv, Home: m.Home, State: m.StateDir(), Now: m.Now, Trust: "memoria trust"}
}

// WorldOf returns the environment of providers for a vault; hints of untrusted settings name that vault.
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

// Embedder returns what gives vectors for the search of v; nil if the settings name no server for that.
func Embedder(v *workspace.Vault) (*llm.Embedder, error) {
	return llm.EmbedderOf(v.Config.Models, WorldOf(v), client(v))
}

// Client returns the model of the run, nil if the built-in author writes. A call that ends with ask.Nobody means the
// same. It returns an error if a provider is named and cannot be used.
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

// Try asks a provider for one word, even if an earlier call failed.
func Try(ctx context.Context, v *workspace.Vault, p llm.Provider) (llm.Reply, error) {
	c := client(v, p)
	c.Insist = true
	return c.Generate(ctx, ask.Question{Job: "doctor", System: "You answer as short as can be.", Prompt: "Answer with the one word: ready", MaxTokens: 64})
}

// Editor returns the author of articles that asks c.
func (h Hire) Editor(c *llm.Client) *editor.Author {
	v := h.Vault
	return &editor.Author{Base: subject.Author{Dir: v.Dir, Memory: v.Memory}, Asker: ask.Asker{Model: c, Replies: v.Replies(), Clean: v.Clean()}, Verify: v.Config.Verify, Tell: func(n editor.Note) {
		v.Log().Printf("compile", "%s", line(n))
		if !n.Left {
			h.Tell("compile: %s", line(n))
		}
	}}
}

// Editors returns the author of articles for a command, nil if no model is asked.
func (h Hire) Editors() (*editor.Author, error) {
	c, err := h.Client()
	if err != nil || c == nil {
		return nil, err
	}
	c.Insist = true
	return h.Editor(c), nil
}

// line returns a text, an error or a note on one line that can be printed.
func line(v any) string { return say.OneLine(say.Printable(fmt.Sprint(v))) }

// Unedited returns why a model did not edit everything it should have: the articles are complete, but partly as the
// built-in author writes them. It returns nil if no provider is named and none was found. missing is why a named
// provider could not be asked at all.
func Unedited(e *editor.Author, missing error) error {
	switch {
	case missing != nil:
		return fmt.Errorf("compile: what is new is in the articles, but no model has edited it: %w", missing)
	case e == nil || e.Stopped() == nil || ask.OutcomeOf(e.Stopped()) == ask.Nobody:
		return nil
	}
	return fmt.Errorf("compile: what is new is in the articles, but no model has edited all of it: %w; the next compile asks again", e.Stopped())
}

// Asked reports what a compile asked a model and the result.
type Asked struct {
	Name    string `json:"name"`
	Calls   int    `json:"calls"`
	Entries int    `json:"entries"`   // that it edited the articles on
	Left    int    `json:"left_out"`  // lines of its answers that failed the check against their sources
	Aside   int    `json:"set_aside"` // entries that no answer could be used for: memoria queue list
	Owed    int    `json:"waiting"`   // entries that it could not be asked about: the next compile does
	Stopped string `json:"stopped,omitempty"`
}

// Add returns the sum of what two compiles asked; each may be nil.
func (a *Asked) Add(b *Asked) *Asked {
	if a == nil || b == nil {
		return cmp.Or(a, b)
	}
	return &Asked{b.Name, a.Calls + b.Calls, a.Entries + b.Entries, a.Left + b.Left, a.Aside + b.Aside, b.Owed, b.Stopped}
}

// AskedOf returns nil if no model was to be asked.
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
