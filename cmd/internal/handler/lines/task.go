package lines

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// A Settled task is what a person's word on it did.
type Settled struct {
	*Line
	Day     string `json:"day,omitempty"`   // of the log that keeps the word
	Entry   string `json:"entry,omitempty"` // of it
	Changed bool   `json:"changed"`         // false: it was so before
	Stays   bool   `json:"stays,omitempty"` // it is another person's, and the word counts only where their machine trusts this one
}

// leastID is how much of an id is typed at least.
const leastID = 3

// Settle keeps a person's word that tasks are done, or are to be done after all, in today's log. All are found before
// anything is written.
func (h *Handler) Settle(ctx context.Context, ids []string, done bool) (out []Settled, err error) {
	all, err := h.lines(ctx, daily.Action)
	if err != nil {
		return nil, err
	}
	var tasks []*Line
	for _, id := range ids {
		l, err := find(all, id)
		for _, kind := range []daily.Kind{daily.Decision, daily.Preference} {
			if err != nil {
				err = h.mistaken(ctx, err, id, kind)
			}
		}
		if err != nil {
			return nil, err
		}
		if !slices.Contains(tasks, l) {
			tasks = append(tasks, l)
		}
	}
	for _, l := range tasks {
		s := Settled{Line: l}
		if l.Done != done {
			if err := h.settle(ctx, &s, done); err != nil {
				return out, err
			}
		}
		out = append(out, s)
	}
	return out, h.heeded(ctx, out, done)
}

// heeded notes which tasks are as they were, whatever was said of them.
func (h *Handler) heeded(ctx context.Context, out []Settled, done bool) error {
	all, err := h.lines(ctx, daily.Action)
	for i := range out {
		if l, failed := find(all, out[i].ID); err == nil && failed == nil && l.Done != done {
			out[i].Stays, out[i].Done = true, l.Done
		}
	}
	return err
}

func (h *Handler) settle(ctx context.Context, s *Settled, done bool) error {
	v := h.Vault
	at := v.Now().In(v.Config.Zone)
	if !s.Last.Before(at.Truncate(time.Second)) { // it comes after what it is about
		at = s.Last.Add(time.Second)
	}
	e := entry.Task(s.Raw, done, s.Refs, s.Settled+1, s.Project, at)
	day, changed, err := v.Daily().Append(ctx, e)
	if err != nil {
		return fmt.Errorf("settle the task %s: %w", s.ID, err)
	}
	s.Day, s.Entry, s.Changed, s.Done = day.Day().String(), entry.EntryID(e.Agent, e.Session, e.To), changed, done
	return nil
}

// mistaken returns the error of an id that is that of a line of another kind, else err.
func (h *Handler) mistaken(ctx context.Context, err error, id string, kind daily.Kind) error {
	others, failed := h.lines(ctx, kind)
	if failed != nil {
		return err
	}
	l, failed := find(others, id)
	if failed != nil {
		return err
	}
	return exit.Hint(fmt.Errorf("%s is a %s, and no task", l.ID, kind), exit.Failure, "memoria why "+l.ID+" shows it; memoria tasks lists the tasks")
}

// find finds the task that an id names, or begins: ^k3f9a2c, k3f9a2c or 2026-11-27#^k3f9a2c.
func find(all []*Line, id string) (*Line, error) {
	bare := id[strings.LastIndexByte(id, '^')+1:]
	bare = strings.ToLower(strings.TrimSuffix(bare, "]]"))
	var found []*Line
	for _, l := range all {
		for _, ref := range l.Refs {
			at := strings.LastIndexAny(ref, "^~")
			if name := ref[at+1:]; len(bare) >= leastID && strings.HasPrefix(name, bare) {
				if name == bare {
					return l, nil
				}
				found = append(found, l)
				break
			}
		}
	}
	switch len(found) {
	case 0:
		if len(bare) < leastID {
			return nil, exit.Hint(fmt.Errorf("%q is too short for an id", id), exit.Failure, fmt.Sprintf("name %d characters of it at least; memoria tasks lists the tasks, and their ids", leastID))
		}
		return nil, exit.Hint(fmt.Errorf("no task has the id %q", id), exit.Failure, "memoria tasks --all lists the tasks, and their ids")
	case 1:
		return found[0], nil
	}
	like := pick.Each(found, func(l *Line) string { return l.ID })
	return nil, exit.Hint(errors.New(say.Count(len(found), "task")+" begin with "+id), exit.Failure, "name more of it: "+strings.Join(like, ", "))
}
