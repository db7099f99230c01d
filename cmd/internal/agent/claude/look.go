package claude

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
)

// DefaultRetention is how long the client keeps a transcript by default.
const DefaultRetention = 30 * 24 * time.Hour

// maxDays is far more than anybody waits and still fits a duration.
const maxDays = 100_000

// Retention returns how long the client, whose own files are in folder, keeps a transcript after its last change. With an
// error, a *SettingsError, it returns the default.
func Retention(folder string) (time.Duration, error) {
	kept := DefaultRetention
	err := eachSetting(filepath.Join(folder, "settings.json"), func(s string, it jsonc.Item) {
		var days float64
		if it.Key == "cleanupPeriodDays" && json.Unmarshal([]byte(s[it.Value.Start:it.Value.End]), &days) == nil && days > 0 && days < maxDays {
			kept = time.Duration(days * float64(24*time.Hour))
		}
	})
	return kept, err
}

// Plugins returns the plugins that the settings files at paths enable, as NAME@MARKETPLACE. It skips files that it
// cannot read.
func Plugins(paths []string) (names []string) {
	for _, path := range paths {
		_ = eachSetting(path, func(s string, it jsonc.Item) {
			if it.Key != "enabledPlugins" {
				return
			}
			for _, p := range it.Value.Items {
				if p.Key != "" && s[p.Value.Start:p.Value.End] == "true" && !slices.Contains(names, p.Key) {
					names = append(names, p.Key)
				}
			}
		})
	}
	return names
}

// Setting decodes the values of a key in the settings file at path into v, which keeps what it is if there are none of
// its type.
func Setting(path, key string, v any) error {
	return eachSetting(path, func(s string, it jsonc.Item) {
		if it.Key == key {
			_ = json.Unmarshal([]byte(s[it.Value.Start:it.Value.End]), v)
		}
	})
}

// eachSetting calls f with the file's text and each member of the settings file at path.
func eachSetting(path string, f func(s string, it jsonc.Item)) error {
	r, err := readFile(path)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	root, _, err := jsonc.Scan(r.text)
	if err != nil {
		return &SettingsError{path, err}
	}
	if root == nil || root.Kind != jsonc.Object {
		return nil
	}
	for _, it := range root.Items {
		f(r.text, it)
	}
	return nil
}
