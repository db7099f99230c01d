package compiler

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/proposal"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
	"github.com/agent-admin/memoria/wiki/catalog/now"
)

// finish completes the plan: pages in the order of writing, then the index and log.md derived from them.
func (p *planner) finish() (*Plan, error) {
	plan := p.plan
	rank := map[journal.Verb]int{journal.Remove: 1} // removals come last
	sorting.Stable(p.edits, func(a, b journal.Edit) int {
		return cmp.Or(rank[a.Verb]-rank[b.Verb], strings.Compare(a.Path, b.Path))
	})
	plan.Edits = p.edits
	for _, e := range p.edits {
		if err := p.c.Wiki.CheckPath(e.Path); e.Before == nil && err != nil {
			return nil, err
		}
	}
	plan.outcome = p.outcome()
	p.code()
	waits, err := p.shared.Share(p.next.Pages, plan.outcome, p.known)
	if err != nil {
		return nil, err
	}
	for _, at := range slices.Sorted(maps.Keys(waits)) {
		plan.Proposals = append(plan.Proposals, proposal.Of(at, waits[at])...)
	}
	p.shared.Tell(p.sources, p.next.Days, plan.outcome)
	plan.state, plan.next, plan.resumed = p.state, p.next, p.resumed
	return plan, nil
}

// outcome returns the wiki as it is after the edits.
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

// work returns what the logs tell, as they are. It is nil if no log was compiled and nothing is forgotten, so that
// a log that waits, or is gone, does not change the pages that tell of it.
func (p *planner) work() *now.Work {
	if !p.plan.ran && !p.o.forgets && (catalog.Tells(p.w) || len(p.plan.outcome.Articles()) == 0) {
		return nil
	}
	entries := logs.Latest(logs.Entries(p.sources))
	record := p.c.memory().OfLogs([]*daily.Log{{Entries: entries}}, p.plan.outcome)
	return now.Read(entries, record)
}

// code plans the generated pages: those that list the articles, and those of the log. A page is left out where a
// person has put a folder of its name.
func (p *planner) code() {
	j := p.c.Journal()
	index, folders := j.IndexEdits(p.w, p.plan.outcome, p.work())
	for i := range index {
		if index[i].Verb != journal.Remove && strings.HasSuffix(index[i].Path, "/index.md") {
			index[i].Why = "lists " + count(len(p.plan.outcome.Articles()), "article", "articles")
		}
	}
	log, more := j.LogEdits(p.w, p.plan.logLines())
	p.plan.Edits = slices.Concat(p.plan.Edits, index, log)
	for _, at := range append(folders, more...) {
		p.plan.barred[at] = true
		p.plan.Problems = append(p.plan.Problems, journal.Note{Path: at, Text: "is a folder, so the page is not written: move or rename the folder"})
	}
}
