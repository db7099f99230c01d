package claude

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// A Conflict is a setting by which the client runs no hook of ours.
type Conflict struct {
	Path string // of the settings file
	Key  string
	Why  string
}

// Conflicts looks for such settings in the files at paths. What is not there, and what cannot be
// read, has none.
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
	root, _, err := scan(f.text)
	if err != nil || root == nil {
		return false
	}
	for _, it := range root.items {
		if it.key == key && f.text[it.value.start:it.value.end] == "true" {
			return true
		}
	}
	return false
}

// Ignored reports whether the client passes over the whole settings file at path, hooks and all,
// although people may read it as JSON: clients up to 2.1 at least take no comment and no comma at the
// end. A file that is not there, or is broken altogether, is not meant.
func Ignored(path string) bool {
	f, _ := readFile(path)
	return lenient(f.text)
}

// lenient reports whether s is JSON with comments and trailing commas and no plain JSON.
func lenient(s string) bool {
	root, _, err := scan(s)
	return err == nil && root != nil && !json.Valid([]byte(strings.TrimPrefix(s, bom)))
}

// ManagedSettings are the files by which an administrator decides for everybody on a machine of the
// system goos.
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
