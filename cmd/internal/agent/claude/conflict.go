package claude

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
)

// A Conflict is a setting that keeps the client from running memoria's hooks.
type Conflict struct {
	Path string // of the settings file
	Key  string
	Why  string
}

// Conflicts returns the conflicts in the settings files at paths. It skips files that it cannot read.
func Conflicts(paths []string) (out []Conflict) {
	for _, path := range paths {
		for _, key := range []struct{ name, why string }{
			{"disableAllHooks", "it turns every hook off"},
			{"allowManagedHooksOnly", "it allows no hooks but those of the administrator"},
		} {
			if isTrue(path, key.name) {
				out = append(out, Conflict{path, key.name, key.why})
			}
		}
	}
	return out
}

func isTrue(path, key string) bool {
	f, _ := readFile(path)
	root, _, err := jsonc.Scan(f.text)
	if err != nil || root == nil {
		return false
	}
	return slices.ContainsFunc(root.Items, func(it jsonc.Item) bool { return it.Key == key && f.text[it.Value.Start:it.Value.End] == "true" })
}

// Ignored reports whether the client ignores the whole settings file at path because of comments or trailing commas:
// clients up to at least 2.1 accept neither. It reports false for a file that does not exist or is not JSON at all.
func Ignored(path string) bool {
	f, _ := readFile(path)
	return lenient(f.text, f.text)
}

// lenient reports whether s is JSON only if comments and trailing commas are allowed, or with plain, s without comments, only if
// trailing commas are.
func lenient(s, plain string) bool {
	root, _, err := jsonc.Scan(s)
	return err == nil && root != nil && !json.Valid([]byte(strings.TrimPrefix(plain, jsonc.BOM)))
}

// Plain returns s with blanks in place of its comments, line by line.
func Plain(s string) string {
	_, comments, _ := jsonc.Scan(s)
	out := []byte(s)
	for _, c := range comments {
		for i := c.Start; i < c.End; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// ManagedSettings returns the settings files with which an administrator overrides those of all users, on the system
// goos.
func ManagedSettings(goos string) []string {
	dir := "/etc/claude-code"
	switch goos {
	case "darwin":
		dir = "/Library/Application Support/ClaudeCode"
	case "windows":
		dir = `C:\Program Files\ClaudeCode`
	}
	more, _ := filepath.Glob(filepath.Join(dir, "managed-settings.d", "*.json"))
	return append([]string{filepath.Join(dir, "managed-settings.json")}, more...)
}
