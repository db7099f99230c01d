package vault

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A vault that came from somebody else asks no more, and no other model, than its owner's own settings
// allow, or the built-in ones where these are silent; it may ask less, or nothing.
func TestSpendingIsHeld(t *testing.T) {
	const mine = "budget: {day: {calls: 2, usd: 0.5}, at_once: 1, per_minute: 3}\nprices: {x: {in: 1, out: 5}}\nmodels: {anthropic: {model: cheap, api_key_file: k}}\n"
	for _, tt := range []struct{ user, own, held string }{
		{mine, "budget: {day: {calls: none, tokens: none, usd: 9}, at_once: 50, per_minute: 1000}", "budget.day.calls budget.day.tokens budget.day.usd budget.per_minute budget.at_once"},
		{"", "budget: {day: {calls: 301, tokens: 5_000_001}, at_once: 3}", "budget.day.calls budget.day.tokens budget.at_once"},
		{"budget: {month: {usd: 1}}", "budget: {month: {usd: none}}", "budget.month.usd"},
		{mine, "budget: {day: {calls: 1, tokens: 7, usd: 0.5}, month: {usd: 3}, at_once: 1, per_minute: 1}", ""},
		{mine, "prices: {x: {in: 0, out: 0}, y: {in: 0}}", "prices.x prices.y"},
		{mine, "prices: {x: {in: 1.0, out: 5}}", ""},
		{mine, "models: {anthropic: {model: dearest}, claude: {model: opus}}", "models.claude.model models.anthropic.model"},
		{mine, "models: {anthropic: {model: cheap}}", ""},
		{"provider: extractive", "provider: command", "provider"},
		{"provider: extractive", "provider: auto", "provider"},
		{"provider: openai", "provider: openai", ""},
		{"provider: auto", "provider: extractive", ""},
		{"", "provider: command", ""},
	} {
		f := finder(t, nil)
		create(t, f, "v", false)
		at := filepath.Join(f.Dir, "v")
		write(t, f.UserConfig(), tt.user)
		settings := func(own string) *Vault {
			t.Helper()
			write(t, filepath.Join(at, ".memoria", "config.yaml"), own)
			v := must.Get(f.Open(at))(t)
			t.Cleanup(func() { v.Dir.Close() })
			return v
		}
		silent, v := settings("timezone: UTC"), settings(tt.own)
		got := strings.Join(v.Config.Models.Held(), " ")
		must.Hold(t, got == tt.held && v.Allowed == (tt.held == "") && len(v.Reaching) == len(v.Config.Models.Held()), "%q over %q: held %q, want %q; %v", tt.own, tt.user, got, tt.held, v.Reaching)
		if tt.held == "" {
			continue
		}
		kept := v.Config.Models
		kept.Kept = nil
		if len(kept.Prices)+len(silent.Config.Models.Prices) == 0 {
			kept.Prices, silent.Config.Models.Prices = nil, nil
		}
		must.Hold(t, reflect.DeepEqual(kept, silent.Config.Models) && v.Config.Provider == silent.Config.Provider, "%q over %q: obeyed: %+v", tt.own, tt.user, kept)
		must.Do(t, f.Allow(v))
		if v = settings(tt.own); !v.Allowed || len(v.Config.Models.Held()) > 0 || reflect.DeepEqual(v.Config.Models, silent.Config.Models) && v.Config.Provider == silent.Config.Provider {
			t.Errorf("%q over %q: allowed, and not obeyed", tt.own, tt.user)
		}
	}
}
