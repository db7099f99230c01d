// Package lines lists what of one kind is in the logs: decisions, preferences or tasks, with what became of each. It
// takes a person's word that a task is done.
package lines

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Handler lists the lines of one vault.
type Handler struct {
	Vault *workspace.Vault // required
	Dir   string           // where it is asked: of other projects of the name of this one nothing is told
}

// Asked says which lines are listed.
type Asked struct {
	Kind    daily.Kind
	Project string    // only of this one, by its name; "." is that of Dir; "" is all
	Agent   string    // only of its sessions; "" is all
	Words   []string  // that a line contains, whatever the case
	Since   time.Time // said from then on
	Past    bool      // also what does not hold any more, and what was done
	Limit   int       // 0 is no limit
}

// A List is the answer of memoria tasks, decisions and preferences.
type List struct {
	Kind    string   `json:"kind"`
	Lines   []*Line  `json:"lines"`             // the newest first
	Total   int      `json:"total"`             // without the limit
	Open    int      `json:"open"`              // of the total, those that hold, or are to be done
	Without []string `json:"without,omitempty"` // projects of which nothing is told here: see Handler.Dir
}

// A Line is one statement; one that is said again is listed once.
type Line struct {
	ID      string    `json:"id"` // of the line that said it first: its block id, or a hash of its words
	Text    string    `json:"text"`
	Project string    `json:"project,omitempty"`
	At      time.Time `json:"at"` // when it was said last
	Agent   string    `json:"agent,omitempty"`
	Session string    `json:"session,omitempty"`
	Who     string    `json:"who,omitempty"` // in a shared vault
	Cites   []string  `json:"cites"`         // 2026-11-27#^k3f9a2c, the first one first
	Done    bool      `json:"done,omitempty"`
	Until   string    `json:"until,omitempty"` // the day from which it does not hold; of a task, on which it was done
	Then    string    `json:"then,omitempty"`  // the line that took its place
	Tried   bool      `json:"tried,omitempty"` // it tells of what was tried and dropped

	text  string   // as the log has it
	refs  []string // as daily.LineRef names them
	last  time.Time
	words int // how often a person said that it is done or open
}

// Holds reports whether the line holds, or is to be done.
func (l *Line) Holds() bool { return !l.Done && l.Until == "" && !l.Tried }

// Said returns the text with what became of it.
func (l *Line) Said() string {
	return holds.Fate{Until: l.Until, By: l.Then, Tried: l.Tried, Done: l.Done}.Said(l.Text)
}

// List returns the lines that are asked for.
func (h *Handler) List(ctx context.Context, o Asked) (*List, error) {
	project, without, err := h.Vault.AskedIn(o.Project, h.Dir)
	if err != nil {
		return nil, err
	}
	all, err := h.lines(ctx, o.Kind)
	if err != nil {
		return nil, err
	}
	apart := func(p string) bool {
		return slices.ContainsFunc(without, func(w string) bool { return wiki.ProjectKey(w) == wiki.ProjectKey(p) })
	}
	out := &List{Kind: o.Kind.String(), Lines: []*Line{}}
	for _, l := range all {
		switch {
		case project != "" && wiki.ProjectKey(l.Project) != wiki.ProjectKey(project), o.Agent != "" && l.Agent != o.Agent,
			l.At.Before(o.Since), !contains(l.Text, o.Words):
			continue
		case apart(l.Project):
			if !slices.Contains(out.Without, l.Project) {
				out.Without = append(out.Without, l.Project)
			}
			continue
		}
		if l.Holds() {
			out.Open++
		} else if !o.Past {
			continue
		}
		out.Lines = append(out.Lines, l)
	}
	out.Total = len(out.Lines)
	if o.Limit > 0 && out.Total > o.Limit {
		out.Lines = out.Lines[:o.Limit]
	}
	return out, nil
}

func contains(text string, words []string) bool {
	text = wiki.Fold(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, wiki.Fold(w)) })
}

// lines returns all lines of a kind, the newest first.
func (h *Handler) lines(ctx context.Context, kind daily.Kind) ([]*Line, error) {
	logs, err := h.Vault.Logs(ctx)
	if err != nil {
		return nil, err
	}
	record, err := h.Vault.Holds(ctx)
	if err != nil {
		return nil, err
	}
	var entries []daily.Dated
	for _, l := range logs {
		for i := range l.Entries {
			if e := &l.Entries[i]; !e.Redone && !e.Unanswered() {
				entries = append(entries, *e)
			}
		}
	}
	holds.Sort(entries)
	var out []*Line
	by := map[[2]string]*Line{}
	for i := range entries {
		e := &entries[i]
		for _, b := range e.Bullets {
			if b.Kind == kind && strings.TrimSpace(b.Text) != "" {
				key := [2]string{wiki.ProjectKey(e.Project), wiki.Fold(markdown.Oneline(b.Text))}
				if by[key] == nil {
					by[key] = &Line{ID: idOf(e, b), text: b.Text, Text: wikilink.Plain(markdown.Oneline(b.Text)), Project: e.Project, Cites: []string{}}
					out = append(out, by[key])
				}
				by[key].add(e, b, record.Of(e.Ref(b)))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *Line) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID)) })
	return out, nil
}

// add adds a line that says the same, and was said later. A person's word on a task is none of a session.
func (l *Line) add(e *daily.Dated, b daily.Bullet, f holds.Fate) {
	l.last = timeOf(e)
	l.refs, l.Cites = append(l.refs, e.Ref(b)), append(l.Cites, e.Target(b))
	l.Done, l.Until, l.Then, l.Tried = f.Done || b.Done && f.Holds(), f.Until, wikilink.Plain(f.By), f.Tried
	if s, ok := e.Settlement(); ok {
		if s.Task {
			l.words++
		}
		if l.Done && l.Until == "" {
			l.Until = e.Date.Day().String()
		}
		return
	}
	l.At, l.Agent, l.Session, l.Who = l.last, e.Agent, e.Session, e.Who
}

// timeOf returns the time of an entry, the beginning of its day if it has none.
func timeOf(e *daily.Dated) time.Time {
	if e.At.IsZero() {
		return e.Date.At(0, 0, time.UTC)
	}
	return e.At
}

// idOf names a line as short as it can be typed.
func idOf(e *daily.Dated, b daily.Bullet) string {
	if b.Block != "" {
		return b.Block
	}
	_, hash, _ := strings.Cut(e.Ref(b), "~")
	return hash
}
