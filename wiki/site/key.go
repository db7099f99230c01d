package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki"
)

// A digest sums up texts, so that no two lists of them have the same sum.
type digest struct {
	h   hash.Hash
	len [9]byte
}

func newDigest() *digest { return &digest{h: sha256.New()} }

func (d *digest) text(all ...string) {
	for _, s := range all {
		for i, n := 0, len(s); i < 8; i, n = i+1, n>>8 {
			d.len[i] = byte(n)
		}
		d.h.Write(d.len[:])
		_, _ = io.WriteString(d.h, s)
	}
}

func (d *digest) sum() string { return hex.EncodeToString(d.h.Sum(nil)[:16]) }

func sumOf(all ...string) string {
	d := newDigest()
	d.text(all...)
	return d.sum()
}

// digests sum up what the files of a site are made from.
type digests struct {
	base string            // options, templates, and what every page shows
	tags string            // which tags have a page
	days string            // all logs
	all  string            // what all pages say of themselves in lists
	text string            // all that all pages say
	face map[string]string // of a page, what is shown of it where it is listed, by path
	tied map[string]string // of a page, where its links lead
	with map[string]string // of a day, the pages that link to it
}

// Key stands for all that a file is made from: while it is the same, so are its bytes. It is "" where that
// is not known.
func (s *Site) Key(name string) string {
	if make := s.keys[name]; make != nil {
		return make(s.digests())
	}
	return ""
}

func (s *Site) digest() *digests {
	d := &digests{face: map[string]string{}, tied: map[string]string{}, with: map[string]string{}}
	d.base = s.baseKey()
	tags := newDigest()
	for _, l := range s.plan.tags {
		tags.text(l.name, l.out)
	}
	d.tags = tags.sum()
	pages := s.src.Wiki.Pages()
	faces, ties := make([]string, len(pages)), make([]string, len(pages))
	var wg sync.WaitGroup
	const workers = 4
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(pages); i += workers {
				if p := pages[i]; p.Article != nil {
					faces[i], ties[i] = s.face(p), s.ties(p)
				}
			}
		})
	}
	wg.Wait()
	all, text, days := newDigest(), newDigest(), newDigest()
	for i, p := range pages {
		if p.Article == nil {
			continue
		}
		d.face[p.Path], d.tied[p.Path] = faces[i], ties[i]
		all.text(p.Path, faces[i], ties[i])
		text.text(p.Path, faces[i], p.Hash())
		if p.Kind == wiki.DayPage {
			days.text(p.Path, p.Hash())
		}
	}
	d.all, d.text, d.days = all.sum(), text.sum(), days.sum()
	for _, p := range pages {
		if p.Kind == wiki.DayPage {
			with := newDigest()
			for _, from := range s.src.Wiki.LinkersOf(p) {
				with.text(from.Path, d.face[from.Path])
			}
			d.with[p.Path] = with.sum()
		}
	}
	return d
}

// baseKey is of what any page may show.
func (s *Site) baseKey() string {
	d := newDigest()
	d.text(s.o.Title, s.o.Lang, s.o.BaseURL, s.o.Generator)
	if s.o.Live {
		d.text("live")
	}
	counts := false
	for _, name := range templates.SiteNames() {
		body, own := s.o.Templates[name]
		if !own {
			body = templates.Site(name)
		}
		d.text(name, string(body))
		counts = counts || name != homeTemplate && countsIn(body)
	}
	for _, name := range sortedKeys(s.o.Templates) {
		d.text(name, string(s.o.Templates[name]))
		counts = counts || name != homeTemplate && countsIn(s.o.Templates[name])
	}
	for _, lists := range [][]*listing{s.plan.types, s.plan.projects} {
		for _, l := range lists {
			d.text(l.kind, l.name, l.out)
		}
	}
	if counts {
		s.countsKey(d)
	}
	for _, l := range s.src.Logs {
		for i := range l.Entries {
			if at := l.Entries[i].At; !at.IsZero() {
				d.text(at.Location().String()) // of sections without a time zone of their own
				return d.sum()
			}
		}
	}
	return d.sum()
}

// homeTemplate is the one whose page is made anew with every page that comes or goes.
const homeTemplate = "home.html"

