package site

import (
	"fmt"
	"html/template"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/query/near"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/site/chart"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/shelf"
)

// Options say how a site is to be.
type Options struct {
	Title     string            // "" is the name that the vault's folder gives it
	Lang      string            // of the site's own words and of pages that name none; "" is en
	BaseURL   string            // where it will lie; "" for a site without a feed's, canonical and sitemap addresses
	Include   []string          // notes beside the wiki and the logs that are shown: paths with *, and ** for any folders
	Templates map[string][]byte // of the vault, by name; the others are memoria's own
	Generator string            // memoria and its version
	Live      bool              // shown by memoria serve
}

// A Vault is what a site shows. It is read by several goroutines at once.
type Vault struct {
	Wiki *wiki.Wiki                        // required
	Logs []*daily.Log                      // sorted by day
	Read func(path string) ([]byte, error) // required: a file of the vault

	// Mark stands for the bytes of a file of the vault, without reading it: as long as it is the same, so are
	// they. "" says that it is not known; nil knows none.
	Mark func(path string) string

	// Seen is what Site.Seen returned of an earlier site of the same vault: pages that are as they were then
	// are not read to find who names whom. It may be nil, or anything.
	Seen []byte

	// Index opens the index of the vault, for the search of the site; anew has it made from the pages, as the one
	// that was opened before turned out to be damaged. nil is for a site without.
	Index func(anew bool) (*search.Index, error)
}

// A Site is the files of one moment. Each is made when it is asked for; all methods may be used by several
// goroutines.
type Site struct {
	o     Options
	src   Vault
	plan  *plan
	find  near.Finder
	graph func() near.Graph
	said  map[string]line // by day and block id, or by day and heading

	assets   map[string][]byte
	tmpl     *template.Template
	made     sync.Map  // what shared made
	rooms    sync.Pool // buffers that pages are made in
	md       *markup.Renderer
	files    map[string]func() ([]byte, error)
	previews map[string][]*page // the pages of each file of previews
	keys     map[string]func(*digests) string

	latest   func() []*page // articles by the day of their last change, the newest first
	ties     map[*wiki.Page][]tie
	seen     func() *seen
	facts    func() map[string]*fact // by path
	known    atomic.Bool             // facts has its answer
	moved    atomic.Bool             // a log or the index is of other pages than the plan
	few      func() bool             // facts has little to read
	digests  func() *digests
	shelves  func() string // the key of the index
	mentions func() map[*wiki.Page][]naming
	edges    func() ([]chart.Node, []chart.Link)
	shelf    func() (*shelf.Shelf, error)

	shelfKeys func() map[string]string // by path
}

// A line is a line of a log, or a whole entry, and the entry it stands in.
type line struct {
	entry  *daily.Dated
	bullet *daily.Bullet // nil for an entry
}

// New plans a site. An error is of a template or an option.
func New(src Vault, o Options) (*Site, error) {
	o.Lang = orElse(o.Lang, "en")
	o.Title = orElse(o.Title, "Memory")
	if o.BaseURL != "" && !strings.HasSuffix(o.BaseURL, "/") {
		o.BaseURL += "/"
	}
	src.Logs = shownLogs(src.Wiki, src.Logs)
	s := &Site{o: o, src: src, find: near.Finder{Wiki: src.Wiki}, md: markup.NewRenderer(highlight), files: map[string]func() ([]byte, error){}, previews: map[string][]*page{}, keys: map[string]func(*digests) string{}}
	s.rooms.New = func() any { return new(room) }
	if err := s.dress(); err != nil {
		return nil, err
	}
	var wg sync.WaitGroup
	wg.Go(s.hear)
	s.graph = sync.OnceValue(func() near.Graph { return s.find.Graph(src.Logs) })
	projects := map[string]string{}
	for p, name := range s.find.Projects(src.Logs) {
		projects[p.Path] = name
	}
	s.ties = tiesOf(src.Wiki)
	wg.Wait()
	s.plan = newPlan(src.Wiki, src.Logs, included(o.Include), projects, s.ties)
	s.latest = sync.OnceValue(s.sortLatest)
	s.seen = sync.OnceValue(func() *seen { return readSeen(src.Seen) })
	s.facts = sync.OnceValue(s.remember)
	s.few = sync.OnceValue(s.countUnknown)
	s.mentions = sync.OnceValue(s.named)
	s.digests = sync.OnceValue(s.digest)
	s.shelves = sync.OnceValue(s.sumShelf)
	s.edges = sync.OnceValues(s.drawn)
	s.shelf = sync.OnceValues(s.shelve)
	s.shelfKeys = sync.OnceValue(s.findShelfKeys)
	s.register()
	s.setKeys()
	s.setAttachedKeys()
	return s, nil
}

