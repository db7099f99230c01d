package codex

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A hook is trusted under its place in the file, and by a sum of what it runs.
func TestTrustOf(t *testing.T) {
	dir := t.TempDir()
	path, config := filepath.Join(dir, "hooks.json"), filepath.Join(dir, "config.toml")
	write := func(name, text string) {
		t.Helper()
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
	}
	const line = "/usr/bin/memoria hook codex %s --vault /v 2>/dev/null || :"
	stop, end := fmt.Sprintf(line, "Stop"), fmt.Sprintf(line, "SessionEnd")
	got, err := TrustOf(path, dir)
	must.Hold(t, got == nil && err == nil, "without a file: %v, %v", got, err)
	write(path, fmt.Sprintf(`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]},{"hooks":[{"type":"command","command":%q,"timeout":10}]}],`+
		`"SessionEnd":[{"hooks":[{"type":"command","command":%q,"timeout":3}]}]}}`, stop, end))
	check := func(name string, want map[string]Trust) {
		t.Helper()
		got, err := TrustOf(path, dir)
		must.Hold(t, err == nil && maps.Equal(got, want), "%s: %v, %v", name, got, err)
	}
	check("without settings", map[string]Trust{"Stop": Never, "SessionEnd": Never})
	trust := func(key string, h hook, event string) string {
		return fmt.Sprintf("[hooks.state.%q]\ntrusted_hash = %q\n", key, h.hash(event))
	}
	good := trust(path+":stop:1:0", hook{Command: stop, Timeout: 10, Type: "command"}, "Stop")
	write(config, "model = \"m\"\n"+good)
	check("one is trusted", map[string]Trust{"Stop": Trusted, "SessionEnd": Never})
	write(config, good+trust(path+":session_end:0:0", hook{Command: end, Timeout: 10, Type: "command"}, "SessionEnd"))
	check("one was trusted with another time", map[string]Trust{"Stop": Trusted, "SessionEnd": Changed})
	write(config, trust(path+":stop:0:0", hook{Command: stop, Timeout: 10, Type: "command"}, "Stop"))
	check("another stands in its place", map[string]Trust{"Stop": Never, "SessionEnd": Never})
	write(config, "hooks = 1\n")
	must.Hold(t, must.Err(TrustOf(path, dir)) != nil, "settings that are none are taken")
}

func TestSnake(t *testing.T) {
	for in, want := range map[string]string{"Stop": "stop", "SessionEnd": "session_end", "PreCompact": "pre_compact"} {
		must.Equal(t, snake(in), want, "%s", in)
	}
}
