package proposal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// A Desk has the proposals of a vault. It is a journal's, whose store it uses.
type Desk struct{ *journal.Journal }

// A NoProposalError says that no proposal matches a target.
type NoProposalError struct{ Target string }

func (e *NoProposalError) Error() string {
	return fmt.Sprintf("no proposal is waiting for %q", e.Target)
}

// List returns the waiting proposals, by path and line. They are computed from the pages as they are, so a line
// that a person edits gives another proposal or none.
func (d *Desk) List(ctx context.Context) ([]Proposal, error) {
	s, err := d.Store.Load()
	if err != nil {
		return nil, err
	}
	var out []Proposal
	err = d.eachWaiting(ctx, s, nil, func(at string, _ *wiki.Article, m *settlement) error {
		out = append(out, Of(at, slices.Concat(m.Conflicts, m.mine))...)
		return nil
	})
	sorting.Stable(out, func(a, b Proposal) int { return cmp.Or(strings.Compare(a.Path, b.Path), a.Line-b.Line) })
	return out, err
}

// A settlement is a page after a decision about its proposals, with those that still wait.
type settlement struct {
	merge.Result
	mine []merge.Conflict // lines of the person here that gave way to another machine's
}

// eachWaiting merges again each page that has proposals, with the same three texts. It skips pages that are gone or
// cannot be read.
func (d *Desk) eachWaiting(ctx context.Context, s *state.State, decide func(at string, c merge.Conflict) merge.Decision, do func(at string, page *wiki.Article, m *settlement) error) error {
	for _, at := range slices.Sorted(maps.Keys(s.Pages)) {
		rec := s.Pages[at]
		if rec.Draft == "" && len(rec.Mine) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := d.Store.Vault.ReadFile(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("article %q: %w", at, err)
		}
		page := wiki.Parse(data)
		if page.ReadOnly() {
			continue
		}
		m, err := d.waiting(page, rec, func(x merge.Conflict) merge.Decision {
			if decide == nil {
				return merge.Wait
			}
			return decide(at, x)
		})
		if err != nil {
			return fmt.Errorf("article %q: %w", at, err)
		}
		if err := do(at, page, m); err != nil {
			return err
		}
	}
	return nil
}

// waiting merges a page again with what waits for it.
func (d *Desk) waiting(page *wiki.Article, rec state.PageRecord, decide func(merge.Conflict) merge.Decision) (*settlement, error) {
	m := &settlement{Result: merge.Result{Page: page}}
	base, err := d.Store.Text(rec.Base)
	if err != nil {
		return nil, err
	}
	draft, err := d.Store.Text(rec.Draft)
	if err != nil {
		return nil, err
	}
	if base != nil && draft != nil {
		had := merge.PageKeys(page)
		had.Add(rec.Cites)
		r, err := merge.ThreeWay(base, page, draft, had, decide)
		if err != nil {
			return nil, err
		}
		m.Result = *r
	}
	m.Page, m.mine = settleMine(m.Page, rec.Mine, decide)
	return m, nil
}

// Accept writes the compiler's lines over the person's. Targets are the ids of proposals, the path or name of a page
// for all of its proposals, or "all". It returns what it accepted. The error is a *[NoProposalError] if a target has
// no proposal, a *[state.MovedError] if somebody saved the page meanwhile, or an fsutil.ErrLocked.
func (d *Desk) Accept(ctx context.Context, targets ...string) ([]Proposal, error) {
	return d.settle(ctx, merge.TakeOurs, targets)
}

// Dismiss keeps the person's lines for good: a proposal returns only if the compiler's line changes. Targets and
// errors are those of [Desk.Accept].
func (d *Desk) Dismiss(ctx context.Context, targets ...string) ([]Proposal, error) {
	return d.settle(ctx, merge.KeepTheirs, targets)
}

func (d *Desk) settle(ctx context.Context, v merge.Decision, targets []string) ([]Proposal, error) {
	_, unlock, err := d.Begin(ctx, journal.Compiling)
	if err != nil {
		return nil, err
	}
	defer unlock()
	s, err := d.Store.Load()
	if err != nil {
		return nil, err
	}
	next := s.Clone()
	hit := map[string]bool{}
	var settled []Proposal
	err = d.eachWaiting(ctx, s, func(at string, x merge.Conflict) merge.Decision {
		for _, t := range targets {
			if t == "all" || t == x.ID(at) || t == at || wiki.Fold(t) == wiki.Fold(string(articles.PageSlug(at))) {
				hit[t] = true
				settled = append(settled, Of(at, []merge.Conflict{x})...)
				return v
			}
		}
		return merge.Wait
	}, func(at string, page *wiki.Article, m *settlement) error {
		if !slices.ContainsFunc(settled, func(p Proposal) bool { return p.Path == at }) {
			return nil
		}
		return d.settlePage(next, at, page, m)
	})
	for _, t := range targets {
		if err == nil && !hit[t] && t != "all" {
			err = &NoProposalError{Target: t}
		}
	}
	if len(settled) == 0 || err != nil && !errors.As(err, new(*NoProposalError)) {
		return nil, err
	}
	if cerr := d.Store.After(settled[0].Path); cerr != nil {
		return nil, cerr
	}
	if werr := d.Store.Write(next); werr != nil {
		return nil, fmt.Errorf("compile: %w", werr)
	}
	d.Store.Sweep(next)
	return settled, err
}

// settlePage writes one page. After a crash before the state is written, the next run finds the same page.
func (d *Desk) settlePage(next *state.State, at string, page *wiki.Article, m *settlement) error {
	rec := next.Pages[at]
	if m.Base != nil {
		base := m.Base
		if d.Shared {
			base = wiki.Summed(base)
		}
		if err := d.Store.Keep(map[string][]byte{fsutil.Hash(base): base}); err != nil {
			return err
		}
		rec.Base = fsutil.Hash(base)
		if sum := wiki.Parse(base).Sum(); d.Shared && sum != "" {
			var err error
			if m.Page, err = m.Page.SetText(wiki.SumKey, sum); err != nil {
				return err
			}
			if err := (adopt.Bases{Dir: d.Store.Vault}).Keep(map[string][]byte{sum: base}); err != nil {
				return err
			}
		}
	}
	if err := d.swap(at, page.Bytes(), m.Page.Bytes()); err != nil {
		return err
	}
	rec.Hands = rec.Hands || len(m.mine) < len(rec.Mine)
	rec.Hash, rec.Mine = fsutil.Hash(m.Page.Bytes()), m.mine
	if len(m.Conflicts) == 0 {
		rec.Draft = ""
	}
	rec.AddCites(merge.PageKeys(m.Page))
	next.Pages[at] = rec
	return nil
}

// swap writes a page if its bytes are still those that were read; else the error is a *[state.MovedError].
func (d *Desk) swap(at string, before, after []byte) error {
	if string(before) == string(after) {
		return nil
	}
	err := d.Wiki.Swap(at, before, after)
	if errors.Is(err, fsutil.ErrChanged) {
		return &state.MovedError{Path: at}
	}
	return err
}
