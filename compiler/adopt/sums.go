package adopt

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// GiveSums gives the pages that were written before the vault was shared their sums, so that another machine tells from
// the first day on which of them a person edited. Nothing else of them changes. What a run that is cut off wrote, the next
// takes over as from another machine: see Run.Pages. It reports whether it wrote pages.
func GiveSums(store *state.Store, stored *state.State, articles wiki.Store, w *wiki.Wiki) (bool, error) {
	next, texts, shared := stored.Clone(), map[string][]byte{}, map[string][]byte{}
	after, known := map[string][]byte{}, map[string]string{}
	for was, rec := range stored.Pages {
		page := pageOf(w, stored, was)
		if page == nil || page.Article == nil || page.ReadOnly() || page.Sum() != "" || !articles.Writes(page.Path) || !w.Ours(page, true) {
			continue
		}
		base, err := store.Text(rec.Base)
		if err != nil {
			return false, err
		}
		if base == nil {
			continue // lost: the page only grows
		}
		own, err := base.Summed()
		if err != nil {
			continue
		}
		is, err := page.SetText(wiki.SumKey, own.Sum())
		if err != nil {
			continue
		}
		if rec.Hash == page.Hash() {
			rec.Hash = fsutil.Hash(is.Bytes())
		}
		if !is.Fits() {
			shared[own.Sum()] = own.Bytes()
		}
		rec.Base = fsutil.Hash(own.Bytes())
		next.Pages[was], texts[rec.Base], after[page.Path], known[page.Path] = rec, own.Bytes(), is.Bytes(), was
	}
	if len(after) == 0 {
		return false, nil
	}
	if err := errors.Join(store.Keep(texts), Bases{store.Vault}.Keep(shared)); err != nil {
		return false, err
	}
	for _, at := range slices.Sorted(maps.Keys(after)) {
		err := articles.Swap(at, w.Page(at).Bytes(), after[at])
		if errors.Is(err, fsutil.ErrChanged) { // a person saved it; the next run does it
			next.Pages[known[at]] = stored.Pages[known[at]]
		} else if err != nil {
			return false, fmt.Errorf("write the sum of %q: %w", at, err)
		}
		if err := store.After(at); err != nil {
			return false, err
		}
	}
	if err := store.Write(next); err != nil {
		return false, err
	}
	store.Sweep(next)
	return true, nil
}

// pageOf returns the page of the record of a path, also where a person moved it since; nil if there is none.
func pageOf(w *wiki.Wiki, s *state.State, at string) *wiki.Page {
	if page := w.Page(at); page != nil {
		return page
	}
	for _, p := range w.Articles() {
		if _, known := s.Pages[p.Path]; !known && p.Hash() == s.Pages[at].Hash {
			return p
		}
	}
	return nil
}
