package setup

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// trustFlags are the flags of trust.
type trustFlags struct{ yes, revoke bool }

func (a *app) trustCmd() *cobra.Command {
	var o trustFlags
	c := command.New("trust", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error { return a.trust(ctx, v, o) }))
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		name := vault.Quote(args[0])
		return exit.Hint(fmt.Errorf("trust: %q is no kind of what can be trusted", args[0]), exit.Usage, "memoria trust machine "+name+" trusts a machine of that name, memoria trust who "+name+" a person on all machines")
	}
	c.PreRunE = func(*cobra.Command, []string) error {
		if o.yes && o.revoke {
			return exit.Hint(errors.New("trust: --yes and --revoke contradict one another"), exit.Usage, "leave one of them out")
		}
		return nil
	}
	fl := c.Flags()
	fl.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	fl.BoolVar(&o.revoke, "revoke", false, "take back what was allowed of this vault")
	fl.BoolVar(&a.AsJSON, "json", false, "answer with one JSON object; without --yes and --revoke nothing is asked or changed")
	c.AddCommand(a.trustWhoCmd(), a.trustMachineCmd(), a.trustConfigCmd())
	return c
}

// trustJSON is the answer of `trust --json`.
type trustJSON struct {
	Vault    string      `json:"vault"`
	Settings []reachJSON `json:"settings"`
	Allowed  bool        `json:"allowed"` // true if there are none
}

type reachJSON struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

func (a *app) trust(ctx context.Context, v *workspace.Vault, o trustFlags) error {
	if o.revoke {
		was, err := a.Finder().Disallow(v.Vault)
		if err != nil {
			return err
		}
		if v.Allowed = len(v.Reaching) == 0; !a.AsJSON {
			a.tellRevoked(was)
			return nil
		}
	}
	if !a.AsJSON {
		a.tellReaching(v)
	}
	if !v.Allowed && !o.revoke && (o.yes || !a.AsJSON) {
		agreed := o.yes
		if !agreed {
			var err error
			if agreed, err = a.Confirm(ctx, "Allow this?"); err != nil {
				return a.trustNobody(v, err)
			}
		}
		if !agreed {
			a.UI.Say("nothing was allowed")
			return nil
		}
		if err := a.Finder().Allow(v.Vault); err != nil {
			return err
		}
		v.Allowed = true
		if !a.AsJSON {
			a.UI.Print("Allowed, until one of these settings changes; memoria trust --revoke%s takes it back", a.VaultFlag(v.Path()))
		}
	}
	if !a.AsJSON {
		return nil
	}
	out := trustJSON{v.Path(), []reachJSON{}, v.Allowed}
	for _, r := range v.Reaching {
		out.Settings = append(out.Settings, reachJSON(r))
	}
	return a.UI.JSON(out)
}

func (a *app) tellRevoked(was bool) {
	if was {
		a.UI.Print("What this vault's settings have run, sent or spent is not allowed any more")
		return
	}
	a.UI.Print("Nothing of this vault was allowed")
}

func (a *app) tellReaching(v *workspace.Vault) {
	if len(v.Reaching) == 0 {
		a.UI.Print("Nothing to allow: the settings of this vault start no program, send nothing anywhere and raise no limit on spending, beyond what your own settings say")
		return
	}
	a.UI.Print("The settings of %s have memoria", say.Printable(v.Path()))
	for _, r := range v.Reaching {
		a.UI.Print("  %s  %s: %s", r.Does(), say.Printable(r.Key), say.Printable(r.Value))
	}
	if v.Allowed {
		a.UI.Print("That is allowed; memoria trust --revoke%s takes it back", a.VaultFlag(v.Path()))
	}
}

func (a *app) trustNobody(v *workspace.Vault, err error) error {
	if !errors.Is(err, command.ErrNobody) {
		return err
	}
	return exit.Hint(fmt.Errorf("trust: %w", err), exit.Usage, "memoria trust --yes"+a.VaultFlag(v.Path())+" allows it without asking")
}
