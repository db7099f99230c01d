package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/flush"
)

// sessionCounts and turnCounts are what status says of each: the first lists what was skipped.
type sessionCounts struct {
	flush.Counts
	Skipped []flush.Skip `json:"skipped"`
}

type turnCounts struct {
	flush.Counts
	Skipped int `json:"skipped"`
}

// entryCounts is how the logs' entries stand to the wiki: seen = compiled + waiting.
type entryCounts struct {
	Seen     int `json:"seen"`
	Compiled int `json:"compiled"`
	Waiting  int `json:"waiting"`
}

// status is the answer of `memoria status --json`.
type status struct {
	Schema   int             `json:"schema"`
	Vault    string          `json:"vault"`
	Sessions sessionCounts   `json:"sessions"`
	Turns    turnCounts      `json:"turns"`
	Dead     []flush.Skip    `json:"dead"`
	Entries  entryCounts     `json:"entries"`
	Logs     []planLog       `json:"logs"`
	Articles int             `json:"articles"`
	Removed  int             `json:"articles_removed_by_hand"`
	ByHand   []compiler.Note `json:"by_hand"`
	Problems []compiler.Note `json:"problems"`
	Notes    []compiler.Note `json:"notes"`

	compiled compiler.Status
}

func (a *app) statusCmd() *cobra.Command {
	var asJSON, check bool
	c := &cobra.Command{
		Use:   "status",
		Short: "What was seen, is in the logs, is compiled",
		Long: `Say what memoria has seen of your sessions and what became of it:
seen = flushed + pending + dead + skipped, for sessions and for turns.`,
		RunE: func(c *cobra.Command, _ []string) error {
			v, err := a.open()
			if err != nil {
				return err
			}
			defer v.Dir.Close()
			st, err := a.status(c.Context(), v)
			if err != nil {
				return err
			}
			if asJSON {
				err = a.ui.JSON(st)
			} else {
				a.tellStatus(st)
			}
			if err == nil && check {
				err = st.check()
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object")
	c.Flags().BoolVar(&check, "check", false, "exit 1 when something is pending, dead or not compiled")
	return c
}

func (a *app) status(ctx context.Context, v *vault.Vault) (status, error) {
	records, warnings, err := (&flush.Ledger{Dir: v.Dir}).All(a.Now())
	if err != nil {
		return status{}, err
	}
	for _, w := range warnings {
		a.ui.Warn("%s", w)
	}
	st := status{Schema: 1, Vault: v.Dir.Path(), Dead: []flush.Skip{}}
	st.Sessions.Counts, st.Turns.Counts, st.Sessions.Skipped, st.Turns.Skipped = flush.Account(records)
	st.Sessions.Skipped = orEmpty(st.Sessions.Skipped)
	for _, r := range records {
		if r.State == flush.Dead {
			st.Dead = append(st.Dead, flush.Skip{Session: r.Session, Reason: r.Reason})
		}
	}
	c, err := a.compiler(v).Status(ctx)
	if err != nil {
		return st, err
	}
	st.compiled, st.Articles, st.Removed = c, c.Articles, c.Removed
	st.Entries = entryCounts{c.Entries, c.Compiled, c.Uncompiled}
	st.ByHand = orEmpty(c.ByHand)
	st.Logs, st.Problems, st.Notes = logsOf(c.Logs), orEmpty(c.Problems), orEmpty(c.Notes)
	return st, nil
}

// check fails when seen is not yet all flushed or skipped, or a log waits for the compiler.
func (st status) check() error {
	if n := st.Sessions.Pending; n > 0 {
		return hint(fmt.Errorf("status: %s pending", count(n, "session")), exitFailure, "memoria import goes on with them")
	}
	if n := len(st.Dead); n > 0 {
		return hint(fmt.Errorf("status: %s could not be flushed", count(n, "session")), exitFailure, "memoria import tries them again")
	}
	if st.Entries.Waiting > 0 || st.compiled.Interrupted {
		return hint(fmt.Errorf("status: %s not compiled", count(st.Entries.Waiting, "entry")), exitFailure, "memoria compile; memoria compile --all does not wait for the interval")
	}
	if n := len(st.ByHand); n > 0 {
		return hint(fmt.Errorf("status: %s changed by hand, and links do not follow yet", count(n, "article")), exitFailure, "memoria compile")
	}
	return nil
}

func (a *app) tellStatus(st status) {
	s, t := st.Sessions, st.Turns
	a.ui.Print("vault     %s", st.Vault)
	a.ui.Print("sessions  %s seen = %s flushed + %s pending + %s dead + %s skipped", thousands(s.Seen), thousands(s.Flushed), thousands(s.Pending), thousands(s.Dead), thousands(len(s.Skipped)))
	a.ui.Print("turns     %s seen = %s flushed + %s pending + %s dead + %s skipped", thousands(t.Seen), thousands(t.Flushed), thousands(t.Pending), thousands(t.Dead), thousands(t.Skipped))
	a.ui.Print("entries   %s in %s = %s compiled + %s waiting", thousands(st.Entries.Seen), count(len(st.Logs), "day log"), thousands(st.Entries.Compiled), thousands(st.Entries.Waiting))
	a.ui.Print("articles  %s", thousands(st.Articles))
	for _, l := range st.compiled.Logs {
		if l.State != compiler.Fresh {
			a.ui.Print("%s", printable(l.String()))
		}
	}
	for _, n := range st.ByHand {
		a.ui.Print("by hand   %s", printable(n.String()))
	}
	for _, n := range st.Problems {
		a.ui.Print("problem   %s", printable(n.String()))
	}
	for _, x := range s.Skipped {
		a.ui.Print("skipped   %s  %s", printable(x.Session), x.Reason)
	}
	for _, x := range st.Dead {
		a.ui.Print("dead      %s  %s", printable(x.Session), x.Reason)
	}
	if s.Seen == 0 {
		a.ui.Print("Next: memoria import reads your past sessions")
	}
}
