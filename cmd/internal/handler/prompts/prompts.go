// Package prompts keeps what a person asked in sessions whose transcripts are gone, as far as an agent still has it.
package prompts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/notes"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript/own"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// An Ask says which prompts are looked for.
type Ask struct {
	Agent string          // of which; "" is all
	Since time.Time       // none typed before
	Known []ledger.Record // sessions that are known, besides those of the vault
}

// Counts says how many prompts have no transcript, or how many of them were kept.
type Counts struct {
	Sessions int `json:"sessions"`
	Prompts  int `json:"prompts"`
}

// Count counts the prompts that [Take] would look at, and that no log has.
func Count(ctx context.Context, v *workspace.Vault, ask Ask) (c Counts, err error) {
	all, err := find(ctx, v, ask)
	if err != nil {
		return c, err
	}
	fresh, err := v.Notes().Fresh(ctx, all, v.Now())
	seen := map[string]bool{}
	for i, n := range fresh {
		c.add(seen, all[i].Place, n)
	}
	return c, err
}

// Take keeps the prompts: an entry for each session and day. The caller holds layout.LockImport.
func Take(ctx context.Context, v *workspace.Vault, ask Ask) (c Counts, err error) {
	all, err := find(ctx, v, ask)
	if err != nil {
		return c, err
	}
	kept, err := v.Notes().Keep(ctx, all, v.Now())
	seen := map[string]bool{}
	for i, k := range kept {
		c.add(seen, all[i].Place, k.Bullets)
	}
	return c, err
}

// add counts n prompts of a session.
func (c *Counts) add(seen map[string]bool, session string, n int) {
	c.Prompts += n
	if n > 0 && !seen[session] {
		seen[session] = true
		c.Sessions++
	}
}

// A group is what was typed in one session, or what seems to be one, on one day in one folder.
type group struct {
	agent        agents.Agent
	file         string
	session, dir string
	prompts      []agents.Prompt
}

// pause parts sessions of which the agent did not write which is which.
const pause = time.Hour

// find returns the prompts of sessions that nothing else is known of, as notes.
func find(ctx context.Context, v *workspace.Vault, ask Ask) (out []notes.Note, err error) {
	m := v.Machine
	var know *known
	rules := v.Filter()
	for _, a := range agents.Of(ask.Agent) {
		for _, file := range a.Histories(a.Folder(m.Getenv, m.Home)) {
			if rules.Hidden != nil && rules.Hidden(file) || workspace.Below(file, v.Path()) {
				continue
			}
			if know == nil {
				if know, err = knownTo(ctx, v, ask); err != nil {
					return nil, err
				}
			}
			groups, err := groupsOf(a, file, v.Config.Zone, func(p agents.Prompt) bool {
				return !p.At.Before(ask.Since) && !know.has(a.Name, p, func(dir string) string { return rules.PlaceOf(dir).Name })
			}, func(take func(agents.Prompt)) error { return a.Prompts(file, take) })
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("read what was typed in %s, %q: %w", a.Title, file, err)
			}
			for i := range groups {
				out = append(out, groups[i].note(rules.Redact))
			}
		}
	}
	sorting.Stable(out, func(a, b notes.Note) int { return a.At.Compare(b.At) })
	return out, ctx.Err()
}

// Elsewhere returns what was typed to an agent in sessions that nothing else is known of, as another tool kept it, by the name
// of that.
func Elsewhere(ctx context.Context, v *workspace.Vault, a agents.Agent, tool string, typed []agents.Prompt) (out []notes.Note, err error) {
	know, err := knownTo(ctx, v, Ask{Agent: a.Name})
	if err != nil {
		return nil, err
	}
	rules := v.Filter()
	groups, err := groupsOf(a, tool, v.Config.Zone, func(p agents.Prompt) bool {
		return !know.has(a.Name, p, func(dir string) string { return rules.PlaceOf(dir).Name })
	}, func(take func(agents.Prompt)) error {
		for _, p := range typed {
			take(p)
		}
		return nil
	})
	for i := range groups {
		out = append(out, groups[i].note(rules.Redact))
	}
	return out, err
}

