package claude

import "path/filepath"

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
