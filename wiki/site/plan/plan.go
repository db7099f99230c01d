// Package plan decides which files a site has, their paths, and the titles of its pages (plan.go), how names become
// file names (names.go), and which pages are hidden (shown.go).
package plan

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// A Page is a page of the vault that is part of the site.
type Page struct {
	*wiki.Page
	View    string // which kind of view it has: view.ArticlePage, view.DayPage or view.NotePage
	Out     string // its file
	Twin    string // the file of its Markdown
	Log     *daily.Log
	Of      []*wiki.Page // the pages of the vault that it shows: itself, or the logs that several machines wrote on one day
	Project string
	Prev    *Page
	Next    *Page

	// The page's own title and description, read once.
	title, says      string
	lower            string // the title, to sort by
	created, updated wiki.Date

	look     sync.Once // for the next two
	headings *markup.Index
	blocks   map[string]string // ids, by their small letters
}

// Title returns the page's title.
func (p *Page) Title() string { return p.title }

// Description returns the page's own description.
func (p *Page) Description() string { return p.says }

// Created returns the day on which the page was created, "" if it does not say.
func (p *Page) Created() wiki.Date { return p.created }

// Updated returns the day on which the page last changed, "" if it does not say.
func (p *Page) Updated() wiki.Date { return p.updated }

// Sort returns the kind of the page, for people and for the style sheet.
func (p *Page) Sort() string {
	switch p.View {
	case view.ArticlePage:
		return string(p.Type())
	case view.DayPage:
		return "day"
	}
	return "page"
}

// Shown returns the title of the page on the site.
func (p *Page) Shown() string {
	if p.View == view.DayPage {
		return p.Name
	}
	return p.title
}

// Place returns the id of a place on a page; ok is false if there is no such place, and the link leads to
// the page.
func (p *Page) Place(fragment string) (id string, ok bool) {
	fragment = strings.TrimSpace(fragment)
	if fragment == "" {
		return "", true
	}
	p.look.Do(p.findPlaces)
	if fragment[0] == '^' {
		id, ok = p.blocks[strings.ToLower(fragment[1:])]
		return id, ok
	}
	return p.headings.Find(fragment)
}

// findPlaces finds the places within a page that links may lead to.
func (p *Page) findPlaces() {
	doc := p.Doc()
	p.blocks = make(map[string]string, len(doc.Blocks))
	for _, b := range doc.Blocks {
		if key := strings.ToLower(b.ID); p.blocks[key] == "" { // the first of several
			p.blocks[key] = "^" + b.ID
		}
	}
	texts, levels := make([]string, len(doc.Headings)), make([]int, len(doc.Headings))
	for i, h := range doc.Headings {
		texts[i], levels[i] = h.Text, h.Level
	}
	p.headings = markup.NewIndex(texts, levels)
}

// A Plan is the list of a site's files.
type Plan struct {
	Pages     []*Page // by path
	ByPath    map[string]*Page
	Files     map[string]string // attachments: path in the vault -> in the site
	Tags      []*Listing        // by name
	Types     []*Listing
	Projects  []*Listing
	Redirects []Redirect
	ByTag     map[string]*Listing // folded
	Many      map[string]int      // pages of each kind of view
	Chapters  []*Page             // of a site with a front page of its own, in their order
	Contents  []view.Ref          // these, with addresses from the root
}

// A Redirect leads from an alias to its page.
type Redirect struct {
	Out, Name string
	To        *Page
}

// The pages that every site has. The home page is the first file that people open.
const (
	HomeFile     = "index.html"
	MissingFile  = "404.html"
	RecentFile   = "site/recent.html"
	TimelineFile = "site/timeline.html"
	AllFile      = "site/all.html"
	GraphFile    = "site/graph.html"
	SearchFile   = "site/search.html"
	TagsFile     = "site/tags.html"
	ProjectsFile = "site/projects.html"
	GraphData    = "site/data/graph.js"
)

// reserved are the paths that no page of the vault gets.
var reserved = []string{HomeFile, MissingFile, RecentFile, TimelineFile, AllFile, GraphFile, SearchFile, TagsFile, ProjectsFile, "feed.xml", "llms.txt", "sitemap.xml", "robots.txt"}

// New plans the site of a wiki and its logs. include are the patterns of other notes that are shown, projects maps
// the path of a page in the vault to its project, and links returns the pages and files that a page links to. front is the
// path of the page that stands at the front, and orders the others by its links; "" is none. clean takes secrets out of
// the logs that have some.
func New(w *wiki.Wiki, logs []*daily.Log, clean func(string) string, include []string, front string, projects map[string]string, links func(*wiki.Page) []*wiki.Page) *Plan {
	p := &Plan{ByPath: map[string]*Page{}, Files: map[string]string{}, ByTag: map[string]*Listing{}, Many: map[string]int{}}
	taken := names{}
	for _, name := range reserved {
		taken.take(name)
	}
	days := map[string]*daily.Log{}
	for _, l := range logs {
		days[l.Date.String()] = l
	}
	shared := sharedDays(w, days)
	for _, src := range w.Pages() {
		kind := viewOf(w, src, days, included(include))
		if kind == "" {
			continue
		}
		of, log := []*wiki.Page{src}, days[src.Name]
		if all := shared[wiki.Date(src.Name).Day()]; kind == view.DayPage && all != nil {
			if first := p.ByPath[all[0].Path]; first != nil {
				p.ByPath[src.Path] = first
				continue
			}
			of = all
			src, log = joined(all, days, clean)
		}
		at := &Page{Page: src, Of: of, View: kind, Log: log, Project: projects[src.Path],
			title: src.Title(), says: src.Description(), created: src.Created(), updated: src.Updated()}
		at.lower = strings.ToLower(at.title)
		p.Many[kind]++
		if kind != view.DayPage {
			at.Log = nil
		}
		stem := strings.TrimSuffix(src.Path, path.Ext(src.Path))
		if at.Out = HomeFile; src.Path != front {
			at.Out = taken.take(stem + ".html")
		}
		at.Twin = strings.TrimSuffix(at.Out, ".html") + ".md"
		taken.take(at.Twin)
		p.Pages = append(p.Pages, at)
		p.ByPath[src.Path], p.ByPath[of[0].Path] = at, at
	}
	if at := p.ByPath[front]; at != nil {
		p.chapters(at, w.LinksOf(at.Page))
	} else {
		p.follow()
	}
	p.attachments(links, taken)
	p.lists(logs, taken)
	p.aliases(w, taken)
	return p
}

