package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

const module = "github.com/agent-admin/memoria"

// floors says how high a folder stands. An import goes down; on one floor a package may import only
// what lies below its own folder. A package that is not named stands where the nearest named folder
// above it stands.
var floors = map[string]float64{
	// the program
	"cmd/memoria":                     10,
	"cmd/memoria-hook":                10,
	"tools":                           10,  // for work on memoria itself: nobody installs them
	"cmd/internal/command":            9.5, // what commands share
	"cmd/internal/handler/forget":     9,
	"cmd/internal/handler/sync":       9,
	"cmd/internal/handler/watch":      9,
	"cmd/internal/handler/importer":   9,
	"cmd/internal/handler/improve":    9,
	"cmd/internal/handler":            8, // what commands, the server and the hook worker have in common
	"cmd/internal/handler/status":     7,
	"cmd/internal/handler/lines":      7,
	"cmd/internal/handler/sessions":   7,
	"cmd/internal/handler/publish":    6.5,
	"cmd/internal/handler/spent":      6.5,
	"cmd/internal/handler/author":     6,
	"cmd/internal/handler/remind":     6,
	"cmd/internal/handler/memory":     6,
	"cmd/internal/handler/prompts":    6,
	"cmd/internal/handler/migrate":    6.2, // stands on what prompts keeps
	"cmd/internal/handler/dailynotes": 6,
	"cmd/internal/handler/meaning":    6.2,
	"cmd/internal/workspace":          5,   // an open vault with its stores and pipelines
	"cmd/internal/agent/ownfile":      4.2, // stands on the command lines of hooks
	"cmd/internal/agent/codex":        4.2, // stands on the hooks of claude
	"cmd/internal/agent/cursor":       4.2, // stands on its transcripts
	"cmd/internal/agent/opencode":     4.2, // stands on programs of others
	"cmd/internal/agents":             4.4, // stands on each agent
	"cmd/internal/agent/memories":     4.2, // stands on the settings of claude
	"cmd/internal":                    4,   // other programs' protocols and files
	"cmd/internal/build":              0,
	"cmd/internal/exit":               0,
	"cmd/internal/say":                0,

	// what protocols stand on
	"cmd/internal/llm/budget":  3,
	"cmd/internal/llm/process": 0,
	"cmd/internal/llm/thought": 0,
	"cmd/internal/llm/wire":    0,

	// the pipelines
	"flush":                3,
	"compiler":             3,
	"wiki/site":            3,
	"wiki/query":           3,
	"wiki/lint/contradict": 3,

	// what they stand on
	"compiler/merge":            2,
	"compiler/state":            2.2, // what one part of the compiler stands on in another
	"compiler/journal":          2.4,
	"compiler/watch":            2.4,
	"compiler/why":              2.4,
	"compiler/refactor":         2.6,
	"compiler/erase":            2.6,
	"compiler/target":           2.8,
	"compiler/adopt":            2.85, // stands on the articles that a compile finds
	"compiler/recall":           2.85,
	"compiler/proposal":         2.9,
	"wiki/catalog":              2,
	"compiler/logs":             2.6,
	"compiler/editor/kept":      2.6,
	"compiler/editor/form":      2.6,
	"compiler/editor/nearest":   2.6,
	"compiler/editor/pages":     2.8,
	"compiler/articles":         2.8,
	"wiki/search":               2,
	"wiki/search/index":         1.6,
	"wiki/search/vector":        1.8, // stands on the passages of index
	"wiki/lint":                 2,
	"wiki/related":              2,
	"wiki/query/brief/prepared": 2,
	"wiki/site/code":            2,
	"wiki/site/markup":          2,
	"wiki/site/view":            2,
	"wiki/site/plan":            2.6,
	"wiki/site/chart":           2.4, // stands on the graph of related
	"wiki/site/tell":            2.8, // stands on charts and views
	"wiki/ask/asktest":          2,
	"flush/extract/sentence":    1.8,
	"wiki/ask/verify":           1.2, // stands on the words that are compared
	"flush/reported":            2.2,
	"flush/filter":              1.5,
	"flush/project":             1.2, // stands on the entries of daily
	"flush/ledger":              2.4,
	"flush/forgotten":           2.3,
	"flush/segment":             2,
	"flush/session":             2.8,
	"flush/notes":               2.8,
	"flush/archive":             2.6,
	"flush/before":              2.7,
	"flush/summary/finish":      2,
	"flush/extract/paste":       2,
	"flush/extract/offer":       2,
	"flush/queue":               2,
	"compiler/subject/mention":  2,
	"compiler/subject/reading":  2.1, // stands on the names in lines
	"compiler/subject/topic":    2.2,

	// the formats of a vault
	"daily":                 1,
	"daily/own":             1.1, // stands on the logs
	"daily/session":         1.1,
	"daily/pattern":         0,
	"daily/markdown":        0.1, // stands on what wikilink knows of plugins
	"daily/lines":           0,
	"daily/entry":           0.5, // names of logs, for wiki too
	"wiki":                  1,
	"wiki/ask":              1,
	"wiki/draft":            1.2, // stands on the articles of wiki
	"wiki/frontmatter":      1,   // stands on the headings and fences of wikilink
	"wiki/receipt":          1,
	"wiki/prose/proof":      1, // stands on the words and lexicons beside it
	"wiki/prose/change":     1, // the same
	"wiki/prose/mark":       0.5,
	"wiki/holds":            1.4, // stands on the logs, the articles and their drafts
	"wiki/holds/list":       1.5, // stands on the record beside it
	"flush/wording":         1,
	"flush/redact/cautious": 1,
	"fsutil/fsutiltest":     0.5, // folders and draws for tests
	"fsutil/watch":          1,
	"fsutil/seen":           0.1, // stands on the stamps of files

	// tools, which import nothing of ours
	"fsutil/lazy":               -1,
	"fsutil/must":               -1, // what tests need and hold
	"fsutil/pick":               -1,
	"fsutil/sorting":            -1,
	"fsutil":                    0,
	"fsutil/layout":             0,
	"templates":                 0,
	"wiki/search/token":         0,
	"wiki/wikilink":             0,
	"wiki/prose":                0,
	"flush/transcript":          0.5,
	"flush/transcript/jsonscan": 0,
	"flush/transcript/jsonl":    0.2,
	"flush/transcript/outcome":  0.1,
	"flush/transcript/own":      0.1,
	"flush/transcript/stream":   0.6,
	"flush/transcript/codex":    0.7,
	"flush/transcript/copilot":  0.7,
	"flush/transcript/cursor":   0.7,
	"flush/transcript/gemini":   0.7,
	"flush/transcript/opencode": 0.7,
	"flush/transcript/pi":       0.7,
	"flush/transcript/qwen":     0.7,
	"flush/dialect":             0.8,
	"flush/redact":              0.4,
	"flush/redact/pathname":     0.5,
	"flush/redact/token":        0.3,
	"flush/redact/assign":       0.3,
	"flush/redact/withhold":     0.3,
	"flush/redact/value":        0.2,
	"flush/redact/shape":        0.1,
	"flush/redact/span":         0.1,
	"flush/redact/ascii":        0,
	"flush/rowkey":              0,
}

