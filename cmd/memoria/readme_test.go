package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

const repositoryTop = "../.."

// documents are run in this order, in one home: what one makes, the next may use.
var documents = []string{"README.md", "docs/contents.md", "docs/install.md", "docs/coming.md", "docs/hooks.md", "docs/site.md", "docs/deploy.md", "docs/search.md", "docs/terminal.md", "docs/mcp.md", "docs/troubleshooting.md", "docs/reading.md",
	"docs/models.md", "docs/forget.md", "docs/settings.md", "docs/formats.md", "docs/architecture.md", "docs/sync.md", "docs/team.md", "docs/performance.md"}

// home is how the README writes the reader's home.
const readmeHome = "/home/you"

// readmeLength is how long the path of a home is with which the README was written.
const readmeLength = 30

// TestREADME runs every command of the README and of the pages in docs, in their order and in one empty
// home, and holds what it prints against what they show. UPDATE=1 writes them anew.
func TestREADME(t *testing.T) {
	home := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	must.Do(t, samples(filepath.Join(home, ".claude", "projects", "-home-ana-src-tidewatch")))
	path := must.Get(plainPath())(t)
	sh := &shell{t: t, home: home, path: path}
	for _, name := range documents {
		file := filepath.Join(repositoryTop, filepath.FromSlash(name))
		src := fsutiltest.Read(t, file)
		got := runBlocks(string(src), sh.run)
		if got == string(src) {
			continue
		}
		if os.Getenv("UPDATE") != "" {
			fsutiltest.Write(t, file, got)
			continue
		}
		t.Errorf("%s shows other output than its commands give; UPDATE=1 go test ./cmd/memoria -run TestREADME writes it anew\n%s", name, firstDifference(string(src), got))
	}
}

// Every page of docs is run, and found from its first page and from the README.
func TestDocumentsAreListed(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(repositoryTop, "docs", "*.md"))
	must.Hold(t, err == nil && len(pages)+1 == len(documents), "%d pages lie in docs, of %d documents: %v", len(pages), len(documents), err)
	for from, prefix := range map[string]string{"README.md": "docs/", "docs/contents.md": ""} {
		src := fsutiltest.Read(t, filepath.Join(repositoryTop, filepath.FromSlash(from)))
		for _, name := range documents[2:] {
			must.Hold(t, strings.Contains(string(src), "("+prefix+filepath.Base(name)+")"), "%s does not link to %s", from, name)
		}
	}
	if info, err := os.Stat(filepath.Join(repositoryTop, "README.md")); err != nil || info.Size() > 12<<10 {
		t.Errorf("the README is too long to be read: %d bytes, %v", info.Size(), err)
	}
}

// The documentation makes a site in which every link leads somewhere.
func TestDocsAreASite(t *testing.T) {
	home := t.TempDir()
	path := must.Get(plainPath())(t)
	sh := &shell{t: t, home: home, path: path}
	must.Do(t, os.CopyFS(filepath.Join(home, "docs"), os.DirFS(filepath.Join(repositoryTop, "docs"))))
	if out := sh.run("memoria build docs --out site && memoria build docs --out site && memoria build --out x docs/nothing; ls -A docs .local/state/memoria"); !strings.Contains(out, "wrote 0 files") || strings.Contains(out, ".memoria") || strings.Contains(out, "scratch") {
		t.Errorf("the folder was not left as it was, or the second build differs:\n%s", out)
	}
	followed, err := crawlSite(filepath.Join(home, "site"))
	must.Hold(t, err == nil && followed >= 100, "%d links lead somewhere: %v", followed, err)
	hooks, err := os.ReadFile(filepath.Join(home, "site", "hooks.html"))
	must.Hold(t, err == nil && strings.Contains(string(hooks), `href="./settings.html"`), "the page of hooks does not lead to the settings: %v", err)
	for _, want := range []string{`<title>Hooks · memoria</title>`, `<link rel="prev" href="./coming.html">`, `<link rel="next" href="./reading.html">`, `<details class="chapters">`, `<li><a href="./install.html" dir="auto">Install</a></li>`} {
		must.Hold(t, strings.Contains(string(hooks), want), "the page of hooks lacks %s", want)
	}
	front, err := os.ReadFile(filepath.Join(home, "site", "index.html"))
	must.Hold(t, err == nil && strings.Contains(string(front), "home.png") && !strings.Contains(string(front), `rel="prev"`), "the front page is not that of docs: %v", err)
	if text, err := os.ReadFile(filepath.Join(home, "site", "llms.txt")); err != nil || !strings.Contains(string(text), "- [Install](install.html)\n- [Coming") {
		t.Errorf("llms.txt: %v: %s", err, text)
	}
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
		c.Dir = repositoryTop
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
	b := must.Get(exec.Command("go", "env", name).Output())(t)
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
	src := fsutiltest.Read(t, filepath.Join(repositoryTop, "README.md"))
	must.Hold(t, strings.Contains(string(src), "$ go test -race ./...\n"), "the README has no line `$ go test -race ./...`")
}

// mentioned is a file or folder of the repository as documents and comments name it.
var mentioned = regexp.MustCompile("`((?:cmd|compiler|daily|flush|fsutil|templates|tools|wiki)/[a-zA-Z0-9_./-]+|[a-z0-9_]+\\.go)`")

// Every file and folder of the code that a document names is there.
func TestDocumentsNameWhatIsThere(t *testing.T) {
	there := map[string]bool{"cmd/internal/llm/NAME.go": true} // a pattern
	top, err := filepath.Abs(repositoryTop)
	must.Do(t, err)
	err = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(top, path)
		there[filepath.ToSlash(rel)], there[d.Name()] = true, true
		return err
	})
	must.Do(t, err)
	for _, name := range documents {
		for _, m := range mentioned.FindAllStringSubmatch(string(fsutiltest.Read(t, filepath.Join(top, filepath.FromSlash(name)))), -1) {
			if what := strings.TrimSuffix(m[1], "/"); !there[what] && !strings.HasPrefix(what, "daily/2") && !strings.HasPrefix(what, "wiki/qa") && !strings.HasSuffix(what, ".md") {
				t.Errorf("%s names %s, which is not there", name, what)
			}
		}
	}
}
