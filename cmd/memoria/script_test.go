package main

import (
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/templates"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && !strings.HasPrefix(os.Args[1], "-") {
		scriptMain() // started by the program itself, under the test binary's own name
	}
	for _, name := range []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENROUTER_API_KEY", "MEMORIA_PROVIDER"} {
		os.Unsetenv(name) // no test asks a model of whoever runs it
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0 "+os.Getenv("GORACE"))    // a process with -race else sleeps a second at its end
	flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))) // scripts wait for each other, for workers and for locks
	testscript.Main(suite{m}, map[string]func(){"memoria": scriptMain, "memoria-hook": hookMain})
}

// racing are the scripts whose runs do several things at once; the test binary itself runs them.
var racing = []string{"compile_watch", "flush_model", "lint_deep", "mcp", "serve"}

func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: os.Getenv("UPDATE") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"crawl": crawl},
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("USERPROFILE", filepath.Join(e.WorkDir, "home"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "home", ".config"))
			e.Setenv("MEMORIA_VAULT", "")
			e.Setenv("MEMORIA_TZ", "")
			e.Setenv("TERM", "dumb")
			if name := strings.TrimPrefix(filepath.Base(e.WorkDir), "script-"); !slices.Contains(racing, name) {
				path, err := plainPath()
				if err != nil {
					return err
				}
				e.Setenv("PATH", path)
			}
			return samples(filepath.Join(e.WorkDir, "home", ".claude", "projects", "-home-ana-src-tidewatch"))
		},
	})
}

// samples lays the sample sessions of Claude Code where it would keep them.
func samples(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, name := range templates.DemoNames() {
		if dialect.Of(templates.Demo(name)) != transcript.Claude {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), templates.Demo(name), 0o600); err != nil {
			return err
		}
	}
	return nil
}
