package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/memoria/manual"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Every command has a page, the same bytes at the same date, which what formats them finds no fault with; and memoria(1)
// names every variable that docs/settings.md does.
func TestManual(t *testing.T) {
	dirs := [2]string{t.TempDir(), t.TempDir()}
	env := command.OSEnv()
	env.Getenv = func(name string) string { return map[string]string{"SOURCE_DATE_EPOCH": "1795780800"}[name] }
	for _, dir := range dirs {
		if code := run(context.Background(), env, []string{"man", dir}); code != 0 {
			t.Fatalf("exit %d", code)
		}
	}
	pages, _ := filepath.Glob(filepath.Join(dirs[0], "*.1"))
	must.Be(t, len(pages) >= 30, "%d pages", len(pages))
	for _, page := range pages {
		b, _ := os.ReadFile(page)
		again, _ := os.ReadFile(filepath.Join(dirs[1], filepath.Base(page)))
		must.Hold(t, bytes.Equal(b, again) && bytes.HasPrefix(b, []byte(".Dd November 27, 2026\n.Dt MEMORIA")), "%s: %.60q", page, b)
	}
	check := func(program string, args ...string) {
		path, err := exec.LookPath(program)
		if err != nil {
			t.Logf("%s is not there", program)
			return
		}
		out, _ := exec.Command(path, append(args, pages...)...).CombinedOutput()
		for line := range strings.Lines(string(out)) {
			must.Hold(t, strings.Contains(line, "referenced manual not found") || strings.Contains(line, "BASE: "), "%s: %s", program, line)
		}
	}
	check("mandoc", "-T", "lint")
	check("groff", "-mdoc", "-Tutf8", "-ww", "-z")
	settings := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "settings.md")))(t)
	named := map[string]bool{"MEMORIA_": true} // all of them
	for _, row := range manual.Environment {
		named[row.Term] = true
	}
	for _, name := range regexp.MustCompile(`MEMORIA_[A-Z_]*`).FindAllString(string(settings), -1) {
		must.Hold(t, named[name], "memoria(1) lacks %s", name)
	}
}
