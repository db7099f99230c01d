package install

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

func TestFleeting(t *testing.T) {
	hash := strings.Repeat("0f", 32)
	for path, want := range map[string]bool{
		"/tmp/go-build1234/b001/exe/memoria":                  true,
		"/home/ana/.cache/go-build/4c/" + hash + "-d/memoria": true,
		"/data/cache/4c/" + hash + "-d/memoria":               true,
		"/home/ana/.npm/_npx/4c2f/node_modules/x/bin/memoria": true,
		"/home/ana/.cache/pnpm/dlx/4c2f/bin/memoria":          true,
		"/tmp/bunx-1000-memoria@latest/bin/memoria":           true,
		"/home/ana/go/bin/memoria":                            false,
		"/opt/" + hash + "/memoria":                           false,
		"/src/my-go-builds/memoria":                           false,
	} {
		if got := fleeting(path); got != want {
			t.Errorf("%s: %t", path, got)
		}
	}
}

func TestHookProgram(t *testing.T) {
	dir := t.TempDir()
	memoria, hook := filepath.Join(dir, "memoria"), filepath.Join(dir, "memoria-hook")
	if runtime.GOOS == "windows" {
		hook += ".exe"
	}
	step := func(what, want string) {
		t.Helper()
		if got := workspace.HookProgram(memoria); got != want {
			t.Errorf("%s: %q", what, got)
		}
	}
	step("not there", "")
	if err := os.WriteFile(hook, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	step("there", hook)
	if runtime.GOOS != "windows" {
		if err := os.Chmod(hook, 0o644); err != nil {
			t.Fatal(err)
		}
		step("no program", "")
	}
	if err := errors.Join(os.Remove(hook), os.Mkdir(hook, 0o755)); err != nil {
		t.Fatal(err)
	}
	step("a folder", "")
}
