package status

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// SessionCounts counts sessions, and lists what was skipped.
type SessionCounts struct {
	ledger.Counts
	Skipped []ledger.Skip `json:"skipped"`
}

// Counts counts sessions or turns.
type Counts struct {
	ledger.Counts
	Skipped int `json:"skipped"`
}

// A Tally counts what happened to a group of sessions and their turns.
type Tally struct {
	Sessions Counts `json:"sessions"`
	Turns    Counts `json:"turns"`
}

// An AgentTally is the Tally of an agent.
type AgentTally struct {
	Agent string `json:"agent"`
	Tally
}

// A ProjectTally is the Tally of an agent in a project.
type ProjectTally struct {
	Agent   string `json:"agent"`
	Project string `json:"project"`
	Tally
}

// onlyInLogs returns the sessions of which the ledger and the transcripts are lost, and only their entries are left: they were
// flushed. Of their turns nothing is known. A shared vault has none, because it has entries of other machines, too.
func onlyInLogs(ctx context.Context, v *workspace.Vault, known []ledger.Record) (out []ledger.Record, err error) {
	if v.ID != "" {
		return nil, nil
	}
	spans, err := v.Daily().Spans()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	have := map[[2]string]bool{}
	for i := range known {
		have[[2]string{known[i].Agent, known[i].Session}] = true
	}
	unknown := func(agent, session, from string) bool {
		return session != "" && from != "" && !rowkey.IsNote(from) && !have[[2]string{agent, session}]
	}
	if !slices.ContainsFunc(spans, func(s daily.Span) bool { return unknown(s.Agent, s.Session, s.From) }) {
		return nil, nil
	}
	logs, _, err := v.Daily().Logs(ctx)
	if err != nil {
		return nil, err
	}
	for _, l := range logs {
		for i := range l.Entries {
			if e := &l.Entries[i]; session.Left(e) && unknown(e.Agent, e.Session, e.From) {
				have[[2]string{e.Agent, e.Session}] = true
				out = append(out, ledger.Record{Agent: e.Agent, Session: e.Session, Project: e.Project, Repo: e.Repo, First: e.At, Last: e.At, State: ledger.Flushed})
			}
		}
	}
	return out, nil
}

// overlay merges the queue into the ledger's records: a session with an unfinished job is pending, one with a dead
// job is dead. project returns the project of a folder.
func overlay(records []ledger.Record, jobs []queue.Job, project func(dir string) string) []ledger.Record {
	out := slices.Clone(records)
	place := map[[2]string]int{}
	for i, r := range out {
		place[[2]string{r.Agent, r.Session}] = i
	}
	undone := map[[2]string]bool{}
	for _, j := range jobs {
		if j.State != queue.Dead {
			undone[[2]string{j.Agent, j.Session}] = true
		}
	}
	for _, j := range jobs {
		key := [2]string{j.Agent, j.Session}
		if j.State == queue.Dead && undone[key] {
			continue // something new of it came in since
		}
		i, ok := place[key]
		if !ok && len(j.Kinds) == 1 && j.Has(queue.Start) { // nothing is known to have been said
			continue
		}
		if !ok {
			i = len(out)
			place[key] = i
			out = append(out, ledger.Record{Agent: j.Agent, Session: j.Session, Project: project(j.Dir), First: j.First, Last: j.Last})
		}
		r := &out[i]
		if r.Project == "" {
			r.Project = project(j.Dir)
		}
		r.Reason = cmp.Or(j.Reason, "waits in the queue")
		if j.State == queue.Dead {
			r.State = ledger.Dead
			r.Dead, r.Pending = r.Dead+r.Pending, 0
		} else {
			r.State, r.Copy = ledger.Pending, false
			r.Pending, r.Dead = r.Pending+r.Dead, 0
		}
	}
	return out
}

// tallies adds up records by agent, and by agent and project, in the order of their names.
func tallies(records []ledger.Record) ([]AgentTally, []ProjectTally) {
	byAgent, byProject := map[string][]ledger.Record{}, map[[2]string][]ledger.Record{}
	spelled := wiki.Spellings(records, func(r *ledger.Record) string { return r.Project })
	for _, r := range records {
		byAgent[r.Agent] = append(byAgent[r.Agent], r)
		k := [2]string{r.Agent, spelled[wiki.ProjectKey(r.Project)]}
		byProject[k] = append(byProject[k], r)
	}
	agents, projects := []AgentTally{}, []ProjectTally{}
	for name, rs := range byAgent {
		agents = append(agents, AgentTally{name, tallyOf(rs)})
	}
	for k, rs := range byProject {
		projects = append(projects, ProjectTally{k[0], k[1], tallyOf(rs)})
	}
	sorting.By(agents, func(a, b AgentTally) int { return cmp.Compare(a.Agent, b.Agent) })
	sorting.By(projects, func(a, b ProjectTally) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(b.Sessions.Seen, a.Sessions.Seen), cmp.Compare(a.Project, b.Project))
	})
	return agents, projects
}

func tallyOf(records []ledger.Record) Tally {
	var t Tally
	var skips []ledger.Skip
	t.Sessions.Counts, t.Turns.Counts, skips, t.Turns.Skipped = ledger.Account(records)
	t.Sessions.Skipped = len(skips)
	return t
}
