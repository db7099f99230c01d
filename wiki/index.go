package wiki

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The catalogue of articles is one page up to indexBudget bytes, about three hundred lines,
// which a person or a model still reads whole. Past it, index.md lists topics and each topic
// has a page of at most topicLines articles.
const (
	indexBudget = 32 << 10
	topicLines  = 200
	topicLeast  = 5 // a topic of fewer articles is folded into the page of others
)

// A File is a page to be written.
type File struct {
	Path string
	Data []byte
}

// Index returns the catalogue pages of the wiki as they should be, index.md first, and the
// paths of topic pages that are to be removed. Each article is listed once, by the first link
// of a line. What a person wrote around the list stays. The same articles give the same bytes.
func (w *Wiki) Index() (files []File, removed []string) {
	arts := w.listed(w.Articles())
	want := map[string]bool{}
	put := func(file, title, text string) {
		want[file] = true
		var old []byte
		if p := w.byPath[file]; p != nil {
			old = p.Bytes()
		}
		files = append(files, File{file, setRegion(old, title, text)})
	}
	home := path.Join(w.dir, "index.md")
	if text := byType(arts); len(text) <= indexBudget {
		put(home, "Index", text)
	} else {
		topics := topicsOf(arts)
		var b strings.Builder
		b.WriteString("\n## Topics\n\n")
		for _, t := range topics {
			fmt.Fprintf(&b, "- %s - %s\n", Link(Slug(t.name), t.title, false), count(len(t.pages), "article"))
		}
		b.WriteString("\n")
		put(home, "Index", b.String())
		for _, t := range topics {
			put(path.Join(w.dir, "index", t.name+".md"), "Index: "+wikilink.Text(t.title), "\n"+listing(t.pages)+"\n")
		}
	}
	for _, p := range w.pages {
		in, ok := strings.CutPrefix(p.Path, path.Join(w.dir, "index")+"/index-")
		if !ok || p.Kind != CodePage || want[p.Path] || strings.Contains(in, "/") {
			continue
		}
		if start, end := findRegion(p.Bytes()); start < 0 {
			continue // not written by us
		} else if rest := slices.Concat(p.Bytes()[:start], p.Bytes()[end:]); onlyHeading(string(rest)) {
			removed = append(removed, p.Path)
		} else {
			files = append(files, File{p.Path, setRegion(p.Bytes(), "", "")})
		}
	}
	return files, removed
}

func onlyHeading(s string) bool {
	s = strings.TrimSpace(s)
	return s == "" || strings.HasPrefix(s, "# Index: ") && !strings.Contains(s, "\n")
}

// An entry is an article as the catalogue lists it.
type entry struct {
	*Page
	title, key string
	order      int
	link       Slug
}

// listed returns articles sorted by title.
func (w *Wiki) listed(pages []*Page) []entry {
	out := make([]entry, len(pages))
	for i, p := range pages {
		t := p.Title()
		out[i] = entry{p, t, Fold(t), 0, w.LinkName(p)}
	}
	slices.SortFunc(out, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.title, b.title), cmp.Compare(a.Path, b.Path))
	})
	for i := range out {
		out[i].order = i
	}
	return out
}

// byType lists articles under a heading for each type.
func byType(arts []entry) string {
	var b strings.Builder
	for _, group := range []struct {
		t     Type
		title string
	}{{Concept, "Concepts"}, {Connection, "Connections"}, {QA, "Questions"}} {
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
		b.WriteString("- " + Link(e.link, e.title, false))
		if d := wikilink.Text(clip(e.Description(), 200)); d != "" {
			b.WriteString(" - " + d)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// A topic is a page of the catalogue.
type topic struct {
	name  string // index-locking
	title string
	pages []entry
}

// topicsOf shares articles out among topics: an article goes to the one of its tags that most
// articles have, those of small topics to one of others, and a large topic is cut into parts.
func topicsOf(arts []entry) []topic {
	uses, tags := map[string]int{}, make([][]string, len(arts))
	for i, e := range arts {
		tags[i] = topicTags(e.Page)
		for _, t := range tags[i] {
			uses[t]++
		}
	}
	groups := map[string][]entry{}
	for i, e := range arts {
		best := ""
		for _, t := range tags[i] {
			if best == "" || uses[t] > uses[best] || uses[t] == uses[best] && t < best {
				best = t
			}
		}
		groups[best] = append(groups[best], e)
	}
	const others = "others"
	for t, pages := range groups {
		if t != others && (t == "" || len(pages) < topicLeast) {
			groups[others] = append(groups[others], pages...)
			delete(groups, t)
		}
	}
	slices.SortFunc(groups[others], func(a, b entry) int { return a.order - b.order })
	var out []topic
	for t, pages := range groups {
		for part := 1; len(pages) > 0; part++ {
			n := min(topicLines, len(pages))
			name, title := "index-"+t, t
			if part > 1 {
				name, title = fmt.Sprintf("%s-%d", name, part), fmt.Sprintf("%s, %d", t, part)
			}
			out = append(out, topic{name, title, pages[:n]})
			pages = pages[n:]
		}
	}
	slices.SortFunc(out, func(a, b topic) int { return cmp.Compare(a.name, b.name) })
	return out
}

// topicTags returns the tags of a page in the form they have in a file name, each once.
func topicTags(p *Page) []string {
	var out []string
	for _, t := range p.Tags() {
		if k := kebab(t); k != "" && len(k) <= MaxSlug/2 && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// WriteIndex brings the catalogue up to date with a snapshot that holds every article as it is
// now. It reports whether a file changed.
func (s Store) WriteIndex(w *Wiki) (changed bool, err error) {
	files, removed := w.Index()
	for i := range files { // topics before the page that lists them
		f := files[len(files)-1-i]
		c, err := s.writeCode(f.Path, f.Data)
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
