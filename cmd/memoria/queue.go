package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
)

// queuedJob is a job in the JSON of the queue commands.
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

func queuedJobs(jobs []queue.Job) []queuedJob {
	out := []queuedJob{}
	for _, j := range jobs {
		out = append(out, queuedJob{j.ID, j.State, j.Agent, j.Session, j.Transcript, j.Dir, j.Kinds, j.Turns,
			j.First.UTC(), j.Last.UTC(), j.Attempts, j.Next, j.Buried, j.Reason})
	}
	return out
}

// queueAnswer is what `memoria queue list --json` gives, and in part what retry and drop give.
type queueAnswer struct {
	Vault   string      `json:"vault"`
	Jobs    []queuedJob `json:"jobs"`
	Damaged []string    `json:"damaged"` // files that could not be understood, moved aside

	Edits []editor.Aside `json:"edits"` // entries that no model edited
}

func (a *app) queueCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "queue",
		Short: "What hooks reported and is not captured yet",
		Long: `Show and mend the queue. Hooks put sessions into it, the worker that they start takes
them out; a session that failed is tried again later, and is dead after eight times.`,
		Example: "  memoria queue list\n  memoria queue retry\n  memoria queue drop 3f9a2c41",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return hint(fmt.Errorf("queue knows no %q", args[0]), exitUsage, "memoria queue list, memoria queue retry or memoria queue drop")
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(a.queueListCmd(), a.queueRetryCmd(), a.queueDropCmd())
	return c
}

// withQueue runs f on the queue of the vault.
func (a *app) withQueue(f func(v *workspace.Vault, q *queue.Queue) error) error {
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	return f(v, &queue.Queue{Dir: v.Dir, Warn: func(s string) { a.ui.Warn("%s", printable(s)) }})
}

