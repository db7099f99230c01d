package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
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
func archived(kept []archive.Session, cmd, target string) (out []archive.Session, err error) {
	day, notDay := daily.ParseDate(target)
	var whole []archive.Session // of this very id, in whichever agents
	var names []string
	for _, s := range kept {
		switch {
		case s.Session == target:
			whole = append(whole, s)
		case target == "all" && (len(s.Days) > 0 || s.Damaged), notDay == nil && slices.Contains(s.Days, day.Day()),
			notDay != nil && len(target) >= workspace.LeastPrefix && strings.HasPrefix(s.Session, strings.ToLower(target)):
			out = append(out, s)
			names = append(names, s.Session)
		}
	}
	if whole != nil {
		return whole, nil
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
		return nil, exit.Hint(fmt.Errorf("%s %q: %s begin so: %s", cmd, target, say.Count(len(out), "session"), say.Clip(strings.Join(names, ", "), 120)), exit.Failure, "name more of it")
	}
	return nil, exit.Hint(fmt.Errorf("%s %q: the archive holds nothing of that %s", cmd, target, what), exit.Failure, lists)
}