func orElse(s, or string) string {
	if s == "" {
		return or
	}
	return s
}

// hear notes where every line of the logs stands.
func (s *Site) hear() {
	s.said = map[string]line{}
	for _, l := range s.src.Logs {
		if p := s.src.Wiki.Page("daily/" + l.Date.String() + ".md"); p.Hash() != l.Hash {
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

// register names every file of the site and says how it is made.
func (s *Site) register() {
	add := func(name string, make func() ([]byte, error)) { s.files[name] = make }
	page := func(name string, view func() View) {
		add(name, func() ([]byte, error) { return s.execute(view()) })
	}
	for _, at := range s.plan.pages {
		page(at.out, func() View { return s.view(at) })
		add(at.twin, func() ([]byte, error) { return told(at), nil })
	}
	for from, to := range s.plan.files {
		add(to, func() ([]byte, error) { return s.src.Read(from) })
	}
	for _, lists := range [][]*listing{s.plan.tags, s.plan.types, s.plan.projects} {
		for _, l := range lists {
			page(l.out, func() View { return s.listView(l) })
		}
	}
	for _, r := range s.plan.redirect {
		page(r.out, func() View { return s.redirectView(r) })
	}
	page(homeFile, s.homeView)
	page(recentFile, s.recentView)
	page(timelineFile, s.timelineView)
	page(allFile, s.allView)
	page(tagsFile, s.tagsView)
	page(graphFile, s.graphView)
	page(searchFile, s.searchView)
	page(missingFile, s.missingView)
	add(graphData, func() ([]byte, error) { nodes, links := s.edges(); return chart.Data(nodes, links), nil })
	for name, body := range s.assets {
		add("site/assets/"+name, func() ([]byte, error) { return body, nil })
	}
	s.extras(add)
}

// Paths are all files of the site, sorted.
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
	out := make([]string, 0, len(s.files))
	for name := range s.files {
		out = append(out, name)
	}
	if s.src.Index != nil {
		for name := range s.shelfKeys() {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Moved reports whether something of the vault is not what the plan takes it for, since it was changed meanwhile.
// What was made by then may not be what its keys stand for, nor what Seen returns.
func (s *Site) Moved() bool { return s.moved.Load() || s.src.Wiki.Moved() != "" }

// Unread are the pages of the vault that are shown without their text, as they are too long to be read.
func (s *Site) Unread() (paths []string) {
	for _, at := range s.plan.pages {
		if slices.ContainsFunc(at.Page.Findings(), func(f wiki.Finding) bool { return f.Kind == wiki.FindingSize }) {
			paths = append(paths, at.Path)
		}
	}
	return paths
}

// File makes a file of the site. ok is false where there is none of that path.
func (s *Site) File(name string) (body []byte, ok bool, err error) {
	if file, ok := strings.CutPrefix(name, shelfDir); ok && s.src.Index != nil {
		return s.shelfFile(file)
	}
	make, ok := s.files[name]
	if !ok {
		return nil, false, nil
	}
	if body, err = make(); err != nil {
		return nil, true, fmt.Errorf("make %s: %w", name, err)
	}
	return body, true, nil
}

// included makes a function of patterns.
func included(patterns []string) func(string) bool {
	return func(file string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return match(strings.Split(strings.Trim(p, "/"), "/"), strings.Split(file, "/")) })
	}
}

// match holds the folders of a path against those of a pattern, in which ** stands for any number of them. Only
// the last ** that was met has to be tried with one folder more, so the time is bounded by the two lengths.
func match(pattern, file []string) bool {
	p, f := 0, 0
	star, from := -1, 0 // the last **, and the first folder that it does not stand for
	for f < len(file) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			star, from = p, f
			p++
		case p < len(pattern) && fits(pattern[p], file[f]):
			p, f = p+1, f+1
		case star >= 0:
			from++
			p, f = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}

func fits(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
