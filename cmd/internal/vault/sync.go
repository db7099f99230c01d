package vault

import (
	"fmt"
	"strings"
	"time"
)

// Sync is how a shared vault is kept in step with other machines.
type Sync struct {
	Remote  string        // of git
	Branch  string        // the trunk; "" is the branch that is checked out
	Every   time.Duration // least time between two syncs that nobody asked for; 0 for none of them
	Push    bool          // send what is new here
	Compile string        // which machine compiles: here, trunk, or "machine NAME"
}

// Where articles are compiled.
const (
	CompileHere  = "here"  // on each machine
	CompileTrunk = "trunk" // on none: one place does it with memoria compile, after the logs were merged
	compileOn    = "machine "
)

var defaultSync = Sync{Remote: "origin", Every: 10 * time.Minute, Push: true, Compile: CompileHere}

// Compiles reports whether the machine of a name compiles what comes in.
func (s Sync) Compiles(machine string) bool {
	return s.Compile == CompileHere || s.Compile == compileOn+machine
}

// IsRef reports whether s can name a remote or a branch, and is never taken for a flag of git.
func IsRef(s string) bool {
	return s != "" && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789._/-") == "" && !strings.ContainsAny(s[:1], "-./") &&
		!strings.Contains(s, "..") && !strings.Contains(s, "//") && !strings.HasSuffix(s, "/") && !strings.HasSuffix(s, ".lock")
}

func ref(key string, of func(*Config) *string) setting {
	return text(key, func(c *Config, s string) string {
		if *of(c) = s; !IsRef(s) {
			return fmt.Sprintf("%q is not a name that git takes", s)
		}
		return ""
	})
}

var syncing = []setting{
	ref("sync.remote", func(c *Config) *string { return &c.Sync.Remote }),
	ref("sync.branch", func(c *Config) *string { return &c.Sync.Branch }),
	text("sync.every", func(c *Config, s string) string {
		if s == "off" {
			c.Sync.Every = 0
			return ""
		}
		return span("sync.every", "10m", time.Minute, func(c *Config) *time.Duration { return &c.Sync.Every }).set(c, "", value{text: s})
	}),
	text("sync.push", func(c *Config, s string) string {
		c.Sync.Push = s == "on" || s == "true"
		return oneOf(s, []string{"on", "off", "true", "false"})
	}),
	text("sync.compile", func(c *Config, s string) string {
		name, on := strings.CutPrefix(s, compileOn)
		if c.Sync.Compile = s; s != CompileHere && s != CompileTrunk && (!on || !IsMachine(name)) {
			return fmt.Sprintf("%q is not one of here, trunk, machine NAME", s)
		}
		return ""
	}),
}

// IsMachine reports whether s can name a machine: 1 to 20 of a-z, 0-9 and -.
func IsMachine(s string) bool { return len(s) <= MaxMachine && IsPerson(s) }
