package compiler

import (
	"context"
	"fmt"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
)

// Why explains a target: see [why.Explainer.Explain].
func (c *Compiler) Why(ctx context.Context, target string) (why.Explanation, error) {
	sources, _, err := logs.Read(ctx, c.Daily, c.allowNoLogs, new(state.State))
	if err != nil {
		return why.Explanation{}, err
	}
	w, err := c.Wiki.Load(ctx)
	if err != nil {
		return why.Explanation{}, fmt.Errorf("read the wiki: %w", err)
	}
	st, err := c.store().Load()
	if err != nil {
		return why.Explanation{}, err
	}
	return why.New(logs.Entries(sources), w, st).Explain(target)
}

// Compiled returns a function that reports whether a run has seen an entry of a log. A damaged state knows no entries.
func (c *Compiler) Compiled() (func(day daily.Date, entry string) bool, error) {
	s, err := c.store().Load()
	if err != nil {
		return nil, err
	}
	return func(day daily.Date, entry string) bool {
		_, ok := s.Days[day].Entries[entry]
		return ok
	}, nil
}

// Placed returns a function that reports whether an article has or ever had a line of a log. If one had and none has, a
// person took it out, or it no longer holds. In a shared vault anybody may have taken it out, so it is asked of the logs
// whether one did who may. A damaged state knows no lines.
func (c *Compiler) Placed(files []*daily.Log) (func(day daily.Date, block string) bool, error) {
	s, err := c.store().Load()
	if err != nil {
		return nil, err
	}
	had, took := merge.Keys{}, adopt.TakenOut(files)
	for at, rec := range s.Pages {
		for _, k := range rec.Cites {
			if !c.Shared || took(at, rec.Names, k) {
				had[k] = true
			}
		}
	}
	return func(day daily.Date, block string) bool { return had[merge.NewKey(day.String(), block, "")] }, nil
}