// countsIn reports whether a template may say how many pages there are.
func countsIn(template []byte) bool {
	for _, name := range []string{"Articles", "Days", "Tags", "Projects"} {
		if bytes.Contains(template, []byte(".Site."+name)) {
			return true
		}
	}
	return false
}

// countsKey is of how many pages there are.
func (s *Site) countsKey(d *digest) {
	for _, kind := range sortedKeys(s.plan.many) {
		d.text(kind, plural(s.plan.many[kind], "page"))
	}
	d.text(plural(len(s.plan.tags), "tag"))
}

// face is what is shown of a page where another lists it or links to it.
func (s *Site) face(p *wiki.Page) string {
	d := newDigest()
	d.text(p.Path, p.Title())
	if at := s.plan.byPath[p.Path]; at != nil {
		d.text(at.kind, at.out, at.says, sortOf(at), at.project, string(at.created), string(at.updated))
		d.text(at.Tags()...)
	}
	return d.sum()
}

// ties are where the links of a page lead, and those of its properties that say what it connects.
func (s *Site) ties(p *wiki.Page) string {
	d := newDigest()
	s.eachTie(p, func(target string, to *wiki.Page, err error) { d.text(target, tied(to, err)) })
	return d.sum()
}

func tied(to *wiki.Page, err error) string {
	if err != nil {
		return "! " + err.Error()
	}
	return to.Path
}

func (s *Site) eachTie(p *wiki.Page, tie func(target string, to *wiki.Page, err error)) {
	for _, target := range p.Targets() {
		to, err := s.src.Wiki.ResolveFrom(p, target)
		tie(target, to, err)
	}
	for _, target := range p.Hrefs() {
		to, _, err := s.src.Wiki.ResolveHref(p, target)
		tie(target, to, err)
	}
	for _, target := range p.Connects() {
		to, err := s.src.Wiki.ResolveFrom(p, target)
		tie(target, to, err)
	}
}

// pageKey is of a page of the vault: of its text and that of what it shows, of the pages that it links to
// and of those that link to it or name it.
func (s *Site) pageKey(at *page, all *digests) string {
	d := newDigest()
	d.text("page", all.base, at.Hash(), at.out, at.twin, all.face[at.Path], all.tied[at.Path])
	for _, p := range []*page{at.prev, at.next} {
		if p != nil {
			d.text(p.Path, all.face[p.Path])
		}
	}
	for _, tag := range at.Tags() {
		if l := s.plan.byTag[wiki.Fold(tag)]; l != nil {
			d.text(tag, l.out)
		}
	}
	s.addLinked(d, at.Page, all)
	for _, q := range s.embedded(at.Page) {
		d.text("embeds", q.Path, q.Hash())
		s.addLinked(d, q, all)
		if f := s.facts()[q.Path]; f == nil || f.tagged {
			d.text(all.tags)
		}
	}
	if f := s.facts()[at.Path]; f == nil || f.tagged {
		d.text(all.tags)
	}
	for _, from := range s.src.Wiki.LinkersOf(at.Page) {
		d.text("from", from.Path, from.Hash(), all.face[from.Path], all.tied[from.Path])
		if from.Type() == wiki.Connection {
			s.addFaces(d, from, all)
		}
	}
	for _, m := range s.mentions()[at.Page] {
		d.text("named", m.by.Path, m.by.Hash(), all.face[m.by.Path], m.at.Name)
	}
	return d.sum()
}

// addLinked adds what a page may show of those that it links to.
func (s *Site) addLinked(d *digest, p *wiki.Page, all *digests) {
	s.eachTie(p, func(target string, to *wiki.Page, err error) {
		d.text(target, tied(to, err))
		if many, ok := err.(*wiki.AmbiguousError); ok {
			for _, c := range many.Candidates {
				d.text(c, all.face[c])
			}
		}
		if to == nil {
			return
		}
		d.text(s.plan.files[to.Path], to.Hash(), all.face[to.Path], all.tied[to.Path], all.with[to.Path])
	})
}

func (s *Site) addFaces(d *digest, p *wiki.Page, all *digests) {
	s.eachTie(p, func(_ string, to *wiki.Page, _ error) {
		if to != nil {
			d.text(to.Path, all.face[to.Path])
		}
	})
}

