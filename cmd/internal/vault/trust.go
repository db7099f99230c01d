package vault

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
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
