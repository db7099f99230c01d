package site

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/frontmatter"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/site/chart"
	"github.com/agent-admin/memoria/wiki/site/code"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/out"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/theme"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// New plans a site. An error concerns a template or an option.
func New(src Vault, o Options) (*Site, error) {
	o.Lang = cmp.Or(o.Lang, "en")
	o.Title = cmp.Or(o.Title, "Memory")
	if o.BaseURL != "" && !strings.HasSuffix(o.BaseURL, "/") {
		o.BaseURL += "/"
	}
	src.Logs = plan.ShownLogs(src.Wiki, src.Logs)
	s := &Site{o: o, src: src, find: related.Finder{Wiki: src.Wiki, Apart: src.Apart}, md: markup.NewRenderer(code.Highlight), files: map[string]file{}}
	var err error
	if s.theme, err = theme.New(o.Templates); err != nil {
		return nil, err
	}
	var wg sync.WaitGroup
	wg.Go(s.hear)
	s.graph = sync.OnceValue(func() related.Graph { return s.find.Graph(src.Logs) })
	projects := map[string]string{}
	for p, name := range s.find.Projects(src.Logs) {
		projects[p.Path] = name
	}
	s.ties = tiesOf(src.Wiki)
	wg.Wait()
	s.plan = plan.New(src.Wiki, src.Logs, src.Clean, o.Include, o.Front, projects, func(p *wiki.Page) (to []*wiki.Page) {
		for _, t := range s.ties[p] {
			to = append(to, t.to)
		}
		return to
	})
	s.latest, s.work, s.fates = sync.OnceValue(s.sortLatest), sync.OnceValue(s.teller), sync.OnceValue(s.fatesKey)
	s.seen = sync.OnceValue(func() *seen { return readSeen(src.Seen) })
	s.facts = sync.OnceValue(s.remember)
	s.few = sync.OnceValue(s.countUnknown)
	s.mentions = sync.OnceValue(s.named)
	s.digests = sync.OnceValue(s.digest)
	s.shelves = sync.OnceValue(s.sumShelf)
	s.edges = sync.OnceValues(s.drawnAll)
	s.shelf = sync.OnceValues(s.shelve)
	s.shelfKeys = sync.OnceValue(s.findShelfKeys)
	s.register()
	return s, nil
}

// hear records the position of every line of the logs.
func (s *Site) hear() {
	s.said, s.later = map[string]line{}, session.Continued(s.src.Logs)
	for _, l := range s.src.Logs {
		if p := s.src.Wiki.Page(s.src.Wiki.Daily().Path(l.Date.String())); p.Hash() != cmp.Or(l.File, l.Hash) {
			s.moved.Store(true)
		}
		for i := range l.Entries {
			e := &l.Entries[i]
			if e.Heading != "" {
				s.said[l.Date.String()+"#"+e.Heading] = line{entry: e}
			}
			for j := range e.Bullets {
				if b := &e.Bullets[j]; b.Block != "" {
					s.said[l.Date.String()+"#^"+b.Block] = line{entry: e, bullet: b}
				}
			}
		}
	}
}