// embedded are the pages that a page shows parts of, and those that these do.
func (s *Site) embedded(p *wiki.Page) []*wiki.Page {
	var out []*wiki.Page
	seen := map[*wiki.Page]bool{p: true}
	var follow func(q *wiki.Page)
	add := func(to *wiki.Page, err error) {
		if err == nil && to.Article != nil && !seen[to] {
			seen[to] = true
			out = append(out, to)
			follow(to)
		}
	}
	follow = func(q *wiki.Page) {
		f := s.facts()[q.Path]
		if f == nil {
			return
		}
		for _, target := range f.embeds {
			add(s.src.Wiki.ResolveFrom(q, target))
		}
		for _, target := range f.images {
			to, _, err := s.src.Wiki.ResolveHref(q, target)
			add(to, err)
		}
	}
	follow(p)
	return out
}

// listKey is of the page of a tag, a type or a project.
func (s *Site) listKey(l *listing, all *digests) string {
	d := newDigest()
	d.text("list", all.base, l.kind, l.name, l.out)
	for _, p := range l.pages {
		d.text(p.Path, all.face[p.Path])
	}
	if len(l.said) > 0 {
		d.text(all.days)
	}
	return d.sum()
}

// listsKey is of pages that show how many pages each list has.
func (s *Site) listsKey(d *digest) {
	for _, lists := range [][]*listing{s.plan.tags, s.plan.types, s.plan.projects} {
		for _, l := range lists {
			d.text(l.kind, l.name, l.out, plural(len(l.pages), "page"), plural(len(l.said), "session"))
		}
	}
}

// homeKey is of the home page.
func (s *Site) homeKey(all *digests) string {
	d := newDigest()
	d.text("home", all.base, all.days)
	for _, at := range s.lately(homeChanges) {
		d.text(at.Path, all.face[at.Path])
	}
	s.listsKey(d)
	s.countsKey(d)
	return d.sum()
}

// recentKey is of what tells what changed last: the whole of the articles, as it tells their history.
func (s *Site) recentKey(most int, all *digests) string {
	d := newDigest()
	d.text("recent", all.base, all.days)
	for _, at := range s.lately(most) {
		d.text(s.pageKey(at, all))
	}
	return d.sum()
}

// setKeys names for every file what its key is made from.
func (s *Site) setKeys() {
	set := func(name string, make func(*digests) string) { s.keys[name] = make }
	for _, at := range s.plan.pages {
		set(at.out, func(d *digests) string { return s.pageKey(at, d) })
		set(at.twin, func(*digests) string { return at.Hash() })
	}
	for _, lists := range [][]*listing{s.plan.tags, s.plan.types, s.plan.projects} {
		for _, l := range lists {
			set(l.out, func(d *digests) string { return s.listKey(l, d) })
		}
	}
	for _, r := range s.plan.redirect {
		set(r.out, func(d *digests) string { return sumOf("redirect", d.base, r.out, r.name, d.face[r.to.Path]) })
	}
	set(homeFile, s.homeKey)
	set(recentFile, func(d *digests) string { return s.recentKey(recentChanges, d) })
	set(feedFile, func(d *digests) string { return s.recentKey(maxFeed, d) })
	set(timelineFile, func(d *digests) string { return sumOf("timeline", d.base, d.days, d.all) })
	set(allFile, func(d *digests) string { return sumOf("all", d.base, d.all) })
	set(graphData, func(d *digests) string { return sumOf("graph", d.base, d.all) })
	set(llmsFile, func(d *digests) string { return sumOf("llms", d.base, d.all) })
	set(tagsFile, func(d *digests) string {
		lists := newDigest()
		lists.text("tags", d.base)
		s.listsKey(lists)
		return lists.sum()
	})
	for name := range s.files {
		if strings.HasPrefix(name, "site/sitemap-") || name == sitemapFile {
			set(name, func(d *digests) string { return sumOf(name, d.base, d.tags, d.all) })
		}
	}
	for _, name := range []string{graphFile, searchFile, missingFile, hostFile} {
		set(name, func(d *digests) string { return sumOf(name, d.base) })
	}
	for name := range s.assets {
		set("site/assets/"+name, func(d *digests) string { return sumOf("asset", d.base) })
	}
	for name, pages := range s.previews {
		set(name, func(d *digests) string {
			sum := newDigest()
			sum.text("preview", d.base)
			for _, at := range pages {
				sum.text(at.Path, d.face[at.Path], at.Hash())
			}
			return sum.sum()
		})
	}
}
