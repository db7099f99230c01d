package compiler

import (
	"context"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
)

// A LogStatus gives the status of the logs, as far as it is known without reading the wiki.
type LogStatus struct {
	Logs        []logs.Standing // every log, by day
	Interrupted bool            // the last run was interrupted; the next one completes it
	Warning     string          // the state is damaged, so that every log counts as new
	Drafts      bool            // there may be proposals: see Proposals
	Pages       int             // articles that were written and nobody removed
	Back        []journal.Note  // logs that contain forgotten text again
}

// Logs reads the logs and the state. It writes nothing in the vault but the cache of logs.
func (c *Compiler) Logs(ctx context.Context) (LogStatus, error) {
	c = c.ticking()
	st, _, warning, err := c.store().Read()
	if err != nil {
		return LogStatus{}, err
	}
	sources, _, err := logs.Read(ctx, c.Daily, c.allowNoLogs, st)
	if err != nil {
		return LogStatus{}, err
	}
	out := LogStatus{Warning: warning}
	for _, s := range sources {
		s.Judge(logs.Rule{By: recipe(c.Author), Now: c.Now(), Interval: c.Interval})
		out.Logs, out.Back = append(out.Logs, s.Standing()), append(out.Back, s.BackNotes()...)
	}
	for _, r := range st.Pages {
		out.Drafts = out.Drafts || r.Draft != ""
		if !r.Deleted {
			out.Pages++
		}
	}
	out.Interrupted = c.Journal().Interrupted() == journal.Compiling
	return out, nil
}
