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

func badRef(s string) string {
	if IsRef(s) {
		return ""
	}
	return fmt.Sprintf("%q is not a name that git takes", s)
}

// everyOf returns the time between two syncs that nobody asked for.
func everyOf(s string) (d time.Duration, why string) {
	if s == "off" {
		return 0, ""
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < time.Minute {
		return 0, fmt.Sprintf("%q is not off, or a duration like 10m of at least a minute", s)
	}
	return d, ""
}

func badCompile(s string) string {
	name, on := strings.CutPrefix(s, compileOn)
	if s == CompileHere || s == CompileTrunk || on && IsMachine(name) {
		return ""
	}
	return fmt.Sprintf("%q is not one of here, trunk, machine NAME", s)
}

// IsMachine reports whether s can name a machine: 1 to 20 of a-z, 0-9 and -.
func IsMachine(s string) bool { return len(s) <= MaxMachine && IsPerson(s) }