// viewOf returns the kind of view of a page of the vault, "" if it is not part of the site.
func viewOf(w *wiki.Wiki, src *wiki.Page, days map[string]*daily.Log, include func(string) bool) string {
	if src.Article == nil || src.Linked() || hidden(src) {
		return ""
	}
	switch src.Kind {
	case wiki.ArticlePage:
		return view.ArticlePage
	case wiki.CodePage: // of what code wrote there the site has pages of its own, without what is hidden
		if strings.HasPrefix(src.Name, "log") || bytes.Contains(src.Bytes(), []byte("<!-- memoria:")) {
			return ""
		}
		return view.NotePage
	case wiki.DayPage:
		if days[src.Name] != nil {
			return view.DayPage
		}
		return ""
	}
	if strings.HasPrefix(src.Path, w.Dir()+"/") || include(src.Path) {
		return view.NotePage
	}
	return ""
}

// follow sets the order of pages: days by date, others of a folder by title.
func (p *Plan) follow() {
	rows := map[string][]*Page{}
	for _, at := range p.Pages {
		if at.Kind != wiki.CodePage {
			dir := path.Dir(at.Path)
			rows[dir] = append(rows[dir], at)
		}
	}
	for _, row := range rows {
		if row[0].View != view.DayPage {
			sorting.By(row, ByTitle)
		}
		for i := 1; i < len(row); i++ {
			row[i-1].Next, row[i].Prev = row[i], row[i-1]
		}
	}
}

// chapters sets the order of pages as the front page links to them; those that it does not name follow by title.
func (p *Plan) chapters(front *Page, links []wiki.Outlink) {
	rest := slices.DeleteFunc(slices.Clone(p.Pages), func(at *Page) bool { return at == front })
	slices.SortFunc(rest, ByTitle)
	p.Chapters = []*Page{front}
	for _, l := range links {
		if l.To == nil {
			continue
		}
		if at := p.ByPath[l.To.Path]; at != nil && !slices.Contains(p.Chapters, at) {
			p.Chapters = append(p.Chapters, at)
		}
	}
	for _, at := range rest {
		if !slices.Contains(p.Chapters, at) {
			p.Chapters = append(p.Chapters, at)
		}
	}
	for i, at := range p.Chapters {
		p.Contents = append(p.Contents, view.Ref{Href: view.EscapePath(at.Out), Title: at.Shown()})
		if i > 0 {
			p.Chapters[i-1].Next, at.Prev = at, p.Chapters[i-1]
		}
	}
}

// ByTitle compares pages by their titles.
func ByTitle(a, b *Page) int {
	return cmp.Or(strings.Compare(a.lower, b.lower), strings.Compare(a.Path, b.Path))
}

// attachments adds the files that pages of the site link to or show, under their paths in the vault.
func (p *Plan) attachments(links func(*wiki.Page) []*wiki.Page, taken names) {
	for _, at := range p.Pages {
		for _, of := range at.Of {
			for _, to := range links(of) {
				if to != nil && to.Article == nil && !to.Linked() && p.Files[to.Path] == "" && shown(to.Path) {
					p.Files[to.Path] = taken.take(to.Path)
				}
			}
		}
	}
}

// shown reports whether a file may be part of the site: pictures, sound, film and documents. HTML or a
// script would run as part of the site.
func shown(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".mp3", ".wav", ".ogg", ".m4a", ".flac", ".mp4", ".webm", ".mov", ".pdf", ".txt", ".csv":
		return true
	}
	return Picture(file)
}

// Picture reports whether a file is shown as a picture.
func Picture(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".svg":
		return true
	}
	return false
}

// aliases adds redirects beside a page from its aliases, where an alias means that page alone.
func (p *Plan) aliases(w *wiki.Wiki, taken names) {
	for _, at := range p.Pages {
		if at.View != view.ArticlePage && at.View != view.NotePage || at.Kind == wiki.CodePage {
			continue
		}
		for _, alias := range at.Aliases() {
			want := path.Join(path.Dir(at.Out), fileName(alias)+".html")
			if claims := w.Claims(alias); len(claims) != 1 || taken[wiki.Fold(want)] {
				continue
			}
			p.Redirects = append(p.Redirects, Redirect{Out: taken.take(want), Name: alias, To: at})
		}
	}
}
