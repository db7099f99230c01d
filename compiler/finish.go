package compiler

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// finish completes the plan: pages in the order of writing, then the index and log.md as they
// follow from them, then what the run promises.
func (p *planner) finish() (*Plan, error) {
	plan := p.plan
	slices.SortStableFunc(p.edits, func(a, b journal.Edit) int {
		if x, y := a.Verb == journal.Remove, b.Verb == journal.Remove; x != y {
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
	p.pledge()
	for _, s := range p.sources {
		if s.take {
			plan.pending.Days = append(plan.pending.Days, s.date)
		}
	}
	plan.outcome = p.outcome()
	p.code()
	if len(plan.Edits) == 0 {
		plan.pending = state.Pending{}
	}
	plan.state, plan.next, plan.resumed = p.state, p.next, p.resumed
	return plan, nil
}

// outcome is the wiki as it is after the edits.
func (p *planner) outcome() *wiki.Wiki {
	written := map[string][]byte{}
	var removed []string
	for _, e := range p.edits {
		if e.Verb == journal.Remove {
			removed = append(removed, e.Path)
		} else {
			written[e.Path] = e.After
		}
	}
	return p.w.With(written, removed...)
}

// code plans the pages that code writes: those that list the articles, and those of the log, which tell
// of articles and of nothing else. Where a person has put a folder they are left out.
func (p *planner) code() {
	j := p.c.Journal()
	index, folders := j.IndexEdits(p.w, p.plan.outcome)
	for i := range index {
		if index[i].Verb != journal.Remove {
			index[i].Why = "lists " + count(len(p.plan.outcome.Articles()), "article", "articles")
		}
	}
	log, more := j.LogEdits(p.w, p.plan.pending.Lines())
	p.plan.Edits = slices.Concat(p.plan.Edits, index, log)
	for _, at := range append(folders, more...) {
		p.plan.barred[at] = true
		p.plan.Problems = append(p.plan.Problems, journal.Note{Path: at, Text: "is a folder, so the page is not written: move or rename the folder"})
	}
}

// pledge adds what the plan is about to do to what was done already.
func (p *planner) pledge() {
	to := &p.plan.pending
	for _, e := range p.edits {
		if e.Verb == journal.Remove {
			to.Gone[e.Path] = e.Line
			continue
		}
		to.Pages[e.Path] = append(slices.Clip(to.Pages[e.Path]), state.Promise{Page: p.next.Pages[e.Path], Line: e.Line, From: e.Was})
	}
}