// vaultPackage is the one package that the rest of its floor may import.
const vaultPackage = "cmd/internal/vault"

// importers says which folders may import a library from elsewhere; "" is every folder. A library
// without a line here may be imported by nobody.
var importers = map[string][]string{
	"github.com/BurntSushi/toml":             {"cmd/internal/agent/codex"},
	"github.com/gofrs/flock":                 {"fsutil"},
	"github.com/google/renameio":             {"fsutil"},
	"github.com/fsnotify/fsnotify":           {"fsutil/watch"},
	"github.com/spf13/cobra":                 {"cmd/memoria", "cmd/internal/command"},
	"github.com/rogpeppe/go-internal":        {"cmd/memoria", "cmd/internal/command", "fsutil/fsutiltest"},
	"github.com/spf13/pflag":                 {"cmd/memoria"},
	"github.com/yuin/goldmark":               {"wiki"},
	"github.com/adrg/frontmatter":            {"wiki"},
	"github.com/goccy/go-yaml":               {"wiki", "cmd/internal/vault"},
	"github.com/chromedp/chromedp":           {"wiki/site", "cmd/memoria"}, // in tests
	"github.com/chromedp/cdproto":            {"wiki/site"},
	"github.com/modelcontextprotocol/go-sdk": {"cmd/internal/mcp"},
	"pgregory.net/rapid":                     {"fsutil/fsutiltest"},
	"golang.org/x/net":                       {"wiki/site"}, // in tests
	"golang.org/x/sync":                      {""},
	"golang.org/x/sys":                       {""},
	"golang.org/x/term":                      {"cmd/internal/term"},
	"golang.org/x/text":                      {""},
}

