package vault

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// A Reach is a setting in a vault's own file that reaches beyond the vault: it runs a program, sends words or a key
// to a server, or spends money. A vault may come from anybody, as a repository does, so memoria obeys these settings
// only once the person has allowed them.
type Reach struct {
	Key   string // "models.command.argv"
	Value string // as JSON if it is a list
}

// Does returns in one word what r does.
func (r Reach) Does() string {
	if word, ok := r.spends(); ok {
		return word
	}
	switch key := r.Key[strings.LastIndexByte(r.Key, '.')+1:]; key {
	case "path", "argv", "api_key_cmd":
		return "run "
	case "base_url":
		return "ask "
	}
	return "send"
}

// reaches returns the reaches of one provider; model is the one that the person's settings name.
func (f file) reaches(provider, model string) (out []Reach) {
	for _, key := range []string{"path", "argv", "base_url", "api_key_env", "api_key_file", "api_key_cmd", "model"} {
		name := "models." + provider + "." + key
		switch v := f[name]; {
		case v.empty() || key == "model" && v.text == model:
		case key == "argv" || key == "api_key_cmd":
			b, _ := json.Marshal(v.words()) // of strings: no error
			out = append(out, Reach{name, string(b)})
		default:
			out = append(out, Reach{name, v.text})
		}
	}
	return out
}

// hold removes the settings of f that nobody allowed from m; base has the settings of the trusted files. Without them
// another server or program would be asked, so the provider cannot be used at all; only a model is replaced by the
// one that the person named, or the usual one.
func (m *Models) hold(f file, base *Models) {
	for i, was := range base.each() {
		of, held := m.each()[i].Model, f.reaches(was.name, was.Model.Model)
		own := f["models."+was.name+".model"].text
		switch {
		case len(held) == 0:
			continue
		case len(held) == 1 && own != was.Model.Model && own != "" && (was.Model.Model != "" || was.name != "openai"): // which has no usual one
			of.Model = was.Model.Model
			m.Kept = append(m.Kept, held[0].Key)
			continue
		}
		*of = Model{}
		for _, r := range held {
			of.Held = append(of.Held, r.Key)
		}
	}
}

// Held returns the settings of the vault that are not obeyed, since nobody allowed them.
func (m *Models) Held() (keys []string) {
	for _, p := range m.each() {
		keys = append(keys, p.Held...)
	}
	return append(keys, m.Kept...)
}

// trust finds the reaches of v's own settings, which were merged into base to give c, checks whether all are allowed,
// and removes them from c if not.
func (f *Finder) trust(v *Vault, base, c *Config, user, own file) error {
	for _, p := range base.Models.each() {
		v.Reaching = append(v.Reaching, own.reaches(p.name, p.Model.Model)...)
	}
	spent := spendings(base, c, user, own)
	for _, s := range spent {
		v.Reaching = append(v.Reaching, s.Reach)
	}
	if err := f.allowed(v); err != nil || v.Allowed {
		return err
	}
	c.Models.hold(own, &base.Models)
	for _, s := range spent {
		s.back(c)
		c.Models.Kept = append(c.Models.Kept, s.Key)
	}
	return nil
}

// allowed checks whether what v reaches is.
func (f *Finder) allowed(v *Vault) error {
	v.Allowed = true
	if len(v.Reaching) == 0 {
		return nil
	}
	b, err := fsutil.ReadFile(filepath.Join(f.trusted(), trustName(v.Dir.Path())))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read what is allowed of the vault's settings: %w", err)
	}
	sum, _, _ := strings.Cut(string(b), "\n")
	v.Allowed = sum == v.reach()
	return nil
}

// trusted returns the folder that records what the person allowed, one file per vault. It lies in no vault, since a
// vault could otherwise allow itself.
func (f *Finder) trusted() string { return filepath.Join(filepath.Dir(f.UserConfig()), "trusted") }

// trustName returns the name of the file of the vault at path.
func trustName(path string) string {
	sum := sha256.Sum256([]byte(realPath(path)))
	return hex.EncodeToString(sum[:12])
}

func realPath(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return path
}

// reach returns a hash of what the settings reach; other values and other vaults give another hash.
func (v *Vault) reach() string {
	b, _ := json.Marshal(v.Reaching) // of strings: no error
	sum := sha256.Sum256(append([]byte(realPath(v.Dir.Path())+"\x00"), b...))
	return hex.EncodeToString(sum[:])
}

// Allow makes memoria obey the settings that v was opened with, until one of them changes.
func (f *Finder) Allow(v *Vault) error {
	dir, err := fsutil.CreateDir(f.trusted(), 0o700)
	if err != nil {
		return fmt.Errorf("allow the vault's settings: %w", err)
	}
	defer dir.Close()
	text := v.reach() + "\n" + realPath(v.Dir.Path()) + "\n"
	if _, err := dir.WriteFile(trustName(v.Dir.Path()), []byte(text), 0o600); err != nil {
		return fmt.Errorf("allow the vault's settings: %w", err)
	}
	return nil
}

// Disallow reverts Allow. It reports whether there was anything to revert.
func (f *Finder) Disallow(v *Vault) (bool, error) {
	dir, err := fsutil.OpenDir(f.trusted())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		defer dir.Close()
		err = dir.Remove(trustName(v.Dir.Path()))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("disallow the vault's settings: %w", err)
	}
	return true, nil
}

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
