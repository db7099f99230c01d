package llm

import (
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/wiki/ask"
)

// An Option is a provider, or the reason why it cannot be used here.
type Option struct {
	Name     string   // as `provider` names it
	Provider Provider // nil if it cannot be asked
	Why      string   // why it cannot be used, or how it was found
	Mend     string   // how to make it usable
	Held     bool     // it cannot be used only because nobody has allowed what the vault's settings say of it
}

// kinds lists the providers in the order in which auto tries them. A new provider needs a file with its [Provider], a
// section of the settings, and a row here.
var kinds = []struct {
	name  string
	of    func(vault.Models) Settings
	offer func(Settings, World) Option
}{
	{"claude", func(m vault.Models) Settings { return m.Claude }, claudeOption},
	{"anthropic", func(m vault.Models) Settings { return m.Anthropic }, anthropicOption},
	{"openai", func(m vault.Models) Settings { return m.OpenAI }, openAIOption},
	{"command", func(m vault.Models) Settings { return m.Command }, commandOption},
}

// Options returns all providers in the order in which auto tries them. It asks no model, and only checks whether a
// server on this machine listens.
func Options(m vault.Models, w World) (options []Option) {
	for _, k := range kinds {
		section := k.of(m)
		o := Option{Why: Untrusted(section.Held), Mend: w.Trust, Held: true}
		if len(section.Held) == 0 {
			o = k.offer(section, w)
		}
		o.Name = k.name
		options = append(options, o)
	}
	return options
}

// Untrusted returns the reason why settings are not obeyed.
func Untrusted(keys []string) string {
	return strings.Join(keys, ", ") + ": not obeyed, since the vault's own settings say so and you have not allowed them"
}

// Choose returns the providers to ask, in order: for auto all usable ones, which may be none, for another name that
// one. It returns an [Error] if a named one cannot be used.
func Choose(name string, m vault.Models, w World) (providers []Provider, err error) {
	for _, o := range Options(m, w) {
		switch {
		case name == o.Name && o.Provider == nil:
			return nil, failed(name, ask.Fatal, "%s", o.Why).hint(o.Mend)
		case name == o.Name:
			return []Provider{o.Provider}, nil
		case name == "auto" && o.Provider != nil && o.listens():
			providers = append(providers, o.Provider)
		}
	}
	return providers, nil
}

// Ready returns the first provider that can answer as far as is known without asking one, nil if there is none. why says
// what is missing.
func Ready(providers []Provider) (p Provider, why string) {
	for _, p := range providers {
		if c, ok := p.(*Claude); ok && !c.LoggedIn() {
			why = "claude is there, but not logged in as far as its files tell"
			continue
		}
		return p, ""
	}
	return nil, why
}

// listens reports whether a server on this machine is there; of others that is not known before.
func (o Option) listens() bool {
	s, ok := o.Provider.(*OpenAI)
	return !ok || s.listens()
}
