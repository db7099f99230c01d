package editor

import (
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Pages are the lines of the logs, and the drafts that are made of them.
type pages struct {
	entries []daily.Dated
	at      map[string]int // entries by their identity
	blocks  map[string]int // entries by the keys of their lines
	text    map[string]string
	kind    map[string]daily.Kind
	words   map[string]map[string]bool // of lines: see stems
	drafts  []wiki.Draft
	index   index // of drafts
	places  places
}

func newPages(entries []daily.Dated, known []wiki.Known) *pages {
	s := &pages{entries: entries, at: map[string]int{}, blocks: map[string]int{}, text: map[string]string{}, kind: map[string]daily.Kind{}, words: map[string]map[string]bool{}, places: newPlaces(known)}
	for i := range entries {
		e := &entries[i]
		if !editable(e) {
			continue
		}
		s.at[identity(e)] = i
		for _, b := range e.Bullets {
			k := keyOf(citeOf(e, b))
			s.blocks[k], s.text[k], s.kind[k] = i, b.Text, b.Kind
		}
	}
	return s
}

// stand reports whether all lines are in the logs.
func (s *pages) stand(keys []string) bool {
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(k string) bool { _, ok := s.text[k]; return !ok })
}

// citeOf is the citation of a line, as its log writes it.
func (s *pages) citeOf(key string) wiki.Cite {
	e := &s.entries[s.blocks[key]]
	for _, b := range e.Bullets {
		if c := citeOf(e, b); keyOf(c) == key {
			return c
		}
	}
	return cite(key)
}

// evidence is what lines of logs say.
func (s *pages) evidence(keys []string) (out []*proof.Evidence) {
	for _, k := range keys {
		out = append(out, proof.Of(proof.Visible(s.text[k]), nil))
	}
	return out
}

// stems are the beginnings of the words of a line.
func (s *pages) stems(key string) map[string]bool {
	if m := s.words[key]; m != nil {
		return m
	}
	m := proof.Stems(proof.Folded(proof.Visible(s.text[key])))
	s.words[key] = m
	return m
}

// wishes reports whether one of some lines is a preference.
func (s *pages) wishes(keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool { return s.kind[k] == daily.Preference })
}

// find is the draft that goes by a name.
func (s *pages) find(name string) *wiki.Draft {
	fold := wiki.Fold(name)
	if i, ok := s.places.title[fold]; ok {
		return &s.drafts[i]
	}
	if i, ok := s.places.alias[fold]; ok {
		return &s.drafts[i]
	}
	if k := s.page(name); k != nil && !k.Human {
		if i, ok := s.places.slug[string(k.Slug)]; ok {
			return &s.drafts[i]
		}
	}
	return nil
}

// page is the page that goes by a name.
func (s *pages) page(name string) *wiki.Known {
	fold := wiki.Fold(name)
	if k := s.places.page[fold]; k != nil {
		return k
	}
	return s.places.other[fold]
}

// saying are the drafts, in their order, that say one of some lines, or said it.
func (s *pages) saying(keys []string) (out []int) {
	if s.places.lines == nil {
		s.places.lines = map[string][]int{}
		for i := range s.drafts {
			eachPoint(&s.drafts[i], func(p *wiki.Point) {
				for _, c := range p.Cites {
					s.places.says(keyOf(c), i)
				}
			})
		}
	}
	for _, k := range keys {
		for _, i := range s.places.lines[k] {
			if !slices.Contains(out, i) {
				out = append(out, i)
			}
		}
	}
	slices.Sort(out)
	return out
}
