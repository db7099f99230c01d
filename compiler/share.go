package compiler

import (
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// summed returns a generated page as it is written: in a shared vault with its sum.
func (c *Compiler) summed(text []byte) []byte {
	if !c.Shared {
		return text
	}
	a, err := wiki.Parse(text).Summed()
	if err != nil { // a header that cannot be read has no properties
		return text
	}
	return a.Bytes()
}

// resting returns a page with the sum of its base text, by which other machines find a person's edits.
func (p *planner) resting(a *wiki.Article, base string) (*wiki.Article, error) {
	if !p.c.Shared {
		return a, nil
	}
	text, err := p.text(base)
	if err != nil || text == nil || text.Sum() == "" {
		return a, err
	}
	return a.SetText(wiki.SumKey, text.Sum())
}

// adopt takes over the pages that another machine wrote since the last run.
func (p *planner) adopt() error {
	if !p.c.Shared {
		return nil
	}
	a := &adopt.Adopter{
		State: p.state, Wiki: p.w, Bases: p.bases(), Text: p.text, Keep: p.keepText,
		Moved: func(page *wiki.Page) bool {
			return page.Path != p.c.Wiki.PathFor(page.Type(), wiki.MakeSlug(page.Title()))
		},
	}
	if err := a.Pages(); err != nil {
		return err
	}
	p.lacks = a.Lacks
	for _, at := range a.Paths {
		p.adopted = true
		p.plan.Notes = append(p.plan.Notes, journal.Note{Path: at, Text: "was written by another machine, and goes on from there"})
	}
	return nil
}

func (p *planner) bases() adopt.Bases { return adopt.Bases{Dir: p.c.Vault} }

// unsummed reports whether a page that nobody edited has no sum: the vault was not shared when it was written.
func (p *planner) unsummed(pages []*articles.Article) bool {
	return p.c.Shared && slices.ContainsFunc(pages, func(a *articles.Article) bool {
		return a.Readable() && !a.Hands && a.Page.Sum() == "" && len(a.Record.Names) > 0 && p.c.Wiki.Writes(a.Path)
	})
}

// share plans the writing of the base texts of pages that a person edited. Other machines need them to tell what the
// edits are.
func (p *planner) share(pages map[string]state.PageRecord) error {
	if !p.c.Shared {
		return nil
	}
	p.plan.bases = map[string][]byte{}
	for _, at := range slices.Sorted(maps.Keys(pages)) {
		rec := pages[at]
		page := p.plan.outcome.Page(at)
		if page == nil || page.Article == nil {
			continue
		}
		if len(rec.Mine) > 0 {
			rec.Mine = mine(page.Article, rec.Mine)
			pages[at] = rec
			p.plan.Proposals = append(p.plan.Proposals, proposals(at, rec.Mine)...)
		}
		if page.Hash() == rec.Base {
			continue
		}
		base, err := p.text(rec.Base)
		if err != nil {
			return err
		}
		if base == nil || base.Sum() == "" {
			continue
		}
		p.plan.bases[base.Sum()] = base.Bytes()
		if was, err := p.text(p.state.Pages[at].Base); err == nil && was != nil {
			adopt.Note(&rec, was.Sum())
		}
		adopt.Note(&rec, base.Sum())
		if p.plan.ran {
			pages[at] = rec
		}
	}
	return nil
}
