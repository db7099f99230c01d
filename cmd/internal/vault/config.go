package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/daily/pattern"
	"github.com/agent-admin/memoria/fsutil"
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

// A setting is one key of a config.yaml.
type setting struct {
	key   string // "lint.*" is any key below lint
	shape func(value) bool
	set   func(c *Config, key string, v value) (why string) // why it cannot be had, "" if it can
}

func (s *setting) is(key string) bool {
	group, any := strings.CutSuffix(s.key, "*")
	return s.key == key || any && strings.HasPrefix(key, group)
}

func settingOf(key string) *setting {
	all := settings()
	if i := slices.IndexFunc(all, func(s setting) bool { return s.is(key) }); i >= 0 {
		return &all[i]
	}
	return nil
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

// text returns a setting that is one text. read returns what is wrong with it.
func text(key string, read func(c *Config, s string) (why string)) setting {
	return setting{key, isText, func(c *Config, _ string, v value) string { return read(c, v.text) }}
}

// word returns a setting of a text that is taken as it is.
func word(key string, of func(*Config) *string) setting {
	return text(key, func(c *Config, s string) string { *of(c) = s; return "" })
}

// choice returns a setting that is on or off.
func choice(key string, of func(*Config) *bool) setting {
	return text(key, func(c *Config, s string) string {
		*of(c) = s == "on" || s == "true"
		return oneOf(s, []string{"on", "off", "true", "false"})
	})
}

// number returns a setting of a number of at least 1.
func number(key, what string, of func(*Config) *int) setting {
	return text(key, func(c *Config, s string) string {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return fmt.Sprintf("%q is not a number of %s, one or more", s, what)
		}
		*of(c) = n
		return ""
	})
}

// span returns a setting of a time of at least so much.
func span(key, like string, least time.Duration, of func(*Config) *time.Duration) setting {
	return text(key, func(c *Config, s string) string {
		d, err := time.ParseDuration(s)
		if err != nil || d < least {
			return fmt.Sprintf("%q is not a duration like %s", s, like)
		}
		*of(c) = d
		return ""
	})
}

// room returns a setting that is on, off, or a number of characters.
func room(key string, most int, of func(*Config) *int) setting {
	return text(key, func(c *Config, s string) string {
		switch strings.ToLower(s) {
		case "on", "true", "yes":
			*of(c) = most
		case "off", "false", "no":
			*of(c) = 0
		default:
			n, err := strconv.Atoi(s)
			if err != nil || n < 200 || n > most {
				return fmt.Sprintf("%q is not on, off, or a number of characters from 200 to %d", s, most)
			}
			*of(c) = n
		}
		return ""
	})
}

// globs returns a setting of patterns. They are added to those of other files, or with alone replace them.
func globs(key string, alone bool, of func(*Config) *[]string) setting {
	return setting{key, isList, func(c *Config, _ string, v value) string {
		for _, p := range v.list {
			if _, err := path.Match(strings.ReplaceAll(p, "**", "*"), ""); err != nil {
				return fmt.Sprintf("%q is not a pattern: a [ without its ]", p)
			}
		}
		if alone {
			*of(c) = v.list
		} else {
			*of(c) = append(*of(c), v.list...)
		}
		return ""
	}}
}

// general are the settings that are about no model.
var general = []setting{
	text("vault", func(*Config, string) string { return "" }), // the user's file only
	text("timezone", func(c *Config, s string) string {
		z, err := Zone(s)
		if err != nil {
			return err.Error()
		}
		c.Zone = z
		return ""
	}),
	text("wiki", func(c *Config, s string) string {
		if clean := path.Clean(s); clean != s || strings.ContainsAny(s, `\/:`) || strings.HasPrefix(clean, ".") || fsutil.CheckName(s) != nil {
			return fmt.Sprintf("%q is not the name of a folder in the vault", s)
		}
		c.Wiki = s
		return ""
	}),
	text("daily", setDaily),
	{"journal", func(v value) bool { return v.group == nil }, func(c *Config, _ string, v value) string {
		for _, s := range v.words() {
			if _, err := pattern.Parse(s); err != nil {
				return err.Error()
			}
		}
		c.Journal = v.words()
		return ""
	}},
	text("names", func(c *Config, s string) string {
		c.Titles = s == "title"
		return oneOf(s, []string{"slug", "title"})
	}),
	text("who", func(c *Config, s string) string {
		if c.Who = s; !IsPerson(s) {
			return fmt.Sprintf("%q is not a name of up to %d of a-z, 0-9 and -", s, MaxPerson)
		}
		return ""
	}),
	text("provider", func(c *Config, s string) string { c.Provider = s; return oneOf(s, Providers) }),
	span("compile.interval", "60m", 0, func(c *Config) *time.Duration { return &c.Interval }),
	choice("verify", func(c *Config) *bool { return &c.Verify }),
	globs("redact.paths", false, func(c *Config) *[]string { return &c.Private }),
	number("capture.turns", "turns", func(c *Config) *int { return &c.Turns }),
	span("capture.every", "60m", 0, func(c *Config) *time.Duration { return &c.Every }),
	globs("projects.include", true, func(c *Config) *[]string { return &c.Include }), // a second list would include what the first leaves out
	globs("projects.exclude", false, func(c *Config) *[]string { return &c.Exclude }),
	globs("projects.share", true, func(c *Config) *[]string { return &c.Share }),
	room("context", ContextMost, func(c *Config) *int { return &c.Context }),
	room("recall", RecallMost, func(c *Config) *int { return &c.Recall }),
	text("sync.remote", func(c *Config, s string) string { c.Sync.Remote = s; return badRef(s) }),
	text("sync.branch", func(c *Config, s string) string { c.Sync.Branch = s; return badRef(s) }),
	text("sync.every", func(c *Config, s string) (why string) { c.Sync.Every, why = everyOf(s); return why }),
	choice("sync.push", func(c *Config) *bool { return &c.Sync.Push }),
	text("sync.compile", func(c *Config, s string) string { c.Sync.Compile = s; return badCompile(s) }),
	{"lint.*", isText, func(c *Config, key string, v value) string {
		if c.Lint == nil {
			c.Lint = map[string]string{}
		}
		c.Lint[strings.TrimPrefix(key, "lint.")] = v.text
		return oneOf(v.text, Severities)
	}},
	word("site.title", func(c *Config) *string { return &c.Site.Title }),
	text("site.base_url", func(c *Config, s string) string {
		base, err := BaseURL(s)
		if err != nil {
			return err.Error()
		}
		c.Site.BaseURL = base
		return ""
	}),
	choice("site.markdown", func(c *Config) *bool { return &c.Site.Markdown }),
	globs("site.include", true, func(c *Config) *[]string { return &c.Site.Include }),
	text("site.out", func(c *Config, s string) string {
		if c.Site.Out = path.Clean(s); path.IsAbs(s) || strings.ContainsAny(s, `\:`) || !SiteFolder(c.Site.Out) {
			return fmt.Sprintf("%q is not a folder of the vault whose name begins with a dot; --out takes any outside", s)
		}
		return ""
	}),
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
