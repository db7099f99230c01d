package llm

import (
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Whether claude has a login is told by its files and the environment, without asking it.
func TestReady(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		file, text string
		env        string
		want       bool
	}{
		"nothing":         {},
		"a file of it":    {file: ".claude/.credentials.json", text: "{}", want: true},
		"an account":      {file: ".claude.json", text: `{"oauthAccount":{"emailAddress":"a@example.org"}}`, want: true},
		"no account":      {file: ".claude.json", text: `{"numStartups":1}`},
		"a key":           {env: "ANTHROPIC_API_KEY", want: true},
		"another service": {env: "CLAUDE_CODE_USE_BEDROCK", want: true},
	} {
		home := t.TempDir()
		if x.file != "" {
			fsutiltest.Write(t, filepath.Join(home, x.file), x.text)
		}
		c := &Claude{World: World{Home: home, Getenv: func(s string) string {
			if s == x.env {
				return "1"
			}
			return ""
		}}}
		next := &Command{Settings: Settings{Argv: []string{"oracle"}}}
		must.Hold(t, c.LoggedIn() == x.want, "%s: logged in is %v", name, !x.want)
		switch p, why := Ready([]Provider{c, next}); {
		case x.want && p != Provider(c), !x.want && p != Provider(next):
			t.Errorf("%s: %v is ready, %s", name, p, why)
		}
		p, why := Ready([]Provider{c})
		must.Hold(t, (p != nil) == x.want && (why != "") != x.want, "%s: %v alone, %q", name, p, why)
	}
}
