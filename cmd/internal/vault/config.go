package vault

import (
	"errors"
	"fmt"
	"path"
	"slices"
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
}

// Providers are the values `provider` may have.
var Providers = []string{"auto", "claude", "anthropic", "openai", "command", "extractive"}

// Defaults are the settings where nobody says otherwise; local is the machine's zone.
func Defaults(local *time.Location) Config {
	return Config{Zone: local, Wiki: "wiki", Provider: "auto", Interval: time.Hour}
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

var settings = []string{"vault", "timezone", "wiki", "provider", "compile", "compile.interval", "redact", "redact.paths"}

// unknownKeys lists the keys that are no settings, those of the groups with the group's name.
func unknownKeys(group string, keys map[string]any) []string {
	var out []string
	for k, v := range keys {
		name := group + k
		if !slices.Contains(settings, name) {
			out = append(out, name)
			continue
		}
		if inner, ok := v.(map[string]any); ok {
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
	if f.Compile.Interval != "" {
		if d, err := time.ParseDuration(f.Compile.Interval); err != nil || d < 0 {
			bad("compile.interval", fmt.Sprintf("%q is not a duration like 60m", f.Compile.Interval))
		} else {
			c.Interval = d
		}
	}
	for _, p := range f.Redact.Paths {
		if _, err := path.Match(p, ""); err != nil {
			bad("redact.paths", fmt.Sprintf("%q is not a pattern: a [ without its ]", p))
		}
	}
	c.Private = append(c.Private, f.Redact.Paths...)
	return errors.Join(errs...)
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
