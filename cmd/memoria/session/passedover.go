package session

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// someFiles is how many files are named for one reason, unless all are asked for.
const someFiles = 3

// tellPassedOver reports what in the transcripts could not be read or is unknown to this version, and where.
func (a *app) tellPassedOver(x *session.Index, verbose bool) {
	a.tellDamaged(x.Damaged, verbose)
	n := 0
	for _, k := range x.Unknown {
		n += k
	}
	if n > 0 {
		kinds := slices.Sorted(maps.Keys(x.Unknown))
		a.UI.Warn("%s of kinds this version does not know: %s", say.Count(n, "row"), say.Printable(say.Clip(strings.Join(kinds, ", "), 60)))
	}
	for _, line := range named(x.Odd, verbose) {
		a.UI.Say("  %s", line)
	}
}

// tellDamaged reports the lines of transcripts that could not be read.
func (a *app) tellDamaged(list []ledger.Damage, verbose bool) {
	if len(list) == 0 {
		return
	}
	a.UI.Warn("%s", status.Damaged(list))
	files := pick.Each(list, func(d ledger.Damage) string { return d.Path })
	for _, line := range named(files, verbose) {
		a.UI.Say("  %s", line)
	}
}

// tellUnread reports the files that were left out, grouped by reason, and names some of them.
func (a *app) tellUnread(left []session.Unread, verbose bool) {
	say.ByReason(left, func(u session.Unread) (string, string) { return u.Path, u.Reason }, func(files []string, why string) {
		if len(files) == 1 {
			a.UI.Print("Left out %s: %s", say.Printable(files[0]), say.Printable(why))
			return
		}
		a.UI.Print("Left out %s: %s", say.Count(len(files), "file"), say.Printable(why))
		for _, line := range named(files, verbose) {
			a.UI.Print("  %s", line)
		}
	})
}

// tellSkips reports the sessions that were skipped, grouped by reason.
func (a *app) tellSkips(skips []ledger.Skip, verbose bool) {
	say.ByReason(skips, func(s ledger.Skip) (string, string) { return s.Session, s.Reason }, func(ids []string, why string) {
		if len(ids) == 1 {
			a.UI.Print("Skipped session %s: %s", say.Printable(ids[0]), why)
			return
		}
		a.UI.Print("Skipped %s: %s", say.Count(len(ids), "session"), why)
		for _, id := range ids {
			if !verbose {
				break
			}
			a.UI.Print("  %s", say.Printable(id))
		}
	})
}

// named lists files, only the first ones unless all are asked for.
func named(files []string, all bool) (out []string) {
	for i, f := range files {
		if !all && i == someFiles && len(files) > someFiles+1 {
			return append(out, fmt.Sprintf("and %d more: --verbose names them", len(files)-i))
		}
		out = append(out, say.Printable(f))
	}
	return out
}
