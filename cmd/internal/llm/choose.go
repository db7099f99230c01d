package llm

import (
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/wiki/ask"
)

// An Option is a provider that the settings and the machine offer, or why they do not.
type Option struct {
	Name     string   // as `provider` names it
	Provider Provider // nil where it cannot be asked
	Why      string   // it cannot, or what it was found by
	Mend     string   // of the former
	Held     bool     // only since nobody has allowed what a vault's settings say of it
}

// kinds are the ways to reach a model, in the order in which auto takes them. A new one is a file with
// its [Provider], a section of the settings, and a row here.
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

// Options are all providers in the order in which auto takes them. Nothing is asked; that a server on
// this machine listens is looked at.
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

// Untrusted says why such settings are not obeyed.
func Untrusted(keys []string) string {
	return strings.Join(keys, ", ") + ": not obeyed, since the vault's own settings say so and you have not allowed them"
}

// Choose gives the providers to ask, in their order: of auto all that are there, which may be none, of
// another name that one. It returns an [Error] where that one cannot be asked.
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

// listens reports that a server on this machine is there; of others that is not known before.
func (o Option) listens() bool {
	s, ok := o.Provider.(*OpenAI)
	return !ok || s.listens()
}
