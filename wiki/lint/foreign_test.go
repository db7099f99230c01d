package lint

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Vaults in the manner of other tools. No link in them is broken to the tool that wrote it, so lint
// finds none broken; what it calls odd is read otherwise by Obsidian, and is listed in the file odd.
func TestForeignVaults(t *testing.T) {
	files, err := filepath.Glob("testdata/vaults/*.txtar")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var in []txtar.File
			odd := ""
			for _, f := range ar.Files {
				if f.Name == "odd" {
					odd = string(f.Data)
				} else {
					in = append(in, f)
				}
			}
			folder := "wiki"
			if strings.Contains(string(ar.Comment), "The wiki is knowledge") {
				folder = "knowledge"
			}
			found, err := linterOf(t, vaultDir(t, in), folder).Run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			links := slices.DeleteFunc(found, func(f Finding) bool {
				return !slices.Contains([]string{BrokenLink, BrokenHeading, BrokenBlock, AmbiguousLink, OddLink}, f.Check)
			})
			if got := listing(links); got != odd {
				t.Errorf("got\n%s\nwant\n%s", got, odd)
			}
		})
	}
}
