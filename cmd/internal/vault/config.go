package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Config is the merged settings of a vault: flags, environment, the vault's file and the user's file. Its zero value
// is never used: see [Defaults].
type Config struct {
	Zone     *time.Location
	Wiki     string        // folder of the articles, below the vault
	Daily    layout.Daily  // folder of the logs
	Journal  []string      // patterns of the person's own daily notes, which are read
	Titles   bool          // new articles have their titles for file names
	Who      string        // the person at this machine, for entries of a shared vault; "" to have it found
	Provider string        // auto, extractive, …
	Interval time.Duration // between two compiles of one log
	Private  []string      // globs of paths that are withheld from every memory
	Turns    int           // turns of a session that are captured together while it goes on
	Every    time.Duration // after which the turns that wait are captured, however few they are
	Include  []string      // globs of the folders whose sessions are taken; empty takes all
	Exclude  []string      // globs of the folders whose sessions are not
	Share    []string      // globs of the folders whose sessions a shared vault takes; empty takes all

	Context int // most characters an agent is shown when a session begins; 0 for nothing
	Recall  int // and beside a prompt

	Lint map[string]string // the severity of a check: off, info, warning, error

	Site Site
	Sync Sync

	Verify bool // ask the model whether a line follows from its words, where code cannot tell
	Models Models
}

// Providers are the values `provider` may have.
var Providers = []string{"auto", "claude", "anthropic", "openai", "command", extractive}

// extractive is the provider that asks no model.
const extractive = "extractive"

// Severities are the values that `lint` may have for a check.
var Severities = []string{"off", "info", "warning", "error"}

// The most that an agent is shown, in characters as it counts them: Claude Code cuts the output of a hook at 10,000
// characters.
const (
	ContextMost = 9000 // when a session begins
	RecallMost  = 1500 // beside a prompt
)

// Defaults returns the default settings; local is the machine's zone.
func Defaults(local *time.Location) Config {
	return Config{Zone: local, Wiki: "wiki", Provider: "auto", Interval: time.Hour, Turns: 12, Every: 20 * time.Minute, Context: ContextMost, Verify: true, Sync: defaultSync, Models: defaultModels()}
}

// A ConfigError names the setting that cannot be used and the file or variable it stands in.
type ConfigError struct {
	Where string // a file, or the name of an environment variable
	Key   string
	Why   string
}

func (e *ConfigError) Error() string {
	if e.Key == "" {
		return fmt.Sprintf("config %s: %s", e.Where, e.Why)
	}
	return fmt.Sprintf("config %s: %s: %s", e.Where, e.Key, e.Why)
}

// A file is what a config.yaml sets, by the names of settings: "compile.interval".
type file map[string]value

// parseFile reads a config file. Keys this version does not know are returned, not refused, so
// that an older memoria works in a vault of a newer one.
func parseFile(where string, b []byte) (f file, unknown []string, err error) {
	if len(strings.TrimSpace(string(b))) == 0 {
		return nil, nil, nil
	}
	var all value
	if err := yaml.Unmarshal(b, &all); err != nil {
		return nil, nil, &ConfigError{Where: where, Why: firstLine(yaml.FormatError(err, false, false))}
	}
	if all.text != "" || all.list != nil {
		return nil, nil, &ConfigError{Where: where, Why: "that is no list of settings, each as name: value"}
	}
	f = file{}
	unknown, err = f.add(where, "", all.group)
	slices.Sort(unknown)
	return f, unknown, err
}

// parseItems returns the settings in a config file by their names, as JSON.
func parseItems(b []byte) (accept.Items, error) {
	f, _, err := parseFile(configName, b)
	items := accept.Items{}
	for key, v := range f {
		text, _ := json.Marshal(v) // of strings: no error
		items[key] = string(text)
	}
	return items, err
}

// fromItems reads what parseItems returned.
func fromItems(items accept.Items) file {
	f := file{}
	for key, text := range items {
		var v value
		if err := json.Unmarshal([]byte(text), &v); err != nil || settingOf(key) == nil {
			continue // of another version
		}
		f[key] = v
	}
	return f
}

// CheckWaits returns what keeps settings from being used, a *[ConfigError] as a rule.
func CheckWaits(waits []accept.Wait) error {
	items := accept.Items{}
	for _, w := range waits {
		if w.Key == "" {
			return errors.New(w.Is)
		}
		items[w.Key] = w.Is
	}
	c := Defaults(time.UTC)
	return c.lay(configName, fromItems(items))
}

// add adds the settings of a group, and returns the unknown names.
func (f file) add(where, group string, values map[string]value) (unknown []string, err error) {
	for _, k := range slices.Sorted(maps.Keys(values)) {
		name, v := group+k, values[k]
		s := settingOf(name)
		isGroup := slices.ContainsFunc(settings(), func(s setting) bool { return strings.HasPrefix(s.key, name+".") })
		switch {
		case s == nil && !isGroup:
			unknown = append(unknown, name)
		case v.empty():
		case s != nil && s.shape(v):
			f[name] = v
		case s == nil && v.group != nil:
			more, err := f.add(where, name+".", v.group)
			if unknown = append(unknown, more...); err != nil {
				return unknown, err
			}
		default:
			return unknown, &ConfigError{where, name, "it has a value of another kind than that setting"}
		}
	}
	return unknown, nil
}

// CheckConfig returns what keeps the settings of a vault from being used, a *[ConfigError] as a rule.
func CheckConfig(text []byte) error {
	own, _, err := parseFile(configName, text)
	if err != nil {
		return err
	}
	c := Defaults(time.UTC)
	return c.lay(configName, own)
}

// lay sets in c what f sets.
func (c *Config) lay(where string, f file) error {
	var errs []error
	for _, m := range c.Models.each() { // one place for the key
		if at := "models." + m.name + ".api_key_"; !f[at+"env"].empty() || !f[at+"file"].empty() || !f[at+"cmd"].empty() {
			m.KeyEnv, m.KeyFile, m.KeyCmd = "", "", nil
		}
	}
	for _, key := range slices.Sorted(maps.Keys(f)) {
		var bad *ConfigError
		if why := settingOf(key).set(c, key, f[key]); why != "" {
			bad = &ConfigError{where, key, why}
			if k, part, ok := strings.Cut(why, "\x00"); ok { // of a part of it
				bad.Key, bad.Why = key+k, part
			}
			errs = append(errs, bad)
		}
	}
	return errors.Join(append(errs, c.apart())...)
}

// setDaily sets the folder of the logs, or returns why it cannot be that.
func setDaily(c *Config, s string) string {
	c.Daily = layout.Daily(s)
	return standing.Bad(s)
}

// apart returns what is wrong with the folders of the logs and the articles beside each other.
func (c *Config) apart() error {
	logs := c.Daily.Folder()
	switch top, _, _ := strings.Cut(logs, "/"); {
	case !strings.EqualFold(top, c.Wiki):
		return nil
	case logs == string(layout.DefaultDaily):
		return &ConfigError{configName, "wiki", fmt.Sprintf("%q is the folder of the logs", c.Wiki)}
	}
	return &ConfigError{configName, "daily", fmt.Sprintf("%q cannot be the folder of the logs: %s is that of the articles", logs, c.Wiki)}
}

// CheckDaily returns a folder as that of the logs, or why it cannot be that, a *[ConfigError].
func (c Config) CheckDaily(folder string) (layout.Daily, error) {
	if why := setDaily(&c, folder); why != "" {
		return "", &ConfigError{configName, "daily", why}
	}
	return c.Daily, c.apart()
}
