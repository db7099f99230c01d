package proposal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/wiki"
)

// Propose has lines of the person here that gave way to another machine's wait as proposals: see adopt.Merge. The
// error is an fsutil.ErrLocked while another run holds the lock.
func (d *Desk) Propose(ctx context.Context, waits map[string][]merge.Conflict) error {
	if len(waits) == 0 {
		return nil
	}
	_, unlock, err := d.Begin(ctx, journal.Compiling)
	if err != nil {
		return err
	}
	defer unlock()
	s, err := d.Store.Load()
	if err != nil {
		return err
	}
	next := s.Clone()
	for at, list := range waits {
		rec := next.Pages[at]
		rec.Mine = slices.Clone(rec.Mine)
		for _, x := range list {
			if !slices.ContainsFunc(rec.Mine, func(o merge.Conflict) bool { return o.ID(at) == x.ID(at) }) {
				rec.Mine = append(rec.Mine, x)
			}
		}
		next.Pages[at] = rec
	}
	if err := d.Store.Write(next); err != nil {
		return fmt.Errorf("propose: %w", err)
	}
	return nil
}

// settleMine decides about the lines of the person here that wait on a page. It returns the page with those that are
// accepted, and those that still wait.
func settleMine(page *wiki.Article, waits []merge.Conflict, decide func(merge.Conflict) merge.Decision) (_ *wiki.Article, left []merge.Conflict) {
	for _, x := range adopt.Waiting(page, waits) {
		switch decide(x) {
		case merge.Wait:
			left = append(left, x)
		case merge.TakeOurs:
			page = taken(page, x)
		}
	}
	return page, left
}

// taken returns a page with a line of the person here in the place of another machine's.
func taken(page *wiki.Article, x merge.Conflict) *wiki.Article {
	if key, is := strings.CutSuffix(x.Section, ":"); is {
		if after, err := page.SetText(key, x.Ours); err == nil {
			return after
		}
		return page
	}
	u, ok := merge.Find(page, x.Section, x.Theirs)
	if !ok {
		return page
	}
	return wiki.Parse(merge.Rewrite(page.Bytes(), []merge.Splice{{Start: u.Start, End: u.End, Text: x.Ours}}))
}
