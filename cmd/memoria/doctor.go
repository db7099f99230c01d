package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/doctor"
)

func (a *app) doctorCmd() *cobra.Command {
	var asJSON, ask bool
	c := command("doctor", func(c *cobra.Command, _ []string) error {
		h := &doctor.Handler{Machine: a.machine(), Flag: a.vault, Version: version(), Warn: a.ui.Warn, Ask: ask}
		x, err := h.Examine(c.Context())
		if c.Context().Err() != nil {
			return c.Context().Err()
		}
		if asJSON {
			if err := a.ui.JSON(struct {
				Checks []doctor.Finding `json:"checks"`
			}{x.Findings}); err != nil {
				return err
			}
		} else {
			a.tellFindings(x.Findings)
		}
		if n := x.Problems(); n > 0 && err == nil {
			err = hint(fmt.Errorf("doctor: %s", count(n, "problem")), exitFailure, "each line above names the command that mends it")
		}
		return err
	})
	jsonFlag(c, &asJSON)
	c.Flags().BoolVar(&ask, "ask", false, "also ask each model that can be had, which may cost a little")
	return c
}

func (a *app) tellFindings(list []doctor.Finding) {
	for _, f := range list {
		a.ui.Print("%-8s %-12s %s", f.Level, f.What, f.Detail)
		if f.Mend != "" {
			a.ui.Print("%-21s mend: %s", "", f.Mend)
		}
	}
}
