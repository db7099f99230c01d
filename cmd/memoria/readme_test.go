package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const readme = "../../README.md"

// home is how the README writes the reader's home.
const readmeHome = "/home/you"

// readmeLength is how long the path of a home is with which the README was written.
const readmeLength = 30

// TestREADME runs every command of the README, in its order and in one empty home, and holds
// what it prints against what the README shows. UPDATE=1 writes the README anew.
func TestREADME(t *testing.T) {
	src, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	if home, err = filepath.EvalSymlinks(home); err != nil {
		t.Fatal(err)
	}
	if err := samples(filepath.Join(home, ".claude", "projects", "-home-ana-src-tidewatch")); err != nil {
		t.Fatal(err)
	}
	path, err := plainPath()
	if err != nil {
		t.Fatal(err)
	}
	sh := &shell{t: t, home: home, path: path}
	got := runBlocks(string(src), sh.run)
	if got == string(src) {
		return
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(readme, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("the README shows other output than its commands give; UPDATE=1 go test ./cmd/memoria -run TestREADME writes it anew\n%s", firstDifference(string(src), got))
}

// runBlocks gives back the README with what each command of its console blocks prints.
func runBlocks(src string, run func(cmd string) string) string {
	var out strings.Builder
	in := false
	for _, l := range strings.SplitAfter(src, "\n") {
		switch {
		case strings.HasPrefix(l, "```console"):
			in = true
		case strings.HasPrefix(l, "```"):
			in = false
		case in && strings.HasPrefix(l, "$ "):
			out.WriteString(l)
			out.WriteString(run(strings.TrimSpace(l[2:])))
			continue
		case in:
			continue
		}
		out.WriteString(l)
	}
	return out.String()
}

type shell struct {
	t    *testing.T
	home string
	path string
}

func (s *shell) run(cmd string) string {
	s.t.Helper()
	if cmd == "go test -race ./..." { // which is what runs this
		return ""
	}
	cmd = strings.Replace(cmd, "go run ./cmd/memoria", "memoria", 1)
	// What a context says names its vault, and is bounded in characters: the path may be longer here.
	cmd = strings.Replace(cmd, "--max 1000", fmt.Sprintf("--max %d", 1000-readmeLength+len(s.home)), 1)
	c := exec.Command("sh", "-c", cmd)
	c.Dir = s.home
	if strings.HasPrefix(cmd, "go ") {
		c.Dir = filepath.Dir(readme)
	}
	c.Env = append(os.Environ(), "PATH="+s.path, "HOME="+s.home, "XDG_CONFIG_HOME="+filepath.Join(s.home, ".config"), "CLAUDE_CONFIG_DIR=", "MEMORIA_VAULT=",
		"MEMORIA_TZ=Europe/Berlin", "TERM=dumb", "GOBIN="+filepath.Join(s.home, "bin"), scriptNow+"=2026-04-01T10:00:00Z")
	if strings.HasPrefix(cmd, "go ") {
		c.Env = append(c.Env, "GOPATH="+goEnv(s.t, "GOPATH"), "GOCACHE="+goEnv(s.t, "GOCACHE"), "GOMODCACHE="+goEnv(s.t, "GOMODCACHE"))
	}
	var b bytes.Buffer
	c.Stdout, c.Stderr = &b, &b
	if err := c.Run(); err != nil {
		s.t.Fatalf("%s: %v\n%s", cmd, err, b.String())
	}
	return strings.ReplaceAll(b.String(), s.home, readmeHome)
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	b, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(b))
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return "README: " + as[i] + "\nprinted: " + bs[i]
		}
	}
	return "one is longer than the other"
}

// The test command that the README names is the one CI runs, so it has to be there.
func TestREADMENamesTheTestCommand(t *testing.T) {
	src, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(src), "$ go test -race ./...\n") {
		t.Error("the README has no line `$ go test -race ./...`")
	}
}
