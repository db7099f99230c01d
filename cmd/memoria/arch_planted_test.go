package main

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// The checks of arch_test.go name what is planted here, and nothing else.

func TestPlantedImports(t *testing.T) {
	for _, tt := range []struct {
		from, imports string
		want          string // a part of the violation; "" when it is allowed
	}{
		{"daily", "fsutil", ""},
		{"daily", "wiki/wikilink", ""},
		{"daily", "wiki", "daily (floor 1) imports wiki (floor 1)"},
		{"wiki", "daily", "wiki (floor 1) imports daily (floor 1)"},
		{"wiki/prose", "wiki", "wiki/prose (floor 0) imports wiki (floor 1): imports go down"},
		{"wiki", "wiki/prose", ""},
		{"wiki", "wiki/ask", ""},
		{"wiki/ask", "wiki", "wiki/ask (floor 1) imports wiki (floor 1)"},
		{"wiki/prose/proof", "wiki/prose/everyday", ""},
		{"wiki", "wiki/frontmatter", ""},
		{"wiki/frontmatter", "wiki", "wiki/frontmatter (floor 1) imports wiki (floor 1)"},
		{"wiki/prose/everyday", "wiki/prose", "wiki/prose/everyday (floor 0) imports wiki/prose (floor 0)"},
		{"fsutil", "daily", "fsutil (floor 0) imports daily (floor 1)"},
		{"fsutil/layout", "fsutil", "fsutil/layout (floor 0) imports fsutil (floor 0)"},
		{"flush", "flush/transcript", ""},
		{"flush", "flush/queue", ""},
		{"flush", "flush/extract", ""},
		{"flush/extract", "flush/summary", "flush/extract (floor 3) imports flush/summary (floor 3)"},
		{"flush/extract/cue", "flush", "flush/extract/cue (floor 3) imports flush (floor 3)"},
		{"flush/queue", "flush", "flush/queue (floor 2) imports flush (floor 3)"},
		{"compiler", "compiler/subject", ""},
		{"compiler", "flush/extract", "compiler (floor 3) imports flush/extract (floor 3)"},
		{"flush", "compiler/merge", ""},
		{"compiler", "wiki/lint", ""},
		{"wiki/search", "wiki", ""},
		{"wiki/site", "wiki/search", ""},
		{"wiki/query", "wiki/site", "wiki/query (floor 3) imports wiki/site (floor 3)"},
		{"cmd/internal/agent/claude", "cmd/internal/vault", ""},
		{"cmd/internal/agent/claude", "cmd/internal/llm", "cmd/internal/agent/claude (floor 4) imports cmd/internal/llm (floor 4)"},
		{"compiler", "cmd/internal/vault", "compiler (floor 3) imports cmd/internal/vault (floor 4)"},
		{"cmd/internal/handler/doctor", "cmd/internal/agent", ""},
		{"cmd/internal/handler/doctor", "cmd/internal/handler/capture", "cmd/internal/handler/doctor (floor 8)"},
		{"cmd/internal/agent", "cmd/internal/handler/doctor", "cmd/internal/agent (floor 4) imports cmd/internal/handler/doctor (floor 8)"},
		{"cmd/memoria-hook", "cmd/internal/handler/capture", ""},
		{"cmd/memoria-hook", "cmd/memoria", "cmd/memoria-hook (floor 10) imports cmd/memoria (floor 10)"},
		{"cmd/internal/mcp", "cmd/memoria", "imports cmd/memoria (floor 10)"},
		{"cmd/memoria", "compiler/subject", ""},
		{"util", "fsutil", "util: lies in no folder that has a floor"},
		{"cmd/other", "fsutil", "cmd/other: lies in no folder"},
		{"wikis", "fsutil", "wikis: lies in no folder"},
		{"daily", "util", "daily imports util, which has no floor"},

		{"fsutil", "github.com/gofrs/flock", ""},
		{"daily", "github.com/gofrs/flock", "daily imports github.com/gofrs/flock, which is for fsutil"},
		{"wiki", "github.com/google/renameio/v2", "wiki imports github.com/google/renameio/v2"},
		{"fsutil", "github.com/fsnotify/fsnotify", "fsutil imports github.com/fsnotify/fsnotify"},
		{"flush/redact", "github.com/zricethezav/gitleaks/v8/config", "nobody yet"},
		{"compiler", "github.com/spf13/cobra", "compiler imports github.com/spf13/cobra"},
		{"cmd/internal/vault", "github.com/spf13/cobra", "cmd/internal/vault imports github.com/spf13/cobra"},
		{"wiki/wikilink", "github.com/yuin/goldmark/ast", ""},
		{"compiler", "github.com/yuin/goldmark", "compiler imports github.com/yuin/goldmark"},
		{"cmd/internal/vault", "github.com/goccy/go-yaml", ""},
		{"cmd/memoria", "github.com/goccy/go-yaml", "cmd/memoria imports github.com/goccy/go-yaml"},
		{"daily", "github.com/yuin/goldmark-other", "which is for nobody yet"},
		{"daily", "golang.org/x/text/unicode/norm", ""},
		{"daily", "net/http", ""},
		{"cmd/memoria", "example.com/new", "cmd/memoria imports example.com/new, which is for nobody yet"},
	} {
		imported := tt.imports
		if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") && imported != "net/http" {
			imported = module + "/" + imported
		}
		got := checkImports([]goPackage{{module + "/" + tt.from, []string{"strings", imported}}})
		if tt.want == "" {
			if len(got) != 0 {
				t.Errorf("%s -> %s: %q", tt.from, tt.imports, got)
			}
			continue
		}
		if len(got) != 1 || !strings.Contains(got[0], tt.want) {
			t.Errorf("%s -> %s: %q, want %q", tt.from, tt.imports, got, tt.want)
		}
	}
}

