package fsutiltest

import (
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

// Goldens returns the archives that patterns match, each with its path. There has to be one.
func Goldens(t testing.TB, patterns ...string) iter.Seq2[string, *txtar.Archive] {
	t.Helper()
	var paths []string
	for _, p := range patterns {
		found, err := filepath.Glob(p)
		if err != nil || len(found) == 0 {
			t.Fatal("no goldens: ", p, err)
		}
		paths = append(paths, found...)
	}
	return func(yield func(string, *txtar.Archive) bool) {
		for _, path := range paths {
			a := must.Get(txtar.ParseFile(path))(t)
			if !yield(path, a) {
				return
			}
		}
	}
}

// Want holds got against the section want of a golden. UPDATE=1 writes the section anew.
func Want(t testing.TB, path string, a *txtar.Archive, got string) {
	t.Helper()
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	switch {
	case os.Getenv("UPDATE") != "":
		if i < 0 {
			i, a.Files = len(a.Files), append(a.Files, txtar.File{Name: "want"})
		}
		a.Files[i].Data = []byte(got)
		Write(t, path, txtar.Format(a))
	case i < 0:
		t.Errorf("%s: no want", path)
	case got != string(a.Files[i].Data):
		t.Errorf("%s", diff.Diff("want", a.Files[i].Data, "got", []byte(got)))
	}
}

// Section returns a file of a golden, "" if it has none.
func Section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

// NameOf returns the name of a golden.
func NameOf(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txtar") }
