package agents

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestKeptByGemini(t *testing.T) {
	folder := t.TempDir()
	for settings, want := range map[string]time.Duration{
		"": 30 * day, "{}": 30 * day, `{"general":{"sessionRetention":{"enabled":false,"maxAge":"7d"}}}`: 0,
		`{"general":{"sessionRetention":{"maxAge":"7d"}}} // mine`: 7 * day, `{"general":{"sessionRetention":{"maxAge":"12h"}}}`: 12 * time.Hour,
		`{"general":{"sessionRetention":{"maxAge":"soon"}}}`: 30 * day, `{"general":7}`: 30 * day, `{"general":{"sessionRetention":{"maxAge":"99999999999999d"}}}`: 30 * day,
	} {
		must.Do(t, os.WriteFile(filepath.Join(folder, "settings.json"), []byte(settings), 0o600))
		if got, _ := keptByGemini(folder); got != want {
			t.Errorf("%s: %v, want %v", settings, got, want)
		}
	}
}
