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

	"github.com/agent-admin/memoria/wiki"
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

// Index returns the catalogue pages of the wiki in their new form, index.md first, and the paths of topic
// pages that are to be removed. Each article is listed once, by the first link of a line; copies that a sync
// tool made are not listed. What a person wrote around the list stays. The same articles give the same
// bytes, whatever catalogue there was before.
func Index(w *wiki.Wiki) (files []GeneratedPage, removed []string) {
	arts := listed(w, w.Articles())
	want := map[string]bool{}
	put := func(file, title, text string) {
		want[file] = true
		var old []byte
		if p := w.Page(file); p != nil && p.Article != nil {
			old = p.Bytes()
		}
		files = append(files, GeneratedPage{file, setRegion(old, title, text)})
	}
	home := path.Join(w.Dir(), "index.md")
	if text := byType(arts); len(text) <= indexBudget && len(arts) <= indexLines {
		put(home, "Index", text)
	} else {
		topics := topics(w, arts)
		var b strings.Builder
		b.WriteString("\n## Topics\n\n")
		for _, t := range topics {
			fmt.Fprintf(&b, "- %s - %s\n", wiki.Link(wiki.Slug(t.name), t.title, false), prose.Count(len(t.pages), "article"))
		}
		b.WriteString("\n")
		put(home, "Index", b.String())
		for _, t := range topics {
			put(path.Join(w.Dir(), "index", t.name+".md"), "Index: "+wikilink.Text(t.title), "\n"+listing(t.pages)+"\n")
		}
	}
	for _, p := range w.Pages() {
		in, ok := strings.CutPrefix(p.Path, path.Join(w.Dir(), "index")+"/index-")
		if !ok || p.Kind != wiki.CodePage || want[p.Path] || strings.Contains(in, "/") {
			continue
		}
		if start, end := findRegion(p.Bytes()); start < 0 {
			continue // not written by us
		} else if rest := slices.Concat(p.Bytes()[:start], p.Bytes()[end:]); onlyHeading(string(rest)) {
			removed = append(removed, p.Path)
		} else {
			files = append(files, GeneratedPage{p.Path, setRegion(p.Bytes(), "", "")})
		}
	}
	return files, removed
}

func onlyHeading(s string) bool {
	s = strings.TrimSpace(s)
	return s == "" || strings.HasPrefix(s, "# Index: ") && !strings.Contains(s, "\n")
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
	slices.SortFunc(out, func(a, b entry) int {
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
		if d := wikilink.Text(clip(e.Description(), 200)); d != "" {
			b.WriteString(" - " + d)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// WriteIndex brings the catalogue up to date with a snapshot that holds every article as it is
// now. It reports whether a file changed.
func WriteIndex(s wiki.Store, w *wiki.Wiki) (changed bool, err error) {
	files, removed := Index(w)
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
