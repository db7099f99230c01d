package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A suite runs the tests and takes away what several of them share.
type suite struct{ m *testing.M }

func (s suite) Run() int {
	defer func() {
		if suiteAt != "" {
			os.RemoveAll(suiteAt)
		}
	}()
	return s.m.Run()
}

var suiteAt string // what newSuiteDir made

var newSuiteDir = sync.OnceValues(func() (dir string, err error) {
	suiteAt, err = os.MkdirTemp("", "memoria-suite")
	return suiteAt, err
})

// suiteDir is a folder for what several tests share.
func suiteDir(t *testing.T) string {
	t.Helper()
	dir := must.Get(newSuiteDir())(t)
	return dir
}

// plain gives the directory of a memoria that does not look for races, "" if the test binary itself is to run. With
// -race a process costs four times as much, and scripts run hundreds, one after the other. What may race is what one
// process does at once: the scripts of such things (see racing) and the tests that kill workers run the test binary,
// and with MEMORIA_LONG=1 all do.
var plain = sync.OnceValues(func() (string, error) {
	if !raced || os.Getenv("MEMORIA_LONG") != "" {
		return "", nil
	}
	dir, err := newSuiteDir()
	if err != nil {
		return "", err
	}
	dir = filepath.Join(dir, "plain")
	name := filepath.Join(dir, "memoria")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	overlay, err := overlaid(dir)
	if err != nil {
		return "", err
	}
	c := exec.Command("go", "build", "-race=false", "-cover=false", "-trimpath", "-ldflags=-s -w", "-overlay", overlay, "-o", name, ".")
	c.Env = append(os.Environ(), "CGO_ENABLED=0") // with the flags of a release, for which all was compiled
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build memoria without -race: %w\n%s", err, out)
	}
	return dir, nil
})

// overlaid says to go build, by a file that it writes to dir, that the program's main is scriptMain. It
// needs nothing of what only tests import.
func overlaid(dir string) (string, error) {
	here, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, c := range []struct{ as, from, old, new string }{
		{"main.go", "main.go", "\nfunc main() {", "\nfunc unscripted() {"},
		{"program.go", "program_test.go", "\nfunc scriptMain() {", "\nfunc main() { scriptMain() }\n\nfunc scriptMain() {"},
	} {
		src, err := os.ReadFile(c.from)
		if err != nil {
			return "", err
		}
		at := filepath.Join(dir, c.as)
		replace[filepath.Join(here, c.as)] = at
		if err := os.WriteFile(at, []byte(strings.Replace(string(src), c.old, c.new, 1)), 0o600); err != nil {
			return "", err
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	at := filepath.Join(dir, "overlay.json")
	return at, os.WriteFile(at, data, 0o600)
}

// plainPath is PATH with what plain gives before all else.
func plainPath() (string, error) {
	dir, err := plain()
	if err != nil || dir == "" {
		return os.Getenv("PATH"), err
	}
	return dir + string(filepath.ListSeparator) + os.Getenv("PATH"), nil
}

// plainProgram is the program that plain built, or else the test binary as a program.
func plainProgram() (string, error) {
	dir, err := plain()
	if err != nil || dir == "" {
		return "memoria", err
	}
	return filepath.Join(dir, "memoria"), nil
}

// runApart is run in a process of its own, by the program that plain built.
func (b *bench) runApart(args []string) (stdout, stderr string, code int) {
	b.t.Helper()
	var out, errs bytes.Buffer
	c := exec.CommandContext(b.t.Context(), b.apart, args...)
	c.Dir, c.Stdout, c.Stderr = cmp.Or(b.in, b.home), &out, &errs
	c.Env = []string{"HOME=" + b.home, "USERPROFILE=" + b.home, "TMPDIR=" + os.Getenv("TMPDIR"), scriptNow + "=" + b.now.Format(time.RFC3339)}
	for k, v := range b.env {
		c.Env = append(c.Env, k+"="+v)
	}
	if err := c.Run(); err != nil && c.ProcessState == nil {
		b.t.Fatal(err)
	}
	return out.String(), errs.String(), c.ProcessState.ExitCode()
}