func TestPlantedCalls(t *testing.T) {
	const source = `package p

import (
	"os"
	clock "time"
	"syscall"
	"log"
)

var now = clock.Now

func f(time log.Logger) {
	os.Exit(1)
	_ = os.Getenv("HOME") + os.Args[0]
	go func() { os.WriteFile("x", nil, 0) }()
	os.Open("x")
	clock.Sleep(1)
	time.Now()
	syscall.Unlink("x")
	{
		os := struct{ Exit func(int) }{}
		os.Exit(1)
	}
	// os.Remove("x")
	_ = "os.Remove"
}
`
	clock := []string{"10: time.Now", "13: os.Exit", "14: os.Args", "14: os.Getenv"}
	writes := []string{"15: os.WriteFile", "19: syscall.Unlink"}
	for name, lines := range map[string][][]string{
		"daily/a.go":       {clock, writes},
		"fsutil/a.go":      {clock},
		"cmd/memoria/a.go": {writes},
		"fsutilities/a.go": {clock, writes},
	} {
		got, err := checkSource(name, []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, line := range slices.Concat(lines...) {
			want = append(want, name+":"+line)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%q, want\n%q", name, got, want)
		}
	}
	got, err := checkSource("daily/a.go", []byte("package p\n\nimport . \"os\"\n\nvar _ = Args\n"))
	if err != nil || len(got) != 1 || !strings.Contains(got[0], "daily/a.go:3: imports os without its name") {
		t.Errorf("dot import: %q, %v", got, err)
	}
}

func TestPlantedTop(t *testing.T) {
	root := fstest.MapFS{
		"go.mod": {}, "README.md": {}, ".ci/run": {}, ".gitignore": {}, "wiki/a.go": {}, "memoria": {}, "x.test": {},
		"trial/.memoria/config.yaml": {},
		"docs/a.md":                  {}, "doc/a.md": {}, "Makefile": {}, "internal/x.go": {}, "readme.md": {},
	}
	got, err := checkTop(root, []string{"#", "/memoria", "*.test"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range got {
		name, _, _ := strings.Cut(v, ":")
		names = append(names, name)
	}
	if want := []string{"Makefile", "doc", "internal", "readme.md"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
