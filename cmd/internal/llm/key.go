package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
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
		out, err := process.Run(ctx, process.Command{Argv: k.Cmd, Env: w.childEnv(), Timeout: keyPatience, Max: maxKey})
		if err != nil {
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			return "", fatal(who, nil, "read the key: %s: %s", k.Cmd[0], exitText(err)).hint("run that command yourself, and see that it prints the key")
		}
		text = string(out.Stdout)
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

// exitText says how a program ended, without what it printed: that may be half a key.
func exitText(err error) string {
	var x *process.ExitError
	if errors.As(err, &x) {
		return x.How()
	}
	return err.Error()
}

func keyOf(m vault.Model) KeySource { return KeySource{File: m.KeyFile, Cmd: m.KeyCmd, Env: m.KeyEnv} }
