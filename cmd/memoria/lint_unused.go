package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// unused are the articles and lines of logs that sessions were given and none had a use for.
func unused(v *workspace.Vault) (notes []lint.Note) {
	book, err := receipt.Load(v.Dir)
	if err != nil {
		return nil
	}
	pages := map[string]int{} // sessions that were given one, by its id
	for _, m := range book.List() {
		if !book.Unused(m.ID, receipt.UnusedIn) {
			continue
		}
		if day, block, ok := strings.Cut(m.ID, "^"); ok {
			if _, valid := wiki.ParseDate(day); valid {
				notes = append(notes, lint.Note{Check: lint.Unused, Path: "daily/" + day + ".md", Text: fmt.Sprintf("line ^%s was given to %d sessions, and none had a use for it", block, m.Given)})
			}
		} else if strings.HasPrefix(m.ID, "p") && !strings.Contains(m.ID, ".") {
			pages[m.ID] = m.Given
		}
	}
	if len(pages) > 0 {
		fs.WalkDir(v.Dir.FS(), v.Config.Wiki, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || path.Ext(name) != ".md" {
				return nil
			}
			if n := pages[receipt.PageID(name)]; n > 0 {
				notes = append(notes, lint.Note{Check: lint.Unused, Path: name, Text: fmt.Sprintf("the article was given to %d sessions, and none had a use for it", n)})
			}
			return nil
		})
	}
	slices.SortFunc(notes, func(x, y lint.Note) int { return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Text, y.Text)) })
	return notes
}

// withReceipts adds to a mark how the receipts stand, which the unused follow from.
func withReceipts(v *workspace.Vault, mark string) string {
	if mark == "" {
		return ""
	}
	return mark + receipt.Mark(v.Dir)
}
