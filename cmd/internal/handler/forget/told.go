package forget

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler/erase"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// pending returns what other machines of a shared vault forgot and this one has not yet, and who this one is.
func (h *Handler) pending(ctx context.Context) ([]forgotten.Notice, vault.Identity, error) {
	told, err := h.Vault.Told()
	if err != nil || len(told.Notices) == 0 {
		return nil, vault.Identity{}, err
	}
	me, err := h.Vault.Identity(ctx, func(string, ...any) {})
	return told.Pending(me.Name), me, err
}

// follow opens a forget of what other machines forgot: in the logs, the archive and the pages that are here. What
// another person forgot of things that were said here stays as it is, unless all is set: then somebody here agreed to it.
// It reports whether there is anything to do.
func (h *Handler) follow(ctx context.Context, notices []forgotten.Notice, me vault.Identity, all bool) (bool, error) {
	list, err := forgotten.Read(h.Vault.Dir)
	if err != nil || len(notices) == 0 {
		return false, err
	}
	logs, err := h.logs(ctx)
	if err != nil {
		return false, err
	}
	open := forgotten.Scope{}
	for _, n := range notices {
		ours := all || h.Vault.Reader().Obeys(n.Speaker())
		scope, others, err := h.own(n, me.Name)
		if err != nil {
			return false, err
		}
		if others && !ours {
			continue
		}
		if ours {
			list.Merge(n.Hides)
		}
		lines := erase.Of(scope.Cites, scope.Said)
		if err := logs.spare(lines, func(d daily.Date) bool { return !(ours && owned(d, me.Name)) && !logs.told.May(n.By, d) }); err != nil {
			return false, err
		}
		scope.Cites, scope.Said = slices.Sorted(maps.Keys(lines.Cites)), slices.Sorted(maps.Keys(lines.Said))
		scope.Of = []string{n.ID}
		open.Add(scope)
	}
	if len(open.Of) == 0 {
		return false, nil
	}
	list.Open = &open
	return true, list.Write(h.Vault.Dir)
}

// own returns what a notice is about on this machine: what it names of other logs, for the pages that cite them, and what it
// hides in the logs that this machine writes. others reports whether a line of these was said by somebody else than who
// forgot it.
func (h *Handler) own(n forgotten.Notice, machine string) (scope forgotten.Scope, others bool, err error) {
	scope = n.Scope
	scope.Cuts = maps.Clone(scope.Cuts)
	maps.DeleteFunc(scope.Cuts, func(d daily.Date, _ daily.Cut) bool { return owned(d, machine) })
	for _, s := range scope.Sessions {
		rec, err := h.Vault.Ledger().Get(s.Agent, s.ID, h.Vault.Now())
		if err != nil {
			return scope, false, err
		}
		others = others || rec.Session != ""
	}
	more, whose, err := h.spread(n.Hides, n.Scope, machine)
	if err != nil {
		return scope, false, err
	}
	scope.Add(more)
	return scope, others || slices.ContainsFunc(whose, func(who daily.Speaker) bool { return !who.Yields(n.Speaker()) }), nil
}

// spare leaves out of lines what logs say that keep it.
func (s logStore) spare(lines erase.Lines, keeps func(daily.Date) bool) error {
	store := s.raw()
	dates, _, err := store.Dates()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	spared := erase.Of(nil, nil)
	for _, d := range dates {
		if !keeps(d) {
			continue
		}
		log, err := store.Read(d)
		if err != nil {
			return err
		}
		for _, e := range log.Entries {
			for _, b := range e.Bullets {
				spared.Cite(merge.LineKey(e, b))
				spared.CiteAs(merge.LineKey(e, b), b.Text)
				spared.Say(b.Text)
			}
		}
	}
	maps.DeleteFunc(lines.Cites, func(hash string, _ bool) bool { return spared.Cites[hash] })
	maps.DeleteFunc(lines.Said, func(hash string, _ bool) bool { return spared.Said[hash] })
	return nil
}

