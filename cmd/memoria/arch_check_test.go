package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A goPackage is what go list tells about one.
type goPackage struct {
	ImportPath string
	Imports    []string
}

// floorOf returns the floor of a package, named from the top of the module.
func floorOf(pkg string) (float64, bool) {
	for dir := pkg; dir != "."; dir = path.Dir(dir) {
		if floor, ok := floors[dir]; ok {
			return floor, true
		}
	}
	return 0, false
}

// within reports whether a package or library is dir or lies below it.
func within(name, dir string) bool {
	return dir == "" || name == dir || strings.HasPrefix(name, dir+"/")
}

// checkImports holds packages against floors and importers.
func checkImports(packages []goPackage) (violations []string) {
	for _, p := range packages {
		pkg := strings.TrimPrefix(p.ImportPath, module+"/")
		floor, ok := floorOf(pkg)
		if !ok {
			violations = append(violations, fmt.Sprintf("%s: lies in no folder that has a floor", pkg))
			continue
		}
		for _, imported := range p.Imports {
			if v := checkImport(pkg, floor, imported); v != "" {
				violations = append(violations, v)
			}
		}
	}
	return violations
}

func checkImport(pkg string, floor float64, imported string) (violation string) {
	if own, ok := strings.CutPrefix(imported, module+"/"); ok {
		below, ok := floorOf(own)
		if !ok {
			return fmt.Sprintf("%s imports %s, which has no floor", pkg, own)
		}
		parts := below == floor && strings.HasPrefix(own, pkg+"/")
		if below < floor || parts || own == vaultPackage && floor == floors["cmd/internal"] {
			return ""
		}
		return fmt.Sprintf("%s (floor %v) imports %s (floor %v): imports go down, never sideways or up", pkg, floor, own, below)
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return "" // the standard library
	}
	for library, folders := range importers {
		if !within(imported, library) {
			continue
		}
		for _, folder := range folders {
			if within(pkg, folder) {
				return ""
			}
		}
		return fmt.Sprintf("%s imports %s, which is for %s", pkg, imported, strings.Join(folders, ", "))
	}
	return fmt.Sprintf("%s imports %s, which is for nobody yet", pkg, imported)
}

// checkSource holds the calls of one file, named from the top of the repository, against process and
// writing.
func checkSource(name string, src []byte) (violations []string, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, src, 0)
	if err != nil {
		return nil, err
	}
	report := func(pos token.Pos, what string) {
		violations = append(violations, fmt.Sprintf("%s:%d: %s", name, set.Position(pos).Line, what))
	}
	watched := map[string][]string{}
	for pkg, names := range process {
		if !within(name, "cmd") && !within(name, "tools") && !within(name, "fsutil/fsutiltest") {
			watched[pkg] = append(watched[pkg], names...)
		}
	}
	for pkg, names := range writing {
		if !within(name, "fsutil") {
			watched[pkg] = append(watched[pkg], names...)
		}
	}
	local := map[string]string{}
	for _, imp := range file.Imports {
		pkg, _ := strconv.Unquote(imp.Path.Value)
		if watched[pkg] == nil {
			continue
		}
		as := path.Base(pkg)
		if imp.Name != nil {
			as = imp.Name.Name
		}
		if as == "." {
			report(imp.Pos(), "imports "+pkg+" without its name")
		}
		local[as] = pkg
	}
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		// an identifier with an object is a variable of the file, not a package
		if x, ok := sel.X.(*ast.Ident); ok && x.Obj == nil {
			if pkg := local[x.Name]; pkg != "" && slices.Contains(watched[pkg], sel.Sel.Name) {
				report(sel.Pos(), pkg+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return violations, nil
}

// checkTop holds the names at the top of the repository against topLevel. ignored are the patterns of
// .gitignore.
func checkTop(root fs.FS, ignored []string) (violations []string, err error) {
	entries, err := fs.ReadDir(root, ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || slices.Contains(topLevel, name) {
			continue
		}
		if slices.ContainsFunc(ignored, func(pattern string) bool {
			ok, _ := path.Match(strings.Trim(pattern, "/"), name)
			return ok
		}) {
			continue
		}
		// somebody's vault, made by trying the README
		if _, err := fs.Stat(root, path.Join(name, ".memoria")); err == nil {
			continue
		}
		violations = append(violations, name+": nothing but the named folders and files lies at the top")
	}
	return violations, nil
}
