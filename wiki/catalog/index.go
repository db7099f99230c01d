// Package catalog makes the pages of a wiki that code writes: the catalogue of its articles, which is
// index.md and a page for each topic of a large wiki, and log.md, which lists what changed on which day.
//
// What code writes on a page of the catalogue stands between two HTML comments, and a day of the log under
// its heading. What a person writes around them stays. The same articles give the same bytes.
package catalog

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog/now"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The catalogue of articles is one page up to indexBudget bytes and indexLines articles, which a person or a
// model can still read completely. Beyond either, index.md lists topics and each topic has pages of its own:
// a page that links to everything would be a star in the middle of the graph.
const (
	indexBudget = 32 << 10
	indexLines  = 150
)

// A GeneratedPage is a page to be written.
type GeneratedPage struct {
	Path string
	Data []byte
}

// Index returns the catalogue pages of the wiki in their new form, index.md first, and the paths of pages that are to be
// removed. Each article is listed once, by the first link of a line; copies that a sync tool made are not listed. What
// goes on is told above the list, and each project has a page; without work all of this stays as it is. What a person
// wrote around it stays. The same articles and work give the same bytes, whatever catalogue there was before.
func Index(w *wiki.Wiki, work *now.Work) (files []GeneratedPage, removed []string) {
	c := &catalogue{w: w, want: map[string]bool{}, given: map[string]bool{}, of: map[string][]entry{}}
	arts := listed(w, w.Articles())
	for _, e := range arts {
		for _, p := range e.Projects() {
			if of := c.of[wiki.ProjectKey(p)]; len(of) == 0 || of[len(of)-1].Page != e.Page {
				c.of[wiki.ProjectKey(p)] = append(of, e)
			}
		}
	}
	home := path.Join(w.Dir(), "index.md")
	if text := byType(arts); len(text) <= indexBudget && len(arts) <= indexLines {
		c.put(home, "Index", text)
	} else {
		topics := topics(w, arts)
		var b strings.Builder
		b.WriteString("\n## Topics\n\n")
		for _, t := range topics {
			fmt.Fprintf(&b, "- %s - %s\n", wiki.Link(wiki.Slug(t.name), t.title, false), prose.Count(len(t.pages), "article"))
		}
		b.WriteString("\n")
		c.put(home, "Index", b.String())
		for _, t := range topics {
			c.put(c.at(t.name), "Index: "+wikilink.Text(t.title), "\n"+listing(t.pages)+"\n")
		}
	}
	if work == nil {
		c.relist()
	} else {
		c.tell(work)
	}
	return c.files, c.obsolete()
}

// A catalogue is the pages of one as they are made.
type catalogue struct {
	w     *wiki.Wiki
	files []GeneratedPage
	want  map[string]bool    // their paths
	given map[string]bool    // their names, but for those of topics
	of    map[string][]entry // the articles of each project, by its key
}

// at returns the path of a page of the catalogue.
func (c *catalogue) at(name string) string { return path.Join(c.w.Dir(), "index", name+".md") }

// old returns a page as it is.
func (c *catalogue) old(file string) []byte {
	if p := c.w.Page(file); p != nil && p.Article != nil {
		return p.Bytes()
	}
	return nil
}

// put makes a page with a list.
func (c *catalogue) put(file, title, text string) {
	c.want[file] = true
	c.files = append(c.files, GeneratedPage{file, listRegion.set(c.old(file), title, text)})
}

