package look

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/spent"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/pick"
)

func (a *app) statusCmd() *cobra.Command {
	var check, given, cost bool
	c := command.New("status", a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error {
		if given {
			r, err := status.ReceiptsOf(ctx, v)
			if err != nil {
				return err
			}
			return a.Answer(r, func() { a.tellReceipts(r) })
		}
		if cost {
			x, err := spent.Of(ctx, v)
			if err != nil {
				return err
			}
			return a.Answer(x, func() {
				for _, l := range x.Lines(costsShown) {
					a.UI.Print("%s", l)
				}
			})
		}
		st, err := (&status.Handler{Vault: v, Warn: a.UI.Warn}).Look(ctx)
		if err != nil {
			return err
		}
		if a.AsJSON && st.Spend != nil {
			if st.Spend.Account, err = spent.Of(ctx, v); err != nil {
				return err
			}
		}
		err = a.Answer(st, func() { a.tellStatus(st) })
		if err == nil && check {
			err = st.Check(a.Now())
		}
		return err
	}))
	a.JSONFlag(c)
	c.Flags().BoolVar(&given, "receipts", false, "what sessions were shown of the memories, and had a use for")
	c.Flags().BoolVar(&cost, "cost", false, "what models took for each session, day, project and page")
	c.Flags().BoolVar(&check, "check", false, "exit 1 when it does not add up, or something is pending, dead or overdue for the compiler")
	return c
}

// costsShown is how many sessions, days, projects and pages are told of.
const costsShown = 10

func (a *app) tellStatus(st *status.Report) {
	a.Page()
	a.UI.Print("vault     %s", st.Vault)
	if s := st.Shared; s != nil && s.Machine != "" {
		a.UI.Print("machine   %s of %s; its state is in %s", s.Machine, s.Who, s.State)
	}
	a.UI.Print("sessions  %s", sum(st.Sessions.Counts, len(st.Sessions.Skipped)))
	a.UI.Print("turns     %s", sum(st.Turns.Counts, st.Turns.Skipped))
	a.UI.Print("entries   %s in %s = %s compiled + %s waiting", say.Thousands(st.Entries.Seen), daysOf(st.Logs), say.Thousands(st.Entries.Compiled), say.Thousands(st.Entries.Waiting))
	a.tellWritten(st.Written)
	a.UI.Print("articles  %s", say.Thousands(st.Articles))
	a.tellEdited(st.Edited)
	for _, p := range st.Published {
		a.UI.Print("published %s in %s; hooks leave out what a session reads there", say.Printable(p.Project), say.Printable(p.File))
	}
	a.TellMemory(st.Memory, "memory    ")
	a.tellQueueStatus(st.Queue)
	if st.LastRun != nil {
		a.UI.Print("worker    %s", st.LastRun.Tell(a.Now().Location()))
	}
	if st.Sync != nil {
		a.UI.Print("sync      %s", cmp.Or(st.Sync.Tell(a.Now()), "nothing holds it up")+"; memoria sync --status says more")
	}
	for _, line := range accept.Tell(st.Waits, a.VaultFlag(st.Vault)) {
		a.UI.Print("%s", line)
	}
	if st.Improve != nil {
		a.UI.Print("improve   %s", st.Improve.Tell)
	}
	for _, line := range st.Spend.Lines(a.Now().Location()) {
		a.UI.Print("%s", line)
	}
	a.tellUncaptured(st)
	for _, l := range st.Compiled.Logs {
		idle := l.State == state.Waiting && l.Fresh+l.Lost+l.Unclosed+l.Torn == 0 // nothing waits for its interval
		if l.State != state.Fresh && !idle {
			a.UI.Print("%s", say.Printable(l.String()))
		}
	}
	for _, n := range st.ByHand {
		a.UI.Print("by hand   %s", say.Printable(n.String()))
	}
	if st.Proposed > 0 {
		a.UI.Print("proposed  %s where you changed the same lines; memoria compile --proposals shows both", say.Count(st.Proposed, "change"))
	}
	for _, n := range st.Problems {
		a.UI.Print("problem   %s", say.Printable(n.String()))
	}
	for _, d := range st.Disagreements {
		a.UI.Print("wrong     %s", say.Printable(d.Text))
		a.UI.Print("          mend: %s", say.Printable(d.Mend))
	}
	if n := len(st.Damaged); n > 0 {
		a.UI.Print("damaged   %s", status.Damaged(st.Damaged))
		for i, d := range st.Damaged {
			if i == skipsShown && n > skipsShown+1 {
				a.UI.Print("          and %s; --json names them", say.Count(n-i, "more"))
				break
			}
			a.UI.Print("          %s", say.Printable(d.Path))
		}
	}
	a.tellSkipped(st.Sessions.Skipped)
	for _, u := range st.Unfound {
		a.UI.Print("awaited   %s  %s", say.Printable(u.Session), say.Printable(u.Tell(a.Now())))
	}
	for _, x := range st.Dead {
		a.UI.Print("dead      %s  %s", say.Printable(x.Session), say.Printable(x.Reason))
	}
	a.tellTallies(st.Agents, st.Projects)
	if st.Sessions.Seen == 0 {
		a.UI.Print("Next: memoria import reads your past sessions")
	}
}

func sum(c ledger.Counts, skipped int) string {
	return fmt.Sprintf("%s seen = %s flushed + %s pending + %s dead + %s skipped", say.Thousands(c.Seen), say.Thousands(c.Flushed), say.Thousands(c.Pending), say.Thousands(c.Dead), say.Thousands(skipped))
}

