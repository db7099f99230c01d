package sync

import (
	"context"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/wiki"
)

// commit commits what is new here, and beside a page that a person edited the text that was generated for it: by that
// other machines tell what the edits are.
func (r *run) commit(ctx context.Context) error {
	if _, err := r.Vault.Gate.Waits(); err != nil { // what the person changed counts as theirs while no commit has it
		return err
	}
	before := r.work.Head
	for range 2 {
		r.held, r.secret, r.edited = nil, nil, map[string]string{}
		names, err := r.work.Commit(ctx, r.message)
		r.Committed = append(r.Committed, names...)
		r.Held = r.held
		if err != nil || before == "" {
			return err
		}
		texts := map[string][]byte{}
		for name, sum := range r.edited {
			text, err := r.work.File(ctx, before, name)
			if err != nil {
				return err
			}
			if wiki.Sum(text) == sum {
				texts[sum] = text
			}
		}
		if err := (adopt.Bases{Dir: r.Vault.Dir}).Keep(texts); err != nil || len(texts) == 0 {
			return err
		}
	}
	return nil
}

// message tells in a line what a commit holds.
func (r *run) message(names []string) string {
	return "memoria: " + Counted(r.Vault, names, ", ") + " (" + r.machine.Name + ")"
}
