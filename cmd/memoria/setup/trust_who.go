package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/handler/machines"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// trustMachineCmd and trustWhoCmd are one command, by the name of a machine or of all machines of a person.
func (a *app) trustMachineCmd() *cobra.Command {
	return a.trusting("trust machine", "laptop", func(v voice, name string) bool {
		at, id, _ := strings.Cut(name, ":")
		return v.Machine == at && (id == "" || v.ID == id)
	})
}

func (a *app) trustWhoCmd() *cobra.Command {
	return a.trusting("trust who", "bo", func(v voice, name string) bool {
		who, id, _ := strings.Cut(name, ":")
		return v.Who == who && (id == "" || v.ID == id)
	})
}

func (a *app) trusting(name, like string, is func(voice, string) bool) *cobra.Command {
	var o trustFlags
	c := command.New(name, a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		return a.trustVoices(ctx, v, args, o, is)
	}))
	c.Args = command.Takes(0, 1, "one name", "memoria "+name+" lists them; memoria "+name+" "+like+" trusts one")
	fl := c.Flags()
	fl.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	fl.BoolVar(&o.revoke, "revoke", false, "trust no longer")
	a.JSONFlag(c)
	return c
}

// A voice is a person on a machine of a shared vault, as trust who --json lists them.
type voice struct {
	Who         string   `json:"who"`
	Machine     string   `json:"machine,omitempty"` // "" for the logs of no machine
	ID          string   `json:"id,omitempty"`
	You         bool     `json:"you"`
	Trusted     bool     `json:"trusted"`
	Claims      bool     `json:"claims,omitempty"` // other machines of the name do not trust it
	Entries     int      `json:"entries"`
	Preferences []string `json:"preferences"`
}

// String names the voice.
func (v voice) String() string {
	return v.Who + " on " + cmp.Or(v.Machine, "no machine")
}

func (a *app) trustVoices(ctx context.Context, v *workspace.Vault, args []string, o trustFlags, is func(voice, string) bool) error {
	all, err := voicesOf(ctx, v)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return a.Answer(map[string][]voice{"voices": all}, func() { a.tellVoices(all) })
	}
	me, err := v.Identity(ctx, a.UI.Warn)
	if err != nil {
		return err
	}
	ships, err := machines.Of(ctx, v)
	if err != nil {
		return err
	}
	picked, err := pick(v, me, all, ships, args[0], is)
	if err != nil {
		return err
	}
	if !a.AsJSON {
		for _, x := range picked {
			a.UI.Print("%s (%s): %s, %s", say.Printable(x.String()), signs(v, x), say.Count(x.Entries, "entry"), say.Count(len(x.Preferences), "preference"))
			for _, text := range x.Preferences {
				a.UI.Print("  %s", say.Printable(text))
			}
		}
	}
	if !o.revoke && !o.yes {
		agreed, err := a.Confirm(ctx, "Have your agents follow what is said there, now and later, and let it take back what was said here in the same name?")
		if errors.Is(err, command.ErrNobody) {
			return exit.Hint(fmt.Errorf("trust: %w", err), exit.Usage, "the same command with --yes"+a.VaultFlag(v.Path())+" trusts without asking")
		}
		if err != nil || !agreed {
			a.UI.Say("nobody was trusted")
			return err
		}
	}
	for i := range picked {
		if err := trustVoice(ctx, v, me, picked[i], !o.revoke); err != nil {
			return err
		}
		picked[i].Trusted = !o.revoke
	}
	if err := a.ForgetHandler(v).Finish(ctx, forget.Held{}); err != nil { // what it forgot of what was said here
		return err
	}
	return a.Answer(map[string][]voice{"voices": picked}, func() {
		if o.revoke {
			a.UI.Print("Not trusted any more on this machine")
			return
		}
		a.UI.Print("Trusted on this machine; the same with --revoke takes it back")
	})
}

// signs says by what a voice is known: the id of its machine and its key, which memoria machines shows there, too.
func signs(v *workspace.Vault, x voice) string {
	if key := v.Own().Mark(x.ID); key != "" {
		return x.ID + ", key " + key
	}
	return cmp.Or(x.ID, "no id") + ", and no key is known"
}

