package claude

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// The error of a file that is left alone says what it is about.
func TestRefused(t *testing.T) {
	for s, want := range map[string]string{
		`[]`:                                  "no JSON object",
		`"x"`:                                 "no JSON object",
		`{"hooks": []}`:                       `"hooks" is no object`,
		`{"hooks": "x"}`:                      `"hooks" is no object`,
		`{"hooks": {}, "hooks": {}}`:          `"hooks" twice`,
		`{"hooks": {}, "h\u006foks": 1}`:      `"hooks" twice`,
		`{"hooks": {"Stop": {}}}`:             `no list under "Stop"`,
		`{"hooks": {"Stop": [], "Stop": []}}`: `"Stop" twice`,
		`{"a": 1`:                             "line 1, column 8",
	} {
		_, _, err := planInstall(asFile(s), nil, hooksPart{one})
		must.Hold(t, err != nil && strings.Contains(err.Error(), want) && strings.HasPrefix(err.Error(), `settings file "s.json": `), "%s: %v", s, err)
	}
}
