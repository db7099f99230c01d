package compiler

import (
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
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

// conclude tells other machines what a run compiled, and removes base texts that none needs.
func (c *Compiler) conclude(p *Plan) error {
	if !c.Shared || !p.ran {
		return nil
	}
	if err := adopt.AppendCompiled(c.Vault, c.Machine, p.rows); err != nil {
		return err
	}
	return adopt.Bases{Dir: c.Vault}.Sweep(p.state, p.next)
}

// arrived takes the entries that another machine compiled, and whose lines are in the pages, for compiled: a model is
// paid once.
func (p *planner) arrived() (err error) {
	if !p.c.Shared {
		return nil
	}
	if p.done, err = adopt.ReadCompiled(p.c.Vault); err != nil || len(p.done) == 0 {
		return err
	}
	var cited merge.Keys
	for _, s := range p.sources {
		if s.File == nil {
			continue
		}
		known := maps.Clone(s.Record.Entries)
		for i := range s.File.Entries {
			e := &s.File.Entries[i]
			row, ok := p.done.Of(e)
			if was, compiled := known[e.ID]; !ok || compiled && was.Hash == e.Hash {
				continue
			}
			if cited == nil {
				cited = keysOf(p.w)
			}
			if row.None || cites(cited, *e) {
				if known == nil {
					known = map[string]state.EntryRecord{}
				}
				known[e.ID] = state.EntryRecord{Hash: e.Hash, By: row.By}
			}
		}
		s.Record.Entries = known
	}
	return nil
}

// tellCompiled plans the rows of entries that no machine told to be compiled.
func (p *planner) tellCompiled() {
	if !p.c.Shared || !p.plan.ran || p.c.Machine == "" {
		return
	}
	var cited merge.Keys
	for _, s := range p.sources {
		for _, e := range s.Seen {
			rec, compiled := p.next.Days[s.Date].Entries[e.ID]
			if _, told := p.done.Of(&e); told || !compiled || rec.Hash != e.Hash {
				continue
			}
			if cited == nil {
				cited = keysOf(p.plan.outcome)
			}
			p.plan.rows = append(p.plan.rows, adopt.Row{Entry: e.ID, Hash: e.Hash, By: rec.By, None: !cites(cited, e)})
		}
	}
}

// keysOf returns what the articles of a wiki cite.
func keysOf(w *wiki.Wiki) merge.Keys {
	out := merge.Keys{}
	for _, page := range w.Articles() {
		maps.Copy(out, merge.PageKeys(page.Article))
	}
	return out
}

// cites reports whether an entry is among what is cited.
func cites(cited merge.Keys, e daily.Dated) bool {
	return cited[merge.NewKey(e.Date.String(), "", e.Heading)] ||
		slices.ContainsFunc(e.Bullets, func(b daily.Bullet) bool { return cited[merge.LineKey(e, b)] })
}
