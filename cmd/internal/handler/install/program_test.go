package install

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/must"
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
		must.Equal(t, fleeting(path), want, "%s", path)
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
		must.Equal(t, workspace.HookProgram(memoria), want, "%s", what)
	}
	step("not there", "")
	must.Do(t, os.WriteFile(hook, nil, 0o755))
	step("there", hook)
	if runtime.GOOS != "windows" {
		must.Do(t, os.Chmod(hook, 0o644))
		step("no program", "")
	}
	must.Do(t, errors.Join(os.Remove(hook), os.Mkdir(hook, 0o755)))
	step("a folder", "")
}