// spread returns what a list and what was cut from other logs name in the logs that this machine writes, and who said it. An entry
// stands in several logs where several machines saw its session.
func (h *Handler) spread(list *forgotten.List, was forgotten.Scope, machine string) (scope forgotten.Scope, whose []daily.Speaker, err error) {
	store := logStore{v: h.Vault}.raw()
	dates, _, err := store.Dates()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return scope, nil, err
	}
	cites := erase.Of(nil, nil)
	for _, d := range dates {
		if !owned(d, machine) {
			continue
		}
		log, err := store.Read(d)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return scope, nil, err
		}
		for _, e := range log.Entries {
			cut := hidden(list, e)
			if !e.Hand {
				cut.Add(alike(was.Cuts, e))
			}
			if cut.Empty() {
				continue
			}
			whose = append(whose, e.Said)
			scope.Add(forgotten.Scope{Cuts: map[daily.Date]daily.Cut{d: cut}})
			for _, b := range e.Bullets {
				if b.Block != "" && (cut.Entries[e.ID] || cut.Blocks[strings.ToLower(b.Block)]) {
					cites.Cite(merge.LineKey(e, b))
				}
			}
		}
	}
	scope.Add(forgotten.Scope{Cites: slices.Sorted(maps.Keys(cites.Cites))})
	return scope, whose, nil
}

// hidden returns what is to be cut from an entry of a log so that it reads as a list hides it.
func hidden(list *forgotten.List, e daily.Dated) (c daily.Cut) {
	left, n := list.Redact(e)
	one := func(s string) map[string]bool { return map[string]bool{s: true} }
	switch {
	case n == 0:
		return c
	case e.Hand && len(left.Bullets) == 0 && len(e.Bullets) > 0:
		return daily.Cut{Sections: one(e.Hash)}
	case !e.Hand && left.Title == daily.Forgotten:
		return daily.Cut{Entries: one(e.ID)}
	}
	for _, b := range e.Bullets {
		switch {
		case slices.Contains(left.Bullets, b):
		case b.Block != "":
			c.Add(daily.Cut{Blocks: one(strings.ToLower(b.Block))})
		default:
			c.Add(daily.Cut{Lines: one(entry.LineHash(e.ID, b.Text))})
		}
	}
	if left.Title != e.Title {
		c.Add(daily.Cut{Titles: one(e.ID)})
	}
	if left.Context != e.Context {
		c.Add(daily.Cut{Contexts: one(e.ID)})
	}
	return c
}

// alike returns what is cut of an entry in any log: the whole, its title, its context.
func alike(cuts map[daily.Date]daily.Cut, e daily.Dated) (c daily.Cut) {
	one := map[string]bool{e.ID: true}
	for _, cut := range cuts {
		if cut.Entries[e.ID] {
			c.Add(daily.Cut{Entries: one})
		}
		if cut.Titles[e.ID] && e.Title != "" {
			c.Add(daily.Cut{Titles: one})
		}
		if cut.Contexts[e.ID] && e.Context != "" {
			c.Add(daily.Cut{Contexts: one})
		}
	}
	return c
}

// owned reports whether a machine may write to a log: its own, or one from before the vault was shared.
func owned(d daily.Date, machine string) bool { return d.Machine() == "" || d.Machine() == machine }

// tell writes into this machine's log what it forgot, or, with done, that it followed others in it. In a vault that is not shared
// it does nothing.
func (h *Handler) tell(ctx context.Context, t *Target, done bool) error {
	v := h.Vault
	if v.ID == "" {
		return nil
	}
	list, err := forgotten.Read(v.Dir)
	if err != nil || list.Open == nil || done != (len(list.Open.Of) > 0) {
		return err
	}
	me, err := v.Identity(ctx, func(string, ...any) {})
	if err != nil {
		return err
	}
	controls := pick.Each(list.Open.Of, func(id string) daily.Control {
		return daily.Control{Verb: daily.ForgotDone, Of: id, At: v.Now().UTC(), Who: me.Who}
	})
	if !done {
		told, err := v.Told()
		if err != nil {
			return err
		}
		if controls, err = told.Tell(list, t.Whole(), t.Lines, me.Who, v.Now()); err != nil {
			return err
		}
	}
	if err := v.Daily().AppendControls(ctx, daily.DateOf(v.Now(), v.Config.Zone), controls...); err != nil {
		return fmt.Errorf("tell the other machines: %w", err)
	}
	return nil
}
