package compiler

import (
	"context"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
)

// A LogStatus says how the logs stand, as far as that can be told without a look at the wiki.
type LogStatus struct {
	Logs        []logs.Standing // every log, by day
	Interrupted bool            // the last run did not end; the next one does the rest
	Warning     string          // the state is damaged, so that every log counts as new
	Drafts      bool            // something may wait beside a person's words: see Proposals
	Back        []journal.Note  // logs in which stands what was forgotten

	// The logs, and what Standing tells of, being the same, this is so from and until then.
	From, Until time.Time // zero for always
}

// Logs reads the logs and the state. Of the vault it changes nothing but what the cache knows of logs.
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
			out.turns(at, c.Now())
			out.turns(at.Add(c.Interval), c.Now())
		}
	}
	for _, r := range st.Pages {
		out.Drafts = out.Drafts || r.Draft != ""
	}
	out.Interrupted = c.Journal().Interrupted() == journal.Compiling
	return out, nil
}

// turns notes a time at which a log may come to stand otherwise.
func (s *LogStatus) turns(at, now time.Time) {
	switch {
	case at.After(now):
		if s.Until.IsZero() || at.Before(s.Until) {
			s.Until = at
		}
	case at.After(s.From):
		s.From = at
	}
}

// Standing returns a mark of all that Logs and Proposals follow from beside the logs, the articles and
// the hour: while it is the same, so is that. It is "" when there is no telling: a run did not end, or
// the state was written so shortly before tick, what the file system's clock says, that its stamp may
// not tell of the next change.
func (c *Compiler) Standing(tick int64) string {
	st, pages, ok := c.stateStamps()
	if !ok || !settled(tick, st, pages) {
		return ""
	}
	return fmt.Sprint(c.idleKey(), st, pages)
}
