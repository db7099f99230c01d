// Package status reports which sessions were seen and what happened to them, as the one struct that memoria status
// --json prints.
package status

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/handler/spent"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Handler reports the state of a vault.
type Handler struct {
	Vault *workspace.Vault                 // required
	Warn  func(format string, args ...any) // required: reports what could not be read
}

// Entries counts how many entries of the logs are in the wiki: seen = compiled + waiting.
type Entries struct {
	Seen     int `json:"seen"`
	Compiled int `json:"compiled"`
	Waiting  int `json:"waiting"`
}

// An Improve is one that is at work, or that stopped before its end.
type Improve struct {
	By      string `json:"by"` // the model
	Done    int    `json:"done"`
	Of      int    `json:"of"` // entries
	Working bool   `json:"working"`
	Error   string `json:"error,omitempty"`

	Tell string `json:"-"` // in a line
}

// A Report is the output of memoria status --json.
type Report struct {
	Vault    string             `json:"vault"`
	Shared   *Shared            `json:"shared,omitempty"`
	Sessions SessionCounts      `json:"sessions"`
	Turns    Counts             `json:"turns"`
	Agents   []AgentTally       `json:"agents"`
	Projects []ProjectTally     `json:"projects"`
	Dead     []ledger.Skip      `json:"dead"`
	Damaged  []ledger.Damage    `json:"damaged,omitempty"` // transcripts with lines that could not be read
	Unfound  []Unfound          `json:"without_transcript"`
	Queue    Queue              `json:"queue"`
	LastRun  *workspace.LastRun `json:"last_run"`
	Improve  *Improve           `json:"improve,omitempty"`
	Sync     *workspace.Synced  `json:"sync,omitempty"`  // of a shared vault
	Waits    []accept.Wait      `json:"waits,omitempty"` // settings of other machines that the person has not accepted
	Grown    Heap               `json:"unreported"`
	Older    Heap               `json:"older"`
	AtRisk   []AtRisk           `json:"at_risk"`
	Wrong    []string           `json:"disagreements"`
	Spend    *Spend             `json:"models"` // null while no model was ever asked

	Lost []archive.LostEntry `json:"lost_entries"`

	Unarchived int `json:"unarchived"` // sessions with entries

	Entries  Entries        `json:"entries"`
	Written  map[string]int `json:"entries_by"` // by who wrote them
	Logs     []Log          `json:"logs"`
	Articles int            `json:"articles"`
	Edited   Edited         `json:"edited"` // by models
	Removed  int            `json:"articles_removed_by_hand"`
	Proposed int            `json:"proposals"`

	Published []publish.File `json:"published"`
	Memory    memory.Counts  `json:"agent_memory"`

	ByHand   []journal.Note `json:"by_hand"`
	Problems []journal.Note `json:"problems"`
	Notes    []journal.Note `json:"notes"`

	Compiled      compiler.Status `json:"-"`
	Captures      bool            `json:"-"` // hooks tell this vault of sessions
	Default       bool            `json:"-"` // it is the person's default vault
	Disagreements []Disagreement  `json:"-"`
	Records       []ledger.Record `json:"-"` // of the ledger
	Jobs          []queue.Job     `json:"-"`
	Uncaptured    Uncaptured      `json:"-"`
	NoTranscripts error           `json:"-"` // why not all is known of them

	elsewhere bool // another place makes the articles
}

// Shared says who writes into a shared vault here, "" before the first entry, and where the state of this machine is.
type Shared struct {
	Machine string `json:"machine"`
	Who     string `json:"who"`
	State   string `json:"state"`
}

