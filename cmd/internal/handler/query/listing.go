package query

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/handler/lines"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/query"
	"github.com/agent-admin/memoria/wiki/search"
)

// listed finds what a question asks for that wants all lines of a kind, such as "open tasks" or "what did I decide about
// SQLite": the lines of which the words or the sources say so, the newest first. ok is false for other questions, and
// where nothing is found.
func (h *Handler) listed(ctx context.Context, question string) (found query.Found, ok bool, err error) {
	l, ok := query.ListingOf(question)
	if !ok || len(h.Filter.Projects) > 1 || len(h.Filter.In) > 0 && !slices.Contains(h.Filter.In, "daily") {
		return found, false, nil
	}
	asked := lines.Asked{Kind: l.Kind}
	if len(h.Filter.Projects) > 0 {
		asked.Project = h.Filter.Projects[0]
	}
	all, err := (&lines.Handler{Vault: h.Vault, Dir: h.Dir}).List(ctx, asked)
	if err != nil {
		return found, false, fmt.Errorf("query: %w", err)
	}
	project := ofProject(&l, all.Lines)
	var near []string // lines that articles cite for the subject
	if len(l.About) > 0 {
		about, err := h.retrieve(ctx, strings.Join(l.About, " "), false)
		if err != nil {
			return found, false, err
		}
		for _, p := range about.Passages {
			if about.Sure {
				near = append(near, p.Cites...)
			}
		}
	}
	for _, line := range all.Lines {
		if project != "" && wiki.ProjectKey(line.Project) != project ||
			!l.Names(line.Text) && !slices.ContainsFunc(line.Cites, func(c string) bool { return slices.Contains(near, c) }) {
			continue
		}
		found.Passages = append(found.Passages, h.passage(line))
	}
	if n := len(found.Passages); n > h.Limit {
		found.Notes = append(found.Notes, fmt.Sprintf("%d in all: --limit %d shows them", n, n))
	}
	for _, p := range all.Without {
		found.Notes = append(found.Notes, search.Untold(p))
	}
	found.Sure = true
	return found, len(found.Passages) > 0, nil
}

// ofProject takes the name of a project out of what a question is about, and returns its key.
func ofProject(l *query.Listing, all []*lines.Line) (key string) {
	for n := min(3, len(l.About)); n > 0; n-- {
		for i := 0; i+n <= len(l.About); i++ {
			key := wiki.ProjectKey(strings.Join(l.About[i:i+n], " "))
			if slices.ContainsFunc(all, func(line *lines.Line) bool { return wiki.ProjectKey(line.Project) == key }) {
				l.About = slices.Delete(l.About, i, i+n)
				return key
			}
		}
	}
	return ""
}

// passage returns a line of a log as a passage.
func (h *Handler) passage(l *lines.Line) query.Passage {
	last := l.Cites[len(l.Cites)-1]
	log, _, _ := strings.Cut(last, "#")
	p := query.Passage{Path: h.Vault.Config.Daily.Path(log), Title: l.Day.Day().String(), Link: last, Day: l.Day.Day().String(), Text: l.Text, Cites: []string{last}, Cover: 1}
	if l.Project != "" {
		p.Title, p.Projects = l.Project, []string{l.Project}
	}
	if src, err := h.Vault.Dir.ReadFile(p.Path); err == nil {
		if at := bytes.Index(src, []byte(l.Raw)); at >= 0 {
			p.Line = 1 + bytes.Count(src[:at], []byte("\n"))
		}
	}
	return p
}
