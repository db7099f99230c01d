package llm

import (
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"time"

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

// Options are all providers in the order in which auto takes them. Nothing is asked; that a server on
// this machine listens is looked at.
func Options(m vault.Models, w World) []Option {
	options := []Option{claudeOption(m.Claude, w), anthropicOption(m.Anthropic, w), openAIOption(m.OpenAI, w), commandOption(m.Command, w)}
	for i, of := range []vault.Model{m.Claude, m.Anthropic, m.OpenAI, m.Command} {
		if len(of.Held) > 0 {
			options[i] = Option{Name: options[i].Name, Why: Untrusted(of.Held), Mend: w.Trust, Held: true}
		}
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

// listens reports that somebody takes connections at the address, where that is on this machine.
func (o *OpenAI) listens() bool {
	if !loopback(o.BaseURL) {
		return true
	}
	u, err := url.Parse(o.BaseURL)
	if err != nil {
		return false
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(u.Hostname(), port), 2*time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

func claudeOption(m vault.Model, w World) Option {
	c := &Claude{Path: m.Path, Model: m.Model, Timeout: m.Timeout, Window: windowOf(m), World: w}
	o := Option{Name: "claude"}
	path, err := c.program()
	switch {
	case err != nil && m.Path != "":
		o.Why, o.Mend = err.Error(), "correct models.claude.path in the settings"
	case err != nil:
		o.Why, o.Mend = "there is no program claude in your PATH", "install Claude Code and log in"
	default:
		o.Provider, o.Why = c, path
	}
	return o
}

// windowOf is what a context given in the settings leaves for a request; 0 where none is given.
func windowOf(m vault.Model) int {
	if m.Context == 0 {
		return 0
	}
	return max(m.Context-DefaultMaxTokens, m.Context/2) * bytesPerToken
}

func keyOf(m vault.Model) KeySource { return KeySource{File: m.KeyFile, Cmd: m.KeyCmd, Env: m.KeyEnv} }

// defaultAnthropicModel is small and cheap, which is enough for summaries.
const defaultAnthropicModel = "claude-haiku-4-5"

func anthropicOption(m vault.Model, w World) Option {
	a := &Anthropic{BaseURL: m.BaseURL, Model: orElse(m.Model, defaultAnthropicModel), Timeout: m.Timeout, Window: windowOf(m), Key: keyOf(m), World: w}
	o := Option{Name: "anthropic"}
	if a.Key.IsZero() && (m.BaseURL == "" || hostOf(m.BaseURL) == hostOf(AnthropicURL)) { // the usual key is for the usual place
		a.BaseURL = orElse(w.Getenv("ANTHROPIC_BASE_URL"), AnthropicURL)
		switch {
		case w.Getenv("ANTHROPIC_API_KEY") != "":
			a.Key.Env = "ANTHROPIC_API_KEY"
		case w.Getenv("ANTHROPIC_AUTH_TOKEN") != "":
			a.Key.Env, a.Bearer = "ANTHROPIC_AUTH_TOKEN", true
		}
	}
	if a.Key.IsZero() {
		o.Why, o.Mend = "no key is set", "set ANTHROPIC_API_KEY, or models.anthropic.api_key_file in the settings"
		return o
	}
	o.Provider, o.Why = a, a.Key.name()
	return o
}

func openAIOption(m vault.Model, w World) Option {
	s := &OpenAI{BaseURL: m.BaseURL, Model: m.Model, Context: m.Context, Timeout: m.Timeout, Key: keyOf(m), World: w}
	o := Option{Name: "openai"}
	if m.BaseURL == "" {
		s.BaseURL = orElse(w.Getenv("OPENAI_BASE_URL"), openAIURL)
	}
	s.Ollama = m.Kind == "ollama" || m.Kind == "" && portOf(s.BaseURL) == ollamaPort
	if s.Key.IsZero() { // each usual key is for its place
		env := ""
		switch {
		case m.BaseURL == "" || hostOf(m.BaseURL) == hostOf(openAIURL):
			env = "OPENAI_API_KEY"
		case hostOf(m.BaseURL) == "openrouter.ai":
			env = "OPENROUTER_API_KEY"
		}
		if env != "" && w.Getenv(env) != "" {
			s.Key.Env = env
		}
	}
	const mend = "set models.openai.base_url and models.openai.model in the settings"
	switch {
	case m.IsZero() && s.Key.IsZero():
		o.Why, o.Mend = "no server is set", mend
	case s.Model == "":
		o.Why, o.Mend = "no model is set", "set models.openai.model in the settings"
	case s.Key.IsZero() && hostOf(s.BaseURL) == hostOf(openAIURL):
		o.Why, o.Mend = "no key is set", "set OPENAI_API_KEY, or models.openai.base_url to a server that needs none"
	default:
		o.Provider, o.Why = s, s.BaseURL
	}
	return o
}

const ollamaPort = "11434"

func commandOption(m vault.Model, w World) Option {
	o := Option{Name: "command"}
	if len(m.Argv) == 0 {
		o.Why, o.Mend = "no command is set", "set models.command.argv in the settings: a list of the program and its arguments"
		return o
	}
	c := &Command{Argv: append([]string{w.path(m.Argv[0])}, m.Argv[1:]...), Model: m.Model, Timeout: m.Timeout, Window: windowOf(m), World: w}
	o.Provider, o.Why = c, filepath.Base(m.Argv[0])
	return o
}

func hostOf(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

func portOf(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	return u.Port()
}

// PricesOf are the prices of the settings.
func PricesOf(m vault.Models) Prices {
	p := Prices{}
	for name, x := range m.Prices {
		p[name] = Price(x)
	}
	return p
}
