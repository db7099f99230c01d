package status

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
)

// Check returns an error if a session that was seen is neither flushed nor skipped, if the vault's records do not
// agree with each other, or if a log is due for the compiler.
func (st *Report) Check(now time.Time) error {
	fail := func(mend, format string, args ...any) error {
		return exit.Hint(fmt.Errorf("status: "+format, args...), exit.Failure, mend)
	}
	switch {
	case len(st.Disagreements) > 0:
		first, mend := st.Disagreements[0], st.Disagreements[0].Mend
		if len(st.Disagreements) > 1 {
			mend += "; memoria status lists them all, and what mends each"
		}
		return fail(mend, "%s; the first: %s", say.Count(len(st.Disagreements), "disagreement"), first.Text)
	case len(st.Dead) > 0:
		return fail(st.mendDead(), "%s could not be flushed", say.Count(len(st.Dead), "session"))
	case st.Sessions.Pending > 0:
		return fail(st.mendPending(now), "%s pending", say.Count(st.Sessions.Pending, "session"))
	case st.Turns.Pending > 0:
		return fail(st.mendPending(now), "%s pending", say.Count(st.Turns.Pending, "turn"))
	case st.Queue.Spool > 0:
		return fail("memoria flush --wait takes them up", "%s could not be put in the vault", say.Count(st.Queue.Spool, "note"))
	case slices.ContainsFunc(st.Compiled.Logs, func(l logs.Standing) bool { return l.Marked }):
		return fail("memoria lint --fix merges the two sides", "git left conflict marks in a log, which is not read")
	case st.overdue() > 0 || st.Compiled.Interrupted:
		return fail("memoria compile", "%s not compiled", say.Count(st.overdue(), "entry"))
	case st.Sync != nil && st.Sync.Paused():
		return fail(cmp.Or(st.Sync.Mend, "memoria sync tries again"), "sync is %s", st.Sync.Tell(now))
	case len(st.ByHand) > 0:
		return fail("memoria compile", "%s changed by hand, and links do not follow yet", say.Count(len(st.ByHand), "article"))
	}
	return nil
}

// overdue counts the entries that could be compiled and are not. One that waits for the interval of
// its log is as it should be, and so is one that another place compiles.
func (st *Report) overdue() int {
	if st.elsewhere {
		return 0
	}
	n := st.Entries.Waiting
	for _, l := range st.Compiled.Logs {
		if l.State == state.Waiting {
			n -= l.Fresh
		}
	}
	return n
}

func (st *Report) mendDead() string {
	if st.Queue.Dead > 0 {
		return "memoria queue retry tries them again"
	}
	return "memoria import tries them again; memoria queue drop SESSION gives one up whose transcript is gone"
}

func (st *Report) mendPending(now time.Time) string {
	until, awaited := st.awaited()
	switch {
	case awaited && until.After(now):
		return fmt.Sprintf("memoria queue drop %s gives it up; else each scan looks for its transcript, and leaves it out from %s on", vault.Quote(st.Unfound[0].Session), say.Moment(until, now))
	case awaited:
		return "memoria flush --scan looks once more for a transcript, and leaves out what has none"
	case st.Queue.Waiting+st.Queue.Failing > 0:
		return "memoria flush --wait captures them now"
	case st.Captures:
		return "memoria flush --scan --wait captures them now, and within ten minutes what an agent was still to write; memoria queue drop SESSION gives one up"
	}
	return "memoria import goes on with them"
}
