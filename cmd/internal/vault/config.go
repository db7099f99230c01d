package vault

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/agent-admin/memoria/fsutil"
)

// Config is the settings of a vault after flags, environment, the vault's file and the user's
// file have been laid over one another. Its zero value is never used: see [Defaults].
type Config struct {
	Zone     *time.Location
	Wiki     string        // folder of the articles, below the vault
	Provider string        // auto, extractive, …
	Interval time.Duration // between two compiles of one log
	Private  []string      // globs of paths that are withheld from every memory
	Turns    int           // turns of a session that are captured together while it goes on
	Every    time.Duration // after which the turns that wait are captured, however few they are
	Include  []string      // globs of the folders whose sessions are taken; empty takes all
	Exclude  []string      // globs of the folders whose sessions are not

	Context int // most characters an agent is shown when a session begins; 0 for nothing
	Recall  int // and beside a prompt

	Lint map[string]string // how bad the findings of a check are: off, info, warning, error

	Site Site

	Models Models
}

// Providers are the values `provider` may have.
var Providers = []string{"auto", "claude", "anthropic", "openai", "command", "extractive"}

// Defaults are the settings where nobody says otherwise; local is the machine's zone.
func Defaults(local *time.Location) Config {
	return Config{Zone: local, Wiki: "wiki", Provider: "auto", Interval: time.Hour, Turns: 12, Every: 20 * time.Minute, Context: ContextMost, Models: defaultModels()}
}

// A ConfigError names the setting that cannot be used and where it stands.
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

// file is what a config.yaml may hold.
type file struct {
	Vault    string `yaml:"vault"` // the user's file only
	Timezone string `yaml:"timezone"`
	Wiki     string `yaml:"wiki"`
	Provider string `yaml:"provider"`
	Compile  struct {
		Interval string `yaml:"interval"`
	} `yaml:"compile"`
	Redact struct {
		Paths []string `yaml:"paths"`
	} `yaml:"redact"`
	Capture struct {
		Turns string `yaml:"turns"`
		Every string `yaml:"every"`
	} `yaml:"capture"`
	Projects struct {
		Include []string `yaml:"include"`
		Exclude []string `yaml:"exclude"`
	} `yaml:"projects"`
	Context string            `yaml:"context"`
	Recall  string            `yaml:"recall"`
	Lint    map[string]string `yaml:"lint"`
	Site    siteFile          `yaml:"site"`

	Models modelsFile `yaml:",inline"`
}

// parseFile reads a config file. Keys this version does not know are returned, not refused, so
// that an older memoria works in a vault of a newer one.
func parseFile(where string, b []byte) (f file, unknown []string, err error) {
	if len(strings.TrimSpace(string(b))) == 0 {
		return file{}, nil, nil
	}
	if err := yaml.Unmarshal(b, &f); err != nil {
		return file{}, nil, &ConfigError{Where: where, Why: firstLine(yaml.FormatError(err, false, false))}
	}
	var keys map[string]any
	if yaml.Unmarshal(b, &keys) == nil {
		unknown = unknownKeys("", keys)
	}
	slices.Sort(unknown)
	return f, unknown, nil
}

var settings = []string{"vault", "timezone", "wiki", "provider", "compile", "compile.interval", "redact", "redact.paths",
	"capture", "capture.turns", "capture.every", "projects", "projects.include", "projects.exclude", "lint", "context", "recall", "site", "site.title", "site.base_url", "site.include", "site.out"}

// unknownKeys lists the keys that are no settings, those of the groups with the group's name.
func unknownKeys(group string, keys map[string]any) []string {
	var out []string
	for k, v := range keys {
		name := group + k
		if !slices.Contains(settings, name) && !slices.Contains(modelSettings(), name) {
			out = append(out, name)
			continue
		}
		if inner, ok := v.(map[string]any); ok && k != "lint" && k != "prices" { // the checks and the models have names of their own
			out = append(out, unknownKeys(name+".", inner)...)
		}
	}
	return out
}

