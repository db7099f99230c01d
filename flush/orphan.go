package flush

import (
	"fmt"
	"slices"

	"github.com/agent-admin/memoria/flush/rowkey"
)

// An archivedName is a file of the archive and the row that it begins with.
type archivedName struct{ name, first string }

// list reads how the files of a session begin. What cannot be read holds nothing.
func (a archive) list(agent, session string) ([]archivedName, error) {
	names, err := a.files(archiveFolder(agent, session))
	if err != nil {
		return nil, fmt.Errorf("read the archive of session %s: %w", session, err)
	}
	var out []archivedName
	for _, n := range names {
		if head, err := a.head(n); err == nil && head.First != "" {
			out = append(out, archivedName{n, head.First})
		}
	}
	return out, nil
}

// An orphan is a file that a crash left, or may have left, before its rows were indexed.
type orphan struct {
	name string
	sure bool
}

// orphans finds them among the files of a session. One that begins with a hook's message may be one
// although the index knows it, should that have been made anew from the archive.
func (c *cover) orphans(me rowkey.Key, all []archivedName) []orphan {
	var out []orphan
	for _, f := range all {
		m, ok := c.mark(rowkey.Of(f.first))
		if sure := !ok || m.Session != me; sure || isHeard(f.first) {
			out = append(out, orphan{f.name, sure})
		}
	}
	return out
}

// sweep takes out of the orphans the turns that are about to be archived again, that were
// captured as another session's meanwhile, or that a hook will report again.
func (a archive) sweep(h *harvest) error {
	again := map[string]bool{}
	var turns []archivedTurn
	for _, f := range h.files {
		turns = append(turns, f.turns...)
	}
	for _, t := range turns {
		for _, r := range t.Rows {
			again[r] = true
		}
	}
	turns = append(turns, h.others...)
	for _, o := range h.orphans {
		f, err := a.read(o.name)
		if err != nil {
			continue
		}
		err = a.drop(o.name, f, func(t archivedTurn) bool {
			return again[t.Rows[0]] || h.theirs(t.Rows[0]) ||
				isHeard(t.Rows[0]) && (o.sure && h.cover.held[rowkey.Of(t.Entry)] == "" || slices.ContainsFunc(turns, t.heard))
		})
		if err != nil {
			return err
		}
	}
	return nil
}
