package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/archive"
)

// Archived returns the archived sessions that the targets of a command name, each once.
func (r *Run) Archived(ctx context.Context, cmd string, targets []string) (out []string, err error) {
	f := r.Vault.Flusher()
	kept, err := archive.Archive{Dir: f.Ledger.Dir}.Sessions(ctx, f.Ledger, f.Zone, r.Vault.Now())
	if err != nil {
		return nil, err
	}
	for _, target := range targets {
		found, err := archived(kept, cmd, target)
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// archived returns the sessions that a target names: by an id or its unique prefix, by a day that has an entry of
// theirs, or all.
func archived(kept []archive.Session, cmd, target string) (out []string, err error) {
	day, notDay := daily.ParseDate(target)
	for _, s := range kept {
		switch {
		case s.Agent != claude.Name:
		case s.Session == target:
			return []string{target}, nil
		case target == "all" && (len(s.Days) > 0 || s.Damaged), notDay == nil && slices.Contains(s.Days, day),
			notDay != nil && len(target) >= workspace.LeastPrefix && strings.HasPrefix(s.Session, strings.ToLower(target)):
			out = append(out, s.Session)
		}
	}
	what, lists := "session", "memoria status --json lists the sessions that were seen"
	switch {
	case target == "all" || notDay == nil && len(out) > 0:
		return out, nil
	case notDay == nil:
		what, lists = "day", "memoria "+cmd+" all takes all sessions"
	case len(out) == 1:
		return out, nil
	case len(out) > 1:
		return nil, exit.Hint(fmt.Errorf("%s %q: %s begin so: %s", cmd, target, say.Count(len(out), "session"), say.Clip(strings.Join(out, ", "), 120)), exit.Failure, "name more of it")
	}
	return nil, exit.Hint(fmt.Errorf("%s %q: the archive holds nothing of that %s", cmd, target, what), exit.Failure, lists)
}

// Redos returns the entries of the targets, or of all sessions if there are no targets, that the built-in author
// wrote. For targets it includes sessions in which that author found nothing worth keeping.
func (r *Run) Redos(ctx context.Context, cmd string, targets []string) (out []flush.Redo, err error) {
	if len(targets) == 0 {
		targets = []string{"all"}
	}
	f := r.Vault.Flusher()
	for _, target := range targets {
		sessions, err := r.Archived(ctx, cmd, []string{target})
		if err != nil {
			return nil, err
		}
		day, notDay := daily.ParseDate(target) // else the zero date, which is every day
		some, err := f.Redos(claude.Name, sessions, author.Extractive, day)
		if err != nil {
			return nil, err
		}
		if notDay != nil && target != "all" {
			over, err := f.PassedOver(claude.Name, sessions)
			if err != nil {
				return nil, err
			}
			some = append(some, over...)
		}
		for _, x := range some {
			if !slices.ContainsFunc(out, func(o flush.Redo) bool { return o.ID == x.ID && o.Session == x.Session }) {
				out = append(out, x)
			}
		}
	}
	return out, nil
}

// Redo lets the scribe's model write entries again. fresh is the number of entries of sessions that had none.
func (r *Run) Redo(ctx context.Context, todo []flush.Redo) (sum flush.Captured, fresh int, err error) {
	for i, x := range todo {
		r.Progress("entry %d of %d", i+1, len(todo))
		err := r.Scribe.Unlocked(ctx, func() error {
			unlock, err := r.Lock(ctx)
			if err != nil {
				return err
			}
			defer unlock()
			f := r.Vault.Flusher()
			f.Author = r.Scribe.Author
			got, err := f.Redo(ctx, x, r.Vault.Now())
			sum.Same += got.Same
			sum.Appended.Add(got.Appended)
			if err == nil && x.ID == "" {
				fresh += got.Entries
			}
			return err
		})
		if err != nil {
			return sum, fresh, err
		}
	}
	return sum, fresh, nil
}
