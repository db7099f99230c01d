package main

import (
	"fmt"

	"github.com/agent-admin/memoria/compiler"
)

// check fails when seen is not yet all flushed or skipped, when the vault's records do not agree
// with each other, or when a log is due for the compiler.
func (st status) check(a *app) error {
	if n := len(st.wrong); n > 0 {
		h := st.wrong[0].mend
		if n > 1 {
			h += "; memoria status lists them all, and what mends each"
		}
		return hint(fmt.Errorf("status: %s; the first: %s", count(n, "disagreement"), st.wrong[0].text), exitFailure, h)
	}
	if n := len(st.Dead); n > 0 {
		return hint(fmt.Errorf("status: %s could not be flushed", count(n, "session")), exitFailure, st.mendDead())
	}
	if n := st.Sessions.Pending; n > 0 {
		return hint(fmt.Errorf("status: %s pending", count(n, "session")), exitFailure, st.mendPending(a))
	}
	if n := st.Turns.Pending; n > 0 {
		return hint(fmt.Errorf("status: %s pending", count(n, "turn")), exitFailure, st.mendPending(a))
	}
	if n := st.Queue.Spool; n > 0 {
		return hint(fmt.Errorf("status: %s could not be put in the vault", count(n, "note")), exitFailure, "memoria flush --wait takes them up")
	}
	if n := st.overdue(); n > 0 || st.compiled.Interrupted {
		return hint(fmt.Errorf("status: %s not compiled", count(n, "entry")), exitFailure, "memoria compile")
	}
	if n := len(st.ByHand); n > 0 {
		return hint(fmt.Errorf("status: %s changed by hand, and links do not follow yet", count(n, "article")), exitFailure, "memoria compile")
	}
	return nil
}

// overdue counts the entries that could be compiled and are not. One that waits for the interval of
// its log is as it should be.
func (st status) overdue() int {
	n := st.Entries.Waiting
	for _, l := range st.compiled.Logs {
		if l.State == compiler.Waiting {
			n -= l.Fresh
		}
	}
	return n
}

func (st status) mendDead() string {
	if st.Queue.Dead > 0 {
		return "memoria queue retry tries them again"
	}
	return "memoria import tries them again; memoria queue drop SESSION gives one up whose transcript is gone"
}

func (st status) mendPending(a *app) string {
	until, awaited := st.awaited()
	switch {
	case awaited && until.After(a.Now()):
		return fmt.Sprintf("there is no transcript yet; each scan looks for it (memoria flush --scan), and leaves it out from %s on", a.moment(until))
	case awaited:
		return "memoria flush --scan looks once more for a transcript, and leaves out what has none"
	case st.Queue.Waiting+st.Queue.Failing > 0:
		return "memoria flush --wait captures them now"
	case st.captures:
		return "memoria flush --scan --wait captures them now, and within ten minutes what an agent was still to write; memoria queue drop SESSION gives one up"
	}
	return "memoria import goes on with them"
}
