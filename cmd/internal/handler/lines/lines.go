// Package lines lists what of one kind is in the logs: decisions, preferences or tasks, with what became of each. It
// takes a person's word that a task is done.
package lines

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds/list"
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

// A Line is one statement, with what became of it.
type Line = list.Line

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
		entries = append(entries, l.Entries...)
	}
	out := list.Of(entries, kind, record)
	short := workspace.ShortSession(logs)
	for _, l := range out {
		l.Short = short(l.Session)
		l.Who = h.Vault.Reader().Calls(l.Speaker)
	}
	return out, nil
}
