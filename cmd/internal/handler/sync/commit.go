package sync

import (
	"context"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/say"
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
	var parts []string
	logs, pages := 0, 0
	for _, name := range names {
		switch {
		case isLog(r.Vault.Config.Daily, name):
			logs++
		case r.Vault.Wiki().Writes(name):
			pages++
		}
	}
	if logs > 0 {
		parts = append(parts, say.Count(logs, "day log"))
	}
	if pages > 0 {
		parts = append(parts, say.Count(pages, "article"))
	}
	switch {
	case logs+pages > 0:
	case slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, r.Vault.Config.Wiki+"/") }):
		parts = []string{"lists of articles"}
	default:
		parts = []string{"settings"}
	}
	return "memoria: " + strings.Join(parts, ", ") + " (" + r.machine.Name + ")"
}
