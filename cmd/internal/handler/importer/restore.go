package importer

import (
	"context"
	"fmt"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// Archived returns the archived sessions that the targets of a command name, each once.
func (r *Run) Archived(ctx context.Context, cmd string, targets []string) (out []archive.Session, err error) {
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
			if !slices.ContainsFunc(out, func(o archive.Session) bool { return o.Agent == s.Agent && o.Session == s.Session }) {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// archived returns the sessions that a target names: by an id or its unique prefix, by a day that has an entry of
// theirs, or all.
func archived(kept []archive.Session, cmd, target string) ([]archive.Session, error) {
	day, notDay := daily.ParseDate(target)
	what, lists := "session", "memoria status --json lists the sessions that were seen"
	var meant func(s archive.Session) bool
	switch {
	case target == "all":
		meant = func(s archive.Session) bool { return len(s.Days) > 0 || s.Damaged }
	case notDay == nil:
		what, lists = "day", "memoria "+cmd+" all takes all sessions"
		meant = func(s archive.Session) bool { return slices.Contains(s.Days, day.Day()) }
	default:
		all := pick.Each(kept, func(s archive.Session) why.Session { return why.Session{Agent: s.Agent, ID: s.Session} })
		is, err := why.FindSession(target, all)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", cmd, err)
		}
		meant = func(s archive.Session) bool { return s.Agent == is.Agent && s.Session == is.ID }
	}
	out := slices.DeleteFunc(slices.Clone(kept), func(s archive.Session) bool { return !meant(s) })
	if len(out) == 0 && target != "all" {
		return nil, exit.Hint(fmt.Errorf("%s %q: the archive holds nothing of that %s", cmd, target, what), exit.Failure, lists)
	}
	return out, nil
}
