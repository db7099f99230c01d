package site

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// A page is a page of the vault that is part of the site.
type page struct {
	*wiki.Page
	kind    string
	out     string // where it is shown
	twin    string // where its Markdown is
	log     *daily.Log
	project string
	prev    *page
	next    *page

	// What the page says of itself, read once.
	title, says      string
	lower            string // the title, to sort by
	created, updated wiki.Date

	look     sync.Once // for the next two
	headings *markup.Index
	blocks   map[string]string // ids, by their small letters
}

// Title is the page's title.
func (p *page) Title() string { return p.title }

// Description is what the page says that it is about.
func (p *page) Description() string { return p.says }

// Created is the day on which the page came to be, "" where it does not say.
func (p *page) Created() wiki.Date { return p.created }

// Updated is the day on which the page changed last, "" where it does not say.
func (p *page) Updated() wiki.Date { return p.updated }

// A listing is a page that lists others: of a tag, a type or a project.
type listing struct {
	kind  string
	name  string
	out   string
	pages []*page
	said  []*daily.Dated // of a project, its entries, the newest first
}

// A plan says which files a site has.
type plan struct {
	pages    []*page // by path
	byPath   map[string]*page
	files    map[string]string // attachments: path in the vault -> in the site
	tags     []*listing        // by name
	types    []*listing
	projects []*listing
	redirect []redirect
	byTag    map[string]*listing // folded
	many     map[string]int      // pages of each kind
}

// A redirect is where an alias leads from.
type redirect struct {
	out, name string
	to        *page
}

// The pages that are there in every site. The home page is the first file anybody opens.
const (
	homeFile     = "index.html"
	missingFile  = "404.html"
	recentFile   = "site/recent.html"
	timelineFile = "site/timeline.html"
	allFile      = "site/all.html"
	graphFile    = "site/graph.html"
	searchFile   = "site/search.html"
	tagsFile     = "site/tags.html"
	graphData    = "site/data/graph.js"
)

// reserved are the paths that no page of the vault gets.
var reserved = []string{homeFile, missingFile, recentFile, timelineFile, allFile, graphFile, searchFile, tagsFile, "feed.xml", "llms.txt", "sitemap.xml", "robots.txt"}

// newPlan plans the site of a wiki and its logs. include says which other notes are shown, projects which
// project a page is of, by its path in the vault.
func newPlan(w *wiki.Wiki, logs []*daily.Log, include func(string) bool, projects map[string]string, ties map[*wiki.Page][]tie) *plan {
	p := &plan{byPath: map[string]*page{}, files: map[string]string{}, byTag: map[string]*listing{}, many: map[string]int{}}
	taken := names{}
	for _, name := range reserved {
		taken.take(name)
	}
	days := map[string]*daily.Log{}
	for _, l := range logs {
		days[l.Date.String()] = l
	}
	for _, src := range w.Pages() {
		kind := kindOf(w, src, days, include)
		if kind == "" {
			continue
		}
		at := &page{Page: src, kind: kind, log: days[src.Name], project: projects[src.Path],
			title: src.Title(), says: src.Description(), created: src.Created(), updated: src.Updated()}
		at.lower = strings.ToLower(at.title)
		p.many[kind]++
		if kind != view.DayPage {
			at.log = nil
		}
		stem := strings.TrimSuffix(src.Path, path.Ext(src.Path))
		at.out = taken.take(stem + ".html")
		at.twin = strings.TrimSuffix(at.out, ".html") + ".md"
		taken.take(at.twin)
		p.pages = append(p.pages, at)
		p.byPath[src.Path] = at
	}
	p.follow()
	p.attachments(ties, taken)
	p.lists(logs, taken)
	p.aliases(w, taken)
	return p
}

// kindOf says what a page of the vault is on the site, "" for what is no part of it.
func kindOf(w *wiki.Wiki, src *wiki.Page, days map[string]*daily.Log, include func(string) bool) string {
	if src.Article == nil || src.Linked() || hidden(src) {
		return ""
	}
	switch src.Kind {
	case wiki.ArticlePage:
		return view.ArticlePage
	case wiki.CodePage:
		return view.NotePage
	case wiki.DayPage:
		if days[src.Name] != nil && strings.HasPrefix(src.Path, "daily/") {
			return view.DayPage
		}
		return ""
	}
	if strings.HasPrefix(src.Path, w.Dir()+"/") || include(src.Path) {
		return view.NotePage
	}
	return ""
}

