package main

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/wiki"
)

// sessionCounts and turnCounts are what status says of each: the first lists what was skipped.
type sessionCounts struct {
	flush.Counts
	Skipped []flush.Skip `json:"skipped"`
}

type turnCounts struct {
	flush.Counts
	Skipped int `json:"skipped"`
}

// tally is what became of a part of the sessions and of what was said in them.
type tally struct {
	Sessions turnCounts `json:"sessions"`
	Turns    turnCounts `json:"turns"`
}

type agentTally struct {
	Agent string `json:"agent"`
	tally
}

type projectTally struct {
	Agent   string `json:"agent"`
	Project string `json:"project"`
	tally
}

// overlay lays what waits in the queue over the ledger: a session with an undone job is pending
// whatever became of the rest of it, one that was given up is dead. project names a folder's.
func overlay(records []flush.Record, jobs []queue.Job, project func(dir string) string) []flush.Record {
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
		if !ok && onlyBegan(j) {
			continue
		}
		if !ok {
			i = len(out)
			place[key] = i
			out = append(out, flush.Record{Agent: j.Agent, Session: j.Session, Project: project(j.Dir), First: j.First, Last: j.Last})
		}
		r := &out[i]
		if r.Project == "" {
			r.Project = project(j.Dir)
		}
		r.Reason = cmp.Or(j.Reason, "waits in the queue")
		if j.State == queue.Dead {
			r.State = flush.Dead
			r.Dead, r.Pending = r.Dead+r.Pending, 0
		} else {
			r.State, r.Copy = flush.Pending, false
			r.Pending, r.Dead = r.Pending+r.Dead, 0
		}
	}
	return out
}

// onlyBegan tells a job of a session in which nothing is known to have been said.
func onlyBegan(j queue.Job) bool {
	return len(j.Kinds) == 1 && j.Has(queue.Start)
}

// tallies adds up records by agent, and by agent and project, in the order of their names.
func tallies(records []flush.Record) ([]agentTally, []projectTally) {
	byAgent, byProject := map[string][]flush.Record{}, map[[2]string][]flush.Record{}
	spelled := wiki.Spellings(func(yield func(string) bool) {
		for _, r := range records {
			if !yield(r.Project) {
				return
			}
		}
	})
	for _, r := range records {
		byAgent[r.Agent] = append(byAgent[r.Agent], r)
		k := [2]string{r.Agent, spelled[wiki.ProjectKey(r.Project)]}
		byProject[k] = append(byProject[k], r)
	}
	agents, projects := []agentTally{}, []projectTally{}
	for name, rs := range byAgent {
		agents = append(agents, agentTally{name, tallyOf(rs)})
	}
	for k, rs := range byProject {
		projects = append(projects, projectTally{k[0], k[1], tallyOf(rs)})
	}
	slices.SortFunc(agents, func(a, b agentTally) int { return cmp.Compare(a.Agent, b.Agent) })
	slices.SortFunc(projects, func(a, b projectTally) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(b.Sessions.Seen, a.Sessions.Seen), cmp.Compare(a.Project, b.Project))
	})
	return agents, projects
}

func tallyOf(records []flush.Record) tally {
	var t tally
	var skips []flush.Skip
	t.Sessions.Counts, t.Turns.Counts, skips, t.Turns.Skipped = flush.Account(records)
	t.Sessions.Skipped = len(skips)
	return t
}

const tableName = 24 // characters of an agent's or a project's name

// tellTallies prints a table: each agent, and below it its projects.
func (a *app) tellTallies(agents []agentTally, projects []projectTally) {
	if len(agents) == 0 {
		return
	}
	row := func(name, indent string, t tally) {
		s := t.Sessions
		a.ui.Print("%s%-*s %9s %8s %8s %5s %8s %8s", indent, tableName-len(indent), clip(printable(name), tableName-len(indent)), thousands(s.Seen),
			thousands(s.Flushed), thousands(s.Pending), thousands(s.Dead), thousands(s.Skipped), thousands(t.Turns.Seen))
	}
	a.ui.Print("%-*s %9s %8s %8s %5s %8s %8s", tableName, "", "sessions", "flushed", "pending", "dead", "skipped", "turns")
	for _, g := range agents {
		row(g.Agent, "", g.tally)
		for _, p := range projects {
			if p.Agent == g.Agent {
				row(cmp.Or(p.Project, "(no project)"), "  ", p.tally)
			}
		}
	}
}
