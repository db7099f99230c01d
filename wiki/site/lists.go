package site

import (
	"cmp"
	"html"
	"html/template"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// The maximum lengths of lists.
const (
	homeChanges   = 8
	homeDays      = 5
	homeNames     = 24
	recentChanges = 100
	groupPages    = 400 // of a tag, a type or a project, before the rest is left to the index
)

// item returns a page as an item of a list.
func (s *Site) item(from string, to *plan.Page) view.Item {
	return view.Item{Ref: s.ref(from, to), Day: cmp.Or(string(to.Updated()), string(to.Created())), Text: to.Description()}
}

func (s *Site) projectOf(name string) *plan.Listing {
	for _, l := range s.plan.Projects {
		if name != "" && wiki.ProjectKey(l.Name) == wiki.ProjectKey(name) {
			return l
		}
	}
	return nil
}

// sortLatest sorts the articles by their last change, the newest first.
func (s *Site) sortLatest() []*plan.Page {
	var out []*plan.Page
	for _, at := range s.plan.Pages {
		if at.View == view.ArticlePage {
			out = append(out, at)
		}
	}
	sorting.By(out, func(a, b *plan.Page) int {
		return cmp.Or(cmp.Compare(max(b.Updated(), b.Created()), max(a.Updated(), a.Created())), plan.ByTitle(a, b))
	})
	return out
}

// days returns the logs, the newest first.
func (s *Site) days() []*plan.Page {
	var out []*plan.Page
	for _, at := range slices.Backward(s.plan.Pages) {
		if at.View == view.DayPage {
			out = append(out, at)
		}
	}
	return out
}

// dayItem returns a log as an item of a list, described by its sessions.
func (s *Site) dayItem(from string, at *plan.Page) view.Item {
	it := view.Item{Ref: s.ref(from, at), Day: at.Name}
	var entries []*daily.Dated
	for i := range at.Log.Entries {
		if e := &at.Log.Entries[i]; !e.Redone && e.Title != "" {
			entries = append(entries, e)
		}
	}
	for _, e := range session.Once(entries) {
		it.Detail = append(it.Detail, e.Title)
	}
	it.Count = len(it.Detail)
	return it
}

func (s *Site) homeView() view.Page {
	v := s.frame(view.HomePage, plan.HomeFile, s.o.Title)
	v.Description = cmp.Or(s.work().Says(), prose.Count(s.count(view.ArticlePage), "article")+" from "+prose.Count(s.count(view.DayPage), "day")+" of work with coding agents")
	v.Groups = s.work().Home(plan.HomeFile)
	v.Main = s.work().Calendar(plan.HomeFile, true)
	group := func(id, title string, more *view.Ref, items []view.Item) {
		if len(items) > 0 {
			v.Groups = append(v.Groups, view.Group{ID: id, Title: title, More: more, Items: items, Beside: true})
		}
	}
	group("changed", "Lately changed", &view.Ref{Href: view.Relative(plan.HomeFile, plan.RecentFile), Title: "All changes"}, s.items(plan.HomeFile, s.latest(), homeChanges))
	days := s.days()
	var said []view.Item
	for _, at := range days[:min(len(days), homeDays)] {
		said = append(said, s.dayItem(plan.HomeFile, at))
	}
	group("days", "Last days", &view.Ref{Href: view.Relative(plan.HomeFile, plan.TimelineFile), Title: "All days"}, said)
	group("types", "Kinds", &view.Ref{Href: view.Relative(plan.HomeFile, plan.AllFile), Title: "A to Z"}, s.listItems(plan.HomeFile, s.plan.Types))
	tags := slices.Clone(s.plan.Tags)
	sorting.Stable(tags, func(a, b *plan.Listing) int { return cmp.Compare(len(b.Pages), len(a.Pages)) })
	group("tags", "Topics", &view.Ref{Href: view.Relative(plan.HomeFile, plan.TagsFile), Title: "All tags"}, s.listItems(plan.HomeFile, tags[:min(len(tags), homeNames)]))
	return v
}

func (s *Site) items(from string, list []*plan.Page, most int) (out []view.Item) {
	for _, at := range list[:min(len(list), most)] {
		out = append(out, s.item(from, at))
	}
	return out
}

func (s *Site) listItems(from string, lists []*plan.Listing) (out []view.Item) {
	for _, l := range lists {
		it := view.Item{Ref: view.Ref{Href: view.Relative(from, l.Out), Title: l.Title(), Kind: l.Kind}, Count: len(l.Pages)}
		if len(l.Said) > 0 {
			it.Detail = []string{l.Sessions()}
		}
		out = append(out, it)
	}
	return out
}

// listView returns the page of a tag, a type or a project.
func (s *Site) listView(l *plan.Listing) view.Page {
	v := s.frame(l.Kind, l.Out, l.Title())
	v.Description = prose.Count(len(l.Pages), "page")
	if l.Kind == view.TagPage {
		v.Crumbs = append(v.Crumbs, view.Ref{Href: view.Relative(l.Out, plan.TagsFile), Title: "Tags"})
	}
	if l.Kind == view.ProjectPage {
		v.Crumbs = append(v.Crumbs, view.Ref{Href: view.Relative(l.Out, plan.ProjectsFile), Title: "Projects"})
		v.Groups, v.Main = s.work().Of(l.Out, l.Name)
		switch {
		case len(l.Pages) == 0:
			v.Description = l.Sessions()
		case len(l.Said) > 0:
			v.Description += ", " + l.Sessions()
		}
	}
	pages := view.Group{ID: "pages", Title: "Pages", Items: s.items(l.Out, l.Pages, groupPages)}
	if len(l.Pages) > groupPages {
		pages.More = &view.Ref{Href: view.Relative(l.Out, plan.AllFile), Title: "and " + prose.Count(len(l.Pages)-groupPages, "page") + " more: A to Z"}
	}
	if len(pages.Items) > 0 {
		v.Groups = append(v.Groups, pages)
	}
	if len(l.Said) > 0 {
		g := view.Group{ID: "sessions", Title: "Sessions"}
		said := session.Once(l.Said)
		for _, e := range said[:min(len(said), recentChanges)] {
			g.Items = append(g.Items, s.entryItem(l.Out, e))
		}
		if len(said) > recentChanges {
			g.More = &view.Ref{Href: view.Relative(l.Out, plan.TimelineFile), Title: "All days"}
		}
		v.Groups = append(v.Groups, g)
	}
	return v
}

// entryItem returns an entry of a log as an item of a list.
func (s *Site) entryItem(from string, e *daily.Dated) view.Item {
	c := wiki.Cite{Date: wiki.Date(e.Date.String()), Heading: e.Heading}
	it := view.Item{Ref: view.Ref{Href: s.lineHref(from, c), Title: cmp.Or(e.Title, e.Date.Day().String()), Kind: "day"}, Day: e.Date.Day().String(), Text: e.Context}
	if title := wiki.Fold(strings.TrimSuffix(e.Title, "…")); title != "" && strings.Contains(wiki.Fold(e.Context), title) && len(e.Context) < 2*len(title) {
		it.Text = "" // it says little more
	}
	if e.Branch != "" {
		it.Detail = append(it.Detail, e.Branch)
	}
	if e.Session != "" {
		it.Detail = append(it.Detail, short(e.Session))
	}
	return it
}

// recentView lists the articles by the day of their last change, with the sessions that caused it.
func (s *Site) recentView() view.Page {
	v := s.frame(view.RecentPage, plan.RecentFile, "Recent changes")
	for _, at := range s.lately(recentChanges) {
		it := s.item(plan.RecentFile, at)
		added, past := s.changes(at, it.Day)
		same := func(l string) bool { return strings.TrimRight(l, ".") == strings.TrimRight(it.Text, ".") }
		it.Detail = slices.DeleteFunc(added, same)
		for _, was := range past {
			it.Detail = append(it.Detail, "no longer: "+was)
		}
		it.Detail = it.Detail[:min(len(it.Detail), 3)]
		addItem(&v, "d"+it.Day, cmp.Or(it.Day, "No day"), it)
	}
	if s.count(view.ArticlePage) > recentChanges {
		v.Groups[len(v.Groups)-1].More = &view.Ref{Href: view.Relative(plan.RecentFile, plan.AllFile), Title: "All articles"}
	}
	return v
}

// timelineView lists the days by month, each with its sessions.
func (s *Site) timelineView() view.Page {
	v := s.frame(view.TimelinePage, plan.TimelineFile, "Days")
	v.Description = prose.Count(s.count(view.DayPage), "day") + " of sessions"
	v.Main = s.work().Calendar(plan.TimelineFile, false)
	for _, at := range s.days() {
		month := at.Name[:min(len(at.Name), 7)]
		addItem(&v, "m"+month, month, s.dayItem(plan.TimelineFile, at))
	}
	return v
}

// addItem adds an item to the last group of a page, or to a new group if the last one has another title.
func addItem(v *view.Page, id, title string, it view.Item) {
	if n := len(v.Groups); n == 0 || v.Groups[n-1].Title != title {
		v.Groups = append(v.Groups, view.Group{ID: id, Title: title})
	}
	g := &v.Groups[len(v.Groups)-1]
	g.Items = append(g.Items, it)
}

// allView is the index by first letter. Letters of other scripts have their own groups.
func (s *Site) allView() view.Page {
	v := s.frame(view.AllPage, plan.AllFile, "Index")
	by, pages := map[string][]*plan.Page{}, 0
	for _, at := range s.plan.Pages {
		if at.View != view.DayPage && at.Kind != wiki.CodePage {
			letter := initial(at.Shown())
			by[letter] = append(by[letter], at)
			pages++
		}
	}
	for _, letter := range sortedKeys(by) {
		sorting.By(by[letter], plan.ByTitle)
		v.Groups = append(v.Groups, view.Group{ID: "_" + letter, Title: letter, Items: s.items(plan.AllFile, by[letter], len(by[letter]))})
	}
	v.Description = prose.Count(pages, "page")
	return v
}

// initial returns the letter under which a title is listed, as a capital without diacritics; # for everything else.
func initial(title string) string {
	for _, r := range norm.NFD.String(title) {
		if unicode.IsLetter(r) {
			return string(unicode.ToUpper(r))
		}
		if unicode.IsDigit(r) {
			return "0–9"
		}
		if r == utf8.RuneError {
			break
		}
	}
	return "#"
}

func (s *Site) tagsView() view.Page {
	v := s.frame(view.TagsPage, plan.TagsFile, prose.Count(len(s.plan.Tags), "tag"))
	if len(s.plan.Tags) > 0 {
		v.Groups = []view.Group{{ID: "tags", Items: s.listItems(plan.TagsFile, s.plan.Tags)}}
	}
	return v
}

// scripted returns a page that a script fills.
func (s *Site) scripted(kind, file, title, says string) view.Page {
	v := s.frame(kind, file, title)
	v.Description = says
	return v
}

// missingView is the page that a server shows for every missing address, so its links start at the root of the
// server. If that is unknown it has none; see missing.html.
func (s *Site) missingView() view.Page {
	v := s.frame(view.MissingPage, plan.MissingFile, "Not here")
	if at, err := url.Parse(s.o.BaseURL); err == nil && s.o.BaseURL != "" {
		v.Root = at.EscapedPath()
		v.Crumbs = []view.Ref{{Href: v.Root + plan.HomeFile, Title: s.o.Title}}
	}
	v.Main = template.HTML("<p>No page of this site has that address.</p>")
	return v
}

func (s *Site) redirectView(r plan.Redirect) view.Page {
	v := s.frame(view.RedirectPage, r.Out, r.Name)
	to := s.ref(r.Out, r.To)
	v.To = &to
	if v.Canonical != "" {
		v.Canonical = s.o.BaseURL + view.EscapePath(r.To.Out)
	}
	v.Main = template.HTML(`<p><a href="` + html.EscapeString(to.Href) + `">` + html.EscapeString(strings.TrimSpace(to.Title)) + `</a></p>`)
	return v
}
