package plan

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// A Listing is a page that lists others: those of a tag, a type or a project.
type Listing struct {
	Kind  string // view.TagPage, view.TypePage or view.ProjectPage
	Name  string
	Out   string
	Pages []*Page
	Said  []*daily.Dated // of a project, its entries, the newest first
}

// lists adds the pages of tags, types and projects.
func (p *Plan) lists(logs []*daily.Log, taken names) {
	types, projects := map[string]*Listing{}, map[string]*Listing{}
	add := func(in map[string]*Listing, kind, key, name string) *Listing {
		if in[key] == nil {
			in[key] = &Listing{Kind: kind, Name: name}
		}
		return in[key]
	}
	for _, at := range p.Pages {
		if at.View == view.ArticlePage {
			t := string(at.Type())
			l := add(types, view.TypePage, t, t)
			l.Pages = append(l.Pages, at)
		}
		if at.View == view.DayPage || at.Kind == wiki.CodePage {
			continue
		}
		for _, tag := range at.Tags() {
			l := add(p.ByTag, view.TagPage, wiki.Fold(tag), tag)
			if !slices.Contains(l.Pages, at) {
				l.Pages = append(l.Pages, at)
			}
		}
	}
	spelled := related.Spellings(logs)
	project := func(name string) *Listing {
		key := wiki.ProjectKey(name)
		return add(projects, view.ProjectPage, key, cmp.Or(spelled[key], name))
	}
	for _, at := range p.Pages {
		if at.Project != "" && at.View != view.DayPage {
			l := project(at.Project)
			l.Pages = append(l.Pages, at)
		}
	}
	for _, log := range logs {
		for i := range log.Entries {
			if e := &log.Entries[i]; e.Project != "" && !e.Redone {
				l := project(e.Project)
				l.Said = append(l.Said, e)
			}
		}
	}
	p.Tags = place(p.ByTag, "site/tags/", taken)
	p.Types = place(types, "site/types/", taken)
	p.Projects = place(projects, "site/projects/", taken)
}

// Title returns the title of a list, for people.
func (l *Listing) Title() string {
	title, ok := map[string]string{"concept": "Concepts", "connection": "Connections", "qa": "Questions"}[l.Name]
	if l.Kind != view.TypePage || !ok {
		return l.Name
	}
	return title
}

// Sessions returns the number of sessions of a project, or of entries if no entry has a session.
func (l *Listing) Sessions() string { return session.Said(l.Said) }

// place assigns lists their files, sorted by name.
func place(in map[string]*Listing, dir string, taken names) (out []*Listing) {
	for _, l := range in {
		out = append(out, l)
	}
	sorting.By(out, func(a, b *Listing) int {
		return cmp.Or(cmp.Compare(wiki.Fold(a.Name), wiki.Fold(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	for _, l := range out {
		sorting.By(l.Pages, ByTitle)
		sorting.Stable(l.Said, func(a, b *daily.Dated) int { return b.At.Compare(a.At) })
		l.Out = taken.take(dir + fileName(l.Name) + ".html")
	}
	return out
}
