package compiler

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// dropped finds the pages that no draft wants any more and that can go: the compiler wrote them, nobody edited or
// links to them. What they alone said is read in the logs.
func (p *planner) dropped(pages []*articles.Article) map[string]bool {
	out := map[string]bool{}
	if p.selective() {
		return out
	}
	rewritten := map[string]bool{} // pages that keep no old link
	for _, r := range p.router.Routes {
		rewritten[r.Path] = rewritten[r.Path] || !r.Gone
	}
	idle := map[string]bool{}
	for _, a := range pages {
		free := a.Page != nil && !a.Hands && a.Readable() && p.c.Wiki.Writes(a.Path) && !p.rests(a)
		wanted := rewritten[a.Path]
		rewritten[a.Path] = wanted && free
		idle[a.Path] = free && !wanted && a.Type() != wiki.QA
		out[a.Path] = idle[a.Path] && !a.Record.Moved
	}
	for again := true; again; {
		again = false
		for _, a := range pages {
			if out[a.Path] && slices.ContainsFunc(p.w.LinkersOf(a.Page), func(from *wiki.Page) bool {
				return !rewritten[from.Path] && !out[from.Path]
			}) {
				out[a.Path], again = false, true
			}
		}
	}
	for _, a := range pages {
		if idle[a.Path] && !out[a.Path] {
			p.plan.Notes = append(p.plan.Notes, journal.Note{Path: a.Path, Text: "is of no subject of its own any more, and stays: somebody moved it or links to it"})
		}
	}
	return out
}

// lost returns the reason why a page can go.
func (p *planner) lost(keys merge.Keys) string {
	for k := range keys {
		if p.known[k] {
			return "no subject of its own any more"
		}
	}
	return "the logs tell nothing of it any more"
}

// drop plans the removal of pages.
func (p *planner) drop(pages []*articles.Article, dropped map[string]bool) {
	for _, a := range pages {
		if !dropped[a.Path] {
			continue
		}
		keys := merge.KeysOf(a.Record.Cites)
		p.edits = append(p.edits, journal.Edit{
			Path: a.Path, Title: a.Names()[0], Verb: journal.Remove, Before: a.Page.Bytes(),
			Why: p.lost(keys), Days: keys.Days(),
			Line: state.LogLine{Date: last(append(keys.Days(), p.newest...)), Verb: journal.Remove.Past(), Path: a.Path, Title: a.Names()[0]},
		})
	}
}
