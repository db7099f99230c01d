// Package share copies an entry of a person's own vault into a vault that several share.
package share

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/target"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// A Handler copies entries from one vault into another.
type Handler struct {
	From, To *workspace.Vault // required
}

// A Plan says what a copy adds to the shared vault.
type Plan struct {
	Entry daily.Entry // as it will stand there
	Date  daily.Date  // of the log that holds it, or will
	Held  bool        // it is there already: nothing is to be done
}

// Text returns the entry as it will stand in the log.
func (p *Plan) Text() string { return entry.Text(p.Entry) }

// SharedVault returns the path of the one shared vault beside v that was used on this machine: by the person, by hooks, or
// as the default.
func SharedVault(v *workspace.Vault) (string, error) {
	found := pick.Where(vault.SharedVaults(v.Machine.StateDir()), func(at string) bool { return !workspace.SameFile(at, v.Path()) })
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return "", exit.Hint(errors.New("share: no shared vault is known on this machine"), exit.Usage, "--to DIR names it")
	}
	return "", exit.Hint(fmt.Errorf("share: several shared vaults are known: %s", strings.Join(found, ", ")), exit.Usage, "--to DIR names one of them")
}

// Plan finds an entry by its id, or the beginning of it, and returns how it will stand in the shared vault: without what
// the redactor takes out there, and without lines that were forgotten there. It appends nothing. Besides those of
// [target.Finder.Find] the errors have hints.
func (h *Handler) Plan(ctx context.Context, name string) (*Plan, error) {
	if h.To.ID == "" {
		return nil, exit.Hint(fmt.Errorf("share: the vault %q is not shared", h.To.Path()), exit.Vault,
			"memoria sync --setup --vault "+vault.Quote(h.To.Path())+" shares it")
	}
	if h.From.ID == h.To.ID {
		return nil, exit.Hint(fmt.Errorf("share: the vault %q is the one that has the entry", h.To.Path()), exit.Usage, "--vault DIR names the vault to copy from, --to DIR the one to copy into")
	}
	e, err := h.find(ctx, name)
	if err != nil {
		return nil, err
	}
	me, err := h.To.Identity(ctx, func(string, ...any) {})
	if err != nil {
		return nil, err
	}
	e.Machine, e.Who = me.Name, me.Who
	rules := h.To.Filter()
	rules.RedactSummary(&e.Summary)
	e.Project, e.Branch = rules.Redact(e.Project), rules.Redact(e.Branch)
	for i := range e.Bullets {
		e.Bullets[i].Settles = "" // it names lines of the other vault
	}
	d, err := daily.Read(e, h.To.Config.Zone)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	return h.place(ctx, d)
}

// find returns an entry of the vault that is copied from.
func (h *Handler) find(ctx context.Context, name string) (daily.Entry, error) {
	v := h.From
	f, err := target.Load(ctx, target.Sources{Logs: v.Daily(), Wiki: v.Wiki(), State: &state.Store{Vault: v.Dir}})
	if err != nil {
		return daily.Entry{}, err
	}
	t, err := f.Find(name, true)
	if err != nil {
		return daily.Entry{}, fmt.Errorf("share: %w", err)
	}
	if t.Kind != "entry" {
		return daily.Entry{}, exit.Hint(fmt.Errorf("share: %q is no entry, but a %s", name, t.Kind), exit.Failure,
			"memoria why "+vault.Quote(name)+" tells the ids of the entries")
	}
	log, err := v.Daily().Read(t.Entries[0].Date) // without what was forgotten and is back
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return daily.Entry{}, fmt.Errorf("share: %w", err)
	}
	if err == nil {
		for _, e := range log.Entries {
			if e.ID == t.Name && !e.Gone() {
				return e.Entry, h.own(e)
			}
		}
	}
	return daily.Entry{}, fmt.Errorf("share: %w", &why.NothingError{Target: name})
}

// own returns an error if an entry of a shared vault is another person's, whose words nobody else gives away.
func (h *Handler) own(e daily.Dated) error {
	if who := h.From.Reader().Other(e.Said); who != "" {
		return exit.Hint(fmt.Errorf("share: the entry %s is of a session of %s", e.ID, who), exit.Failure, "only "+who+" can share it")
	}
	return nil
}

// place returns the plan for an entry: whether the shared vault has it, or has forgotten it.
func (h *Handler) place(ctx context.Context, d daily.Dated) (*Plan, error) {
	gone := exit.Hint(fmt.Errorf("share: the entry %s was forgotten in %q", d.ID, h.To.Path()), exit.Failure,
		"what was forgotten there stays so; say it anew in a session, if it should be known")
	store := h.To.Daily()
	hidden, err := store.Redact()
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	if hidden != nil {
		left, n := hidden(d)
		if n > 0 && (left.Title == daily.Forgotten || len(left.Bullets) == 0) {
			return nil, gone
		}
		d = left
	}
	p := &Plan{Entry: d.Entry, Date: d.Date.On(d.Machine)}
	logs, _, err := store.Raw().Logs(ctx)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("share: %w", err)
	}
	for _, l := range logs {
		for _, e := range l.Entries {
			switch {
			case e.Hand || e.ID != d.ID:
			case e.Gone():
				return nil, gone
			default:
				p.Entry, p.Date, p.Held = e.Entry, l.Date, true
			}
		}
	}
	return p, nil
}

// Do appends the entry of a plan to the log of this machine in the shared vault, and sets where it is. It fails if the
// entry reads otherwise by now than the plan has it. The caller holds layout.LockImport of the shared vault.
func (h *Handler) Do(ctx context.Context, p *Plan) error {
	now, err := h.Plan(ctx, p.Entry.ID)
	if err != nil {
		return err
	}
	if now.Held {
		*p = *now
		return nil
	}
	if now.Text() != p.Text() {
		return exit.Hint(fmt.Errorf("share: the entry %s was changed meanwhile", p.Entry.ID), exit.Failure, "look at it again with the same command")
	}
	e := p.Entry
	e.Machine = "" // it is written here
	placed, err := h.To.Daily().AppendAll(ctx, []daily.Entry{e})
	if err != nil {
		return fmt.Errorf("share: %w", err)
	}
	p.Date, p.Held = placed[0].Date, !placed[0].Appended
	return nil
}