// topLevel is what may lie beside the dot-files at the top of the repository.
var topLevel = []string{
	"cmd", "compiler", "daily", "docs", "flush", "fsutil", "packaging", "templates", "tools", "wiki",
	"go.mod", "go.sum", "README.md", "CHANGELOG.md", "LICENSE", "NOTICE",
}

// process is what only the program's own package and its protocols may take from the world; the rest
// is given clock, zone and settings as values.
var process = map[string][]string{
	"os":   {"Exit", "Args", "Getenv", "LookupEnv", "Environ", "ExpandEnv", "Setenv", "Unsetenv", "Clearenv"},
	"time": {"Now", "Since", "Until"},
}

// writing is what fsutil alone may call.
var writing = map[string][]string{
	"os": {
		"Chmod", "Chown", "Chtimes", "CopyFS", "Create", "CreateTemp", "Lchown", "Link", "Mkdir", "MkdirAll", "MkdirTemp",
		"OpenFile", "OpenRoot", "Remove", "RemoveAll", "Rename", "Symlink", "Truncate", "WriteFile",
	},
	"io/ioutil": {"TempDir", "TempFile", "WriteFile"},
	"syscall":   {"Creat", "Mkdir", "Open", "Rename", "Rmdir", "Symlink", "Truncate", "Unlink"},
}

func repository(t *testing.T) string {
	t.Helper()
	root := must.Get(filepath.Abs(filepath.Join("..", "..")))(t)
	return root
}

func failEach(t *testing.T, violations []string) {
	t.Helper()
	for _, v := range violations {
		t.Error(v)
	}
}

func TestImportsGoDown(t *testing.T) {
	imports := map[string][]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
		list.Dir = repository(t)
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			if exit, ok := errors.AsType[*exec.ExitError](err); ok {
				err = fmt.Errorf("%w: %s", err, exit.Stderr)
			}
			t.Fatalf("go list for %s: %v", system, err)
		}
		for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
			var p goPackage
			if err := decoder.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			imports[p.ImportPath] = append(imports[p.ImportPath], p.Imports...)
		}
	}
	var packages []goPackage
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		all := imports[name]
		slices.Sort(all)
		packages = append(packages, goPackage{name, slices.Compact(all)})
	}
	must.Hold(t, len(packages) >= 10, "go list found %d packages", len(packages))
	failEach(t, checkImports(packages))
}

func TestSourceKeepsToItsPlace(t *testing.T) {
	root := repository(t)
	files := 0
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(file, root+string(filepath.Separator)))
		if e.IsDir() {
			if base := e.Name(); base == "testdata" || file != root && strings.HasPrefix(base, ".") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		files++
		violations, err := checkSource(name, src)
		failEach(t, violations)
		return err
	})
	must.Do(t, err)
	must.Hold(t, files >= 20, "found %d files", files)
}

// go install ./cmd/... installs what people use and nothing else.
func TestProgramsToInstall(t *testing.T) {
	var programs []string
	root := os.DirFS(repository(t))
	err := fs.WalkDir(root, "cmd", func(name string, e fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if dir := path.Dir(name); strings.Contains("\n"+string(text), "\npackage main\n") && !slices.Contains(programs, dir) {
			programs = append(programs, dir)
		}
		return err
	})
	if want := []string{"cmd/memoria", "cmd/memoria-hook"}; err != nil || !slices.Equal(programs, want) {
		t.Errorf("programs below cmd: %q, want %q, %v", programs, want, err)
	}
}

func TestTopLevel(t *testing.T) {
	root := os.DirFS(repository(t))
	ignored := must.Get(fs.ReadFile(root, ".gitignore"))(t)
	violations := must.Get(checkTop(root, strings.Fields(string(ignored))))(t)
	failEach(t, violations)
}
