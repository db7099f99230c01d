package claude

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"time"
)

// DefaultRetention is how long the client keeps a transcript by default.
const DefaultRetention = 30 * 24 * time.Hour

// maxDays is far more than anybody waits and still fits a duration.
const maxDays = 100_000

// Retention returns how long the client keeps a transcript after its last change, for a home and a CLAUDE_CONFIG_DIR.
// With an error, a *SettingsError, it returns the default.
func Retention(home, configDir string) (time.Duration, error) {
	kept := DefaultRetention
	err := eachSetting(SettingsPath(User, home, configDir, ""), func(s string, it item) {
		var days float64
		if it.key == "cleanupPeriodDays" && json.Unmarshal([]byte(s[it.value.start:it.value.end]), &days) == nil && days > 0 && days < maxDays {
			kept = time.Duration(days * float64(24*time.Hour))
		}
	})
	return kept, err
}

// Plugins returns the plugins that the settings files at paths enable, as NAME@MARKETPLACE. It skips files that it
// cannot read.
func Plugins(paths []string) (names []string) {
	for _, path := range paths {
		_ = eachSetting(path, func(s string, it item) {
			if it.key != "enabledPlugins" {
				return
			}
			for _, p := range it.value.items {
				if p.key != "" && s[p.value.start:p.value.end] == "true" && !slices.Contains(names, p.key) {
					names = append(names, p.key)
				}
			}
		})
	}
	return names
}

// Setting decodes the values of a key in the settings file at path into v, which keeps what it is if there are none of
// its type.
func Setting(path, key string, v any) error {
	return eachSetting(path, func(s string, it item) {
		if it.key == key {
			_ = json.Unmarshal([]byte(s[it.value.start:it.value.end]), v)
		}
	})
}

// eachSetting calls f with the file's text and each member of the settings file at path.
func eachSetting(path string, f func(s string, it item)) error {
	r, err := readFile(path)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	root, _, err := scan(r.text)
	if err != nil {
		return &SettingsError{path, err}
	}
	if root == nil || root.kind != object {
		return nil
	}
	for _, it := range root.items {
		f(r.text, it)
	}
	return nil
}
