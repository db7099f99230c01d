package editor

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// pages holds the lines of the logs and the drafts made of them.
type pages struct {
	entries  []daily.Dated
	at       map[string]int // entries by their identity
	blocks   map[string]int // entries by the keys of their lines
	text     map[string]string
	kind     map[string]daily.Kind
	done     map[string]bool            // tasks that are done
	words    map[string]map[string]bool // of lines: see stems
	projects map[string]bool            // folded names, built on demand
	known    map[string]*wiki.Known     // pages by their folded titles, and by file names and aliases that are no titles

	drafts                 []draft.Draft
	index                  nearest.Index    // of drafts
	titles, aliases, slugs map[string]int   // drafts by folded name; the first that has it
	out                    map[int]bool     // drafts that became a part of another, or went
	lines                  map[string][]int // drafts that have or had a line; built on demand
}

func newPages(entries []daily.Dated, known []wiki.Known) *pages {
	s := &pages{entries: entries, at: map[string]int{}, blocks: map[string]int{}, text: map[string]string{}, kind: map[string]daily.Kind{}, done: map[string]bool{}, words: map[string]map[string]bool{}, known: map[string]*wiki.Known{}}
	for i := range entries {
		e := &entries[i]
		if !editable(e) {
			continue
		}
		s.at[identity(e)] = i
		for _, b := range e.Bullets {
			k := keyOf(citeOf(e, b))
			s.blocks[k], s.text[k], s.kind[k], s.done[k] = i, b.Text, b.Kind, b.Done
		}
	}
	for i := range known {
		first(s.known, known[i].Title, &known[i])
	}
	for i := range known {
		for _, name := range append([]string{string(known[i].Slug)}, known[i].Aliases...) {
			first(s.known, name, &known[i])
		}
	}
	return s
}

// first maps a folded name to the first value that has it.
func first[T any](m map[string]T, name string, v T) {
	if _, ok := m[wiki.Fold(name)]; !ok {
		m[wiki.Fold(name)] = v
	}
}

// begin replaces the drafts with those of the base.
func (s *pages) begin(drafts []draft.Draft) {
	s.drafts, s.index, s.lines, s.out = nil, nearest.Index{}, nil, nil
	s.titles, s.aliases, s.slugs = map[string]int{}, map[string]int{}, map[string]int{}
	for _, d := range drafts {
		s.add(d)
	}
}

// add adds a draft.
func (s *pages) add(d draft.Draft) *draft.Draft {
	n := len(s.drafts)
	s.drafts = append(s.drafts, d)
	first(s.titles, d.Title, n)
	first(s.slugs, string(d.Slug), n)
	for _, a := range d.Aliases {
		first(s.aliases, a, n)
	}
	return &s.drafts[n]
}

// stand reports whether all lines are in the logs.
func (s *pages) stand(keys []string) bool {
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(k string) bool { _, ok := s.text[k]; return !ok })
}

// citeOf returns the citation of a line, as its log writes it.
func (s *pages) citeOf(key string) wiki.Cite {
	e := &s.entries[s.blocks[key]]
	for _, b := range e.Bullets {
		if c := citeOf(e, b); keyOf(c) == key {
			return c
		}
	}
	return cite(key)
}

// evidence returns what lines of logs say.
func (s *pages) evidence(keys []string) (out []*proof.Evidence) {
	for _, k := range keys {
		out = append(out, proof.Of(proof.Visible(s.text[k]), nil))
	}
	return out
}

// stems returns the beginnings of the words of a line.
func (s *pages) stems(key string) map[string]bool {
	if m := s.words[key]; m != nil {
		return m
	}
	m := proof.Stems(proof.Folded(proof.Visible(s.text[key])))
	s.words[key] = m
	return m
}

// wishes reports whether one of the lines is a preference.
func (s *pages) wishes(keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool { return s.kind[k] == daily.Preference })
}

// find returns the draft with a name.
func (s *pages) find(name string) *draft.Draft {
	fold := wiki.Fold(name)
	i, ok := s.titles[fold]
	if !ok {
		i, ok = s.aliases[fold]
	}
	if k := s.page(name); !ok && k != nil && !k.Human {
		i, ok = s.slugs[wiki.Fold(string(k.Slug))]
	}
	if !ok || s.out[i] {
		return nil
	}
	return &s.drafts[i]
}

// near returns the articles that the entries of a batch may be about, the nearest first, and the titles of all.
func (s *pages) near(b batch) (articles []*draft.Draft, titles []string) {
	entries := make([]*daily.Dated, len(b))
	for n, i := range b {
		entries[n] = &s.entries[i]
	}
	articles, titles = s.index.To(entries, s.drafts)
	if len(s.out) > 0 {
		gone := func(t string) bool { return s.find(t) == nil || s.find(t).Title != t }
		articles = slices.DeleteFunc(articles, func(d *draft.Draft) bool { return gone(d.Title) })
		titles = slices.DeleteFunc(titles, gone)
	}
	return articles, titles
}

// page returns the page with a name.
func (s *pages) page(name string) *wiki.Known { return s.known[wiki.Fold(name)] }

// saying returns the drafts, in their order, that have or had one of the lines.
func (s *pages) saying(keys []string) (out []int) {
	if s.lines == nil {
		s.lines = map[string][]int{}
		for i := range s.drafts {
			for p := range nearest.Points(&s.drafts[i]) {
				s.says(keysOf(*p), i)
			}
		}
	}
	for _, k := range keys {
		out = append(out, s.lines[k]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// says adds a draft to the index of lines, if it is built.
func (s *pages) says(keys []string, draft int) {
	for _, k := range keys {
		if s.lines != nil {
			s.lines[k] = append(s.lines[k], draft)
		}
	}
}
