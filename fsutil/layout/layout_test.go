package layout

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Every name below .memoria/ stands in this package and nowhere else: a lock that two packages name
// for themselves excludes nobody once one of them changes it.
func TestNamesHaveOneHome(t *testing.T) {
	root := filepath.Join("..", "..")
	read := 0
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && (e.Name() == "testdata" || e.Name() == "layout" || strings.HasPrefix(e.Name(), ".") && len(e.Name()) > 2) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		read++
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			s, err := strconv.Unquote(lit.Value)
			must.Hold(t, err != nil || s != Folder && !strings.HasPrefix(s, Folder+"/") || strings.Contains(s, " "), "%s: %q is a name of this package", set.Position(lit.Pos()), s)
			return true
		})
		return nil
	})
	must.Be(t, err == nil && read >= 100, "read %d files: %v", read, err)
}

// The table of names is whole, and each is used by the package that it says to be its owner.
func TestNames(t *testing.T) {
	src := must.Get(os.ReadFile("names_test.go"))(t)
	table := string(src)
	seen := map[string]bool{}
	for _, n := range names {
		must.Hold(t, !seen[n.path], "%s stands twice", n.path)
		seen[n.path] = true
		must.Hold(t, strings.HasPrefix(n.path, Folder+"/") && n.owner != "", "%+v", n)
		must.Hold(t, n.kind == lock == strings.HasPrefix(n.path, lockFolder), "%s is a lock, or lies among the locks and is none", n.path)
	}
	for _, row := range regexp.MustCompile(`\n\t\{(\w+), "([\w/]+)"`).FindAllStringSubmatch(table, -1) {
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(row[2]), "*.go"))
		if err != nil || !slices.ContainsFunc(files, func(file string) bool {
			src, err := os.ReadFile(file)
			return err == nil && uses(src, row[1])
		}) {
			t.Errorf("%s does not use %s, %v", row[2], row[1], err)
		}
	}
	// Every constant of the package that names something is in the list, or lies in a folder that is.
	set := token.NewFileSet()
	f := must.Get(parser.ParseFile(set, "layout.go", nil, 0))(t)
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, spec := range g.Specs {
			for _, name := range spec.(*ast.ValueSpec).Names {
				switch id := name.Name; {
				case strings.HasSuffix(id, "Version"), strings.HasPrefix(id, "Cache"), id == "Folder", id == "State", id == "SiteTemplates", id == "Log", id == "lockFolder":
				case !strings.Contains(table, "{"+id+","):
					t.Errorf("%s is not in names", id)
				}
			}
		}
	}
}

// uses reports whether a source file names a constant, or one of a name in its folder.
func uses(src []byte, name string) bool {
	in := map[string]string{"Templates": "SiteTemplates", "Logs": "Log"}
	return regexp.MustCompile(`\blayout\.(` + name + `|` + cmp.Or(in[name], name) + `)\b`).Match(src)
}
