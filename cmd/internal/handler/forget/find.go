package forget

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/wording"
)

// find finds what a request means.
func (h *Handler) find(ctx context.Context, r Request) (*Plan, error) {
	kept, err := h.Vault.Flusher().Kept(ctx, h.Vault.Now())
	if err != nil {
		return nil, err
	}
	p := &Plan{kept: kept}
	if r.Again {
		t, err := h.Vault.Compiler().Back(ctx, kept...)
		if err != nil {
			return nil, fmt.Errorf("forget: %w", err)
		}
		p.Kind, p.Name = "again", "what is back in the logs"
		p.of(t)
		return p, nil
	}
	t, err := h.Vault.Compiler().Target(ctx, r.Name, r.Claims, kept...)
	if nothing := (*why.NothingError)(nil); errors.As(err, &nothing) {
		switch s, ok, err := h.unlogged(nothing.Target); {
		case err != nil:
			return nil, err
		case ok:
			p.Kind, p.Name = "session", s.ID
			p.scope.Sessions = []flush.SessionName{s}
			return p, nil
		}
	}
	if err != nil {
		return nil, err
	}
	p.Kind, p.Name = t.Kind, t.Name
	if len(t.Lines) == 1 && t.Kind == "line" {
		p.Name = t.Lines[0].Of.Target(t.Lines[0].Bullet)
	}
	p.of(t)
	return p, nil
}

// unlogged finds a session that the logs have nothing of: one that was seen, or that waits in the queue.
func (h *Handler) unlogged(target string) (s flush.SessionName, ok bool, err error) {
	if len(target) < workspace.LeastPrefix {
		return s, false, nil
	}
	records, _, err := h.Vault.Ledger().All(h.Vault.Now())
	if err != nil {
		return s, false, err
	}
	jobs, err := h.Vault.Queue(h.Warn).List(h.Vault.Now())
	if err != nil {
		return s, false, err
	}
	var seen []flush.SessionName
	for _, r := range records {
		seen = append(seen, flush.SessionName{Agent: r.Agent, ID: r.Session})
	}
	for _, j := range jobs {
		seen = append(seen, flush.SessionName{Agent: j.Agent, ID: j.Session})
	}
	var ids []string
	for _, f := range seen {
		if f.ID == target {
			return f, true, nil
		}
		if strings.HasPrefix(strings.ToLower(f.ID), strings.ToLower(target)) && !slices.Contains(ids, f.ID) {
			ids, s = append(ids, f.ID), f
		}
	}
	if len(ids) > 1 {
		return s, false, &why.SessionsError{Target: target, Sessions: ids}
	}
	return s, len(ids) == 1, nil
}

// of has p be about a target.
func (p *Plan) of(t *compiler.Target) {
	t.Again(wording.Says)
	p.texts, p.doubts = t.Texts(), t.Doubts()
	f := t.Forgetting()
	p.scope = flush.Promise{Cuts: t.Cuts(), Cites: slices.Sorted(maps.Keys(f.Cites)), Said: slices.Sorted(maps.Keys(f.Said))}
	for _, e := range t.Entries {
		if s := (flush.SessionName{Agent: e.Agent, ID: e.Session}); t.Kind == "session" && !slices.Contains(p.scope.Sessions, s) {
			p.scope.Sessions = append(p.scope.Sessions, s)
		}
	}
	for _, l := range t.Lines {
		if l.Of.Hand || l.Of.Date.IsZero() {
			continue
		}
		cut := p.scope.Cuts[l.Of.Date]
		if wording.Says(l.Of.Title, l.Bullet.Text) {
			cut.Add(daily.Cut{Titles: map[string]bool{l.Of.ID: true}})
			p.texts = append(p.texts, l.Of.Title)
		}
		if wording.Says(l.Of.Context, l.Bullet.Text) {
			cut.Add(daily.Cut{Contexts: map[string]bool{l.Of.ID: true}})
			p.texts = append(p.texts, l.Of.Context)
		}
		p.scope.Cuts[l.Of.Date] = cut
	}
}

// daysOf are those whose logs lose something, in order.
func daysOf(p flush.Promise) []daily.Date {
	return slices.SortedFunc(maps.Keys(p.Cuts), daily.Date.Compare)
}

// forgetting is p as the compiler takes it.
func forgetting(p flush.Promise) compiler.Forgetting {
	f := compiler.Forgetting{Cites: map[string]bool{}, Said: map[string]bool{}, Days: map[daily.Date]bool{}}
	for _, c := range p.Cites {
		f.Cites[c] = true
	}
	for _, s := range p.Said {
		f.Said[s] = true
	}
	for d := range p.Cuts {
		f.Days[d] = true
	}
	return f
}

// target is what a plan is about as the logs have it now, and where they lack it, as it is kept of them.
func (h *Handler) target(ctx context.Context, p *Plan) (*Target, error) {
	t := &Target{Forget: flush.Forget{Sessions: p.scope.Sessions, Promise: p.scope}, Name: p.Name, Texts: p.texts}
	seen, store := map[string]bool{}, logStore{h.Vault}.raw()
	for _, d := range daysOf(p.scope) {
		log, err := store.Read(d)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range log.Entries {
			t.take(e)
			seen[e.ID] = true
		}
	}
	torn, err := store.Unfinished()
	if err != nil {
		return nil, err
	}
	if p.kept == nil {
		if p.kept, err = h.Vault.Flusher().Kept(ctx, h.Vault.Now()); err != nil {
			return nil, err
		}
	}
	for _, e := range slices.Concat(torn, p.kept) {
		if !seen[e.ID] {
			t.take(e)
		}
	}
	return t, nil
}

// take adds what of an entry is to be forgotten.
func (t *Target) take(e daily.Dated) {
	whole := slices.Contains(t.Sessions, flush.SessionName{Agent: e.Agent, ID: e.Session})
	for _, c := range t.Promise.Cuts {
		whole = whole || c.Entries[e.ID]
	}
	if whole && !e.Hand {
		t.Entries = append(t.Entries, e)
		return
	}
	cut := t.Promise.Cuts[e.Date]
	for _, b := range e.Bullets {
		switch {
		case !cut.Blocks[strings.ToLower(b.Block)] && !(b.Block == "" && cut.Lines[daily.LineHash(e.ID, b.Text)]):
		case e.Hand:
			t.Hand = append(t.Hand, b.Text)
		default:
			t.Lines = append(t.Lines, flush.ForgetLine{Of: e, Bullet: b, Title: cut.Titles[e.ID], Context: cut.Contexts[e.ID]})
		}
	}
}
