package capture

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	dropWait   = 3 * time.Second // how long a drop waits for a worker to end
	leastAside = 4               // how much of an aside's id names it, in characters
)

// Jobs is the work that waits in a vault: sessions to capture, and entries that no model edited in the articles.
type Jobs struct {
	Vault *workspace.Vault // required
	Warn  func(string)     // required: called for each damaged file
}

// A Waiting is a set of waiting work.
type Waiting struct {
	Jobs    []queue.Job
	Damaged []string     // files that could not be understood, moved aside
	Edits   []kept.Aside // entries that no model edited
}

// Queue returns the queue of the vault.
func (j Jobs) Queue() *queue.Queue { return &queue.Queue{Dir: j.Vault.Dir, Warn: j.Warn} }

// List returns all waiting work.
func (j Jobs) List() (w Waiting, err error) {
	if w.Jobs, err = j.Queue().List(j.Vault.Now()); err != nil {
		return w, err
	}
	if w.Damaged, err = j.Queue().Damaged(); err != nil {
		return w, err
	}
	w.Edits, err = j.asides()
	return w, err
}

func (j Jobs) asides() ([]kept.Aside, error) {
	x, err := kept.AccountOf(j.Vault.Replies())
	return x.Aside, err
}

// Retry puts the dead jobs and the set-aside entries that args name back into the queue, or all of them if there are
// no args. It changes no job if one of args names no dead job.
func (j Jobs) Retry(args []string) (back Waiting, err error) {
	replies := j.Vault.Replies()
	if len(args) == 0 {
		if back.Edits, err = kept.Retry(replies, ""); err == nil {
			back.Jobs, err = j.Queue().Requeue(j.Vault.Now(), "")
		}
		return back, err
	}
	edits, rest, err := j.eachAside("queue retry", args, func(id string) error {
		_, err := kept.Retry(replies, id)
		return err
	})
	back.Edits = edits
	if err != nil {
		return back, err
	}
	jobs, err := j.Queue().List(j.Vault.Now())
	if err != nil {
		return back, err
	}
	ids := map[string]bool{}
	for _, arg := range rest {
		found, err := match(jobs, arg)
		if err != nil {
			return back, fmt.Errorf("queue retry: %w", err)
		}
		dead := slices.IndexFunc(found, func(j queue.Job) bool { return j.State == queue.Dead })
		if dead < 0 {
			return back, exit.Hint(fmt.Errorf("queue retry: job %q is not dead but %s", arg, found[0].State), exit.Failure, "memoria flush --wait stays until it is captured")
		}
		ids[found[dead].ID] = true
	}
	for id := range ids {
		one, err := j.Queue().Requeue(j.Vault.Now(), id)
		if err != nil {
			return back, err
		}
		back.Jobs = append(back.Jobs, one...)
	}
	return back, nil
}

// Drop removes the jobs that args name, with dead also all dead jobs. It keeps the articles of set-aside entries as
// they are. It gives up sessions without a job, and returns their number as forsaken.
func (j Jobs) Drop(ctx context.Context, args []string, dead bool) (gone Waiting, forsaken int, err error) {
	jobs, err := j.Queue().List(j.Vault.Now())
	if err != nil {
		return gone, 0, err
	}
	var rest, named []string
	if gone.Edits, rest, err = j.eachAside("queue drop", args, func(id string) error { return kept.Give(j.Vault.Replies(), id) }); err != nil {
		return gone, 0, err
	}
	for _, arg := range rest {
		ok := false
		if _, err := match(jobs, arg); err != nil {
			if ok, err = Forsake(j.Vault, arg); err != nil {
				return gone, forsaken, fmt.Errorf("queue drop: %w", err)
			}
		}
		if ok {
			forsaken++
		} else {
			named = append(named, arg)
		}
	}
	if len(named) > 0 || dead {
		if gone.Jobs, err = j.drop(ctx, named, dead); err != nil {
			return gone, forsaken, fmt.Errorf("queue drop: %w", err)
		}
	}
	return gone, forsaken, nil
}

func (j Jobs) drop(ctx context.Context, args []string, dead bool) ([]queue.Job, error) {
	gone, alive, err := j.pick(args, dead)
	if err != nil {
		return nil, err
	}
	if alive { // a worker may be about to write it
		ctx, cancel := context.WithTimeout(ctx, dropWait)
		defer cancel()
		unlock, err := j.Vault.Dir.Lock(ctx, layout.LockWorker)
		if err != nil {
			return nil, err
		}
		defer unlock()
		if gone, _, err = j.pick(args, dead); err != nil {
			return nil, err
		}
	}
	return gone, j.Queue().Drop(gone)
}

// pick returns the jobs that args name; alive reports whether one of them is not dead.
func (j Jobs) pick(args []string, dead bool) (gone []queue.Job, alive bool, err error) {
	jobs, err := j.Queue().List(j.Vault.Now())
	if err != nil {
		return nil, false, err
	}
	chosen := map[string]bool{}
	for _, arg := range args {
		found, err := match(jobs, arg)
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

func match(jobs []queue.Job, arg string) ([]queue.Job, error) {
	found, err := queue.Match(jobs, arg)
	var m *queue.MatchError
	switch {
	case errors.As(err, &m) && m.Jobs > 0:
		return nil, exit.Hint(err, exit.Failure, "name more of it; memoria queue list shows the ids")
	case errors.As(err, &m):
		return nil, exit.Hint(err, exit.Failure, "memoria queue list shows the ids")
	}
	return found, err
}

// eachAside calls do for each of args that names a set-aside entry, and returns the rest.
func (j Jobs) eachAside(cmd string, args []string, do func(id string) error) (done []kept.Aside, rest []string, err error) {
	for _, arg := range args {
		some, err := j.aside(arg)
		if err != nil {
			return done, nil, fmt.Errorf("%s: %w", cmd, err)
		}
		if some == nil {
			rest = append(rest, arg)
			continue
		}
		if err := do(some.ID); err != nil {
			return done, nil, err
		}
		done = append(done, *some)
	}
	return done, rest, nil
}

// aside returns what arg is the beginning of the id of, nil if it is of nothing.
func (j Jobs) aside(arg string) (found *kept.Aside, err error) {
	all, err := j.asides()
	if err != nil || len(arg) < leastAside {
		return nil, err
	}
	for i := range all {
		if !strings.HasPrefix(all[i].ID, strings.ToLower(arg)) {
			continue
		}
		if found != nil {
			return nil, exit.Hint(errors.New("several begin with "+arg), exit.Failure, "name more of it; memoria queue list shows the ids")
		}
		found = &all[i]
	}
	return found, nil
}

// Entries counts the entries of what was set aside.
func (w Waiting) Entries() (n int) {
	for _, s := range w.Edits {
		n += s.Entries
	}
	return n
}
