package capture

import (
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent"
)

// mostTaken is how many folders hooks are told of. The oldest go first: of them hooks keep no words until they are told again.
const mostTaken = 256

// Settle writes the settings that hooks read.
func (w *Worker) Settle() {
	rules, finder := w.Vault.Filter(), w.Vault.Machine.Finder()
	s := agent.Settings{Throttle: w.Queue.Throttle, Context: w.Vault.Config.Context, Recall: w.Vault.Config.Recall,
		Narrow: rules.Excluded != nil || len(w.Vault.Config.Private) > 0}
	if s.Narrow {
		s.Taken = slices.DeleteFunc(agent.Taken(w.Vault.Dir, finder.UserConfig()), func(dir string) bool { return rules.Withheld(dir) != "" })
	}
	w.hooks = s
	w.tellHooks()
}

func (w *Worker) tellHooks() {
	if err := agent.KeepSettings(w.Vault.Dir, w.Vault.Machine.Finder().UserConfig(), w.hooks); err != nil {
		w.Tell("%v", err)
	}
}

// leavesOut returns why nothing said in a folder is kept, "" if it is; then hooks may keep what is said there.
func (w *Worker) leavesOut(dir string) (why string) {
	rules := w.Vault.Filter()
	if why = rules.Withheld(dir); why == "" && dir != "" && w.hooks.Narrow && !slices.Contains(w.hooks.Taken, dir) {
		w.hooks.Taken = append(w.hooks.Taken, dir)
		w.hooks.Taken = w.hooks.Taken[max(0, len(w.hooks.Taken)-mostTaken):]
		w.tellHooks()
	}
	return why
}
