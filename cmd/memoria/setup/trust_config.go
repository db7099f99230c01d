package setup

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// trustConfigCmd has settings and templates of a shared vault hold here that came from another machine.
func (a *app) trustConfigCmd() *cobra.Command {
	var yes bool
	c := command.New("trust config", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		waits, err := v.Gate.Waits()
		if err != nil {
			return err
		}
		if len(waits) == 0 {
			return a.Answer(map[string][]accept.Wait{"accepted": {}}, func() { a.UI.Print("No setting waits for you") })
		}
		lines := strings.Join(accept.Lines(waits), "\n")
		if yes && !a.AsJSON {
			a.UI.Print("%s", lines)
		}
		ok, err := a.Agreed(ctx, command.Agreement{Cmd: "trust config", Question: "Have these hold on this machine?", Diff: lines, Yes: yes})
		if err != nil || !ok {
			return err
		}
		if err = vault.CheckWaits(waits); err == nil {
			err = v.Gate.Accept(waits)
		}
		if err != nil {
			return exit.Hint(fmt.Errorf("trust: %w", err), exit.Failure, "correct that line of the vault's settings; memoria sync sends it")
		}
		return a.Answer(map[string][]accept.Wait{"accepted": waits}, func() { a.UI.Print("They hold here from now on") })
	}))
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	a.JSONFlag(c)
	return c
}
