package compiler

import (
	"context"
	"fmt"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
)

// A LogStatus gives the status of the logs, as far as it is known without reading the wiki.
type LogStatus struct {
	Logs        []logs.Standing // every log, by day
	Interrupted bool            // the last run was interrupted; the next one completes it
	Warning     string          // the state is damaged, so that every log counts as new
	Drafts      bool            // there may be proposals: see Proposals
	Back        []journal.Note  // logs that contain forgotten text again

	logs.Period // in which this holds while the logs and Standing are unchanged
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
		if at := s.Record.CompiledAt(); !at.IsZero() && (s.State == state.Waiting || s.State == state.Changed) {
			out.Turn(at, c.Now())
			out.Turn(at.Add(c.Interval), c.Now())
		}
	}
	for _, r := range st.Pages {
		out.Drafts = out.Drafts || r.Draft != ""
	}
	out.Interrupted = c.Journal().Interrupted() == journal.Compiling
	return out, nil
}

// Standing returns a mark of everything that Logs and Proposals depend on besides the logs, the articles and the
// hour. An equal mark means an equal result. The mark is "" if that cannot be known: a run was interrupted, or the
// state was written so shortly before tick, the file system's clock, that its stamp may not reveal the next change.
func (c *Compiler) Standing(tick int64) string {
	st, pages, ok := c.stateStamps()
	if !ok || !settled(tick, st, pages) {
		return ""
	}
	return fmt.Sprint(c.idleKey(), st, pages)
}
