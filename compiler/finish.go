package compiler

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// finish completes the plan: pages in the order of writing, then the index and log.md as they
// follow from them, then what the run promises.
func (p *planner) finish() (*Plan, error) {
	plan := p.plan
	slices.SortStableFunc(p.edits, func(a, b Edit) int {
		if x, y := a.Verb == Remove, b.Verb == Remove; x != y {
			if x {
				return 1
			}
			return -1
		}
		return strings.Compare(a.Path, b.Path)
	})
	plan.Edits = p.edits
	for _, e := range p.edits {
		if err := p.c.Wiki.CheckPath(e.Path); e.Before == nil && err != nil {
			return nil, err
		}
	}
	plan.pending = p.kept
	plan.pending.All = p.o.All
	plan.pending.Again = slices.ContainsFunc(p.hands, func(h hand) bool { return h.all })
	plan.pending.pledge(p.edits, p.next.Pages)
	for _, s := range p.sources {
		if s.take {
			plan.pending.Days = append(plan.pending.Days, s.date)
		}
	}
	plan.outcome = p.outcome()
	p.index()
	p.chronicle()
	if len(plan.Edits) == 0 {
		plan.pending = pending{}
	}
	plan.state, plan.next, plan.resumed = p.state, p.next, p.resumed
	return plan, nil
}

// outcome is the wiki as it is after the edits.
func (p *planner) outcome() *wiki.Wiki {
	written := map[string][]byte{}
	var removed []string
	for _, e := range p.edits {
		if e.Verb == Remove {
			removed = append(removed, e.Path)
		} else {
			written[e.Path] = e.After
		}
	}
	return p.w.With(written, removed...)
}

// index plans the pages that list the articles. A wiki without articles gets none.
func (p *planner) index() {
	plan := p.plan
	if len(plan.outcome.Articles()) == 0 && p.w.Page(p.c.index()) == nil {
		return
	}
	files, removed := plan.outcome.IndexChanges()
	for _, f := range files {
		if p.folder(f.Path) {
			continue
		}
		e := Edit{Path: f.Path, Verb: Update, Why: "lists " + count(len(plan.outcome.Articles()), "article", "articles"), After: f.Data, code: true}
		if page := p.w.Page(f.Path); page != nil && page.Article != nil {
			e.Before = page.Bytes()
		} else {
			e.Verb = Create
		}
		if !bytes.Equal(e.Before, e.After) {
			plan.Edits = append(plan.Edits, e)
		}
	}
	for _, at := range removed {
		plan.Edits = append(plan.Edits, Edit{Path: at, Verb: Remove, Before: p.w.Page(at).Bytes(), code: true})
	}
}

// folder reports whether a person has put a folder where code writes a page, and notes that it is
// left out.
func (p *planner) folder(at string) bool {
	info, err := p.c.Vault.Lstat(at)
	if err != nil || !info.IsDir() {
		return false
	}
	p.plan.barred[at] = true
	p.plan.Problems = append(p.plan.Problems, Note{Path: at, Text: "is a folder, so the page is not written: move or rename the folder"})
	return true
}

// chronicle plans the pages of the log, which tell of articles and of nothing else.
func (p *planner) chronicle() {
	if p.folder(p.c.logPath()) {
		return
	}
	for _, f := range p.w.Log(logDays(p.plan.pending.lines())...) {
		e := Edit{Path: f.Path, Verb: Create, After: f.Data, code: true, line: logLine{Verb: "log"}}
		if page := p.w.Page(e.Path); page != nil && page.Article != nil {
			e.Verb, e.Before = Update, page.Bytes()
		}
		p.plan.Edits = append(p.plan.Edits, e)
	}
}
