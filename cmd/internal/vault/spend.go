package vault

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A spending is a setting of a vault's own by which more of the person's is spent than without it, or
// by another model: until it is allowed, what it says is taken back.
type spending struct {
	Reach
	back func(*Config)
}

// spendings are those of own, which was laid over base to give c. A vault may tighten a limit, and name
// the provider where the user's file names none; it may have nothing asked at all.
func spendings(base, c *Config, user, own file) (out []spending) {
	add := func(key, value string, back func(*Config)) { out = append(out, spending{Reach{key, value}, back}) }
	if p := own.Provider; p != "" && p != extractive && user.Provider != "" && p != user.Provider {
		add("provider", p, func(c *Config) { c.Provider = base.Provider })
	}
	for _, span := range []struct {
		name string
		f    budgetFile
		of   func(*Config) *Budget
	}{{"day", own.Models.Budget.Day, func(c *Config) *Budget { return &c.Models.Day }}, {"month", own.Models.Budget.Month, func(c *Config) *Budget { return &c.Models.Month }}} {
		for _, l := range []struct {
			key, text string
			of        func(*Budget) **int64
		}{
			{".calls", span.f.Calls, func(b *Budget) **int64 { return &b.Calls }},
			{".tokens", span.f.Tokens, func(b *Budget) **int64 { return &b.Tokens }},
			{".usd", span.f.USD, func(b *Budget) **int64 { return &b.Micros }},
		} {
			limit := func(c *Config) **int64 { return l.of(span.of(c)) }
			if was, is := *limit(base), *limit(c); was != nil && (is == nil || *is > *was) {
				add("budget."+span.name+l.key, l.text, func(c *Config) { *limit(c) = was })
			}
		}
	}
	if c.Models.PerMinute > base.Models.PerMinute {
		add("budget.per_minute", own.Models.Budget.PerMinute, func(c *Config) { c.Models.PerMinute = base.Models.PerMinute })
	}
	if c.Models.AtOnce > base.Models.AtOnce {
		add("budget.at_once", own.Models.Budget.AtOnce, func(c *Config) { c.Models.AtOnce = base.Models.AtOnce })
	}
	for _, name := range slices.Sorted(maps.Keys(own.Models.Prices)) {
		was, known := base.Models.Prices[name]
		if known && reflect.DeepEqual(was, c.Models.Prices[name]) {
			continue
		}
		b, _ := json.Marshal(own.Models.Prices[name]) // of strings: no error
		add("prices."+name, string(b), func(c *Config) {
			if delete(c.Models.Prices, name); known {
				c.Models.Prices[name] = was
			}
		})
	}
	return out
}

// extractive is the provider that asks nobody.
const extractive = "extractive"

// spends reports that r is one of these, and in one word what it does.
func (r Reach) spends() (string, bool) {
	switch {
	case r.Key == "provider" || strings.HasPrefix(r.Key, "models.") && strings.HasSuffix(r.Key, ".model"):
		return "ask ", true
	case strings.HasPrefix(r.Key, "budget."):
		return "lift", true
	case strings.HasPrefix(r.Key, "prices."):
		return "take", true
	}
	return "", false
}
