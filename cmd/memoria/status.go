package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
)

// entryCounts is how the logs' entries stand to the wiki: seen = compiled + waiting.
type entryCounts struct {
	Seen     int `json:"seen"`
	Compiled int `json:"compiled"`
	Waiting  int `json:"waiting"`
}

// status is the answer of `memoria status --json`.
type status struct {
	Schema   int            `json:"schema"`
	Vault    string         `json:"vault"`
	Sessions sessionCounts  `json:"sessions"`
	Turns    turnCounts     `json:"turns"`
	Agents   []agentTally   `json:"agents"`
	Projects []projectTally `json:"projects"`
	Dead     []flush.Skip   `json:"dead"`
	Unfound  []unfound      `json:"without_transcript"`
	Queue    queueStatus    `json:"queue"`
	LastRun  *lastRun       `json:"last_run"`
	Grown    heap           `json:"unreported"`
	Older    heap           `json:"older"`
	AtRisk   []atRisk       `json:"at_risk"`
	Wrong    []string       `json:"disagreements"`
	Spend    *spend         `json:"models"` // null while no model was ever asked

	Lost []flush.LostEntry `json:"lost_entries"`

	Unarchived int `json:"unarchived"` // sessions with entries

	Entries  entryCounts    `json:"entries"`
	Written  map[string]int `json:"entries_by"` // by who wrote them
	Logs     []planLog      `json:"logs"`
	Articles int            `json:"articles"`
	Edited   edited         `json:"edited"` // by models
	Removed  int            `json:"articles_removed_by_hand"`
	Proposed int            `json:"proposals"`

	Published []publishedFile `json:"published"`
	Memory    memoryCounts    `json:"agent_memory"`

	ByHand   []compiler.Note `json:"by_hand"`
	Problems []compiler.Note `json:"problems"`
	Notes    []compiler.Note `json:"notes"`

	compiled compiler.Status
	captures bool // hooks tell this vault of sessions

	wrong         []disagreement
	records       []flush.Record
	all           []flush.Record // with the queue laid over them
	jobs          []queue.Job
	uncaptured    uncaptured
	noTranscripts error // why not all is known of them
}

