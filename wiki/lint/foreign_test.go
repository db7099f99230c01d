package lint

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// Vaults in the manner of other tools. No link in them is broken to the tool that wrote it, so lint
// finds none broken; what it calls odd is read otherwise by Obsidian, and is listed in the file odd.
func TestForeignVaults(t *testing.T) {
	for file, ar := range fsutiltest.Goldens(t, "testdata/vaults/*.txtar") {
		t.Run(fsutiltest.NameOf(file), func(t *testing.T) {
			odd := fsutiltest.Section(ar, "odd")
			in := slices.DeleteFunc(ar.Files, func(f txtar.File) bool { return f.Name == "odd" })
			folder := "wiki"
			if strings.Contains(string(ar.Comment), "The wiki is knowledge") {
				folder = "knowledge"
			}
			found := must.Get(linterOf(t, vaultDir(t, in), folder).Run(context.Background()))(t)
			links := slices.DeleteFunc(found, func(f Finding) bool {
				return !slices.Contains([]string{BrokenLink, BrokenHeading, BrokenBlock, AmbiguousLink, OddLink}, f.Check)
			})
			got := listing(links)
			must.Hold(t, got == odd, "got\n%s\nwant\n%s", got, odd)
		})
	}
}

// Reading a page and writing it gives its bytes, and so does setting what is there.
func TestPagesKeepTheirBytes(t *testing.T) {
	for file, ar := range fsutiltest.Goldens(t, "testdata/vaults/*.txtar", "testdata/*.txtar") {
		for _, f := range ar.Files {
			if !strings.HasSuffix(f.Name, ".md") {
				continue
			}
			a := wiki.Parse(f.Data)
			for _, key := range a.Keys() {
				b, err := a, error(nil)
				if s, ok := a.Text(key); ok {
					b, err = a.SetText(key, s)
				} else if list := a.List(key); len(list) > 0 {
					b, err = a.SetList(key, list)
				}
				if err == nil {
					a = b
				}
			}
			must.Hold(t, string(a.Bytes()) == string(f.Data) && string(wiki.Parse(a.Bytes()).Bytes()) == string(f.Data), "%s: %s became\n%s", file, f.Name, a.Bytes())
		}
	}
}
