package adopt

import (
	"context"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// Resum gives the base texts that a forget changed their new sums, and the pages that rest on them too. after returns a
// page as the forget leaves it, nil if it is gone. It returns the pages that change by it.
func (a *Run) Resum(pages map[string]state.PageRecord, after func(at string) *wiki.Article) (map[string][]byte, error) {
	if a == nil {
		return nil, nil
	}
	changed := map[string][]byte{}
	a.Texts = map[string][]byte{}
	for _, at := range slices.Sorted(maps.Keys(pages)) {
		rec := pages[at]
		base, err := a.Text(rec.Base)
		if err != nil {
			return nil, err
		}
		page := after(at)
		if base == nil || base.Sum() == "" || page == nil || page.ReadOnly() {
			continue
		}
		own, err := base.Summed()
		if err != nil {
			return nil, err
		}
		is, err := page.SetText(wiki.SumKey, own.Sum())
		if err != nil {
			return nil, err
		}
		rec.Base, rec.Bases = a.Keep(own.Bytes()), nil
		if is.Hash() != rec.Base {
			a.Texts[own.Sum()] = own.Bytes()
			note(&rec, own.Sum())
		}
		if is != page {
			changed[at] = is.Bytes()
			if rec.Hash == page.Hash() {
				rec.Hash = is.Hash()
			}
		}
		pages[at] = rec
	}
	return changed, nil
}

// Clear removes the base texts that no page rests on any more, since they may hold what is forgotten.
func (b Bases) Clear(ctx context.Context, store wiki.Store) error {
	w, err := store.Load(ctx)
	if err != nil {
		return err
	}
	used := map[string]bool{}
	for _, page := range w.Articles() {
		used[page.Sum()] = true
	}
	return b.clear(func(sum string) bool { return used[sum] })
}
