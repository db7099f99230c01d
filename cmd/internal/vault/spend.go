package vault

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A spending is a setting of a vault's own by which more of the person's is spent than without it, or by another
// model: until it is allowed, it is ignored.
type spending struct {
	Reach
	back func(*Config)
}

// spendings returns the spendings of own, which was laid over base to give c. A vault may tighten a limit, and name
// the provider where the user's file names none; it may have nothing asked at all.
func spendings(base, c *Config, user, own file) (out []spending) {
	add := func(key, value string, back func(*Config)) { out = append(out, spending{Reach{key, value}, back}) }
	if p, mine := own["provider"].text, user["provider"].text; p != "" && p != extractive && mine != "" && p != mine {
		add("provider", p, func(c *Config) { c.Provider = base.Provider })
	}
	for _, b := range budgets {
		for _, l := range limits {
			limit := func(c *Config) **int64 { return l.of(b.of(c)) }
			if was, is := *limit(base), *limit(c); was != nil && (is == nil || *is > *was) {
				key := b.key + "." + l.key
				add(key, own[key].text, func(c *Config) { *limit(c) = was })
			}
		}
	}
	if c.Models.PerMinute > base.Models.PerMinute {
		add("budget.per_minute", own["budget.per_minute"].text, func(c *Config) { c.Models.PerMinute = base.Models.PerMinute })
	}
	if c.Models.AtOnce > base.Models.AtOnce {
		add("budget.at_once", own["budget.at_once"].text, func(c *Config) { c.Models.AtOnce = base.Models.AtOnce })
	}
	for _, key := range slices.Sorted(maps.Keys(own)) {
		name, ok := strings.CutPrefix(key, "prices.")
		was, known := base.Models.Prices[name]
		if !ok || known && reflect.DeepEqual(was, c.Models.Prices[name]) {
			continue
		}
		parts := map[string]string{}
		for part, of := range own[key].group {
			parts[part] = of.text
		}
		b, _ := json.Marshal(parts) // of strings: no error
		add(key, string(b), func(c *Config) {
			if delete(c.Models.Prices, name); known {
				c.Models.Prices[name] = was
			}
		})
	}
	return out
}

// spends reports whether r is one of these, and in one word what it does.
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
