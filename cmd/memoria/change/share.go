package change

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/share"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// shareFlags are the flags of share.
type shareFlags struct {
	to          string
	dryRun, yes bool
}

func (a *app) shareCmd() *cobra.Command {
	var o shareFlags
	c := command.New("share", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		return a.share(ctx, v, args[0], o)
	}))
	c.Args = command.Takes(1, 1, "the id of one entry", "memoria why WORDS tells the ids of the entries that say them")
	fl := c.Flags()
	fl.StringVar(&o.to, "to", "", "the shared vault `DIR` to copy into")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show the entry as it will stand there, write nothing")
	fl.BoolVar(&o.yes, "yes", false, "do it without asking")
	a.JSONFlag(c)
	return c
}

func (a *app) share(ctx context.Context, v *workspace.Vault, name string, o shareFlags) error {
	to, err := a.sharedVault(v, o.to)
	if err != nil {
		return err
	}
	defer to.Dir.Close()
	h := share.Handler{From: v, To: to}
	p, err := h.Plan(ctx, name)
	if err != nil {
		return err
	}
	if o.dryRun || p.Held {
		return a.tellShare(to, p, o)
	}
	ok, err := a.Agreed(ctx, command.Agreement{Cmd: "share", Question: "Share it?", Diff: shown(to, p), Yes: o.yes})
	if err != nil || !ok {
		return err
	}
	unlock, err := a.Writer(ctx, to, "share")
	if err != nil {
		return err
	}
	defer unlock()
	if err := h.Do(ctx, p); err != nil {
		return err
	}
	return a.tellShare(to, p, o)
}

// sharedVault opens the vault that is copied into.
func (a *app) sharedVault(v *workspace.Vault, to string) (*workspace.Vault, error) {
	at, err := share.SharedVault(v)
	if to != "" {
		at, err = a.Finder().Locate(to)
		if none := (*vault.NotFoundError)(nil); errors.As(err, &none) {
			none.From = "--to"
		}
	}
	if err != nil {
		return nil, err
	}
	out, err := a.Machine().Open(at)
	if err == nil {
		a.UI.Warnings(out.Warnings)
	}
	return out, err
}

// shown tells where an entry will stand, and how.
func shown(to *workspace.Vault, p *share.Plan) string {
	lines := []string{fmt.Sprintf("In %s, %s:", to.Path(), to.Config.Daily.Path(p.Date.String())), ""}
	for l := range strings.Lines(p.Text()) {
		lines = append(lines, l)
	}
	for i, l := range lines {
		lines[i] = say.Printable(strings.TrimSuffix(l, "\n"))
	}
	return strings.Join(lines, "\n")
}

// tellShare says what was copied, or in a dry run would be.
func (a *app) tellShare(to *workspace.Vault, p *share.Plan, o shareFlags) error {
	log := to.Config.Daily.Path(p.Date.String())
	return a.Answer(struct {
		DryRun bool   `json:"dry_run"`
		Entry  string `json:"entry"`
		Vault  string `json:"vault"`
		Log    string `json:"log"`
		Copied bool   `json:"copied"`
		Text   string `json:"text"`
	}{o.dryRun, p.Entry.ID, to.Path(), log, !p.Held, p.Text()}, func() {
		at := log + " of " + say.Printable(to.Path())
		switch {
		case p.Held:
			a.UI.Print("The entry %s is there already, in %s: nothing to do", p.Entry.ID, at)
		case o.dryRun:
			a.UI.Print("%s", shown(to, p))
			a.UI.Say("a dry run: nothing was written")
		default:
			a.UI.Print("Copied the entry %s into %s (memoria sync%s sends it)", p.Entry.ID, at, a.VaultFlag(to.Path()))
		}
	})
}