// Look returns the state of capture and of the wiki.
func (h *Handler) Look(ctx context.Context) (*Report, error) {
	st, err := h.Captured(ctx)
	if err != nil {
		return nil, err
	}
	v := h.Vault
	c, err := v.Compiler().Status(ctx)
	if gone, ok := errors.AsType[*logs.MissingError](err); ok { // what the archive holds of them was already reported, day by day
		st.disagree(Disagreement{gone.Error(), "is its drive mounted, and the sync done? If they are gone for good: " + mendRebuild + "all"})
		w, e := v.Wiki().Load(ctx)
		if e != nil {
			return nil, fmt.Errorf("read the wiki: %w", e)
		}
		c, err = compiler.Status{Articles: len(w.Articles())}, nil
	}
	if err != nil {
		return nil, err
	}
	st.Compiled, st.Articles, st.Removed, st.Proposed = c, c.Articles, c.Removed, c.Proposals
	x, err := kept.AccountOf(v.Replies())
	if err != nil {
		h.Warn("what models edited: %v", err)
	}
	st.Edited = Edited{say.List(x.By), say.List(x.Aside), x.Left}
	st.Published = publish.Files(v)
	if st.Memory, err = memory.Count(ctx, v, memory.Ask{}); err != nil {
		h.Warn("%v", err)
	}
	st.Entries = Entries{c.Entries, c.Compiled, c.Uncompiled}
	st.ByHand = say.List(c.ByHand)
	st.Logs, st.Problems, st.Notes = Logs(c.Logs), say.List(c.Problems), say.List(c.Notes)
	return st, nil
}

// Lines returns the state in lines, for an agent.
func (h *Handler) Lines(ctx context.Context) (string, error) {
	st, err := h.Look(ctx)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("vault %s\nsessions: %d seen, %d kept, %d pending, %d dead, %d skipped\nentries: %d, of which %d wait to be compiled\narticles: %d\n",
		st.Vault, st.Sessions.Seen, st.Sessions.Flushed, st.Sessions.Pending, st.Sessions.Dead, len(st.Sessions.Skipped),
		st.Entries.Seen, st.Entries.Waiting, st.Articles), nil
}

// Captured returns the state of capture, without the articles. If transcripts cannot be listed, the rest is still
// reported.
func (h *Handler) Captured(ctx context.Context) (*Report, error) {
	v, now := h.Vault, h.Vault.Now()
	st := &Report{Vault: v.Path(), Wrong: []string{}, elsewhere: !v.Compiles()}
	if v.ID != "" {
		id, err := vault.ReadIdentity(v.Dir, now)
		if err != nil {
			h.Warn("%v", err)
		}
		if st.Waits, err = v.Gate.Waits(); err != nil {
			h.Warn("%v", err)
		}
		st.Shared = &Shared{id.Name, id.Who, filepath.Dir(v.Dir.PathOf(layout.State))}
	}
	records, warnings, err := v.Ledger().All(now)
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		h.Warn("%s", w)
	}
	jobs, err := v.Queue(func(s string) { h.Warn("%s", s) }).List(now)
	if err != nil {
		return nil, err
	}
	if err := st.disagreements(v, records); err != nil {
		return nil, err
	}
	st.Captures = captures(v)
	st.Default = workspace.SameFile(v.Machine.Finder().Default(), v.Path())
	t, err := uncaptured(ctx, v, records, jobs)
	if err != nil {
		h.Warn("%v", err)
		st.NoTranscripts = err
	}
	name, err := v.Name()
	if err != nil {
		return nil, err
	}
	for i := range records {
		r := &records[i]
		r.Project = name(&daily.Entry{Session: r.Session, Project: r.Project, Repo: r.Repo})
	}
	rules := v.Filter()
	all := overlay(records, jobs, func(dir string) string { return rules.PlaceOf(dir).Name })
	if st.Captures {
		all = append(all, t.unheard()...)
	}
	told, err := onlyInLogs(ctx, v, all)
	if err != nil {
		h.Warn("%v", err)
	}
	all = append(all, told...)
	st.Sessions.Counts, st.Turns.Counts, st.Sessions.Skipped, st.Turns.Skipped = ledger.Account(all)
	st.Sessions.Skipped = say.List(st.Sessions.Skipped)
	st.Agents, st.Projects = tallies(all)
	st.Damaged = ledger.Damages(records)
	st.Dead, st.Unfound = deadOf(all), unfoundOf(all, jobs, t)
	st.Queue = queueOf(jobs)
	if err := v.Machine.WithStateDir(func(d *fsutil.Dir) (err error) {
		st.Queue.Spool, err = (&queue.Spool{Dir: d}).CountFor(v.Path())
		return err
	}); err != nil {
		h.Warn("%v", err)
	}
	st.LastRun = workspace.LastRunOf(v.Dir, now)
	if v.ID != "" {
		s := workspace.SyncedOf(v.Dir, now)
		st.Sync = &s
	}
	if r, err := workspace.ImprovedOf(v.Dir, now); err == nil {
		if working := workspace.Improving(v.Dir); working || r.Tell(false, now) != "" {
			st.Improve = &Improve{r.By, r.Done, r.Of, working, r.Error, r.Tell(working, now)}
		}
	}
	if st.Spend, err = spendOf(v); err != nil {
		h.Warn("what models were asked: %v", err)
	}
	st.Grown, st.Older, st.AtRisk = heapOf(t.Grown), heapOf(t.Older), t.AtRisk
	st.Records, st.Jobs, st.Uncaptured = records, jobs, t
	return st, nil
}

