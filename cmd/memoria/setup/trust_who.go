package setup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
)

func (a *app) trustWhoCmd() *cobra.Command {
	var o trustFlags
	c := command.New("trust who", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error { return a.trustWho(ctx, v, args, o) }))
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return exit.Hint(fmt.Errorf("trust who takes one name, not %d", len(args)), exit.Usage, "memoria trust who lists them")
		}
		return nil
	}
	fl := c.Flags()
	fl.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	fl.BoolVar(&o.revoke, "revoke", false, "follow the preferences of the person no longer")
	command.JSONFlag(c, &o.json)
	return c
}

// A person is one of a shared vault, as trust who --json lists them.
type person struct {
	Name        string   `json:"name"`
	You         bool     `json:"you"`
	Trusted     bool     `json:"trusted"`
	Preferences []string `json:"preferences"`
}

func (a *app) trustWho(ctx context.Context, v *workspace.Vault, args []string, o trustFlags) error {
	people, err := peopleOf(ctx, v)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return a.UI.Answer(o.json, map[string][]person{"people": people}, func() { a.tellPeople(people) })
	}
	i := slices.IndexFunc(people, func(p person) bool { return p.Name == args[0] && !p.You })
	if i < 0 {
		return exit.Hint(fmt.Errorf("trust: nobody else called %q wrote in this vault", args[0]), exit.Failure, "memoria trust who"+a.VaultFlag(v.Path())+" lists who did")
	}
	p := people[i]
	if !o.json {
		a.UI.Print("%s, said by %s", say.Count(len(p.Preferences), "preference"), p.Name)
		for _, text := range p.Preferences {
			a.UI.Print("  %s", say.Printable(text))
		}
	}
	if !p.Trusted && !o.revoke && !o.yes {
		agreed, err := a.Confirm(ctx, "Have your agents follow them, and what "+p.Name+" will prefer?")
		if errors.Is(err, command.ErrNobody) {
			return exit.Hint(fmt.Errorf("trust: %w", err), exit.Usage, "memoria trust who "+p.Name+" --yes"+a.VaultFlag(v.Path())+" trusts without asking")
		}
		if err != nil || !agreed {
			a.UI.Say("nobody was trusted")
			return err
		}
	}
	if _, err := v.Trust(p.Name, !o.revoke); err != nil {
		return err
	}
	p.Trusted = !o.revoke
	return a.UI.Answer(o.json, p, func() {
		if o.revoke {
			a.UI.Print("Your agents are not told what %s prefers", p.Name)
			return
		}
		a.UI.Print("Your agents on this machine follow them; memoria trust who %s --revoke%s takes it back", p.Name, a.VaultFlag(v.Path()))
	})
}

// peopleOf returns the people of a shared vault, by name.
func peopleOf(ctx context.Context, v *workspace.Vault) ([]person, error) {
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
	by := map[string]*person{}
	for _, l := range logs {
		for _, e := range l.Entries {
			if e.Who == "" {
				continue
			}
			if by[e.Who] == nil {
				by[e.Who] = &person{Name: e.Who, You: e.Who == r.Who, Trusted: r.Obeys(e.Who), Preferences: []string{}}
			}
			for _, b := range e.Bullets {
				if b.Kind == daily.Preference && known.Of(e.Ref(b)).Holds() {
					by[e.Who].Preferences = append(by[e.Who].Preferences, b.Text)
				}
			}
		}
	}
	people := []person{}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		people = append(people, *by[name])
	}
	return people, nil
}

func (a *app) tellPeople(people []person) {
	for _, p := range people {
		how := "not trusted"
		if p.You {
			how = "you"
		} else if p.Trusted {
			how = "trusted"
		}
		a.UI.Print("%s  %s, %s", p.Name, how, say.Count(len(p.Preferences), "preference"))
	}
	if len(people) == 0 {
		a.UI.Print("Nobody has written in this vault yet")
	}
}
