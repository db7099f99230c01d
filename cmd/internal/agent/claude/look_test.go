package claude

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

func settings(t *testing.T, home, text string) string {
	t.Helper()
	path := SettingsPath(User, home, "", "")
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// How long the agent keeps a transcript.
func TestRetention(t *testing.T) {
	home := t.TempDir()
	got, err := Retention(filepath.Join(home, ".claude"))
	must.Hold(t, got == DefaultRetention && err == nil, "without a file: %v, %v", got, err)
	const day = 24 * time.Hour
	tests := []struct {
		text string
		want time.Duration
		bad  bool
	}{
		{"", DefaultRetention, false},
		{"{}", DefaultRetention, false},
		{"[]", DefaultRetention, false},
		{"{ // mine\n  \"cleanupPeriodDays\": 99, }", 99 * day, false},
		{`{"cleanupPeriodDays": 0.5}`, 12 * time.Hour, false},
		{`{"cleanupPeriodDays": "soon"}`, DefaultRetention, false},
		{`{"cleanupPeriodDays": -1}`, DefaultRetention, false},
		{`{"cleanupPeriodDays": 1e300}`, DefaultRetention, false},
		{`{"cleanupPeriodDays": {"a": 1}}`, DefaultRetention, false},
		{`{"cleanupPeriodDays"`, DefaultRetention, true},
	}
	for _, tt := range tests {
		settings(t, home, tt.text)
		got, err := Retention(filepath.Join(home, ".claude"))
		must.Hold(t, got == tt.want && (err != nil) == tt.bad, "Retention with %q = %v, %v, want %v", tt.text, got, err, tt.want)
	}
}

func TestPlugins(t *testing.T) {
	path := settings(t, t.TempDir(), "\uFEFF{\"enabledPlugins\": {\"memoria@home\": true, \"other@home\": false, /* no */ \"third@x\": true,},}")
	odd := settings(t, t.TempDir(), `{"enabledPlugins": [true, "memoria"]}`)
	torn := settings(t, t.TempDir(), `{"enabledPlugins": {"memoria@home": tr`)
	got := strings.Join(Plugins([]string{path, path, odd, torn, filepath.Join(t.TempDir(), "none")}), " ")
	must.Hold(t, got == "memoria@home third@x", "Plugins = %q", got)
}
