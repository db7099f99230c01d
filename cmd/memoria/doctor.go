package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/doctor"
)

func (a *app) doctorCmd() *cobra.Command {
	var asJSON, ask bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "What is wrong, and the command that mends it",
		Long: `Look at all that capturing your sessions depends on: vault, settings, disk, hooks as
installed, one real round trip of a hook, queue, worker, transcripts, models. Each line is ok,
warning, problem or, where it cannot be told, unknown. Nothing is left changed, but that
hooks whose project's folder is gone are forgotten.
Exit 1 on a problem, 3 without a vault.`,
		RunE: func(c *cobra.Command, _ []string) error {
			h := &doctor.Handler{Machine: a.machine(), Flag: a.vault, Version: version(), Warn: a.ui.Warn,
				Models: func(ctx context.Context, x *doctor.Exam) { (&modelExam{a, x}).models(ctx, ask) }}
			x, err := h.Examine(c.Context())
			if c.Context().Err() != nil {
				return c.Context().Err()
			}
			if asJSON {
				if err := a.ui.JSON(struct {
					Schema int              `json:"schema"`
					Checks []doctor.Finding `json:"checks"`
				}{1, x.Findings}); err != nil {
					return err
				}
			} else {
				a.tellFindings(x.Findings)
			}
			if n := x.Problems(); n > 0 && err == nil {
				err = hint(fmt.Errorf("doctor: %s", count(n, "problem")), exitFailure, "each line above names the command that mends it")
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object")
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
