package look

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/doctor"
	"github.com/agent-admin/memoria/cmd/internal/say"
)

func (a *app) doctorCmd() *cobra.Command {
	var ask bool
	c := command.New("doctor", func(c *cobra.Command, _ []string) error {
		h := &doctor.Handler{Machine: a.Machine(), Flag: a.Vault, Version: command.Version(), Warn: a.UI.Warn, Ask: ask}
		x, err := h.Examine(c.Context())
		if c.Context().Err() != nil {
			return c.Context().Err()
		}
		out := struct {
			Checks []doctor.Finding `json:"checks"`
		}{x.Findings}
		if err := a.Answer(out, func() { a.tellFindings(x.Findings) }); err != nil {
			return err
		}
		if n := x.Problems(); n > 0 && err == nil {
			err = exit.Hint(fmt.Errorf("doctor: %s", say.Count(n, "problem")), exit.Failure, "each line above names the command that mends it")
		}
		return err
	})
	a.JSONFlag(c)
	c.Flags().BoolVar(&ask, "ask", false, "also ask each model that can be had, which may cost a little")
	return c
}

func (a *app) tellFindings(list []doctor.Finding) {
	for _, f := range list {
		a.UI.Print("%-8s %-12s %s", f.Level, f.What, f.Detail)
		if f.Mend != "" {
			a.UI.Print("%-21s mend: %s", "", f.Mend)
		}
	}
}