// tellWritten reports who wrote the entries, unless it was the built-in author alone.
func (a *app) tellWritten(written map[string]int) {
	if len(written) == 0 || len(written) == 1 && written[author.Extractive] > 0 {
		return
	}
	var parts []string
	for _, by := range slices.Sorted(maps.Keys(written)) {
		parts = append(parts, fmt.Sprintf("%s by %s", say.Thousands(written[by]), say.Printable(by)))
	}
	a.UI.Print("written   %s", strings.Join(parts, ", "))
}

// tellEdited reports which models edited the articles, if any.
func (a *app) tellEdited(e status.Edited) {
	parts := pick.Each(e.By, func(s kept.Share) string {
		return fmt.Sprintf("%s by %s", say.Count(s.Entries, "entry"), say.Printable(s.By))
	})
	if len(parts) > 0 {
		a.UI.Print("edited    the articles on %s, without %s that did not hold", strings.Join(parts, ", on "), say.Count(e.Left, "line"))
	}
	aside := 0
	for _, s := range e.Aside {
		if s.Owed {
			a.UI.Print("unedited  %s of %s, until the model can be asked: %s; the next compile does", say.Count(s.Entries, "entry"), asideDays(s), say.Printable(s.Why))
			continue
		}
		aside += s.Entries
	}
	if aside > 0 {
		a.UI.Print("set aside %s, in the articles as they are without a model; memoria queue list says why, memoria queue retry asks again", say.Count(aside, "entry"))
	}
}

// daysOf counts the logs, or where machines wrote several of one day, the days.
func daysOf(list []status.Log) string {
	days := pick.Set(list, func(l status.Log) daily.Date { return l.Date.Day() })
	if len(days) < len(list) {
		return say.Count(len(days), "day")
	}
	return say.Count(len(list), "day log")
}

func asideDays(s kept.Aside) string {
	return cmp.Or(strings.Join(s.Days, ", "), "the logs")
}

// tellQueueStatus prints the queue: a line of numbers, and one for each job that fails.
func (a *app) tellQueueStatus(q status.Queue) {
	if len(q.Jobs) == 0 {
		a.UI.Print("queue     empty")
	} else {
		a.UI.Print("queue     %s: %s waiting, %s failing, %s dead", say.Count(len(q.Jobs), "session"), say.Thousands(q.Waiting), say.Thousands(q.Failing), say.Thousands(q.Dead))
	}
	for _, j := range q.Jobs {
		if j.State == queue.Retrying {
			a.UI.Print("failing   %s  %s; tried %s, again %s", say.Printable(j.Session), say.Printable(cmp.Or(j.Reason, "the worker died on it")), say.Times(j.Attempts), say.Soon(j.Next, a.Now()))
		}
	}
	if q.Spool > 0 {
		a.UI.Print("spool     %s in %s, from when the vault could not be written", say.Count(q.Spool, "note"), a.Machine().StateDir())
	}
}

// tellUncaptured prints which transcripts of the agents are in no log, and until when they can be captured.
func (a *app) tellUncaptured(st *status.Report) {
	if n := st.Grown.Transcripts; n > 0 {
		a.UI.Print("unheard   %s went on and no hook told; memoria flush --scan looks at them", say.Count(n, "transcript"))
	}
	if !st.Captures && !st.Default {
		return // nobody said that sessions are to go into this vault
	}
	if n := st.Older.Transcripts; n > 0 {
		from := ""
		if st.Captures {
			from = " from before the hooks"
		}
		a.UI.Print("older     %s (%s)%s, not read; memoria import reads them (projects.include and projects.exclude hold there, too)", say.Count(n, "transcript"), say.Bytes(st.Older.Bytes), from)
	}
	if n := len(st.AtRisk); n > 0 {
		a.UI.Print("at risk   %s not captured and deleted by the agent from %s on; memoria import saves them", say.Count(n, "transcript"), st.AtRisk[0].Deleted.In(a.Now().Location()).Format(time.DateOnly))
	}
}

// skipsShown is how many skipped sessions of one reason are named.
const skipsShown = 3

// tellSkipped prints the skipped sessions: each with its reason, or, if many have the same reason, their number.
func (a *app) tellSkipped(all []ledger.Skip) {
	shortened := false
	say.ByReason(all, func(s ledger.Skip) (string, string) { return s.Session, s.Reason }, func(ids []string, why string) {
		if len(ids) > skipsShown {
			shortened, ids = true, []string{say.Count(len(ids), "session")}
		}
		for _, id := range ids {
			a.UI.Print("skipped   %s  %s", say.Printable(id), say.Printable(why))
		}
	})
	if shortened {
		a.UI.Print("          memoria status --json names all that were skipped")
	}
}

const tableName = 24 // characters of an agent's or a project's name

// tellTallies prints a table: each agent, and below it its projects.
func (a *app) tellTallies(agents []status.AgentTally, projects []status.ProjectTally) {
	if len(agents) == 0 {
		return
	}
	row := func(name, indent string, t status.Tally) {
		s := t.Sessions
		a.UI.Print("%s%-*s %9s %8s %8s %5s %8s %8s", indent, tableName-len(indent), say.Clip(say.Printable(name), tableName-len(indent)), say.Thousands(s.Seen),
			say.Thousands(s.Flushed), say.Thousands(s.Pending), say.Thousands(s.Dead), say.Thousands(s.Skipped), say.Thousands(t.Turns.Seen))
	}
	a.UI.Print("%-*s %9s %8s %8s %5s %8s %8s", tableName, "", "sessions", "flushed", "pending", "dead", "skipped", "turns")
	for _, g := range agents {
		row(g.Agent, "", g.Tally)
		for _, p := range projects {
			if p.Agent == g.Agent {
				row(cmp.Or(p.Project, "(no project)"), "  ", p.Tally)
			}
		}
	}
}
