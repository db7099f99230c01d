package adopt

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// A PageCopy is a copy of a page that a file sync made, because two machines changed the page.
type PageCopy struct {
	copy, of *wiki.Page
	forgot   bool // it cites what no log has
}

// Copies finds the copies of the pages that memoria writes. known are the citations that lead to something.
func Copies(w *wiki.Wiki, known merge.Keys) (out []PageCopy) {
	for _, p := range w.Pages() {
		if of := w.CopyOf(p); of != nil && (of.Kind == wiki.ArticlePage || of.Kind == wiki.CodePage) && !p.ReadOnly() {
			out = append(out, PageCopy{p, of, len(merge.PageKeys(p.Article).Minus(known)) > 0})
		}
	}
	return out
}

// TakeCopies makes one page of each page and its copy, as a sync by git does of two versions, and reports whether it did
// any: the edits of a person in the copy go into the page, and what is generated in it the next plan compiles. The copy
// goes to .memoria/absorbed/, or away if it may hold what was forgotten; then its reasons of links are not taken for a
// person's. It stays where lines of a person stand against each other. A page that was saved
// meanwhile is left to the next run. folder is that of the wiki, s the state of this machine.
func TakeCopies(store *state.Store, folder string, s *state.State, list []PageCopy) (taken bool, err error) {
	d := store.Vault
	for _, x := range list {
		was, is := x.of.Bytes(), x.of.Bytes()
		switch {
		case catalog.IsLog(folder, x.of.Path):
			is = catalog.MergeLog(nil, was, x.copy.Bytes())
		case x.of.Kind == wiki.CodePage: // a list, which is made anew
		default:
			texts, page := generatedHere(store, s.Pages[x.of.Path]), x.copy.Article
			if x.forgot && generated(page, nil, texts) == nil {
				page = without(page, linked)
			}
			m := Merge(nil, page.Bytes(), was, texts)
			if len(m.Waits) > 0 {
				continue
			}
			if is = m.Page; m.Base != nil {
				if err := (Bases{d}).Keep(map[string][]byte{wiki.Sum(m.Base): m.Base}); err != nil {
					return taken, err
				}
			}
		}
		if !bytes.Equal(is, was) {
			if err := d.SwapFile(x.of.Path, was, is, 0o644); errors.Is(err, fsutil.ErrChanged) {
				continue
			} else if err != nil {
				return taken, err
			}
		}
		if err := putAway(d, x); err != nil {
			return taken, err
		}
		taken = true
	}
	return taken, nil
}

// linked reports whether a line has the form of a link and its reason: the words of a line of a log, with no citation.
func linked(u merge.Unit) bool {
	return u.Item() && len(u.Cites) == 0 && strings.Contains(u.Text, "]] - ")
}

// generatedHere returns the texts that were generated for a page, by their sums: those that travel, and the last one that
// this machine wrote, on which an edit rests that no compile has seen.
func generatedHere(store *state.Store, rec state.PageRecord) func(sum string) []byte {
	return func(sum string) []byte {
		if text := (Bases{store.Vault}).Text(sum); text != nil {
			return text
		}
		if own, err := store.Text(rec.Base); err == nil && own != nil && own.Sum() == sum && own.Fits() {
			return own.Bytes()
		}
		return nil
	}
}

// putAway moves a copy out of the wiki.
func putAway(d *fsutil.Dir, x PageCopy) error {
	p := x.copy
	if now, err := d.ReadFile(p.Path); err != nil || !bytes.Equal(now, p.Bytes()) {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	}
	if !x.forgot {
		if _, err := d.WriteFile(layout.Absorbed+"/"+p.Hash()[:8]+"-"+path.Base(p.Path), p.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return d.Remove(p.Path)
}
