package llm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A secret is text that prints as nothing of itself.
type secret string

func (s secret) String() string               { return "[key]" }
func (s secret) GoString() string             { return "[key]" }
func (s secret) MarshalText() ([]byte, error) { return []byte("[key]"), nil }

// scrub takes secrets out of what somebody else wrote. Short ones are no keys, and would leave holes.
func scrub(s string, secrets ...secret) string {
	for _, k := range secrets {
		if len(k) >= 6 {
			s = strings.ReplaceAll(s, string(k), "[key]")
		}
	}
	return s
}

// keysIn are the keys that an environment holds.
func keysIn(environ []string) (keys []secret) {
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		name = strings.ToUpper(name)
		if name == "PWD" || name == "OLDPWD" || strings.HasSuffix(name, "_ASKPASS") { // a folder, a program
			continue
		}
		for _, part := range []string{"KEY", "TOKEN", "SECRET", "PASS", "PWD", "CRED"} {
			if strings.Contains(name, part) {
				keys = append(keys, secret(value))
				break
			}
		}
	}
	// a key that begins with another one would be left half
	slices.SortFunc(keys, func(a, b secret) int { return len(b) - len(a) })
	return keys
}

// A KeySource says where a key is. The first that is set counts.
type KeySource struct {
	File string   // path of a file that holds nothing else
	Cmd  []string // program and arguments; it prints the key
	Env  string   // a variable
}

// IsZero reports that no place is named.
func (k KeySource) IsZero() bool { return k.File == "" && len(k.Cmd) == 0 && k.Env == "" }

const (
	keyPatience = 30 * time.Second // a password store may ask its owner
	maxKey      = 16 << 10
)

// read returns the key. Errors never hold it.
func (k KeySource) read(ctx context.Context, who string, w World) (secret, error) {
	var text string
	switch {
	case k.File != "":
		b, err := fsutil.ReadFile(w.path(k.File))
		if err != nil {
			return "", fatal(who, err, "read the key: %v", err).hint(fmt.Sprintf("put the key in %s, alone", k.File))
		}
		text = string(b)
	case len(k.Cmd) > 0:
		out, err := run(ctx, program{argv: k.Cmd, env: w.childEnv(), timeout: keyPatience, max: maxKey})
		if err != nil {
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			return "", fatal(who, nil, "read the key: %s: %s", k.Cmd[0], exitText(err)).hint("run that command yourself, and see that it prints the key")
		}
		text = string(out.stdout)
	case k.Env != "":
		text = w.Getenv(k.Env)
	default:
		return "", nil
	}
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return "", fatal(who, nil, "%s holds no key", k.name())
	}
	return secret(text), nil
}

// fingerprint tells this key from another one; it is for hashing, since the key is in it.
func (k KeySource) fingerprint(w World) string {
	switch {
	case k.File != "":
		b, _ := fsutil.ReadFile(w.path(k.File))
		return string(b)
	case len(k.Cmd) > 0:
		return strings.Join(k.Cmd, "\x00")
	}
	return w.Getenv(k.Env)
}

// name says where the key should be.
func (k KeySource) name() string {
	switch {
	case k.File != "":
		return "the file " + k.File
	case len(k.Cmd) > 0:
		return "what " + k.Cmd[0] + " prints"
	}
	return "the variable " + k.Env
}

func fatal(who string, err error, format string, args ...any) *Error {
	e := failed(who, ask.Fatal, format, args...)
	e.Err = err
	return e
}

// exitText says how a program ended, without what it printed: that may be half a key.
func exitText(err error) string {
	var x *exitError
	if errors.As(err, &x) {
		return x.how()
	}
	return err.Error()
}

// World is the process and the machine as providers see them.
type World struct {
	Getenv  func(string) string // required
	Environ []string            // of this process; nil is os.Environ()
	Home    string              // of the person
	State   string              // vault.StateDir; "" where there is none
	Now     func() time.Time    // required
	Trust   string              // the command that shows what a vault's settings say, and allows it
}

func (w World) environ() []string {
	if w.Environ != nil {
		return w.Environ
	}
	return os.Environ()
}

// path makes a path of the settings absolute.
func (w World) path(p string) string {
	if p == "~" || strings.HasPrefix(p, "~/") {
		return w.Home + p[1:]
	}
	return p
}

// lookPath finds a program as exec.LookPath does, in the PATH that Getenv tells, and never in the
// working directory.
func (w World) lookPath(name string) (string, error) {
	if name != filepath.Base(name) {
		return exec.LookPath(name)
	}
	for _, dir := range filepath.SplitList(w.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return found, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}
