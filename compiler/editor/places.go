package editor

import (
	"github.com/agent-admin/memoria/wiki"
)

// Places tell where drafts and pages are, by their names, and which drafts say which lines.
type places struct {
	title, alias, slug map[string]int // of drafts, by what is folded; the first that has it
	seen               int            // drafts that were looked at

	page, other map[string]*wiki.Known // pages by their titles, and by their file names and aliases
	lines       map[string][]int       // drafts that say a line, or said it; nil until somebody asks
}

func newPlaces(known []wiki.Known) places {
	p := places{page: map[string]*wiki.Known{}, other: map[string]*wiki.Known{}}
	for i := range known {
		k := &known[i]
		first(p.page, wiki.Fold(k.Title), k)
		first(p.other, wiki.Fold(string(k.Slug)), k)
		for _, a := range k.Aliases {
			first(p.other, wiki.Fold(a), k)
		}
	}
	return p
}

// afresh forgets the drafts.
func (p *places) afresh() {
	p.title, p.alias, p.slug, p.lines, p.seen = map[string]int{}, map[string]int{}, map[string]int{}, nil, 0
}

func first[T any](m map[string]T, name string, v T) {
	if _, ok := m[name]; !ok {
		m[name] = v
	}
}

// learn takes in the drafts that came since it last did.
func (p *places) learn(drafts []wiki.Draft) {
	for ; p.seen < len(drafts); p.seen++ {
		d := &drafts[p.seen]
		first(p.title, wiki.Fold(d.Title), p.seen)
		first(p.slug, string(d.Slug), p.seen)
		for _, a := range d.Aliases {
			first(p.alias, wiki.Fold(a), p.seen)
		}
	}
}

// says notes that a draft says a line, where anybody asks for that.
func (p *places) says(key string, draft int) {
	if p.lines != nil {
		p.lines[key] = append(p.lines[key], draft)
	}
}