// lay puts the settings of f over c.
func (c *Config) lay(where string, f file) error {
	var errs []error
	bad := func(key, why string) { errs = append(errs, &ConfigError{where, key, why}) }
	if f.Timezone != "" {
		if z, err := Zone(f.Timezone); err != nil {
			bad("timezone", err.Error())
		} else {
			c.Zone = z
		}
	}
	if f.Wiki != "" {
		if clean := path.Clean(f.Wiki); clean != f.Wiki || strings.ContainsAny(f.Wiki, `\/:`) || strings.HasPrefix(clean, ".") || clean == "daily" || fsutil.CheckName(f.Wiki) != nil {
			bad("wiki", fmt.Sprintf("%q is not the name of a folder in the vault", f.Wiki))
		} else {
			c.Wiki = f.Wiki
		}
	}
	if f.Provider != "" {
		if !slices.Contains(Providers, f.Provider) {
			bad("provider", fmt.Sprintf("%q is not one of %s", f.Provider, strings.Join(Providers, ", ")))
		} else {
			c.Provider = f.Provider
		}
	}
	c.durations(f, bad)
	if f.Capture.Turns != "" {
		if n, err := strconv.Atoi(f.Capture.Turns); err != nil || n < 1 {
			bad("capture.turns", fmt.Sprintf("%q is not a number of turns, one or more", f.Capture.Turns))
		} else {
			c.Turns = n
		}
	}
	for _, list := range []struct {
		key   string
		globs []string
	}{{"redact.paths", f.Redact.Paths}, {"projects.include", f.Projects.Include}, {"projects.exclude", f.Projects.Exclude}} {
		for _, p := range list.globs {
			if _, err := path.Match(p, ""); err != nil {
				bad(list.key, fmt.Sprintf("%q is not a pattern: a [ without its ]", p))
			}
		}
	}
	room("context", f.Context, ContextMost, &c.Context, bad)
	room("recall", f.Recall, RecallMost, &c.Recall, bad)
	c.checks(f.Lint, bad)
	c.Site.lay(f.Site, bad)
	c.Models.lay(f.Models, bad)
	c.Private = append(c.Private, f.Redact.Paths...)
	c.Exclude = append(c.Exclude, f.Projects.Exclude...)
	if len(f.Projects.Include) > 0 { // added to another list it would let in what that one keeps out
		c.Include = f.Projects.Include
	}
	return errors.Join(errs...)
}

// Severities are what `lint` may say of a check.
var Severities = []string{"off", "info", "warning", "error"}

func (c *Config) checks(levels map[string]string, bad func(key, why string)) {
	for id, level := range levels {
		if !slices.Contains(Severities, level) {
			bad("lint."+id, fmt.Sprintf("%q is not one of %s", level, strings.Join(Severities, ", ")))
			continue
		}
		if c.Lint == nil {
			c.Lint = map[string]string{}
		}
		c.Lint[id] = level
	}
}

func (c *Config) durations(f file, bad func(key, why string)) {
	for _, d := range []struct {
		key, text string
		into      *time.Duration
	}{
		{"compile.interval", f.Compile.Interval, &c.Interval},
		{"capture.every", f.Capture.Every, &c.Every},
	} {
		if d.text == "" {
			continue
		}
		if v, err := time.ParseDuration(d.text); err != nil || v < 0 {
			bad(d.key, fmt.Sprintf("%q is not a duration like 60m", d.text))
		} else {
			*d.into = v
		}
	}
}

// Zone is the time zone called name. Names are those of the IANA database, "Local" or "UTC"; a
// path is not one.
func Zone(name string) (*time.Location, error) {
	if strings.HasPrefix(name, "/") || strings.Contains(name, "..") || strings.Contains(name, `\`) {
		return nil, fmt.Errorf("%q is not the name of a time zone", name)
	}
	z, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("%q is not the name of a time zone", name)
	}
	return z, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}