// register adds every file of the site, with the functions for its content and its key.
func (s *Site) register() {
	base := func(*digests) []string { return nil }
	all := func(d *digests) []string { return []string{d.all} }
	add := func(name string, key func(*digests) string, make func() ([]byte, error)) {
		s.files[name] = file{key, make}
	}
	page := func(name string, key func(*digests) string, view func() view.Page) {
		add(name, key, func() ([]byte, error) { return s.theme.Page(view()) })
	}
	for _, at := range s.plan.Pages {
		page(at.Out, func(d *digests) string { return s.pageKey(at, d) }, func() view.Page { return s.view(at) })
		if s.o.Markdown {
			add(at.Twin, func(*digests) string { return sumOf("twin", at.Hash()) }, func() ([]byte, error) { return told(at), nil })
		}
	}
	for from, to := range s.plan.Files {
		add(to, func(*digests) string { return s.attachedKey(from) }, func() ([]byte, error) { return s.src.Read(from) })
	}
	for _, lists := range [][]*plan.Listing{s.plan.Tags, s.plan.Types, s.plan.Projects} {
		for _, l := range lists {
			page(l.Out, func(d *digests) string { return s.listKey(l, d) }, func() view.Page { return s.listView(l) })
		}
	}
	for _, r := range s.plan.Redirects {
		page(r.Out, func(d *digests) string { return sumOf("redirect", d.base, r.Out, r.Name, d.faceOf(r.To.Page)) }, func() view.Page { return s.redirectView(r) })
	}
	if s.plan.Chapters == nil {
		page(plan.HomeFile, s.homeKey, s.homeView)
		page(plan.RecentFile, func(d *digests) string { return s.recentKey(recentChanges, d) }, s.recentView)
		page(plan.TimelineFile, only("timeline", func(d *digests) []string { return []string{d.days, d.all} }), s.timelineView)
		page(plan.ProjectsFile, only("projects", all), s.projectsView)
		add(feedFile, func(d *digests) string { return s.recentKey(maxFeed, d) }, func() ([]byte, error) { return s.atom(), nil })
	}
	page(plan.AllFile, only("all", all), s.allView)
	page(plan.TagsFile, s.tagsKey, s.tagsView)
	page(plan.GraphFile, only(plan.GraphFile, base), func() view.Page {
		return s.scripted(view.GraphPage, plan.GraphFile, "Graph", "All pages and the links between them")
	})
	page(plan.SearchFile, only(plan.SearchFile, base), func() view.Page { return s.scripted(view.SearchPage, plan.SearchFile, "Search", "Search all pages") })
	page(plan.MissingFile, only(plan.MissingFile, base), s.missingView)
	add(plan.GraphData, only("graph", all), func() ([]byte, error) { nodes, links := s.edges(); return chart.Data(nodes, links), nil })
	for name, body := range s.theme.Assets {
		add("site/assets/"+name, only("asset", base), func() ([]byte, error) { return body, nil })
	}
	give := func(name string, key func(*digests) string, make func() []byte) {
		add(name, key, func() ([]byte, error) { return make(), nil })
	}
	give(hostFile, only(hostFile, base), func() []byte { return nil })
	give(llmsFile, only("llms", all), s.llms)
	if s.o.BaseURL != "" {
		give(sitemapFile, only(sitemapFile, func(d *digests) []string { return []string{d.tags, d.all} }), s.sitemap)
	}
	for shard, pages := range s.shards() {
		add(out.PreviewDir+"/"+shard+".js", func(d *digests) string { return previewKey(pages, d) }, func() ([]byte, error) { return s.preview(shard, pages) })
	}
}

// Paths returns all files of the site, sorted.
func (s *Site) Paths() []string {
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { // what many pages wait for, while the index is made
		s.digests()
		if len(s.seen().facts) == 0 {
			s.mentions()
			s.edges()
		}
	})
	paths := slices.AppendSeq(make([]string, 0, len(s.files)), maps.Keys(s.files))
	if s.src.Index != nil {
		paths = slices.AppendSeq(paths, maps.Keys(s.shelfKeys()))
	}
	slices.Sort(paths)
	return paths
}

// Moved reports whether the vault changed after the site was planned. Files made since then may not match
// their keys, and the result of Seen may be wrong.
func (s *Site) Moved() bool { return s.moved.Load() }

// Unread returns the pages of the vault that are shown without their text because they are too long.
func (s *Site) Unread() (paths []string) {
	for _, at := range s.plan.Pages {
		if slices.ContainsFunc(at.Page.Findings(), func(f frontmatter.Fault) bool { return f.Kind == wiki.FaultSize }) {
			paths = append(paths, at.Path)
		}
	}
	return paths
}

// File returns a file of the site. ok is false if there is no file of that path.
func (s *Site) File(name string) (body []byte, ok bool, err error) {
	if file, ok := strings.CutPrefix(name, shelfDir); ok && s.src.Index != nil {
		return s.shelfFile(file)
	}
	f, ok := s.files[name]
	if !ok {
		return nil, false, nil
	}
	if body, err = f.make(); err != nil {
		return nil, true, fmt.Errorf("make %s: %w", name, err)
	}
	return body, true, nil
}
