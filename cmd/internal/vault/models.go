package vault

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Models is what the settings say of models: how each provider is reached, what may be spent.
type Models struct {
	Claude, Anthropic, OpenAI, Command Model

	Day, Month Budget
	PerMinute  int // calls
	AtOnce     int // calls
	Prices     map[string]Price

	Kept []string // settings of the vault that nobody has allowed, in whose place the person's own hold
}

// A Model is how one provider is reached. Where a field is empty the provider's own default holds.
type Model struct {
	Path    string        // of claude: the program
	Argv    []string      // of command: program and arguments
	Model   string        // its name, as the provider takes it
	BaseURL string        // of anthropic and openai
	Kind    string        // of openai: "ollama", or "openai" where the port would say otherwise
	Context int           // tokens
	Timeout time.Duration // of a call

	KeyEnv, KeyFile string
	KeyCmd          []string

	Held []string // settings of the vault that nobody has allowed, see [Reach]: it is not asked
}

// IsZero reports that the settings say nothing of it.
func (m Model) IsZero() bool {
	return len(m.Argv)+len(m.KeyCmd)+len(m.Held) == 0 && m.Path+m.Model+m.BaseURL+m.Kind+m.KeyEnv+m.KeyFile == "" && m.Context == 0 && m.Timeout == 0
}

// A Budget bounds what is asked in a day or a month; nil bounds nothing.
type Budget struct{ Calls, Tokens, Micros *int64 }

// A Price is in dollars for a million tokens; nil where it is not known.
type Price struct{ In, Out, CacheRead, CacheWrite *float64 }

const (
	defaultCalls     = 300 // a day, as a net under what runs by itself
	defaultTokens    = 5_000_000
	defaultPerMinute = 30
	defaultAtOnce    = 2
)

func defaultModels() Models {
	calls, tokens := int64(defaultCalls), int64(defaultTokens)
	return Models{Day: Budget{Calls: &calls, Tokens: &tokens}, PerMinute: defaultPerMinute, AtOnce: defaultAtOnce}
}

type modelFile struct {
	Path      string `yaml:"path"`
	Argv      words  `yaml:"argv"`
	Model     string `yaml:"model"`
	BaseURL   string `yaml:"base_url"`
	Kind      string `yaml:"kind"`
	Context   string `yaml:"context"`
	Timeout   string `yaml:"timeout"`
	APIKeyEnv string `yaml:"api_key_env"`
	KeyFile   string `yaml:"api_key_file"`
	KeyCmd    words  `yaml:"api_key_cmd"`
}

// words is a list of strings, or one string that is the list alone.
type words []string

// UnmarshalYAML takes both forms.
func (w *words) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if unmarshal(&one) == nil {
		*w = words{one}
		return nil
	}
	var list []string
	err := unmarshal(&list)
	*w = list
	return err
}

type budgetFile struct {
	Calls  string `yaml:"calls"`
	Tokens string `yaml:"tokens"`
	USD    string `yaml:"usd"`
}

// modelsFile is what of a config.yaml is about models.
type modelsFile struct {
	Models struct {
		Claude    modelFile `yaml:"claude"`
		Anthropic modelFile `yaml:"anthropic"`
		OpenAI    modelFile `yaml:"openai"`
		Command   modelFile `yaml:"command"`
	} `yaml:"models"`
	Budget struct {
		Day       budgetFile `yaml:"day"`
		Month     budgetFile `yaml:"month"`
		PerMinute string     `yaml:"per_minute"`
		AtOnce    string     `yaml:"at_once"`
	} `yaml:"budget"`
	Prices map[string]map[string]string `yaml:"prices"`
}

// modelSettings are the names of these settings; those of single models stand below prices.
func modelSettings() (names []string) {
	names = []string{"models", "budget", "budget.per_minute", "budget.at_once", "prices"}
	for _, p := range []string{"claude", "anthropic", "openai", "command"} {
		names = append(names, "models."+p)
		for _, k := range []string{"path", "argv", "model", "base_url", "kind", "context", "timeout", "api_key_env", "api_key_file", "api_key_cmd"} {
			names = append(names, "models."+p+"."+k)
		}
	}
	for _, span := range []string{"day", "month"} {
		names = append(names, "budget."+span, "budget."+span+".calls", "budget."+span+".tokens", "budget."+span+".usd")
	}
	return names
}