func (a *app) statusCmd() *cobra.Command {
	var asJSON, check, given bool
	c := &cobra.Command{
		Use:   "status",
		Short: "What was seen, is in the logs, is compiled",
		Long: `Say what memoria has seen of your sessions and what became of it:
seen = flushed + pending + dead + skipped, for sessions and for turns, in all and by
agent and project; what waits in the queue; and which transcripts are not captured.`,
		RunE: func(c *cobra.Command, _ []string) error {
			v, err := a.open()
			if err != nil {
				return err
			}
			defer v.Dir.Close()
			if given {
				return a.receipts(c.Context(), v, asJSON)
			}
			st, err := a.status(c.Context(), v)
			if err != nil {
				return err
			}
			if asJSON {
				err = a.ui.JSON(st)
			} else {
				a.tellStatus(st)
			}
			if err == nil && check {
				err = st.check(a)
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "answer with one JSON object")
	c.Flags().BoolVar(&given, "receipts", false, "what sessions were shown of the memories, and had a use for")
	c.Flags().BoolVar(&check, "check", false, "exit 1 when it does not add up, or something is pending, dead or not compiled")
	return c
}

func (a *app) status(ctx context.Context, v *vault.Vault) (status, error) {
	st := status{Schema: 1, Vault: v.Dir.Path()}
	if err := a.captured(ctx, v, &st); err != nil {
		return st, err
	}
	c, err := a.compiler(v).Status(ctx)
	var gone *compiler.MissingLogsError
	if errors.As(err, &gone) {
		st.noLogs(gone)
		c, err = a.wikiAlone(ctx, v)
	}
	if err != nil {
		return st, err
	}
	st.compiled, st.Articles, st.Removed, st.Proposed = c, c.Articles, c.Removed, c.Proposals
	st.Edited, st.Published = a.edited(v), a.publishedFiles(v)
	if st.Memory, err = a.countMemory(ctx, v, time.Time{}); err != nil {
		a.ui.Warn("%v", err)
	}
	st.Entries = entryCounts{c.Entries, c.Compiled, c.Uncompiled}
	st.ByHand = orEmpty(c.ByHand)
	st.Logs, st.Problems, st.Notes = logsOf(c.Logs), orEmpty(c.Problems), orEmpty(c.Notes)
	return st, nil
}

// captured fills in what became of the sessions. Transcripts that cannot be listed are told of and
// take nothing from the rest.
func (a *app) captured(ctx context.Context, v *vault.Vault, st *status) error {
	records, warnings, err := (&flush.Ledger{Dir: v.Dir}).All(a.Now())
	if err != nil {
		return err
	}
	for _, w := range warnings {
		a.ui.Warn("%s", w)
	}
	jobs, err := a.jobs(v)
	if err != nil {
		return err
	}
	if err := a.disagreements(v, records, st); err != nil {
		return err
	}
	st.captures = a.captures(v)
	t, err := a.uncaptured(ctx, v, records, jobs)
	if err != nil {
		a.ui.Warn("%v", err)
		st.noTranscripts = err
	}
	all := overlay(records, jobs, a.flusher(v).ProjectOf)
	if st.captures {
		all = append(all, t.unheard()...)
	}
	st.Sessions.Counts, st.Turns.Counts, st.Sessions.Skipped, st.Turns.Skipped = flush.Account(all)
	st.Sessions.Skipped = orEmpty(st.Sessions.Skipped)
	st.Agents, st.Projects = tallies(all)
	st.Dead, st.Unfound = deadOf(all), unfoundOf(all, jobs, t)
	st.Queue = queueStatusOf(jobs)
	st.Queue.Spool = a.spooled(v)
	st.LastRun = a.lastRun(v)
	if st.Spend, err = a.spent(v); err != nil {
		a.ui.Warn("what models were asked: %v", err)
	}
	st.Grown, st.Older, st.AtRisk = heapOf(t.Grown), heapOf(t.Older), t.AtRisk
	st.records, st.all, st.jobs, st.uncaptured = records, all, jobs, t
	return nil
}

func deadOf(records []flush.Record) []flush.Skip {
	out := []flush.Skip{}
	for _, r := range records {
		if r.State == flush.Dead {
			out = append(out, flush.Skip{Session: r.Session, Reason: r.Reason})
		}
	}
	return out
}

// idle tells a log whose interval has not passed and in which nothing waits for that.
func idle(l compiler.LogPlan) bool {
	return l.State == compiler.Waiting && l.Fresh+l.Lost+l.Unclosed+l.Torn == 0
}

func (a *app) tellStatus(st status) {
	s, t := st.Sessions, st.Turns
	a.ui.Print("vault     %s", st.Vault)
	a.ui.Print("sessions  %s seen = %s flushed + %s pending + %s dead + %s skipped", thousands(s.Seen), thousands(s.Flushed), thousands(s.Pending), thousands(s.Dead), thousands(len(s.Skipped)))
	a.ui.Print("turns     %s seen = %s flushed + %s pending + %s dead + %s skipped", thousands(t.Seen), thousands(t.Flushed), thousands(t.Pending), thousands(t.Dead), thousands(t.Skipped))
	a.ui.Print("entries   %s in %s = %s compiled + %s waiting", thousands(st.Entries.Seen), count(len(st.Logs), "day log"), thousands(st.Entries.Compiled), thousands(st.Entries.Waiting))
	a.tellWritten(st.Written)
	a.ui.Print("articles  %s", thousands(st.Articles))
	a.tellEdited(st.Edited)
	a.tellPublishedFiles(st.Published)
	st.Memory.tell(a, "memory    ")
	a.tellQueueStatus(st.Queue)
	if st.LastRun != nil {
		a.ui.Print("worker    %s", st.LastRun.tell(a.Now().Location()))
	}
	a.tellSpend(st.Spend)
	a.tellUncaptured(st)
	for _, l := range st.compiled.Logs {
		if l.State != compiler.Fresh && !idle(l) {
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
	for _, d := range st.wrong {
		a.ui.Print("wrong     %s", printable(d.text))
		a.ui.Print("          mend: %s", printable(d.mend))
	}
	a.tellSkipped(st.all)
	for _, u := range st.Unfound {
		a.ui.Print("awaited   %s  %s", printable(u.Session), printable(u.tell(a)))
	}
	for _, x := range st.Dead {
		a.ui.Print("dead      %s  %s", printable(x.Session), printable(x.Reason))
	}
	a.tellTallies(st.Agents, st.Projects)
	if s.Seen == 0 {
		a.ui.Print("Next: memoria import reads your past sessions")
	}
}

// tellUncaptured prints what of the agent's transcripts is in no log, and until when it can be had.
func (a *app) tellUncaptured(st status) {
	if n := st.Grown.Transcripts; n > 0 {
		a.ui.Print("unheard   %s went on and no hook told; memoria flush --scan looks at them", count(n, "transcript"))
	}
	if n := st.Older.Transcripts; n > 0 {
		a.ui.Print("older     %s (%s) from before the hooks, not read; memoria import reads them (projects.include and projects.exclude hold there, too)", count(n, "transcript"), megabytes(st.Older.Bytes))
	}
	if n := len(st.AtRisk); n > 0 {
		a.ui.Print("at risk   %s not captured and deleted by the agent from %s on; memoria import saves them", count(n, "transcript"), st.AtRisk[0].Deleted.In(a.Now().Location()).Format("2006-01-02"))
	}
}

func megabytes(n int64) string {
	if n < 100_000 {
		return "less than 0.1 MB"
	}
	if n >= 10_000_000_000 {
		return fmt.Sprintf("%.0f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