// obsolete returns the pages of the catalogue that are to be removed. On those on which a person wrote only the list is emptied.
func (c *catalogue) obsolete() (removed []string) {
	for _, p := range c.w.Pages() {
		if p.Kind != wiki.CodePage || c.want[p.Path] || !ours(c.w, p) {
			continue
		}
		rest, hit := p.Bytes(), false
		for _, r := range []region{listRegion, nowRegion} {
			if start, end := r.find(rest); start >= 0 {
				rest, hit = slices.Concat(rest[:start], rest[end:]), true
			}
		}
		if !hit {
			continue // not written by us
		}
		if onlyHeading(string(rest)) {
			removed = append(removed, p.Path)
			continue
		}
		empty := p.Bytes()
		for _, r := range []region{listRegion, nowRegion} {
			if start, _ := r.find(empty); start >= 0 {
				empty = r.set(empty, "", "")
			}
		}
		c.files = append(c.files, GeneratedPage{p.Path, empty})
	}
	return removed
}

// ours reports whether a page has a name of the catalogue's.
func ours(w *wiki.Wiki, p *wiki.Page) bool {
	in, ok := strings.CutPrefix(p.Path, path.Join(w.Dir(), "index")+"/")
	return ok && !strings.Contains(in, "/") && (strings.HasPrefix(in, "index-") || strings.HasPrefix(in, projectPrefix) || strings.HasPrefix(in, daysName))
}

func onlyHeading(s string) bool {
	s = strings.TrimSpace(s)
	head := strings.HasPrefix(s, "# Index: ") || strings.HasPrefix(s, "# "+projectTitle) || s == "# "+daysTitle
	return s == "" || head && !strings.Contains(s, "\n")
}

// An entry is an article in the catalogue's list.
type entry struct {
	*wiki.Page
	title, key string
	link       wiki.Slug
}

// listed returns the articles that the catalogue lists, sorted by title.
func listed(w *wiki.Wiki, pages []*wiki.Page) []entry {
	out := make([]entry, 0, len(pages))
	for _, p := range pages {
		if w.CopyOf(p) != nil {
			continue
		}
		t := p.Title()
		link := p.Slug()
		if taken(w, p.Name, p) {
			link = wiki.Slug(strings.TrimSuffix(p.Path, ".md"))
		}
		out = append(out, entry{p, t, wiki.Fold(t), link})
	}
	sorting.By(out, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.title, b.title), cmp.Compare(a.Path, b.Path))
	})
	return out
}

// taken reports whether a file other than p has a name. Pages of the catalogue do not count: their names are
// chosen among the free ones.
func taken(w *wiki.Wiki, name string, p *wiki.Page) bool {
	return slices.ContainsFunc(w.Named(name), func(o *wiki.Page) bool {
		return o != p && !strings.HasPrefix(o.Path, path.Join(w.Dir(), "index")+"/")
	})
}

// byType lists articles under a heading for each type.
func byType(arts []entry) string {
	var b strings.Builder
	for _, group := range []struct {
		t     wiki.Type
		title string
	}{{wiki.Concept, "Concepts"}, {wiki.Connection, "Connections"}, {wiki.QA, "Questions"}} {
		var pages []entry
		for _, e := range arts {
			if e.Type() == group.t {
				pages = append(pages, e)
			}
		}
		if len(pages) > 0 {
			b.WriteString("\n## " + group.title + "\n\n" + listing(pages))
		}
	}
	return b.String() + "\n"
}

func listing(pages []entry) string {
	var b strings.Builder
	for _, e := range pages {
		b.WriteString("- " + wiki.Link(e.link, e.title, false))
		if d := wikilink.Text(prose.Broken(e.Description(), 200)); d != "" {
			b.WriteString(" - " + d)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// WriteIndex brings the catalogue up to date with a snapshot that holds every article as it is
// now. It reports whether a file changed.
func WriteIndex(s wiki.Store, w *wiki.Wiki) (changed bool, err error) {
	files, removed := Index(w, nil)
	for i := range files { // topics before the page that lists them
		f := files[len(files)-1-i]
		c, err := s.WriteCode(f.Path, f.Data)
		if err != nil {
			return changed, err
		}
		changed = changed || c
	}
	for _, file := range removed {
		if err := s.Dir.Remove(file); err != nil {
			return changed, err
		}
		changed = true
	}
	return changed, nil
}
