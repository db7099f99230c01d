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
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// Bounds of a package, without its tests.
const (
	mostKnot  = 8    // files that use each other in a circle
	mostLines = 2500 // of all its files
	linesSlip = 300  // by which a package may be smaller than its row
)

// boundsFile lists the packages that are over a bound: "files" of the largest knot and "lines". A row may
// only be lowered, and is, when the package shrinks: UPDATE=1 go test ./cmd/memoria -run TestKnots does it.
const boundsFile = "testdata/over.txt"

// A listed package is what go list tells about one, for the compiler's sake.
type listed struct {
	ImportPath, Dir, Export string
	Doc                     string // the first sentence of the package comment
	GoFiles, CgoFiles       []string
	Module                  *struct{ Main bool }
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	list := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Dir,Doc,Export,GoFiles,CgoFiles,Module", "./...")
	list.Dir = repository(t)
	out, err := list.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
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
			if p.Doc == "" {
				t.Errorf("%s: no comment says what the package is for", p.ImportPath)
			}
		}
	}
	if len(own) < 10 {
		t.Fatalf("go list found %d packages", len(own))
	}
	rows := readBounds(t)
	knots, sizes := rows["files"], rows["lines"]
	knot, lines := map[string]int{}, map[string]int{}
	set := token.NewFileSet()
	imports := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range own {
		pkg := strings.TrimPrefix(p.ImportPath, module+"/")
		lines[pkg] = linesOf(t, p.Dir)
		var files []*ast.File
		for _, name := range p.GoFiles {
			src := fsutiltest.Read(t, filepath.Join(p.Dir, name))
			file, err := parser.ParseFile(set, name, src, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
		uses, err := fileUses(set, imports, p.ImportPath, files)
		if err != nil {
			t.Fatal(err)
		}
		tied := largestKnot(uses)
		knot[pkg] = len(tied)
		if len(tied) > max(mostKnot, knots[pkg]) {
			slices.Sort(tied)
			t.Logf("%s: tied together: %s", pkg, strings.Join(tied, " "))
		}
	}
	if os.Getenv("UPDATE") != "" {
		lower(knots, knot, mostKnot, 1)
		lower(sizes, lines, mostLines, 100)
		writeBounds(t, rows)
	}
	failEach(t, checkBound("files that use each other in a circle", knot, knots, mostKnot, 1))
	failEach(t, checkBound("lines without tests", lines, sizes, mostLines, linesSlip))
}

// linesOf counts the lines of a folder's Go files for every system, without tests.
func linesOf(t *testing.T, dir string) (lines int) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src := fsutiltest.Read(t, name)
		lines += bytes.Count(src, []byte("\n"))
	}
	return lines
}

func readBounds(t *testing.T) map[string]map[string]int {
	t.Helper()
	b := fsutiltest.Read(t, boundsFile)
	rows := map[string]map[string]int{"files": {}, "lines": {}}
	for l := range strings.Lines(string(b)) {
		var n int
		var what, pkg string
		if _, err := fmt.Sscan(l, &n, &what, &pkg); err != nil || rows[what] == nil {
			t.Fatalf("%s: %q: %v", boundsFile, l, err)
		}
		rows[what][pkg] = n
	}
	return rows
}

func writeBounds(t *testing.T, rows map[string]map[string]int) {
	t.Helper()
	var b strings.Builder
	for _, what := range slices.Sorted(maps.Keys(rows)) {
		for _, pkg := range slices.Sorted(maps.Keys(rows[what])) {
			fmt.Fprintf(&b, "%d %s %s\n", rows[what][pkg], what, pkg)
		}
	}
	fsutiltest.Write(t, boundsFile, b.String())
}

// lower brings the rows of a table down to the next multiple of step, and takes out those that are not needed.
func lower(table, is map[string]int, most, step int) {
	for pkg, row := range table {
		if n, ok := is[pkg]; !ok || n <= most {
			delete(table, pkg)
		} else {
			table[pkg] = min(row, (n+step-1)/step*step)
		}
	}
}

// checkBound holds what is of each package against most, or against its row of a table that may only
// shrink: it is lowered when a package is smaller than its row by slip.
func checkBound(what string, is, table map[string]int, most, slip int) (violations []string) {
	for pkg, n := range is {
		row, listed := table[pkg]
		switch {
		case !listed && n > most:
			violations = append(violations, fmt.Sprintf("%s: %d %s, at most %d", pkg, n, what, most))
		case listed && n > row:
			violations = append(violations, fmt.Sprintf("%s: %d %s, more than the %d of its row, which may only be lowered", pkg, n, what, row))
		case listed && n <= most:
			violations = append(violations, fmt.Sprintf("%s: %d %s: take out its row (UPDATE=1)", pkg, n, what))
		case listed && n <= row-slip:
			violations = append(violations, fmt.Sprintf("%s: %d %s: lower its row from %d (UPDATE=1)", pkg, n, what, row))
		}
	}
	for pkg := range table {
		if _, ok := is[pkg]; !ok {
			violations = append(violations, fmt.Sprintf("%s: there is no such package: take out its row (UPDATE=1)", pkg))
		}
	}
	slices.Sort(violations)
	return violations
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
			f, err := parser.ParseFile(set, name, "package p\n"+src, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		uses, err := fileUses(set, nil, "p", files)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		knot := largestKnot(uses)
		slices.Sort(knot)
		got := strings.Join(knot, " ")
		if len(knot) == 1 {
			got = "1"
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestPlantedBound(t *testing.T) {
	table := map[string]int{"listed": 20, "small": 20, "slim": 20, "gone": 20}
	is := map[string]int{"listed": 20, "small": 8, "slim": 15, "new": 9, "fine": 8}
	got := strings.Join(checkBound("files", is, table, 8, 5), "; ")
	want := "gone: there is no such package: take out its row (UPDATE=1); new: 9 files, at most 8; " +
		"slim: 15 files: lower its row from 20 (UPDATE=1); small: 8 files: take out its row (UPDATE=1)"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	lower(table, is, 8, 5)
	if want := map[string]int{"listed": 20, "slim": 15}; !maps.Equal(table, want) {
		t.Errorf("lowered to %v, want %v", table, want)
	}
	if got := checkBound("files", map[string]int{"listed": 21}, map[string]int{"listed": 20}, 8, 5); len(got) != 1 || !strings.Contains(got[0], "more than the 20 of its row") {
		t.Errorf("%q", got)
	}
}
