package vault

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/pattern"
	"github.com/agent-admin/memoria/fsutil"
)

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
