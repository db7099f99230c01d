package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A secret is text that never prints its value.
type secret string

func (s secret) String() string               { return "[key]" }
func (s secret) GoString() string             { return "[key]" }
func (s secret) MarshalText() ([]byte, error) { return []byte("[key]"), nil }

// scrub removes secrets from another program's text. It ignores short ones, which are not keys.
func scrub(s string, secrets ...secret) string {
	for _, k := range secrets {
		if len(k) >= 6 {
			s = strings.ReplaceAll(s, string(k), "[key]")
		}
	}
	return s
}

// keysIn returns the keys that an environment holds.
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
	sorting.By(keys, func(a, b secret) int { return len(b) - len(a) })
	return keys
}

const (
	keyPatience = 30 * time.Second // a password store may ask its owner
	maxKey      = 16 << 10
)

// hasKey reports whether the settings name a place for a key.
func hasKey(m Settings) bool { return m.KeyFile != "" || len(m.KeyCmd) > 0 || m.KeyEnv != "" }

// key returns the key from the place that the settings name: a file that holds nothing else, the output of a program,
// or a variable; the first that is named counts. It is "" if none is named. Errors never hold it.
func (w World) key(ctx context.Context, m Settings, who string) (secret, error) {
	var text string
	switch {
	case m.KeyFile != "":
		b, err := fsutil.ReadFile(w.path(m.KeyFile))
		if err != nil {
			return "", fatal(who, err, "read the key: %v", err).hint(fmt.Sprintf("put the key in %s, alone", m.KeyFile))
		}
		text = string(b)
	case len(m.KeyCmd) > 0:
		out, err := process.Run(ctx, process.Command{Argv: m.KeyCmd, Env: w.childEnv(), Timeout: keyPatience, Max: maxKey})
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil { // without its output, which may be half a key
			how := err.Error()
			if x, ok := errors.AsType[*process.ExitError](err); ok {
				how = x.How()
			}
			return "", fatal(who, nil, "read the key: %s: %s", m.KeyCmd[0], how).hint("run that command yourself, and see that it prints the key")
		}
		text = string(out.Stdout)
	case m.KeyEnv != "":
		text = w.Getenv(m.KeyEnv)
	default:
		return "", nil
	}
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
		return "", fatal(who, nil, "%s holds no key", keyPlace(m))
	}
	return secret(text), nil
}

// fingerprint returns a text that changes with the settings of a service. It holds the key, so it must be hashed.
func (w World) fingerprint(m Settings) string {
	key := w.Getenv(m.KeyEnv)
	switch {
	case m.KeyFile != "":
		b, _ := fsutil.ReadFile(w.path(m.KeyFile))
		key = string(b)
	case len(m.KeyCmd) > 0:
		key = strings.Join(m.KeyCmd, "\x00")
	}
	return strings.Join([]string{m.BaseURL, m.Model, key}, "\x00")
}

// keyPlace returns where the key should be, in words.
func keyPlace(m Settings) string {
	switch {
	case m.KeyFile != "":
		return "the file " + m.KeyFile
	case len(m.KeyCmd) > 0:
		return "what " + m.KeyCmd[0] + " prints"
	}
	return "the variable " + m.KeyEnv
}
