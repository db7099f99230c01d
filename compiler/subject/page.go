package subject

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/wiki"
)

// A page is an existing page, with the keys of the topics that it may be about, its title's first.
type page struct {
	wiki.Known
	keys []string
}

// pagesOf returns the pages that a subject may have. Answers and connections are no subjects.
func pagesOf(x *topic.Index, known []wiki.Known) []*page {
	var pages []*page
	for _, k := range known {
		if k.Type == wiki.QA || k.Type == wiki.Connection {
			continue
		}
		p := &page{Known: k}
		names := append([]string{k.Title, string(k.Slug)}, k.Aliases...)
		if wiki.MakeSlug(k.Title) == k.Slug { // it says no more than the title, and may say less: entire-sessions of entire/sessions
			names = append(names[:1], names[2:]...)
		}
		for _, name := range names {
			p.claim(keyOf(x, name))
			if i := strings.IndexByte(name, '('); i > 0 && !strings.HasSuffix(name, topic.ProjectSuffix) { // Program Counter (PC)
				p.claim(mention.Key(name[:i]))
				p.claim(mention.Key(strings.Trim(name[i:], "() ")))
			}
		}
		if len(p.keys) > 0 {
			pages = append(pages, p)
		}
	}
	slices.SortFunc(pages, func(a, b *page) int {
		return cmp.Or(cmp.Compare(a.Slug, b.Slug), cmp.Compare(a.Title, b.Title))
	})
	drop(pages)
	return pages
}

// keyOf returns the key of a name, or of the name without what only titles have if no line says the whole: SessionStart
// for "SessionStart hook", a project for "cli (project)".
func keyOf(x *topic.Index, name string) string {
	k := mention.Key(name)
	if _, ok := x.ByKey[k]; ok {
		return k
	}
	base, cut := strings.CutSuffix(name, topic.ProjectSuffix)
	if i := strings.LastIndexByte(name, ' '); !cut && i > 0 && mention.Lexicon()[strings.ToLower(name[i+1:])]&mention.Kind != 0 {
		base = name[:i]
	}
	return mention.Key(base)
}

func (p *page) claim(k string) {
	if k != "" && !slices.Contains(p.keys, k) {
		p.keys = append(p.keys, k)
	}
}

// drop removes the keys that two pages claim, because they are ambiguous. A title is stronger than an alias.
func drop(pages []*page) {
	titles, claims := map[string]int{}, map[string]int{}
	for _, p := range pages {
		titles[p.keys[0]]++
		for _, k := range p.keys {
			claims[k]++
		}
	}
	for _, p := range pages {
		kept := p.keys[:1]
		for _, k := range p.keys[1:] {
			if titles[k] == 0 && claims[k] == 1 {
				kept = append(kept, k)
			}
		}
		p.keys = kept
	}
}

// attach gives each topic its existing page. A page that a person keeps comes before the compiler's.
func attach(x *topic.Index, pages []*page) map[int32]*page {
	have := make(map[int32]*page)
	for _, human := range []bool{true, false} {
		for _, p := range pages {
			if p.Human != human {
				continue
			}
			for _, k := range slices.Concat(ownSeat(x, p), p.keys) {
				id, ok := x.ByKey[k]
				if !ok {
					continue
				}
				if id = x.Root(id); have[id] == nil {
					have[id] = p
				}
				break
			}
		}
	}
	return have
}

// ownSeat returns the key of the project that a page is named after, if it differs from the key of the name.
func ownSeat(x *topic.Index, p *page) []string {
	n, ok := x.Homes[wiki.ProjectKey(strings.TrimSuffix(p.Title, topic.ProjectSuffix))]
	if !ok || !strings.HasSuffix(x.Seats[n], topic.ProjectSuffix) {
		return nil
	}
	return x.Seats[n : n+1]
}

// A namer assigns names so that none is claimed twice, folded as links resolve.
type namer struct {
	taken map[string]bool // titles, slugs and aliases
}

func newNamer(known []wiki.Known) *namer {
	n := &namer{taken: make(map[string]bool)}
	for _, k := range known {
		if k.Human || k.Type == wiki.QA {
			n.take(k.Title)
			n.take(string(k.Slug))
			for _, a := range k.Aliases {
				n.take(a)
			}
		}
	}
	return n
}

func (n *namer) take(name string) bool {
	f := wiki.Fold(name)
	if f == "" || n.taken[f] {
		return false
	}
	n.taken[f] = true
	return true
}