// follow says which page comes after which: days in their order, others of a folder by title.
func (p *plan) follow() {
	rows := map[string][]*page{}
	for _, at := range p.pages {
		if at.Kind != wiki.CodePage {
			dir := path.Dir(at.Path)
			rows[dir] = append(rows[dir], at)
		}
	}
	for _, row := range rows {
		if row[0].kind != view.DayPage {
			slices.SortFunc(row, byTitle)
		}
		for i := 1; i < len(row); i++ {
			row[i-1].next, row[i].prev = row[i], row[i-1]
		}
	}
}

func byTitle(a, b *page) int {
	return cmp.Or(strings.Compare(a.lower, b.lower), strings.Compare(a.Path, b.Path))
}

// attachments are the files that pages of the site link to or show, where they lie in the vault.
func (p *plan) attachments(ties map[*wiki.Page][]tie, taken names) {
	for _, at := range p.pages {
		for _, t := range ties[at.Page] {
			if to := t.to; to != nil && to.Article == nil && !to.Linked() && p.files[to.Path] == "" && shown(to.Path) {
				p.files[to.Path] = taken.take(to.Path)
			}
		}
	}
}

// shown reports whether a file may be part of the site: pictures, sound, film and documents. A page of
// somebody's, HTML or a script, would run as the site's own.
func shown(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".mp3", ".wav", ".ogg", ".m4a", ".flac", ".mp4", ".webm", ".mov", ".pdf", ".txt", ".csv":
		return true
	}
	return picture(file)
}

func picture(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".svg":
		return true
	}
	return false
}

// lists are the pages of tags, types and projects.
func (p *plan) lists(logs []*daily.Log, taken names) {
	types, projects := map[string]*listing{}, map[string]*listing{}
	add := func(in map[string]*listing, kind, key, name string) *listing {
		if in[key] == nil {
			in[key] = &listing{kind: kind, name: name}
		}
		return in[key]
	}
	for _, at := range p.pages {
		if at.kind == view.ArticlePage {
			t := string(at.Type())
			l := add(types, view.TypePage, t, t)
			l.pages = append(l.pages, at)
		}
		if at.kind == view.DayPage || at.Kind == wiki.CodePage {
			continue
		}
		for _, tag := range at.Tags() {
			l := add(p.byTag, view.TagPage, wiki.Fold(tag), tag)
			if !slices.Contains(l.pages, at) {
				l.pages = append(l.pages, at)
			}
		}
	}
	spelled := related.Spellings(logs)
	project := func(name string) *listing {
		key := wiki.ProjectKey(name)
		return add(projects, view.ProjectPage, key, cmp.Or(spelled[key], name))
	}
	for _, at := range p.pages {
		if at.project != "" && at.kind != view.DayPage {
			l := project(at.project)
			l.pages = append(l.pages, at)
		}
	}
	for _, log := range logs {
		for i := range log.Entries {
			if e := &log.Entries[i]; e.Project != "" && !e.Redone {
				l := project(e.Project)
				l.said = append(l.said, e)
			}
		}
	}
	p.tags = place(p.byTag, "site/tags/", taken)
	p.types = place(types, "site/types/", taken)
	p.projects = place(projects, "site/projects/", taken)
}

// sessions says how many there are of a project, or how many entries where none is of a session.
func (l *listing) sessions() string {
	if n := daily.Sessions(l.said); n > 0 {
		return view.Plural(n, "session")
	}
	return view.Plural(len(l.said), "entry")
}

// place gives lists their files, in the order of their names.
func place(in map[string]*listing, dir string, taken names) (out []*listing) {
	for _, l := range in {
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b *listing) int {
		return cmp.Or(cmp.Compare(wiki.Fold(a.name), wiki.Fold(b.name)), cmp.Compare(a.name, b.name))
	})
	for _, l := range out {
		slices.SortFunc(l.pages, byTitle)
		slices.SortStableFunc(l.said, func(a, b *daily.Dated) int { return b.At.Compare(a.At) })
		l.out = taken.take(dir + fileName(l.name) + ".html")
	}
	return out
}

// aliases lead to their page from beside it, where the name means that page alone.
func (p *plan) aliases(w *wiki.Wiki, taken names) {
	for _, at := range p.pages {
		if at.kind != view.ArticlePage && at.kind != view.NotePage || at.Kind == wiki.CodePage {
			continue
		}
		for _, alias := range at.Aliases() {
			want := path.Join(path.Dir(at.out), fileName(alias)+".html")
			if claims := w.Claims(alias); len(claims) != 1 || taken[wiki.Fold(want)] {
				continue
			}
			p.redirect = append(p.redirect, redirect{out: taken.take(want), name: alias, to: at})
		}
	}
}
