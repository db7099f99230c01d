package look

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/flush/queue"
)

// queueJSON is what `memoria queue list --json` gives, and in part what retry and drop give.
type queueJSON struct {
	Vault   string      `json:"vault"`
	Jobs    []queuedJob `json:"jobs"`
	Damaged []string    `json:"damaged"` // files that could not be understood, moved aside

	Edits []kept.Aside `json:"edits"` // entries that no model edited
}

type queuedJob struct {
	ID         string       `json:"id"`
	State      queue.State  `json:"state"`
	Agent      string       `json:"agent"`
	Session    string       `json:"session"`
	Transcript string       `json:"transcript,omitempty"`
	Dir        string       `json:"dir,omitempty"`
	Kinds      []queue.Kind `json:"kinds"`
	Turns      int          `json:"turns"` // that hooks reported
	First      time.Time    `json:"first"`
	Last       time.Time    `json:"last"`
	Attempts   int          `json:"attempts"`
	Next       time.Time    `json:"next,omitzero"`
	Buried     time.Time    `json:"buried,omitzero"`
	Reason     string       `json:"reason,omitempty"`
}

func (a *app) queueCmd() *cobra.Command {
	c := command.New("queue", func(c *cobra.Command, _ []string) error { return c.Help() })
	c.Args = command.Group("memoria queue list, memoria queue retry or memoria queue drop")
	retry := a.jobsCmd("retry", func(_ context.Context, j capture.Jobs, args []string) (capture.Waiting, func(), error) {
		back, err := j.Retry(args)
		return back, func() { a.tellRetried(back) }, err
	})
	retry.Args = cobra.ArbitraryArgs
	var dead bool
	drop := a.jobsCmd("drop", func(ctx context.Context, j capture.Jobs, args []string) (capture.Waiting, func(), error) {
		gone, forsaken, err := j.Drop(ctx, args, dead)
		return gone, func() { a.tellDropped(gone, forsaken) }, err
	})
	drop.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 && !dead {
			return exit.Hint(errors.New("queue drop: no job named"), exit.Usage, "memoria queue list shows the ids; memoria queue drop --dead forgets all dead ones")
		}
		return nil
	}
	drop.Flags().BoolVar(&dead, "dead", false, "forget all dead jobs, too")
	list := a.jobsCmd("list", func(_ context.Context, j capture.Jobs, _ []string) (capture.Waiting, func(), error) {
		w, err := j.List()
		return w, func() { a.tellWaiting(w, j.Vault.Config.Zone) }, err
	})
	c.AddCommand(list, retry, drop)
	return c
}

// jobsCmd returns a command that works on waiting jobs. do returns what it listed, put back or dropped, and reports
// it to a person.
func (a *app) jobsCmd(name string, do func(context.Context, capture.Jobs, []string) (w capture.Waiting, tell func(), err error)) *cobra.Command {
	c := command.New(name, a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		w, tell, err := do(ctx, capture.Jobs{Vault: v, Warn: func(s string) { a.UI.Warn("%s", say.Printable(s)) }}, args)
		if err != nil {
			return err
		}
		out := queueJSON{v.Path(), []queuedJob{}, say.List(w.Damaged), say.List(w.Edits)}
		for _, j := range w.Jobs {
			out.Jobs = append(out.Jobs, queuedJob{j.ID, j.State, j.Agent, j.Session, j.Transcript, j.Dir, j.Kinds, j.Turns,
				j.First.UTC(), j.Last.UTC(), j.Attempts, j.Next, j.Buried, j.Reason})
		}
		return a.Answer(out, tell)
	}))
	a.JSONFlag(c)
	return c
}

func (a *app) tellWaiting(w capture.Waiting, zone *time.Location) {
	when := func(t time.Time) string { return t.In(zone).Format(time.DateTime) }
	dead := false
	for _, j := range w.Jobs {
		line := fmt.Sprintf("%-8s  %s  %s %s, %s", j.State, j.ID[:8], say.Printable(j.Agent), say.Printable(j.Session), say.Count(j.Turns, "turn"))
		switch j.State {
		case queue.Dead:
			dead = true
			line += fmt.Sprintf(", %s: %s", say.Count(j.Attempts, "attempt"), say.Printable(j.Reason))
		case queue.Retrying:
			line += fmt.Sprintf(", again at %s after %s: %s", when(j.Next), say.Count(j.Attempts, "attempt"), say.Printable(j.Reason))
		default:
			line += ", since " + when(j.First)
		}
		a.UI.Print("%s", line)
	}
	for _, d := range w.Damaged {
		a.UI.Print("damaged   %s", say.Printable(d))
	}
	switch {
	case dead:
		a.UI.Print("Next: memoria queue retry puts the dead ones back, memoria queue drop ID forgets one")
	case len(w.Jobs) == 0 && (len(w.Damaged) > 0 || len(w.Edits) == 0):
		a.UI.Print("Nothing waits")
	}
	for _, s := range w.Edits {
		state := "set aside"
		if s.Owed {
			state = "unedited"
		}
		a.UI.Print("%-9s %s  %s of %s: %s", state, s.ID[:8], say.Count(s.Entries, "entry"), asideDays(s), say.Printable(s.Why))
	}
	switch {
	case len(w.Edits) == 0:
	case w.Edits[0].Owed && len(w.Edits) == 1:
		a.UI.Print("Next: memoria compile asks the model; until then the articles are as they are without it")
	default:
		a.UI.Print("Next: memoria queue retry has a model asked again about what was set aside, memoria queue drop ID leaves it as it is")
	}
}

func (a *app) tellRetried(back capture.Waiting) {
	if len(back.Jobs)+len(back.Edits) == 0 {
		a.UI.Print("No job is dead")
	}
	if len(back.Jobs) > 0 {
		a.UI.Print("Put %s back", say.Count(len(back.Jobs), "job"))
		a.UI.Print("Next: memoria flush works on them now; the next hook does, too")
	}
	if len(back.Edits) > 0 {
		a.UI.Print("Put back %s that no answer could be used for", say.Count(back.Entries(), "entry"))
		a.UI.Print("Next: memoria compile asks the model about it")
	}
}

func (a *app) tellDropped(gone capture.Waiting, forsaken int) {
	if len(gone.Edits) > 0 {
		a.UI.Print("Left %s in the articles as without a model", say.Count(gone.Entries(), "entry"))
	}
	if len(gone.Jobs) > 0 || forsaken+len(gone.Edits) == 0 {
		a.UI.Print("Dropped %s", say.Count(len(gone.Jobs), "job"))
	}
	if forsaken > 0 {
		a.UI.Print("Gave %s up", say.Count(forsaken, "session"))
	}
}
