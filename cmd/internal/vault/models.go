package vault

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Models is the settings of models: how to reach each provider, and what may be spent.
type Models struct {
	Claude, Anthropic, OpenAI, Command Model
	Embed                              Model // of vectors for search; asked only if it is set

	Day, Month Budget
	PerMinute  int // calls
	AtOnce     int // calls
	Prices     map[string]Price

	Kept []string // settings of the vault that nobody has allowed; the person's own are used in their place
}

// A Model is the settings of one provider. An empty field means the provider's own default.
type Model struct {
	Path    string        // of claude: the program
	Argv    []string      // of command: program and arguments
	Model   string        // its name, as the provider takes it
	BaseURL string        // of anthropic and openai
	Kind    string        // of openai: "ollama", or "openai" to override what the port suggests
	Context int           // tokens
	Timeout time.Duration // of a call

	KeyEnv, KeyFile string
	KeyCmd          []string

	Held []string // settings of the vault that nobody has allowed, see [Reach]: it is not asked
}

// IsZero reports whether nothing is set.
func (m Model) IsZero() bool {
	return len(m.Argv)+len(m.KeyCmd)+len(m.Held) == 0 && m.Path+m.Model+m.BaseURL+m.Kind+m.KeyEnv+m.KeyFile == "" && m.Context == 0 && m.Timeout == 0
}

// A Budget bounds what is asked in a day or a month; a nil field is no limit.
type Budget struct{ Calls, Tokens, Micros *int64 }

// A Price is in dollars for a million tokens; nil if it is not known.
type Price struct{ In, Out, CacheRead, CacheWrite *float64 }

const (
	defaultCalls     = 300 // a day, a limit for background runs
	defaultTokens    = 5_000_000
	defaultPerMinute = 30
	defaultAtOnce    = 2
)

func defaultModels() Models {
	calls, tokens := int64(defaultCalls), int64(defaultTokens)
	return Models{Day: Budget{Calls: &calls, Tokens: &tokens}, PerMinute: defaultPerMinute, AtOnce: defaultAtOnce}
}

// A named model is one with the name that the settings have for it.
type named struct {
	name string
	*Model
}

func (m *Models) each() []named {
	return []named{{"claude", &m.Claude}, {"anthropic", &m.Anthropic}, {"openai", &m.OpenAI}, {"command", &m.Command}, {"embed", &m.Embed}}
}

// limits are the limits of a budget, by their names in settings; scale is how many units of a Budget one of them is.
var limits = []struct {
	key   string
	scale float64
	of    func(*Budget) **int64
}{
	{"calls", 1, func(b *Budget) **int64 { return &b.Calls }},
	{"tokens", 1, func(b *Budget) **int64 { return &b.Tokens }},
	{"usd", 1e6, func(b *Budget) **int64 { return &b.Micros }},
}

// budgets are those there are.
var budgets = []struct {
	key string
	of  func(*Config) *Budget
}{
	{"budget.day", func(c *Config) *Budget { return &c.Models.Day }},
	{"budget.month", func(c *Config) *Budget { return &c.Models.Month }},
}

// settings are all that there are.
var settings = sync.OnceValue(func() []setting {
	all := append(general,
		number("budget.per_minute", "calls", func(c *Config) *int { return &c.Models.PerMinute }),
		number("budget.at_once", "calls", func(c *Config) *int { return &c.Models.AtOnce }),
		setting{"prices.*", isGroup, setPrice})
	for i, m := range (&Models{}).each() {
		all = append(all, modelSettings("models."+m.name+".", func(c *Config) *Model { return c.Models.each()[i].Model })...)
	}
	for _, b := range budgets {
		for _, l := range limits {
			all = append(all, text(b.key+"."+l.key, func(c *Config, s string) string {
				if s == none {
					*l.of(b.of(c)) = nil
					return ""
				}
				n, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
				if err != nil || !(n >= 0 && n < 1e12) {
					return fmt.Sprintf("%q is not a number, nor %s", s, none)
				}
				v := int64(math.Round(n * l.scale))
				*l.of(b.of(c)) = &v
				return ""
			}))
		}
	}
	return all
})

// none removes a limit that another file sets.
const none = "none"

// modelSettings returns the settings of one provider.
func modelSettings(at string, of func(*Config) *Model) []setting {
	list := func(key string, into func(*Model) *[]string) setting {
		return setting{at + key, isWords, func(c *Config, _ string, v value) string {
			*into(of(c)) = v.words()
			if strings.TrimSpace(v.words()[0]) == "" {
				return "its first word names no program"
			}
			return ""
		}}
	}
	return []setting{
		word(at+"path", func(c *Config) *string { return &of(c).Path }),
		list("argv", func(m *Model) *[]string { return &m.Argv }),
		word(at+"model", func(c *Config) *string { return &of(c).Model }),
		text(at+"base_url", func(c *Config, s string) string {
			switch u, ok := webURL(s); {
			case !ok:
				return "it is no address like https://host/v1"
			case u.User != nil:
				return "it holds a password: name the key in api_key_file, api_key_cmd or api_key_env"
			}
			of(c).BaseURL = s
			return ""
		}),
		text(at+"kind", func(c *Config, s string) string { of(c).Kind = s; return oneOf(s, []string{"openai", "ollama"}) }),
		number(at+"context", "tokens", func(c *Config) *int { return &of(c).Context }),
		span(at+"timeout", "5m", 1, func(c *Config) *time.Duration { return &of(c).Timeout }),
		word(at+"api_key_env", func(c *Config) *string { return &of(c).KeyEnv }),
		word(at+"api_key_file", func(c *Config) *string { return &of(c).KeyFile }),
		list("api_key_cmd", func(m *Model) *[]string { return &m.KeyCmd }),
	}
}

// setPrice reads the price of a model.
func setPrice(c *Config, key string, v value) string {
	var p Price
	for part, of := range v.group {
		into := map[string]**float64{"in": &p.In, "out": &p.Out, "cache_read": &p.CacheRead, "cache_write": &p.CacheWrite}[part]
		if into == nil {
			return fmt.Sprintf("%q is not one of in, out, cache_read, cache_write", part)
		}
		n, err := strconv.ParseFloat(of.text, 64)
		if err != nil || !(n >= 0 && n < 1e9) {
			return fmt.Sprintf(".%s\x00%q is no price in dollars for a million tokens", part, of.text)
		}
		*into = &n
	}
	if c.Models.Prices == nil {
		c.Models.Prices = map[string]Price{}
	}
	c.Models.Prices[strings.TrimPrefix(key, "prices.")] = p
	return ""
}
