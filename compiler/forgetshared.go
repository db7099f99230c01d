package compiler

import (
	"context"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// resum gives the base texts that a forget changed their new sums, and the pages that rest on them too.
func (c *Compiler) resum(p *Plan) error {
	if !c.Shared || p.next == nil {
		return nil
	}
	for _, at := range slices.Sorted(maps.Keys(p.next.Pages)) {
		rec := p.next.Pages[at]
		base, err := c.text(p.blobs, rec.Base)
		if err != nil {
			return err
		}
		if base == nil || base.Sum() == "" {
			continue
		}
		own, err := base.Summed()
		if err != nil {
			return err
		}
		rec.Base, rec.Bases = p.keep(own.Bytes()), nil
		page, edit := p.after(at)
		if page == nil || page.ReadOnly() {
			continue
		}
		after, err := page.SetText(wiki.SumKey, own.Sum())
		if err != nil {
			return err
		}
		if after.Hash() != rec.Base {
			p.bases[own.Sum()] = own.Bytes()
			adopt.Note(&rec, own.Sum())
		}
		p.resummed(at, rec, page, after, edit)
	}
	return nil
}

// after returns a page as a plan leaves it, nil if it is gone, and the index of its edit, -1 for none.
func (p *Plan) after(at string) (*wiki.Article, int) {
	if i := slices.IndexFunc(p.Edits, func(e journal.Edit) bool { return e.Path == at }); i >= 0 {
		if p.Edits[i].After == nil {
			return nil, i
		}
		return wiki.Parse(p.Edits[i].After), i
	}
	if page := p.outcome.Page(at); page != nil {
		return page.Article, -1
	}
	return nil, -1
}

// resummed plans a page with its new sum.
func (p *Plan) resummed(at string, rec state.PageRecord, page, after *wiki.Article, edit int) {
	if after != page {
		if rec.Hash == page.Hash() {
			rec.Hash = fsutil.Hash(after.Bytes())
		}
		if edit >= 0 {
			p.Edits[edit].After = after.Bytes()
		} else {
			p.Edits = append(p.Edits, journal.Edit{Path: at, Title: page.Title(), Verb: journal.Update, Why: "what it rested on is forgotten", Before: page.Bytes(), After: after.Bytes()})
		}
		p.ran = true
	}
	p.next.Pages[at] = rec
}

// clearBases removes the base texts that no page rests on any more.
func (c *Compiler) clearBases(ctx context.Context) error {
	if !c.Shared {
		return nil
	}
	w, err := c.Wiki.Load(ctx)
	if err != nil {
		return err
	}
	used := map[string]bool{}
	for _, page := range w.Articles() {
		used[page.Sum()] = true
	}
	return adopt.Bases{Dir: c.Vault}.Clear(func(sum string) bool { return used[sum] })
}
