package compiler

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// sound returns the drafts that may become pages. A draft with a fault is set aside with a problem that names the
// fault, and the logs it cites stay stale. So no author can name a file that is not an article, or claim what no log
// says.
func (p *planner) sound(drafts []draft.Draft, own map[string]bool) []draft.Draft {
	var good []draft.Draft
	titles := map[string]bool{}
	for _, d := range drafts {
		fault := p.fault(&d, own, titles)
		if fault == "" {
			titles[wiki.Fold(d.Title)] = true
			good = append(good, d)
			continue
		}
		p.plan.Problems = append(p.plan.Problems, journal.Note{Text: fmt.Sprintf("draft %q is set aside: %s", d.Title, fault)})
		p.hold(&d)
	}
	return good
}

// hold keeps the logs that a draft cites stale, or all logs if it cites none.
func (p *planner) hold(d *draft.Draft) {
	all := true
	for _, day := range merge.DraftKeys(d).Days() {
		if s := p.byDay[string(day)]; s != nil && s.Take {
			p.held[string(day)], all = true, false
		}
	}
	for day, s := range p.byDay {
		if all && s.Take {
			p.held[day] = true
		}
	}
}

func (p *planner) fault(d *draft.Draft, own, titles map[string]bool) string {
	switch {
	case strings.TrimSpace(d.Title) == "":
		return "it has no title"
	case titles[wiki.Fold(d.Title)]:
		return "another draft has its title"
	case d.Type != wiki.Concept && d.Type != wiki.Connection:
		return fmt.Sprintf("no author writes pages of type %q", d.Type)
	case d.Type == wiki.Connection && len(d.Connects) < 2:
		return "it connects nothing"
	case len(d.Points) == 0:
		return "it has no key points"
	}
	if d.Slug != "" && !own[wiki.Fold(string(d.Slug))] {
		return fmt.Sprintf("there is no article %q to continue", d.Slug)
	}
	for pt := range d.Each {
		if len(pt.Cites) == 0 {
			return fmt.Sprintf("%q has no citation", pt.Text)
		}
		for _, c := range pt.Cites {
			if !p.known.Has(c) {
				return fmt.Sprintf("%q cites %s, which no log says", pt.Text, merge.CiteKey(c))
			}
		}
	}
	return ""
}
