package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/flush"
)

// check fails when seen is not yet all flushed or skipped, when the vault's records do not agree
// with each other, or when a log is due for the compiler.
func (st status) check() error {
	if n := len(st.Wrong); n > 0 {
		return hint(fmt.Errorf("status: %s; the first: %s", count(n, "disagreement"), st.Wrong[0]), exitFailure, "memoria status lists them; memoria flush --rebuild SESSION writes a session's entries anew from the archive, memoria import from its transcript")
	}
	if n := len(st.Dead); n > 0 {
		return hint(fmt.Errorf("status: %s could not be flushed", count(n, "session")), exitFailure, st.mendDead())
	}
	if n := st.Sessions.Pending; n > 0 {
		return hint(fmt.Errorf("status: %s pending", count(n, "session")), exitFailure, st.mendPending())
	}
	if n := st.Turns.Pending; n > 0 {
		return hint(fmt.Errorf("status: %s pending", count(n, "turn")), exitFailure, st.mendPending())
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
	return "memoria import tries them again"
}

func (st status) mendPending() string {
	switch {
	case st.Queue.Waiting+st.Queue.Failing > 0:
		return "memoria flush --wait captures them now"
	case st.captures:
		return "memoria flush --scan --wait captures them now"
	}
	return "memoria import goes on with them"
}

// missing says which entries the ledger lists that no log holds. A log may hold more than the ledger
// knows: the ledger is a cache.
func (a *app) missing(v *vault.Vault, records []flush.Record) ([]string, error) {
	spans, err := a.daily(v).Spans()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	have := make(map[string]bool, len(spans))
	for _, s := range spans {
		have[s.Entry] = true
	}
	var out []string
	for _, r := range records {
		for _, id := range r.Entries {
			if !have[id] {
				out = append(out, fmt.Sprintf("session %s: its entry %s is in no day log", r.Session, id))
			}
		}
	}
	return out, nil
}
