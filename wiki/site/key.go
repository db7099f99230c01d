package site

import (
	"strings"

	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/theme"
)

// Key returns a hash of everything that a file is made from: while it is the same, so are the file's bytes. It is "" if
// that is unknown.
func (s *Site) Key(name string) string {
	if f, ok := s.files[name]; ok && f.key != nil {
		return f.key(s.digests())
	}
	if strings.HasPrefix(name, shelfDir) && s.src.Index != nil {
		return s.shelfKeys()[name]
	}
	return ""
}

// baseKey covers what any page may show.
func (s *Site) baseKey() string {
	d := newDigest()
	s.o.key(d)
	for _, name := range templates.SiteNames() {
		d.text(name, string(theme.Body(s.o.Templates, name)))
	}
	for _, c := range s.plan.Contents {
		d.text("chapter", c.Href, c.Title)
	}
	for _, lists := range [][]*plan.Listing{s.plan.Types, s.plan.Projects} {
		for _, l := range lists {
			d.text(l.Kind, l.Name, l.Out)
		}
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

// countsKey covers the number of pages.
func (s *Site) countsKey(d *digest) {
	for _, kind := range sortedKeys(s.plan.Many) {
		d.text(kind, prose.Count(s.plan.Many[kind], "page"))
	}
	d.text(prose.Count(len(s.plan.Tags), "tag"))
}

// face adds what other pages show of a page in a list or a link.
func (s *Site) face(d *digest, p *wiki.Page) {
	at := s.plan.ByPath[p.Path]
	if at == nil {
		d.text(p.Path, p.Title())
		return
	}
	d.text(p.Path, at.Title(), at.View, at.Out, at.Description(), at.Sort(), at.Project, string(at.Created()), string(at.Updated()))
	d.text(at.Tags()...)
}

// addFates covers what became of the lines of a log, and which entries go on with a session.
func (s *Site) addFates(d *digest, at *plan.Page) {
	for i := 0; at.Log != nil && i < len(at.Log.Entries); i++ {
		e := &at.Log.Entries[i]
		if s.later[e.ID] {
			d.text("later", e.ID)
		}
		for _, b := range e.Bullets {
			d.text(s.src.Holds.Of(e.Ref(b)).Said(""))
		}
	}
}

// pageKey covers a page of the vault: its text and the texts that it embeds, the pages that it links to
// and those that link to it or name it.
func (s *Site) pageKey(at *plan.Page, all *digests) string {
	d := &digest{make([]byte, 0, 4096)}
	d.text("page", all.base, at.Out, at.Twin, all.of[at.Page].all, s.src.Made[at.Path])
	for _, p := range []*plan.Page{at.Prev, at.Next} {
		if p != nil {
			d.text(all.faceOf(p.Page))
		}
	}
	for _, tag := range at.Tags() {
		if l := s.plan.ByTag[wiki.Fold(tag)]; l != nil {
			d.text(tag, l.Out)
		}
	}
	facts := s.facts()
	tagged := func(p *wiki.Page) {
		if f := facts[p.Path]; f == nil || f.tagged {
			d.text(all.tags)
		}
	}
	s.addLinked(d, at.Page, all)
	s.addCited(d, at.Page, all)
	s.addFates(d, at)
	tagged(at.Page)
	for _, q := range s.embedded(at.Page) {
		d.text("embeds", all.of[q].all)
		s.addLinked(d, q, all)
		tagged(q)
	}
	for _, from := range at.Linkers(s.src.Wiki) {
		of := all.of[from]
		d.text("from", of.all)
		if of.connection {
			for _, t := range of.ties {
				if t.to != nil {
					d.text(all.faceOf(t.to))
				}
			}
		}
	}
	for _, m := range s.mentions()[at.Page] {
		d.text("named", all.of[m.By].all, m.At.Name)
	}
	return d.sum()
}

// addLinked adds what a page may show of those that it links to.
func (s *Site) addLinked(d *digest, p *wiki.Page, all *digests) {
	for _, t := range all.of[p].ties {
		d.text(t.target)
		if many, ok := t.err.(*wiki.AmbiguousError); ok {
			d.text(t.leads())
			for _, c := range many.Candidates {
				if to := s.src.Wiki.Page(c); to != nil {
					d.text(all.faceOf(to))
				}
			}
		}
		if t.to != nil {
			d.text(all.of[t.to].all)
		}
	}
}

// addCited adds the days whose lines a page cites: by their dates, whatever a link to one of them may mean.
func (s *Site) addCited(d *digest, p *wiki.Page, all *digests) {
	var last wiki.Date
	for _, c := range p.Cites() {
		if c.Date == last {
			continue
		}
		last = c.Date
		if day := s.plan.ByPath[s.src.Wiki.Daily().Path(string(c.Date))]; day != nil {
			d.text("cites", all.of[day.Page].all)
		}
	}
}

// embedded returns the pages that a page embeds, and those that these embed.
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

// listKey covers the page of a tag, a type or a project.
func (s *Site) listKey(l *plan.Listing, all *digests) string {
	d := newDigest()
	d.text("list", all.base, l.Kind, l.Name, l.Out)
	for _, p := range l.Pages {
		d.text(p.Path, all.faceOf(p.Page))
	}
	if len(l.Said) > 0 {
		d.text(all.days, s.fates())
	}
	return d.sum()
}

// listsKey covers pages that show how many pages each list has.
func (s *Site) listsKey(d *digest) {
	for _, lists := range [][]*plan.Listing{s.plan.Tags, s.plan.Types, s.plan.Projects} {
		for _, l := range lists {
			d.text(l.Kind, l.Name, l.Out, prose.Count(len(l.Pages), "page"), l.Sessions())
		}
	}
}

// homeKey covers the home page.
func (s *Site) homeKey(all *digests) string {
	d := newDigest()
	d.text("home", all.base, all.days, s.fates())
	for _, at := range s.lately(homeChanges) {
		d.text(at.Path, all.faceOf(at.Page))
	}
	s.listsKey(d)
	s.countsKey(d)
	return d.sum()
}

// recentKey covers lists of recent changes: the whole text of the articles, because these lists show their history.
func (s *Site) recentKey(most int, all *digests) string {
	d := newDigest()
	d.text("recent", all.base, all.days)
	for _, at := range s.lately(most) {
		d.text(s.pageKey(at, all))
	}
	return d.sum()
}

// only returns a key of what every page may show and of more.
func only(name string, more func(*digests) []string) func(*digests) string {
	return func(d *digests) string { return sumOf(append([]string{name, d.base}, more(d)...)...) }
}

// tagsKey covers the page of all tags.
func (s *Site) tagsKey(all *digests) string {
	d := newDigest()
	d.text("tags", all.base)
	s.listsKey(d)
	return d.sum()
}

// previewKey covers a file of previews.
func previewKey(pages []*plan.Page, all *digests) string {
	d := newDigest()
	d.text("preview", version)
	for _, at := range pages {
		d.text(all.of[at.Page].all)
	}
	return d.sum()
}

// attachedKey covers a file of the vault that is copied. It does not read the file.
func (s *Site) attachedKey(from string) string {
	if s.src.Mark == nil {
		return ""
	}
	if mark := s.src.Mark(from); mark != "" {
		return sumOf("attached", from, mark)
	}
	return ""
}
