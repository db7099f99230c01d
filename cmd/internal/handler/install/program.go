package install

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// command returns the command of hooks that write into the vault at path.
func (h *Handler) command(path string) (hookline.Command, error) {
	binary, err := executable()
	if err != nil {
		return hookline.Command{}, err
	}
	c := hookline.Command{Binary: binary, Hook: workspace.HookProgram(binary), Vault: path, Windows: runtime.GOOS == "windows", Agent: h.Agent.Name}
	if err := c.Check(); err != nil {
		return c, exit.Hint(fmt.Errorf("install %s: %w", h.Agent.Name, err), exit.Failure, "move it to a folder with a plain name, then run this again")
	}
	return c, nil
}

// executable returns a lasting path of this program: the one on PATH if it leads here, since package managers keep a
// link there and put each version into another folder.
func executable() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find out where this program lies: %w", err)
	}
	if found, err := exec.LookPath("memoria"); err == nil && workspace.SameFile(found, self) {
		if abs, err := filepath.Abs(found); err == nil && !fleeting(abs) {
			return abs, nil
		}
	}
	if fleeting(self) {
		return "", exit.Hint(errors.New("this program lies in a cache and may be gone tomorrow, so hooks cannot run it"), exit.Failure,
			"install memoria for good, then run this again: npm install -g @agent-admin/memoria, go install ./cmd/..., or a package")
	}
	return self, nil
}

// fleeting reports whether a program lies in a place that is used for one run: by the go command, in a temporary
// folder or in its cache, where a program lies in a folder named by its hash; or by npx, pnpm dlx or bunx.
func fleeting(path string) bool {
	for _, dir := range strings.Split(filepath.ToSlash(filepath.Dir(path)), "/") {
		hash, cached := strings.CutSuffix(dir, "-d")
		switch {
		case strings.HasPrefix(dir, "go-build"), cached && len(hash) == 64 && strings.Trim(hash, "0123456789abcdef") == "",
			dir == "_npx", dir == "dlx", strings.HasPrefix(dir, "dlx-"), strings.HasPrefix(dir, "bunx-"):
			return true
		}
	}
	return false
}
