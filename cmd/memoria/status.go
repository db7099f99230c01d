package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
)

func (a *app) statusCmd() *cobra.Command {
	var asJSON, check, given bool
	c := command("status", a.inVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		if given {
			r, err := status.ReceiptsOf(ctx, v)
			switch {
			case err != nil:
				return err
			case asJSON:
				return a.ui.JSON(r)
			}
			a.tellReceipts(r)
			return nil
		}
		st, err := (&status.Handler{Vault: v, Warn: a.ui.Warn}).Look(ctx)
		if err != nil {
			return err
		}
		if asJSON {
			err = a.ui.JSON(st)
		} else {
			a.tellStatus(st)
		}
		if err == nil && check {
			err = st.Check(a.Now())
		}
		return err
	}))
	jsonFlag(c, &asJSON)
	c.Flags().BoolVar(&given, "receipts", false, "what sessions were shown of the memories, and had a use for")
	c.Flags().BoolVar(&check, "check", false, "exit 1 when it does not add up, or something is pending, dead or not compiled")
	return c
}

func (a *app) tellStatus(st *status.Report) {
	a.ui.Print("vault     %s", st.Vault)
	a.ui.Print("sessions  %s", sum(st.Sessions.Counts, len(st.Sessions.Skipped)))
	a.ui.Print("turns     %s", sum(st.Turns.Counts, st.Turns.Skipped))
	a.ui.Print("entries   %s in %s = %s compiled + %s waiting", thousands(st.Entries.Seen), count(len(st.Logs), "day log"), thousands(st.Entries.Compiled), thousands(st.Entries.Waiting))
	a.tellWritten(st.Written)
	a.ui.Print("articles  %s", thousands(st.Articles))
	a.tellEdited(st.Edited)
	for _, p := range st.Published {
		a.ui.Print("published %s in %s; hooks leave out what a session reads there", printable(p.Project), printable(p.File))
	}
	a.tellMemory(st.Memory, "memory    ")
	a.tellQueueStatus(st.Queue)
	if st.LastRun != nil {
		a.ui.Print("worker    %s", st.LastRun.Tell(a.Now().Location()))
	}
	for _, line := range st.Spend.Lines(a.Now().Location()) {
		a.ui.Print("%s", line)
	}
	a.tellUncaptured(st)
	for _, l := range st.Compiled.Logs {
		idle := l.State == state.Waiting && l.Fresh+l.Lost+l.Unclosed+l.Torn == 0 // nothing waits for its interval
		if l.State != state.Fresh && !idle {
			a.ui.Print("%s", printable(l.String()))
		}
	}
	for _, n := range st.ByHand {
		a.ui.Print("by hand   %s", printable(n.String()))
	}
	if st.Proposed > 0 {
		a.ui.Print("proposed  %s where you changed the same lines; memoria compile --proposals shows both", count(st.Proposed, "change"))
	}
	for _, n := range st.Problems {
		a.ui.Print("problem   %s", printable(n.String()))
	}
	for _, d := range st.Disagreements {
		a.ui.Print("wrong     %s", printable(d.Text))
		a.ui.Print("          mend: %s", printable(d.Mend))
	}
	a.tellSkipped(st.All)
	for _, u := range st.Unfound {
		a.ui.Print("awaited   %s  %s", printable(u.Session), printable(u.Tell(a.Now())))
	}
	for _, x := range st.Dead {
		a.ui.Print("dead      %s  %s", printable(x.Session), printable(x.Reason))
	}
	a.tellTallies(st.Agents, st.Projects)
	if st.Sessions.Seen == 0 {
		a.ui.Print("Next: memoria import reads your past sessions")
	}
}

func sum(c ledger.Counts, skipped int) string {
	return fmt.Sprintf("%s seen = %s flushed + %s pending + %s dead + %s skipped", thousands(c.Seen), thousands(c.Flushed), thousands(c.Pending), thousands(c.Dead), thousands(skipped))
}

// tellWritten reports who wrote the entries, unless it was the built-in author alone.
func (a *app) tellWritten(written map[string]int) {
	if len(written) == 0 || len(written) == 1 && written[author.Extractive] > 0 {
		return
	}
	var parts []string
	for _, by := range slices.Sorted(maps.Keys(written)) {
		parts = append(parts, fmt.Sprintf("%s by %s", thousands(written[by]), printable(by)))
	}
	a.ui.Print("written   %s", strings.Join(parts, ", "))
}

// tellEdited reports which models edited the articles, if any.
func (a *app) tellEdited(e status.Edited) {
	var parts []string
	for _, s := range e.By {
		parts = append(parts, fmt.Sprintf("%s by %s", count(s.Entries, "entry"), printable(s.By)))
	}
	if len(parts) > 0 {
		a.ui.Print("edited    the articles on %s, without %s that did not hold", strings.Join(parts, ", on "), count(e.Left, "line"))
	}
	var aside []editor.Aside
	entries := 0
	for _, s := range e.Aside {
		if s.Owed {
			a.ui.Print("unedited  %s of %s, until the model can be asked: %s; the next compile does", count(s.Entries, "entry"), asideDays(s), printable(s.Why))
			continue
		}
		aside, entries = append(aside, s), entries+s.Entries
	}
	switch len(aside) {
	case 0:
	case 1:
		s := aside[0]
		a.ui.Print("set aside %s of %s, in the articles as they are without a model: %s; memoria queue retry %s asks again", count(entries, "entry"), asideDays(s), printable(s.Why), s.ID)
	default:
		a.ui.Print("set aside %s, in the articles as they are without a model; memoria queue list says why, memoria queue retry asks again", count(entries, "entry"))
	}
}

