package adopt

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// keptBases is how many generated texts of one page are kept.
const keptBases = 3

// Bases are the generated texts of pages that a person edited, by their sums. They travel with the vault and never
// change.
type Bases struct{ Dir *fsutil.Dir }

// BaseName returns the file of a text with a sum.
func BaseName(sum string) string { return layout.SharedBase + "/" + sum + ".md" }

// quote begins each line of such a file. Git would else take it for the page, renamed, and put into it what another
// machine writes on the page.
const quote = "> "

// baseFile returns the file that holds a text.
func baseFile(text []byte) (file []byte) {
	for line := range bytes.Lines(text) {
		file = append(append(file, quote...), line...)
	}
	return file
}

// BaseText returns the text that a file holds.
func BaseText(file []byte) (text []byte) {
	for line := range bytes.Lines(file) {
		text = append(text, bytes.TrimPrefix(line, []byte(quote))...)
	}
	return text
}

// Text returns the text with a sum, nil if there is none or the file was changed.
func (b Bases) Text(sum string) []byte {
	file, err := b.Dir.ReadFile(BaseName(sum))
	if text := BaseText(file); sum != "" && err == nil && wiki.Sum(text) == sum {
		return text
	}
	return nil
}

// Keep writes texts, by their sums.
func (b Bases) Keep(texts map[string][]byte) error {
	for sum, text := range texts {
		if b.Text(sum) != nil {
			continue
		}
		if _, err := b.Dir.WriteFile(BaseName(sum), baseFile(text), 0o600); err != nil {
			return fmt.Errorf("keep the generated text of an edited page: %w", err)
		}
	}
	return nil
}

// note records that a page rests on the text with a sum, and forgets the oldest of many.
func note(rec *state.PageRecord, sum string) {
	if sum == "" || slices.Contains(rec.Bases, sum) {
		return
	}
	rec.Bases = append(slices.Clone(rec.Bases), sum)
	if n := len(rec.Bases) - keptBases; n > 0 {
		rec.Bases = rec.Bases[n:]
	}
}

// sweep removes the texts that the old state had and the new one has no more.
func (b Bases) sweep(old, next *state.State) error {
	used := map[string]bool{}
	for _, rec := range next.Pages {
		for _, sum := range rec.Bases {
			used[sum] = true
		}
	}
	for _, rec := range old.Pages {
		for _, sum := range rec.Bases {
			if used[sum] {
				continue
			}
			if err := b.Dir.Remove(BaseName(sum)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("remove the generated text of an edited page: %w", err)
			}
		}
	}
	return nil
}

// clear removes the texts that are not used.
func (b Bases) clear(used func(sum string) bool) error {
	names, err := b.Dir.ReadNames(layout.SharedBase)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return used(strings.TrimSuffix(n, ".md")) })
	return b.Dir.RemoveAllOf(layout.SharedBase, names)
}
