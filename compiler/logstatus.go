package compiler

import (
	"context"
)

// A LogStatus says how the logs stand, as far as that can be told without a look at the wiki.
type LogStatus struct {
	Logs        []LogPlan // every log, by day
	Interrupted bool      // the last run did not end; the next one does the rest
	Warning     string    // the state is damaged, so that every log counts as new
}

// Logs reads the logs and the state. Of the vault it changes nothing but what the cache knows of logs.
func (c *Compiler) Logs(ctx context.Context) (LogStatus, error) {
	c = c.ticking()
	st, _, warning, err := peek[state](c.Vault, stateName)
	if err != nil {
		return LogStatus{}, err
	}
	sources, _, err := c.readLogs(ctx, &st)
	if err != nil {
		return LogStatus{}, err
	}
	out := LogStatus{Warning: warning}
	for _, s := range sources {
		s.judge(Options{}, recipe(c.Author), c.Now(), c.Interval)
		out.Logs = append(out.Logs, s.plan())
	}
	left, err := c.Vault.ReadFile(pendingName)
	out.Interrupted = err == nil && len(left) > 0
	return out, nil
}
