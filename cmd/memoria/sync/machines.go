package sync

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/machines"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

func (a *app) machinesCmd() *cobra.Command {
	var forget string
	c := command.New("machines", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		if v.ID == "" {
			return exit.Hint(errors.New("machines: the vault is not shared with other machines"), exit.Vault, "memoria sync --setup shares it")
		}
		if forget != "" {
			if err := machines.LeaveOut(ctx, v, forget); err != nil {
				return err
			}
		}
		all, err := machines.Of(ctx, v)
		if err != nil {
			return err
		}
		return a.Answer(struct {
			Machines []machines.Machine `json:"machines"`
		}{say.List(all)}, func() {
			for _, m := range all {
				a.UI.Print("%s", say.Printable(a.line(m)))
			}
		})
	}))
	c.Args = cobra.NoArgs
	c.Flags().StringVar(&forget, "forget", "", "wait no longer for the machine `NAME`, which is gone; its logs stay")
	a.JSONFlag(c)
	return c
}

// line tells of a machine.
func (a *app) line(m machines.Machine) string {
	s := fmt.Sprintf("%-20s  %-8s  %s", cmp.Or(m.Name, "before it was shared"), m.ID, say.Count(m.Entries, "entry"))
	if len(m.Who) > 0 {
		s += " of " + strings.Join(m.Who, ", ")
	}
	if !m.Seen.IsZero() {
		s += ", the last " + say.Moment(m.Seen, a.Now())
	}
	if m.Key != "" {
		s += ", key " + m.Key
	}
	if m.Here {
		s += ", this machine"
	}
	if m.Forgets > 0 {
		s += ", has not done " + say.Count(m.Forgets, "forget") + " of others"
		if m.Here {
			s += ": memoria forget --again does what others forgot of what was said here"
		}
	}
	if m.Left {
		s += ", not waited for"
	}
	switch {
	case m.Trusted:
	case m.Name != "":
		s += ", not trusted: memoria trust machine " + m.Name + " if it is yours"
	case len(m.Who) > 0:
		s += ", not trusted: memoria trust who " + strings.TrimSuffix(m.Who[0], "?") + " if that is you"
	}
	return s
}
