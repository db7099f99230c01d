package site

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog/now"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/tell"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// teller returns what tells of the work, from the logs that the site shows.
func (s *Site) teller() *tell.Teller {
	var entries []daily.Dated
	for _, l := range s.src.Logs {
		entries = append(entries, l.Entries...)
	}
	return &tell.Teller{
		Work: now.Read(entries, s.src.Holds), Line: s.lineHref,
		Day: func(from string, d daily.Date) string {
			return s.lineHref(from, wiki.Cite{Date: wiki.Date(d.String())})
		},
		Project: func(from, name string) string {
			if l := s.projectOf(name); l != nil {
				return view.Relative(from, l.Out)
			}
			return ""
		},
	}
}

// fatesKey covers what became of the lines of the logs.
func (s *Site) fatesKey() string {
	d := newDigest()
	if s.src.Holds != nil {
		for _, ref := range sortedKeys(s.src.Holds.Fates) {
			f := s.src.Holds.Fates[ref]
			d.text(ref, f.Said(""))
		}
	}
	return d.sum()
}

// projectsView lists the projects, the latest first, each with what the home says of it and its pages.
func (s *Site) projectsView() view.Page {
	v := s.frame(view.ProjectsPage, plan.ProjectsFile, "Projects")
	said := s.work().Projects(plan.ProjectsFile)
	for _, l := range s.plan.Projects {
		g := view.Group{ID: strings.TrimSuffix(path.Base(l.Out), ".html"), Title: l.Name, Href: view.Relative(plan.ProjectsFile, l.Out), Items: s.items(plan.ProjectsFile, l.Pages, groupPages)}
		if i := slices.IndexFunc(said, func(it view.Item) bool { return it.Href == g.Href }); i >= 0 {
			g.Note = strings.Join(slices.Concat([]string{said[i].Day}, said[i].Detail), " · ")
			if said[i].Text != "" {
				g.Note += ": " + said[i].Text
			}
		}
		v.Groups = append(v.Groups, g)
	}
	sorting.Stable(v.Groups, func(a, b view.Group) int {
		return strings.Compare(b.Note[:min(len(b.Note), 10)], a.Note[:min(len(a.Note), 10)])
	})
	return v
}

// leads reports whether a page's text has its description as the lead or as a point, so that it need not stand above it.
func leads(at *plan.Page) bool {
	bare := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "`", "")), " ") }
	what := strings.TrimRight(bare(at.Description()), ".…")
	if what == "" {
		return true
	}
	text := strings.TrimSpace(string(at.Body()))
	if strings.HasPrefix(text, "# ") {
		_, text, _ = strings.Cut(text, "\n")
	}
	text = bare(text)
	return strings.HasPrefix(text, what) || strings.Contains(text, "- "+what)
}