// lay puts the settings of f over m.
func (m *Models) lay(f modelsFile, bad func(key, why string)) {
	for _, p := range []struct {
		name string
		f    modelFile
		into *Model
	}{
		{"claude", f.Models.Claude, &m.Claude}, {"anthropic", f.Models.Anthropic, &m.Anthropic},
		{"openai", f.Models.OpenAI, &m.OpenAI}, {"command", f.Models.Command, &m.Command},
	} {
		p.into.lay("models."+p.name, p.f, bad)
	}
	m.Day.lay("budget.day", f.Budget.Day, bad)
	m.Month.lay("budget.month", f.Budget.Month, bad)
	atLeastOne("budget.per_minute", "calls", f.Budget.PerMinute, &m.PerMinute, bad)
	atLeastOne("budget.at_once", "calls", f.Budget.AtOnce, &m.AtOnce, bad)
	for name, parts := range f.Prices {
		price, ok := readPrice("prices."+name, parts, bad)
		if !ok {
			continue
		}
		if m.Prices == nil {
			m.Prices = map[string]Price{}
		}
		m.Prices[name] = price
	}
}

func atLeastOne(key, what, text string, into *int, bad func(key, why string)) {
	if text == "" {
		return
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		bad(key, fmt.Sprintf("%q is not a number of %s, one or more", text, what))
		return
	}
	*into = n
}

func (m *Model) lay(key string, f modelFile, bad func(key, why string)) {
	m.Path, m.Model = cmp.Or(f.Path, m.Path), cmp.Or(f.Model, m.Model)
	if len(f.Argv) > 0 {
		m.Argv = f.Argv
	}
	if f.APIKeyEnv+f.KeyFile != "" || len(f.KeyCmd) > 0 { // one place for the key
		m.KeyEnv, m.KeyFile, m.KeyCmd = f.APIKeyEnv, f.KeyFile, f.KeyCmd
	}
	for _, w := range []struct {
		key string
		l   words
	}{{".argv", f.Argv}, {".api_key_cmd", f.KeyCmd}} {
		if len(w.l) > 0 && strings.TrimSpace(w.l[0]) == "" {
			bad(key+w.key, "its first word names no program")
		}
	}
	if f.BaseURL != "" {
		if u, ok := webURL(f.BaseURL); !ok {
			bad(key+".base_url", "it is no address like https://host/v1")
		} else if u.User != nil {
			bad(key+".base_url", "it holds a password: name the key in api_key_file, api_key_cmd or api_key_env")
		} else {
			m.BaseURL = f.BaseURL
		}
	}
	if f.Kind != "" {
		if m.Kind = f.Kind; !slices.Contains([]string{"openai", "ollama"}, f.Kind) {
			bad(key+".kind", fmt.Sprintf("%q is not one of openai, ollama", f.Kind))
		}
	}
	atLeastOne(key+".context", "tokens", f.Context, &m.Context, bad)
	if f.Timeout != "" {
		d, err := time.ParseDuration(f.Timeout)
		if err != nil || d <= 0 {
			bad(key+".timeout", fmt.Sprintf("%q is not a duration like 5m", f.Timeout))
		} else {
			m.Timeout = d
		}
	}
}

// none is how a limit that another file sets is lifted.
const none = "none"

func (b *Budget) lay(key string, f budgetFile, bad func(key, why string)) {
	for _, l := range []struct {
		key, text string
		scale     float64
		into      **int64
	}{{".calls", f.Calls, 1, &b.Calls}, {".tokens", f.Tokens, 1, &b.Tokens}, {".usd", f.USD, 1e6, &b.Micros}} {
		if l.text == "" {
			continue
		}
		if l.text == none {
			*l.into = nil
			continue
		}
		n, err := strconv.ParseFloat(strings.ReplaceAll(l.text, "_", ""), 64)
		if err != nil || !(n >= 0 && n < 1e12) {
			bad(key+l.key, fmt.Sprintf("%q is not a number, nor %s", l.text, none))
			continue
		}
		v := int64(math.Round(n * l.scale))
		*l.into = &v
	}
}

func readPrice(key string, parts map[string]string, bad func(key, why string)) (p Price, ok bool) {
	ok = true
	for part, text := range parts {
		into := map[string]**float64{"in": &p.In, "out": &p.Out, "cache_read": &p.CacheRead, "cache_write": &p.CacheWrite}[part]
		n, err := strconv.ParseFloat(text, 64)
		switch {
		case into == nil:
			bad(key, fmt.Sprintf("%q is not one of in, out, cache_read, cache_write", part))
			ok = false
		case err != nil || !(n >= 0 && n < 1e9):
			bad(key+"."+part, fmt.Sprintf("%q is no price in dollars for a million tokens", text))
			ok = false
		default:
			*into = &n
		}
	}
	return p, ok
}