func asideDays(s editor.Aside) string {
	return cmp.Or(strings.Join(s.Days, ", "), "the logs")
}

// tellQueueStatus prints the queue: a line of numbers, and one for each job that fails.
func (a *app) tellQueueStatus(q status.Queue) {
	if len(q.Jobs) == 0 {
		a.ui.Print("queue     empty")
	} else {
		a.ui.Print("queue     %s: %s waiting, %s failing, %s dead", count(len(q.Jobs), "session"), thousands(q.Waiting), thousands(q.Failing), thousands(q.Dead))
	}
	for _, j := range q.Jobs {
		if j.State == queue.Retrying {
			a.ui.Print("failing   %s  %s; tried %s, again %s", printable(j.Session), printable(cmp.Or(j.Reason, "the worker died on it")), times(j.Attempts), say.Soon(j.Next, a.Now()))
		}
	}
	if q.Spool > 0 {
		a.ui.Print("spool     %s in %s, from when the vault could not be written", count(q.Spool, "note"), a.machine().StateDir())
	}
}

// tellUncaptured prints which transcripts of the agent are in no log, and until when they can be captured.
func (a *app) tellUncaptured(st *status.Report) {
	if n := st.Grown.Transcripts; n > 0 {
		a.ui.Print("unheard   %s went on and no hook told; memoria flush --scan looks at them", count(n, "transcript"))
	}
	if n := st.Older.Transcripts; n > 0 {
		a.ui.Print("older     %s (%s) from before the hooks, not read; memoria import reads them (projects.include and projects.exclude hold there, too)", count(n, "transcript"), say.Bytes(st.Older.Bytes))
	}
	if n := len(st.AtRisk); n > 0 {
		a.ui.Print("at risk   %s not captured and deleted by the agent from %s on; memoria import saves them", count(n, "transcript"), st.AtRisk[0].Deleted.In(a.Now().Location()).Format(time.DateOnly))
	}
}

// skipsShown is how many skipped sessions of one reason are named.
const skipsShown = 3

// tellSkipped prints the skipped sessions: each with its reason, or, if many have the same reason, their number and
// the newest.
func (a *app) tellSkipped(all []ledger.Record) {
	var reasons []string
	by := map[string][]ledger.Record{}
	for _, r := range all {
		if r.State != ledger.Skipped || r.Copy {
			continue
		}
		if by[r.Reason] == nil {
			reasons = append(reasons, r.Reason)
		}
		by[r.Reason] = append(by[r.Reason], r)
	}
	shortened := false
	for _, reason := range reasons {
		rs := by[reason]
		if len(rs) > skipsShown {
			shortened = true
			newest := slices.MaxFunc(rs, func(a, b ledger.Record) int {
				return cmp.Or(a.Last.Compare(b.Last), cmp.Compare(b.Session, a.Session))
			})
			a.ui.Print("skipped   %s  %s; the newest %s", count(len(rs), "session"), printable(reason), printable(placed(newest, a.Now().Location())))
			continue
		}
		for _, r := range rs {
			a.ui.Print("skipped   %s  %s", printable(r.Session), printable(reason))
		}
	}
	if shortened {
		a.ui.Print("          memoria status --json names all that were skipped")
	}
}

// placed names a session, with its day and project if known.
func placed(r ledger.Record, zone *time.Location) string {
	s := r.Session
	if !r.Last.IsZero() {
		s += " of " + r.Last.In(zone).Format(time.DateOnly)
	}
	if r.Project != "" {
		s += " in " + r.Project
	}
	return s
}

const tableName = 24 // characters of an agent's or a project's name

// tellTallies prints a table: each agent, and below it its projects.
func (a *app) tellTallies(agents []status.AgentTally, projects []status.ProjectTally) {
	if len(agents) == 0 {
		return
	}
	row := func(name, indent string, t status.Tally) {
		s := t.Sessions
		a.ui.Print("%s%-*s %9s %8s %8s %5s %8s %8s", indent, tableName-len(indent), clip(printable(name), tableName-len(indent)), thousands(s.Seen),
			thousands(s.Flushed), thousands(s.Pending), thousands(s.Dead), thousands(s.Skipped), thousands(t.Turns.Seen))
	}
	a.ui.Print("%-*s %9s %8s %8s %5s %8s %8s", tableName, "", "sessions", "flushed", "pending", "dead", "skipped", "turns")
	for _, g := range agents {
		row(g.Agent, "", g.Tally)
		for _, p := range projects {
			if p.Agent == g.Agent {
				row(cmp.Or(p.Project, "(no project)"), "  ", p.Tally)
			}
		}
	}
}