func (a *app) queueListCmd() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "Show the jobs: waiting, working, retrying, dead",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withQueue(func(v *workspace.Vault, q *queue.Queue) error {
				jobs, err := q.List(a.Now())
				if err != nil {
					return err
				}
				damaged, err := q.Damaged()
				if err != nil {
					return err
				}
				edits, err := a.asides(v)
				if err != nil {
					return err
				}
				if asJSON {
					return a.ui.JSON(queueAnswer{v.Path(), queuedJobs(jobs), say.List(damaged), edits})
				}
				if len(jobs)+len(damaged) > 0 || len(edits) == 0 {
					a.tellQueue(jobs, damaged, v.Config.Zone)
				}
				a.tellAsides(edits)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object")
	return c
}

func (a *app) tellQueue(jobs []queue.Job, damaged []string, zone *time.Location) {
	when := func(t time.Time) string { return t.In(zone).Format("2006-01-02 15:04:05") }
	dead := false
	for _, j := range jobs {
		line := fmt.Sprintf("%-8s  %s  %s %s, %s", j.State, j.ID[:8], printable(j.Agent), printable(j.Session), count(j.Turns, "turn"))
		switch j.State {
		case queue.Dead:
			dead = true
			line += fmt.Sprintf(", %s: %s", count(j.Attempts, "attempt"), printable(j.Reason))
		case queue.Retrying:
			line += fmt.Sprintf(", again at %s after %s: %s", when(j.Next), count(j.Attempts, "attempt"), printable(j.Reason))
		default:
			line += ", since " + when(j.First)
		}
		a.ui.Print("%s", line)
	}
	for _, d := range damaged {
		a.ui.Print("damaged   %s", printable(d))
	}
	switch {
	case dead:
		a.ui.Print("Next: memoria queue retry puts the dead ones back, memoria queue drop ID forgets one")
	case len(jobs) == 0:
		a.ui.Print("Nothing waits")
	}
}

func (a *app) queueRetryCmd() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "retry [ID]...",
		Short: "Put dead jobs back, all or those named",
		Long: `Put dead jobs back into the queue, with all their attempts before them. ID is the
beginning of a job's id or of its session's; without one, all dead jobs are put back.
So is what was set aside of a model's answers about the articles.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return a.withQueue(func(v *workspace.Vault, q *queue.Queue) error {
				edits, rest, err := a.retryAsides(v, args)
				if err != nil {
					return err
				}
				back := []queue.Job{}
				if len(rest) > 0 || len(args) == 0 {
					if back, err = a.requeue(q, rest); err != nil {
						return err
					}
				}
				if asJSON {
					return a.ui.JSON(queueAnswer{v.Path(), queuedJobs(back), []string{}, edits})
				}
				if len(back)+len(edits) == 0 {
					a.ui.Print("No job is dead")
					return nil
				}
				if len(back) > 0 {
					a.ui.Print("Put %s back", count(len(back), "job"))
					a.ui.Print("Next: memoria flush works on them now; the next hook does, too")
				}
				if len(edits) > 0 {
					a.ui.Print("Put back %s that no answer could be used for", count(entriesIn(edits), "entry"))
					a.ui.Print("Next: memoria compile asks the model about it")
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object")
	return c
}

// requeue puts back what args name, or nothing when one of them names no dead job.
func (a *app) requeue(q *queue.Queue, args []string) ([]queue.Job, error) {
	if len(args) == 0 {
		return q.Requeue(a.Now(), "")
	}
	jobs, err := q.List(a.Now())
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, arg := range args {
		found, err := matchJob(jobs, arg)
		if err != nil {
			return nil, fmt.Errorf("queue retry: %w", err)
		}
		dead := slices.IndexFunc(found, func(j queue.Job) bool { return j.State == queue.Dead })
		if dead < 0 {
			return nil, hint(fmt.Errorf("queue retry: job %q is not dead but %s", arg, found[0].State), exitFailure, "memoria flush --wait stays until it is captured")
		}
		ids[found[dead].ID] = true
	}
	var back []queue.Job
	for id := range ids {
		one, err := q.Requeue(a.Now(), id)
		if err != nil {
			return nil, err
		}
		back = append(back, one...)
	}
	return back, nil
}

func matchJob(jobs []queue.Job, arg string) ([]queue.Job, error) {
	found, err := queue.Match(jobs, arg)
	var m *queue.MatchError
	if errors.As(err, &m) {
		if m.Jobs > 0 {
			return nil, hint(err, exitFailure, "name more of it; memoria queue list shows the ids")
		}
		return nil, hint(err, exitFailure, "memoria queue list shows the ids")
	}
	return found, err
}

// dropWait is how long drop waits for a worker to end.
const dropWait = 3 * time.Second

func (a *app) queueDropCmd() *cobra.Command {
	var asJSON, dead bool
	c := &cobra.Command{
		Use:   "drop ID...",
		Short: "Forget jobs; their transcripts stay",
		Long: `Forget jobs, and what hooks reported for them. ID is the beginning of a job's id or of
its session's. The transcript stays where it is, and a scan or an import takes it up. A
session that status lists as dead, or as without a transcript, is given up likewise.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !dead {
				return hint(errors.New("queue drop: no job named"), exitUsage, "memoria queue list shows the ids; memoria queue drop --dead forgets all dead ones")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return a.withQueue(func(v *workspace.Vault, q *queue.Queue) error {
				jobs, err := q.List(a.Now())
				if err != nil {
					return err
				}
				edits, args, err := a.dropAsides(v, args)
				if err != nil {
					return err
				}
				named, forsaken, err := forsake(v, jobs, args)
				if err != nil {
					return fmt.Errorf("queue drop: %w", err)
				}
				var gone []queue.Job
				if len(named) > 0 || dead {
					if gone, err = a.drop(c.Context(), v.Dir, q, named, dead); err != nil {
						return fmt.Errorf("queue drop: %w", err)
					}
				}
				if asJSON {
					return a.ui.JSON(queueAnswer{v.Path(), queuedJobs(gone), []string{}, edits})
				}
				if len(edits) > 0 {
					a.ui.Print("Left %s in the articles as without a model", count(entriesIn(edits), "entry"))
				}
				if len(gone) > 0 || forsaken+len(edits) == 0 {
					a.ui.Print("Dropped %s", count(len(gone), "job"))
				}
				if forsaken > 0 {
					a.ui.Print("Gave %s up", count(forsaken, "session"))
				}
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object")
	c.Flags().BoolVar(&dead, "dead", false, "forget all dead jobs, too")
	return c
}

// forsake gives up those of the sessions named that have no job, and returns the other names.
func forsake(v *workspace.Vault, jobs []queue.Job, args []string) (named []string, forsaken int, err error) {
	for _, arg := range args {
		ok := false
		if _, err := matchJob(jobs, arg); err != nil {
			if ok, err = capture.Forsake(v, arg); err != nil {
				return nil, forsaken, err
			}
		}
		if ok {
			forsaken++
		} else {
			named = append(named, arg)
		}
	}
	return named, forsaken, nil
}

func (a *app) drop(ctx context.Context, dir *fsutil.Dir, q *queue.Queue, args []string, dead bool) ([]queue.Job, error) {
	pick := func() (gone []queue.Job, alive bool, err error) {
		jobs, err := q.List(a.Now())
		if err != nil {
			return nil, false, err
		}
		chosen := map[string]bool{}
		for _, arg := range args {
			found, err := matchJob(jobs, arg)
			if err != nil {
				return nil, false, err
			}
			chosen[found[0].ID] = true
		}
		for _, j := range jobs {
			if chosen[j.ID] || dead && j.State == queue.Dead {
				gone = append(gone, j)
				alive = alive || j.State != queue.Dead
			}
		}
		return gone, alive, nil
	}
	gone, alive, err := pick()
	if err != nil {
		return nil, err
	}
	if alive { // a worker may be about to write it
		ctx, cancel := context.WithTimeout(ctx, dropWait)
		defer cancel()
		unlock, err := dir.Lock(ctx, queue.WorkerLock)
		if err != nil {
			return nil, err
		}
		defer unlock()
		if gone, _, err = pick(); err != nil {
			return nil, err
		}
	}
	return gone, q.Drop(gone)
}
