package search

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// owners knows whose lines of logs are.
type owners struct {
	of   *index.Store
	days map[string]map[string]string // by day
}

// name sets the projects of the lines that a passage of an article cites.
func (o *owners) name(h *Hit) {
	if h.Kind != index.Article {
		return
	}
	for _, c := range h.Cites {
		day, _, _ := strings.Cut(c, "#")
		if o.days[day] == nil {
			o.days[day] = o.of.Projects(day)
		}
		if p := o.days[day][c]; p != "" && !slices.Contains(h.Projects, p) {
			h.Projects = append(h.Projects, p)
		}
	}
}

// others leaves of an article only its title if the passage is of other projects than the filter asks for.
func (h *Hit) others(f *Filter) {
	if len(f.Projects) == 0 || len(h.Projects) == 0 || slices.ContainsFunc(h.Projects, func(is string) bool {
		return slices.ContainsFunc(f.Projects, func(p string) bool { return wiki.ProjectKey(p) == wiki.ProjectKey(is) })
	}) {
		return
	}
	h.Passage, h.Snippet, h.Marks, h.Cites, h.Line, h.Block, h.Projects = "", "", nil, nil, 0, "", nil
}

// Whose returns the projects to tell of a hit: that of an entry, and where the hits are of several, those of an article's lines.
func (r *Results) Whose(h *Hit) []string {
	if h.Project != "" {
		return []string{h.Project}
	}
	if len(h.Projects) > 1 {
		return h.Projects
	}
	for i := range r.Hits {
		for _, p := range append(slices.Clip(r.Hits[i].Projects), r.Hits[i].Project) {
			if p != "" && !slices.Contains(h.Projects, p) {
				return h.Projects
			}
		}
	}
	return nil
}
