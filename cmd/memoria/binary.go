package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
)

// command is what hooks that write into the vault at path run.
func (a *app) command(path string) (claude.Command, error) {
	binary, err := executable()
	if err != nil {
		return claude.Command{}, err
	}
	c := claude.Command{Binary: binary, Vault: path, Windows: runtime.GOOS == "windows"}
	if err := c.Check(); err != nil {
		return c, hint(fmt.Errorf("install %s: %w", claude.Name, err), exitFailure, "move it to a folder with a plain name, then run this again")
	}
	return c, nil
}

// executable is the path under which this program will be found tomorrow: the one on PATH where that
// leads here, since package managers keep a link there and put each version into another folder.
func executable() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find out where this program lies: %w", err)
	}
	if found, err := exec.LookPath("memoria"); err == nil && sameFile(found, self) {
		if abs, err := filepath.Abs(found); err == nil {
			return abs, nil
		}
	}
	if fleeting(self) {
		return "", hint(errors.New("this program was built by go run and will be gone when it ends, so hooks cannot run it"), exitFailure,
			"go install ./cmd/memoria, then run memoria from there")
	}
	return self, nil
}

// fleeting reports whether the go command made the program for one run: in a temporary folder, or in
// its cache, where a program lies in a folder named by its hash.
func fleeting(path string) bool {
	for _, dir := range strings.Split(filepath.ToSlash(filepath.Dir(path)), "/") {
		hash, cached := strings.CutSuffix(dir, "-d")
		if strings.HasPrefix(dir, "go-build") || cached && len(hash) == 64 && strings.Trim(hash, "0123456789abcdef") == "" {
			return true
		}
	}
	return false
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