// pick returns the voices that a name means. A machine without an entry has no voice yet: it is one of ships, or named with
// its id.
func pick(v *workspace.Vault, me vault.Identity, all []voice, ships []machines.Machine, name string, is func(voice, string) bool) ([]voice, error) {
	of := map[string]string{}
	picked := []voice{}
	for _, x := range all {
		switch {
		case !is(x, name) || x.ID == daily.Unproved && x.Machine != me.Name || x.ID == "" && x.Who != me.Who:
			continue
		case of[x.ID] != "" && x.ID != daily.Unproved:
			return nil, exit.Hint(fmt.Errorf("trust: %s writes as %s and as %s", name, of[x.ID], x.Who), exit.Failure,
				fmt.Sprintf("memoria trust who %s:%s%s trusts one of them", x.Who, x.ID, v.Machine.VaultFlag(v.Path())))
		}
		of[x.ID] = x.Who
		picked = append(picked, x)
	}
	if err := alike(v, me, picked, name); err != nil {
		return nil, err
	}
	if len(picked) > 0 {
		return picked, nil
	}
	if at, id, _ := strings.Cut(name, ":"); vault.IsMachine(at) && vault.IsMachineID(id) && !slices.ContainsFunc(ships, func(s machines.Machine) bool { return s.Name == at && s.ID == id }) {
		ships = append(ships, machines.Machine{Name: at, ID: id})
	}
	for _, s := range ships {
		if s.ID != "" && is(voice{Machine: s.Name, ID: s.ID}, name) {
			picked = append(picked, voice{Who: me.Who, Machine: s.Name, ID: s.ID, Preferences: []string{}})
		}
	}
	if err := alike(v, me, picked, name); len(picked) > 0 || err != nil {
		return picked, err
	}
	flag := v.Machine.VaultFlag(v.Path())
	hints := []string{"memoria trust who" + flag + " lists who did",
		"a machine that nothing has come from yet is named with its id, as memoria doctor shows it there: memoria trust machine NAME:ID; else memoria sync brings what it sent"}
	for _, x := range all {
		if x.Machine == name && !is(x, name) {
			hints = []string{"memoria trust machine " + name + flag + " trusts the machine of that name"}
		} else if x.Who == name && !is(x, name) {
			hints = []string{"memoria trust who " + name + flag + " trusts the person of that name"}
		}
	}
	return nil, exit.Hint(fmt.Errorf("trust: nobody called %q wrote in this vault", name), exit.Failure, hints...)
}

// alike returns an error if a name is that of several machines which do not trust each other: one of them may have taken it.
func alike(v *workspace.Vault, me vault.Identity, picked []voice, name string) error {
	var hints []string
	claimed := false
	for _, x := range picked {
		if x.ID != "" && x.ID != daily.Unproved && x.ID != me.ID {
			hints = append(hints, fmt.Sprintf("memoria trust machine %s:%s%s trusts %s (%s)", x.Machine, x.ID, v.Machine.VaultFlag(v.Path()), x, say.Count(x.Entries, "entry")))
			claimed = claimed || x.Claims || x.Machine == name
		}
	}
	if len(hints) < 2 || !claimed {
		return nil
	}
	return exit.Hint(fmt.Errorf("trust: %s machines write as %q, and do not trust each other", say.Thousands(len(hints)), name), exit.Failure, hints...)
}

// trustVoice trusts one. What stands in the logs of this machine, or of none, and was not written here, is its own from
// then on.
func trustVoice(ctx context.Context, v *workspace.Vault, me vault.Identity, x voice, on bool) error {
	switch x.ID {
	case me.ID:
		return nil
	case daily.Unproved, "":
	default:
		_, err := v.Trust(ctx, workspace.Trusted{ID: x.ID, Name: x.Machine, Who: x.Who}, on)
		return err
	}
	logs, err := v.Logs(ctx)
	if err != nil || !on {
		return err
	}
	var own []daily.Entry
	for _, l := range logs {
		for _, e := range l.Entries {
			if e.Said.Who == x.Who && e.Said.Machine == x.Machine && e.Said.ID == x.ID {
				own = append(own, e.Entry)
			}
		}
	}
	return v.Own().Claim(own)
}

// voicesOf returns who wrote in a shared vault, by name and machine.
func voicesOf(ctx context.Context, v *workspace.Vault) ([]voice, error) {
	r := v.Reader()
	if r == nil {
		return nil, exit.Hint(errors.New("trust: the vault is not shared, so nobody else writes in it"), exit.Failure, "memoria sync --setup shares it")
	}
	logs, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	known, err := v.Holds(ctx)
	if err != nil {
		return nil, err
	}
	all := []voice{}
	for _, l := range logs {
		for _, e := range l.Entries {
			s := e.Said
			i := slices.IndexFunc(all, func(x voice) bool { return x.Who == s.Who && x.Machine == s.Machine && x.ID == s.ID })
			if i < 0 {
				i = len(all)
				all = append(all, voice{Who: s.Who, Machine: s.Machine, ID: s.ID, You: r.Mine(s) && s.ID == r.ID, Trusted: r.Obeys(s), Claims: s.Claims, Preferences: []string{}})
			}
			all[i].Entries++
			for _, b := range e.Bullets {
				if b.Kind == daily.Preference && known.Of(e.Ref(b)).Holds() {
					all[i].Preferences = append(all[i].Preferences, b.Text)
				}
			}
		}
	}
	sorting.By(all, func(x, y voice) int {
		return cmp.Or(cmp.Compare(x.Who, y.Who), cmp.Compare(x.Machine, y.Machine), cmp.Compare(x.ID, y.ID))
	})
	return all, nil
}

func (a *app) tellVoices(all []voice) {
	for _, x := range all {
		how := "not trusted"
		switch {
		case x.You:
			how = "you"
		case x.ID == daily.Unproved && x.Machine != "":
			how = "not written there"
		case x.Trusted:
			how = "trusted"
		}
		a.UI.Print("%-28s  %-8s  %s, %s, %s", say.Printable(x.String()), x.ID, how, say.Count(x.Entries, "entry"), say.Count(len(x.Preferences), "preference"))
	}
	if len(all) == 0 {
		a.UI.Print("Nobody has written in this vault yet")
	}
}
