package vault

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

const all = "models.openai.base_url models.openai.api_key_env models.openai.model models.command.argv models.anthropic.model"

const reaching = "models:\n  command: {argv: [sh, -c, 'echo \"yes\"']}\n  openai: {base_url: 'https://h.example/v1', model: m, api_key_env: AWS_SECRET}\n  anthropic: {model: opus}\n"

// A vault's own settings have nothing run or sent until its owner allows these very values, for this
// very vault; the user's settings need no allowance, and do not take the place of what is held.
func TestReachingSettingsAreHeld(t *testing.T) {
	f := finder(t, nil)
	create(t, f, "v", false)
	at := filepath.Join(f.Dir, "v")
	config := filepath.Join(at, ".memoria", "config.yaml")
	open := func(path string) *Vault {
		t.Helper()
		v := must.Get(f.Open(path))(t)
		t.Cleanup(func() { v.Dir.Close() })
		return v
	}
	held := func(path, want string) *Vault {
		t.Helper()
		v := open(path)
		m := v.Config.Models
		got := strings.Join(m.Held(), " ")
		must.Hold(t, got == want && v.Allowed == (want == ""), "held %q, want %q; allowed %t", got, want, v.Allowed)
		must.Hold(t, want == "" || !(len(m.Command.Argv) > 0 || m.OpenAI.BaseURL+m.OpenAI.KeyEnv+m.OpenAI.Model != ""), "obeyed: %+v %+v", m.Command, m.OpenAI)
		return v
	}
	held(at, "")
	write(t, config, reaching)
	write(t, f.UserConfig(), "models: {openai: {base_url: 'http://mine.example', model: q}, claude: {path: /opt/claude}}\n")
	v := held(at, all)
	must.Hold(t, v.Config.Models.Claude.Path == "/opt/claude" && v.Config.Models.Anthropic.Model == "" && len(v.Reaching) == 5 && v.Reaching[4].Value == `["sh","-c","echo \"yes\""]`, "%+v, reaches %q", v.Config.Models, v.Reaching)
	must.Do(t, f.Allow(v))
	if v = held(at, ""); v.Config.Models.OpenAI.BaseURL != "https://h.example/v1" || len(v.Config.Models.Command.Argv) != 3 {
		t.Errorf("%+v", v.Config.Models)
	}
	link := filepath.Join(f.Dir, "same")
	if err := os.Symlink(at, link); err == nil {
		held(link, "")
	}
	// what has no reach may change
	write(t, config, "timezone: UTC\nbudget: {day: {calls: 1}}\n"+reaching)
	held(at, "")
	for _, change := range [][2]string{{"yes", "no"}, {"h.example", "i.example"}, {"AWS_SECRET", "OTHER"}, {"opus", "haiku"}, {"base_url", "api_key_file"}} {
		write(t, config, strings.ReplaceAll(reaching, change[0], change[1]))
		v := open(at)
		must.Hold(t, !v.Allowed, "%q for %q is allowed", change[1], change[0])
	}
	write(t, config, reaching)
	held(at, "")
	create(t, f, "other", false) // a copy elsewhere is another vault
	write(t, filepath.Join(f.Dir, "other", ".memoria", "config.yaml"), reaching)
	held(filepath.Join(f.Dir, "other"), all)
	for _, want := range []bool{true, false} {
		if was, err := f.Disallow(v); err != nil || was != want {
			t.Errorf("disallow: %t, %v", was, err)
		}
	}
	held(at, all)
}
