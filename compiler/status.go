package compiler

import (
	"context"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// A Status compares the wiki with the logs. Entries = Compiled + Uncompiled.
type Status struct {
	Logs        []logs.Standing `json:"logs"` // every log, by day
	Entries     int             `json:"entries"`
	Compiled    int             `json:"compiled"`
	Uncompiled  int             `json:"uncompiled"`  // new, changed, or in a log that waits
	Articles    int             `json:"articles"`    // the compiler's, in the wiki
	Removed     int             `json:"removed"`     // by a person: they are not made again
	Interrupted bool            `json:"interrupted"` // the last run was interrupted; the next one completes it
	Proposals   int             `json:"proposals"`   // changes that wait because a person changed the same lines
	ByHand      []journal.Note  `json:"by_hand"`     // what a person did to pages since the last run; the next one updates their links
	Notes       []journal.Note  `json:"notes"`       // files that are left alone
	Problems    []journal.Note  `json:"problems"`    // what needs a person's attention
}

// Status reads the logs, the wiki and the state, and writes nothing.
func (c *Compiler) Status(ctx context.Context) (Status, error) {
	p, err := c.read(ctx, Options{})
	if err != nil {
		return Status{}, err
	}
	pages, hands := articles.Reconcile(p.state, p.w, c.Wiki)
	st := Status{Logs: p.plan.Logs, Interrupted: p.resumed, ByHand: articles.Notes(hands), Notes: append(p.plan.Notes, articles.Copies(p.w, pages)...)}
	st.Problems = append(p.plan.Problems, append(articles.Unreadable(pages), articles.Collisions(p.w, pages)...)...)
	for _, l := range st.Logs {
		if l.State == state.Gone {
			continue
		}
		st.Entries += l.Entries
		st.Uncompiled += l.Fresh
	}
	st.Compiled = st.Entries - st.Uncompiled
	waiting, err := c.Desk().List(ctx)
	if err != nil {
		return Status{}, err
	}
	st.Proposals = len(waiting)
	for _, a := range pages {
		switch {
		case a.Page == nil:
			st.Removed++
		case a.Page.Kind == wiki.ArticlePage:
			st.Articles++
		}
	}
	return st, nil
}