// Damaged tells how much of transcripts could not be read.
func Damaged(list []ledger.Damage) string {
	lines := 0
	for _, d := range list {
		lines += d.Lines
	}
	return fmt.Sprintf("%s of %s could not be read; the rest of each file was", say.Count(lines, "damaged line"), say.Count(len(list), "transcript"))
}

func deadOf(records []ledger.Record) []ledger.Skip {
	out := []ledger.Skip{}
	for _, r := range records {
		if r.State == ledger.Dead {
			out = append(out, ledger.Skip{Session: r.Session, Reason: r.Reason})
		}
	}
	return out
}

// Edited counts what models edited in the articles, by entry.
type Edited struct {
	By    []kept.Share `json:"entries_by"`
	Aside []kept.Aside `json:"set_aside"` // written without a model: why, and for how long
	Left  int          `json:"lines_left_out"`
}

// A Spend is what models were asked, and the limits.
type Spend struct {
	*budget.Spend
	Limits struct {
		Day   budget.Limits `json:"day"`
		Month budget.Limits `json:"month"`
	} `json:"limits"`
	Like    spent.Month    `json:"month_like_the_last"`
	Account *spent.Account `json:"cost,omitempty"` // the caller adds it: it reads the logs and the articles
}

// spendOf adds up the calls of models; nil if there never was one.
func spendOf(v *workspace.Vault) (*Spend, error) {
	s, err := (&budget.Ledger{Dir: v.Dir, Zone: v.Config.Zone, Now: v.Now}).Spend()
	if err != nil || s == nil {
		return nil, err
	}
	out := &Spend{Spend: s}
	if out.Like, err = spent.MonthOf(v); err != nil {
		return nil, err
	}
	out.Limits.Day, out.Limits.Month = budget.Limits(v.Config.Models.Day), budget.Limits(v.Config.Models.Month)
	return out, nil
}

// A Log reports whether a day's log is in the articles.
type Log struct {
	Date    daily.Date `json:"date"`
	State   string     `json:"state"`
	Until   time.Time  `json:"until,omitzero"`
	Compile bool       `json:"compile"`
	Entries int        `json:"entries"`
	Fresh   int        `json:"new_or_changed"`
}

// Logs returns the logs of plans.
func Logs(plans []logs.Standing) []Log {
	out := []Log{}
	for _, l := range plans {
		out = append(out, Log{l.Date, l.State.String(), l.Until, l.Compiled, l.Entries, l.Fresh})
	}
	return out
}

// Queue counts what waits to be captured.
type Queue struct {
	Waiting int   `json:"waiting"` // working ones, too
	Failing int   `json:"failing"` // they are tried again
	Dead    int   `json:"dead"`    // they are tried again only on request
	Spool   int   `json:"spool"`   // notes in the user's state folder that this vault could not take
	Jobs    []Job `json:"jobs"`
}

// A Job is a session that waits.
type Job struct {
	ID       string      `json:"id"`
	Agent    string      `json:"agent"`
	Session  string      `json:"session"`
	State    queue.State `json:"state"`
	Since    time.Time   `json:"since"`
	Attempts int         `json:"attempts"`
	Next     time.Time   `json:"next,omitzero"`
	Reason   string      `json:"reason,omitempty"`
}

func queueOf(jobs []queue.Job) Queue {
	q := Queue{Jobs: []Job{}}
	for _, j := range jobs {
		switch j.State {
		case queue.Dead:
			q.Dead++
		case queue.Retrying:
			q.Failing++
		default:
			q.Waiting++
		}
		q.Jobs = append(q.Jobs, Job{j.ID, j.Agent, j.Session, j.State, j.First, j.Attempts, j.Next, j.Reason})
	}
	return q
}