// groupsOf returns what is wanted of the prompts that each gives.
func groupsOf(a agents.Agent, file string, zone *time.Location, want func(agents.Prompt) bool, each func(take func(agents.Prompt)) error) (out []group, err error) {
	open := map[[3]string]int{}
	err = each(func(p agents.Prompt) {
		if own.Prompt(p.Text) || own.Folder(p.Dir) || !want(p) {
			return
		}
		key := [3]string{p.Session, p.Dir, daily.DateOf(p.At, zone).String()}
		i, ok := open[key]
		if ok && p.Session == "" {
			last := out[i].prompts[len(out[i].prompts)-1].At
			ok = p.At.Sub(last).Abs() < pause
		}
		if !ok {
			i = len(out)
			out, open[key] = append(out, group{agent: a, file: file, session: p.Session, dir: p.Dir}), i
		}
		out[i].prompts = append(out[i].prompts, p)
	})
	return out, err
}

const (
	promptMost = 2000 // characters of a prompt; it may be what was pasted
	titleMost  = 60
)

// note redacts before it cuts: what is left of a secret is not known for one.
func (g *group) note(redact func(string) string) notes.Note {
	sorting.Stable(g.prompts, func(a, b agents.Prompt) int { return a.At.Compare(b.At) })
	last := g.prompts[len(g.prompts)-1].At
	n := notes.Note{Agent: g.agent.Name, Session: g.session, Dir: g.dir, By: entry.PromptsBy(g.agent.Name), At: last,
		Place: g.file + "#" + cmp.Or(g.session, g.dir+" "+last.UTC().Format(time.RFC3339))}
	n.Summary.Context = fmt.Sprintf("What was asked in a session of %s whose transcript is gone, from %s.", g.agent.Title, filepath.Base(g.file))
	for _, p := range g.prompts {
		n.Summary.Bullets = append(n.Summary.Bullets, daily.Bullet{Kind: daily.Exchange, Text: say.Clip(strings.Join(strings.Fields(redact(p.Text)), " "), promptMost)})
	}
	n.Summary.Title = titleOf(n.Summary)
	return n
}

func titleOf(s daily.Summary) string {
	return "Prompts without answers: " + say.Clip(s.Bullets[0].Text, titleMost)
}

// known are the sessions that a transcript, the ledger or a log tells of.
type known struct {
	sessions map[[2]string]bool // agent and session
	records  []ledger.Record
}

func knownTo(ctx context.Context, v *workspace.Vault, ask Ask) (*known, error) {
	m := v.Machine
	k := &known{sessions: map[[2]string]bool{}}
	records, _, err := v.Ledger().All(v.Now())
	if err != nil {
		return nil, err
	}
	k.records = append(records, ask.Known...)
	for _, r := range k.records {
		k.sessions[[2]string{r.Agent, r.Session}] = true
	}
	spans, err := v.Daily().Spans()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for i := range spans {
		if s := &spans[i]; !rowkey.IsNote(s.From) {
			k.sessions[[2]string{s.Agent, s.Session}] = true
		}
	}
	for _, a := range agents.Of(ask.Agent) {
		sources, err := a.Sessions(ctx, a.Root(m.Getenv, m.Home))
		if err != nil {
			return nil, err
		}
		for _, s := range sources {
			k.sessions[[2]string{a.Name, s.Stem()}] = true
		}
	}
	return k, nil
}

// slack is how far a prompt may lie outside of the turns of its session.
const slack = time.Minute

// has reports whether a prompt belongs to a session that is known. One whose session is not written belongs to a session
// of its project at that time.
func (k *known) has(agent string, p agents.Prompt, projectOf func(dir string) string) bool {
	if p.Session != "" {
		return k.sessions[[2]string{agent, p.Session}]
	}
	project := ""
	return slices.ContainsFunc(k.records, func(r ledger.Record) bool {
		if !within(r, agent, r.Project, p.At) {
			return false
		}
		project = cmp.Or(project, projectOf(p.Dir))
		return r.Project == "" || r.Project == project
	})
}

// within reports whether a session of an agent, about a project, was going on at a time.
func within(r ledger.Record, agent, project string, at time.Time) bool {
	return r.Agent == agent && (r.Project == "" || r.Project == project) && !r.First.IsZero() &&
		!at.Before(r.First.Add(-slack)) && !at.After(r.Last.Add(slack))
}
