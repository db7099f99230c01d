// Package day tells what became of a day: what was captured on it, by project, what was decided, and what is to be done.
package day

import (
	"context"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/lines"
	"github.com/agent-admin/memoria/cmd/internal/handler/sessions"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/wiki"
)

// A Handler looks at one vault.
type Handler struct {
	Vault *workspace.Vault // required
	Dir   string           // where it is asked: of other projects of the name of this one nothing is told
}

// A Report is the answer of memoria today.
type Report struct {
	Day      string     `json:"day"`
	Weekday  string     `json:"weekday"`
	Projects []*Project `json:"projects"` // the one last worked on first
	Waiting  int        `json:"waiting"`  // sessions that hooks reported and that are in no log yet
	GivenUp  int        `json:"given_up"` // the same, tried too often
	Without  []string   `json:"without,omitempty"`
}

// A Project is what became of one on the day.
type Project struct {
	Name      string        `json:"name"`
	Sessions  []Session     `json:"sessions"`  // the last first
	Decisions []*lines.Line `json:"decisions"` // of the day, those that hold
	Noted     []*lines.Line `json:"noted"`     // other lines of the day that an agent or a person noted outside of a session
	Done      []*lines.Line `json:"done"`      // tasks that were done on it
	Open      []*lines.Line `json:"open"`      // what was said by its end and is still to be done
}

// A Session is one with words on the day.
type Session struct {
	*sessions.Session
	Entries []sessions.Entry `json:"entries"` // of the day
}

// Of returns what became of the day that begins at a moment. project is as in [workspace.Vault.AskedIn].
func (h *Handler) Of(ctx context.Context, from time.Time, project string) (*Report, error) {
	zone := h.Vault.Config.Zone
	date := daily.DateOf(from, zone)
	to := date.AddDays(1).At(0, 0, zone)
	out := &Report{Day: date.String(), Weekday: from.In(zone).Weekday().String(), Projects: []*Project{}}
	all, err := (&sessions.Handler{Vault: h.Vault, Dir: h.Dir}).List(ctx, sessions.Asked{Project: project, Since: from, Until: to, All: true})
	if err != nil {
		return nil, err
	}
	out.Without = all.Without
	for _, s := range all.Sessions {
		entries := slices.DeleteFunc(slices.Clone(s.Entries), func(e sessions.Entry) bool { return e.At.Before(from) || !e.At.Before(to) })
		if len(entries) == 0 {
			continue
		}
		p := out.project(s.Project)
		p.Sessions = append(p.Sessions, Session{s, entries})
	}
	l := &lines.Handler{Vault: h.Vault, Dir: h.Dir}
	decided, err := l.List(ctx, lines.Asked{Kind: daily.Decision, Project: project, Since: from})
	if err != nil {
		return nil, err
	}
	for _, d := range decided.Lines {
		if d.At.Before(to) {
			p := out.project(d.Project)
			p.Decisions = append(p.Decisions, d)
		}
	}
	for _, kind := range []daily.Kind{daily.Preference, daily.Lesson, daily.Fact} {
		noted, err := l.List(ctx, lines.Asked{Kind: kind, Project: project, Since: from})
		if err != nil {
			return nil, err
		}
		for _, n := range noted.Lines {
			if n.Session == "" && n.At.Before(to) {
				p := out.project(n.Project)
				p.Noted = append(p.Noted, n)
			}
		}
	}
	tasks, err := l.List(ctx, lines.Asked{Kind: daily.Action, Project: project, Past: true})
	if err != nil {
		return nil, err
	}
	for _, t := range tasks.Lines {
		if t.Session == "" && !t.At.Before(from) && t.At.Before(to) && t.Holds() {
			out.project(t.Project)
		}
		switch p := out.find(t.Project); {
		case t.Done && t.Until == out.Day:
			p = out.project(t.Project)
			p.Done = append(p.Done, t)
		case p != nil && t.Holds() && t.At.Before(to):
			p.Open = append(p.Open, t)
		}
	}
	jobs, err := h.Vault.Queue(nil).List(h.Vault.Now())
	for _, j := range jobs {
		switch {
		case j.State == queue.Dead:
			out.GivenUp++
		case j.Said():
			out.Waiting++
		}
	}
	return out, err
}

// find returns a project of the report, nil if it is not in it.
func (r *Report) find(name string) *Project {
	i := slices.IndexFunc(r.Projects, func(p *Project) bool { return wiki.ProjectKey(p.Name) == wiki.ProjectKey(name) })
	if i < 0 {
		return nil
	}
	return r.Projects[i]
}

// project returns a project of the report, which it adds where it is missing.
func (r *Report) project(name string) *Project {
	p := r.find(name)
	if p == nil {
		p = &Project{Name: name, Sessions: []Session{}, Decisions: []*lines.Line{}, Noted: []*lines.Line{}, Done: []*lines.Line{}, Open: []*lines.Line{}}
		r.Projects = append(r.Projects, p)
	}
	return p
}
