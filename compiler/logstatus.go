package compiler

import (
	"context"
)

// A LogStatus says how the logs stand, as far as that can be told without a look at the wiki.
type LogStatus struct {
	Logs        []LogPlan // every log, by day
	Interrupted bool      // the last run did not end; the next one does the rest
	Warning     string    // the state is damaged, so that every log counts as new

	pages map[string]pageRecord
}

// Wrote reports whether the page at a path is one that we wrote, whoever has edited it since.
func (s LogStatus) Wrote(path string) bool {
	r, ok := s.pages[path]
	return ok && !r.Deleted && r.Hash != ""
}

// Logs reads the logs and the state, and writes nothing.
func (c *Compiler) Logs(ctx context.Context) (LogStatus, error) {
	st, _, warning, err := peek[state](c.Vault, stateName)
	if err != nil {
		return LogStatus{}, err
	}
	sources, _, err := c.readLogs(ctx, &st)
	if err != nil {
		return LogStatus{}, err
	}
	out := LogStatus{Warning: warning, pages: st.Pages}
	for _, s := range sources {
		s.judge(Options{}, recipe(c.Author), c.Now(), c.Interval)
		out.Logs = append(out.Logs, s.plan())
	}
	left, err := c.Vault.ReadFile(pendingName)
	out.Interrupted = err == nil && len(left) > 0
	return out, nil
}
