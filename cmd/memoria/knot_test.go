package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Bounds of a package, without its tests.
const (
	mostKnot  = 8    // files that use each other in a circle
	mostLines = 2500 // of all its files
)

// A listed package is what go list tells about one, for the compiler's sake.
type listed struct {
	ImportPath, Dir, Export string
	Doc                     string // the first sentence of the package comment
	GoFiles                 []string
	Module                  *struct{ Main bool }
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	list := exec.Command("go", "list", "-trimpath", "-deps", "-export", "-json=ImportPath,Dir,Doc,Export,GoFiles,Module", "./...")
	list.Dir, list.Env = repository(t), append(os.Environ(), "CGO_ENABLED=0") // as plain compiled all
	out, err := list.Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

func TestKnotsAndSizes(t *testing.T) {
	exports := map[string]string{}
	var own []listed
	for _, p := range listPackages(t) {
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main {
			own = append(own, p)
			must.Hold(t, p.Doc != "", "%s: no comment says what the package is for", p.ImportPath)
		}
	}
	must.Be(t, len(own) >= 10, "go list found %d packages", len(own))
	set := token.NewFileSet()
	imports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range own {
		pkg := strings.TrimPrefix(p.ImportPath, module+"/")
		if n := linesOf(t, p.Dir); n > mostLines {
			t.Errorf("%s has %d lines without tests, at most %d", pkg, n, mostLines)
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			src := fsutiltest.Read(t, filepath.Join(p.Dir, name))
			file := must.Get(parser.ParseFile(set, name, src, parser.SkipObjectResolution))(t)
			files = append(files, file)
		}
		uses := must.Get(fileUses(set, imports, p.ImportPath, files))(t)
		if tied := largestKnot(uses); len(tied) > mostKnot {
			slices.Sort(tied)
			t.Errorf("%s has %d files that use each other in a circle, at most %d: %s", pkg, len(tied), mostKnot, strings.Join(tied, " "))
		}
	}
}

// linesOf counts the lines of a folder's Go files for every system, without tests.
func linesOf(t *testing.T, dir string) (lines int) {
	t.Helper()
	names := must.Get(filepath.Glob(filepath.Join(dir, "*.go")))(t)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src := fsutiltest.Read(t, name)
		lines += bytes.Count(src, []byte("\n"))
	}
	return lines
}

// fileUses says of each file which other files of the package it uses: their package-level names and
// their methods.
func fileUses(set *token.FileSet, imports types.Importer, name string, files []*ast.File) (map[string][]string, error) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports}
	pkg, err := config.Check(name, set, files, info)
	if err != nil {
		return nil, err
	}
	uses := map[string][]string{}
	for _, file := range files {
		uses[set.File(file.Pos()).Name()] = nil
	}
	for ident, object := range info.Uses {
		if object.Pkg() != pkg {
			continue
		}
		if f, ok := object.(*types.Func); ok {
			object = f.Origin()
		} else if object.Parent() != pkg.Scope() {
			continue
		}
		from, to := set.File(ident.Pos()).Name(), set.File(object.Pos()).Name()
		if from != to && !slices.Contains(uses[from], to) {
			uses[from] = append(uses[from], to)
		}
	}
	return uses, nil
}

// largestKnot returns the largest strongly connected component of a graph, by Tarjan's algorithm; of one
// node alone it returns that node.
func largestKnot(uses map[string][]string) (largest []string) {
	index, low, on := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var visit func(string)
	visit = func(node string) {
		index[node] = len(index) + 1
		low[node] = index[node]
		stack, on[node] = append(stack, node), true
		for _, next := range uses[node] {
			if index[next] == 0 {
				visit(next)
				low[node] = min(low[node], low[next])
			} else if on[next] {
				low[node] = min(low[node], index[next])
			}
		}
		if low[node] != index[node] {
			return
		}
		at := slices.Index(stack, node)
		knot := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, n := range knot {
			on[n] = false
		}
		if len(knot) > len(largest) {
			largest = knot
		}
	}
	for node := range uses {
		if index[node] == 0 {
			visit(node)
		}
	}
	return largest
}

func TestPlantedKnot(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a line", map[string]string{"a": "func A() { B() }", "b": "func B() { C() }", "c": "func C() {}"}, "1"},
		{"a circle", map[string]string{"a": "func A() { B() }", "b": "func B() { C() }", "c": "func C() { A(); E() }", "d": "func E() {}"}, "a b c"},
		{"a method", map[string]string{"a": "type T struct{}\nfunc A(t T) { t.m() }", "b": "func (t T) m() {}"}, "a b"},
		{"a method of a generic type", map[string]string{"a": "type T[V any] struct{}\nfunc A(t T[int]) { t.m() }", "b": "func (t T[V]) m() {}"}, "a b"},
		{"a field and a local name", map[string]string{"a": "type T struct{ n int }\nfunc A() {}", "b": "func B(t T) int { A := t.n; return A }"}, "1"},
		{"a label of one's own and init", map[string]string{"a": "func init() { B() }", "b": "func init() {}\nfunc B() {}"}, "1"},
	} {
		set := token.NewFileSet()
		var files []*ast.File
		for name, src := range tt.files {
			f := must.Get(parser.ParseFile(set, name, "package p\n"+src, parser.SkipObjectResolution))(t)
			files = append(files, f)
		}
		uses, err := fileUses(set, nil, "p", files)
		must.Be(t, err == nil, "%s: %v", tt.name, err)
		knot := largestKnot(uses)
		slices.Sort(knot)
		got := strings.Join(knot, " ")
		if len(knot) == 1 {
			got = "1"
		}
		must.Hold(t, got == tt.want, "%s: %s, want %s", tt.name, got, tt.want)
	}
}
