// Package pages holds the lines of the logs and the drafts of the articles that are made of them, and carries out what
// kept replies say of these.
package pages

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Pages holds the lines of the logs and the drafts made of them.
type Pages struct {
	Entries  []daily.Dated
	At       map[string]int // entries by their identity
	Blocks   map[string]int // entries by the keys of their lines
	Text     map[string]string
	Kind     map[string]daily.Kind
	done     map[string]bool            // tasks that are done
	words    map[string]map[string]bool // of lines: see stems
	projects map[string]bool            // folded names, built on demand
	known    map[string]*wiki.Known     // pages by their folded titles, and by file names and aliases that are no titles

	Drafts                 []draft.Draft
	index                  nearest.Index    // of drafts
	titles, aliases, slugs map[string]int   // drafts by folded name; the first that has it
	Out                    map[int]bool     // drafts that became a part of another, or went
	lines                  map[string][]int // drafts that have or had a line; built on demand
}

func New(entries []daily.Dated) *Pages {
	s := &Pages{Entries: entries, At: map[string]int{}, Blocks: map[string]int{}, Text: map[string]string{}, Kind: map[string]daily.Kind{}, done: map[string]bool{}, words: map[string]map[string]bool{}, known: map[string]*wiki.Known{}}
	for i := range entries {
		e := &entries[i]
		if !Editable(e) {
			continue
		}
		s.At[Identity(e)] = i
		for _, b := range e.Bullets {
			k := KeyOf(CiteOf(e, b))
			s.Blocks[k], s.Text[k], s.Kind[k], s.done[k] = i, b.Text, b.Kind, b.Done
		}
	}
	return s
}

// Know adds the pages that there are.
func (s *Pages) Know(known []wiki.Known) {
	for i := range known {
		first(s.known, known[i].Title, &known[i])
	}
	for i := range known {
		for _, name := range append([]string{string(known[i].Slug)}, known[i].Aliases...) {
			first(s.known, name, &known[i])
		}
	}
}

// first maps a folded name to the first value that has it.
func first[T any](m map[string]T, name string, v T) {
	if _, ok := m[wiki.Fold(name)]; !ok {
		m[wiki.Fold(name)] = v
	}
}

// Begin replaces the drafts with those of the base.
func (s *Pages) Begin(drafts []draft.Draft) {
	s.Drafts, s.index, s.lines, s.Out = nil, nearest.Index{}, nil, nil
	s.titles, s.aliases, s.slugs = map[string]int{}, map[string]int{}, map[string]int{}
	for _, d := range drafts {
		s.add(d)
	}
}

// add adds a draft.
func (s *Pages) add(d draft.Draft) *draft.Draft {
	n := len(s.Drafts)
	s.Drafts = append(s.Drafts, d)
	first(s.titles, d.Title, n)
	first(s.slugs, string(d.Slug), n)
	for _, a := range d.Aliases {
		first(s.aliases, a, n)
	}
	return &s.Drafts[n]
}

// Stand reports whether all lines are in the logs.
func (s *Pages) Stand(keys []string) bool {
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(k string) bool { _, ok := s.Text[k]; return !ok })
}

// citeOf returns the citation of a line, as its log writes it.
func (s *Pages) citeOf(key string) wiki.Cite {
	e := &s.Entries[s.Blocks[key]]
	for _, b := range e.Bullets {
		if c := CiteOf(e, b); KeyOf(c) == key {
			return c
		}
	}
	return At(key)
}

// Evidence returns what lines of logs say.
func (s *Pages) Evidence(keys []string) (out []*proof.Evidence) {
	for _, k := range keys {
		e := proof.Of(proof.Visible(s.Text[k]), nil)
		e.Answers = s.Kind[k] == daily.Exchange && affirmed(s.Text[k])
		out = append(out, e)
	}
	return out
}

// affirmed reports whether a question is answered by something else than no, so that what it asks about is so.
func affirmed(exchange string) bool {
	_, answer, ok := strings.Cut(exchange, "? ")
	if end := strings.IndexAny(answer, ",.;:"); end >= 0 {
		answer = answer[:end]
	}
	first, _, _ := strings.Cut(strings.ToLower(answer), " ")
	return ok && !proof.SaysNot(proof.Folded(answer)) && !slices.Contains([]string{"nein", "nö", "não", "нет", "いいえ"}, first)
}

// Stems returns the beginnings of the words of a line.
func (s *Pages) Stems(key string) map[string]bool {
	if m := s.words[key]; m != nil {
		return m
	}
	m := proof.Stems(proof.Folded(proof.Visible(s.Text[key])))
	s.words[key] = m
	return m
}

// Wishes reports whether one of the lines is a preference.
func (s *Pages) Wishes(keys []string) bool {
	return slices.ContainsFunc(keys, func(k string) bool { return s.Kind[k] == daily.Preference })
}

// Find returns the draft with a name.
func (s *Pages) Find(name string) *draft.Draft {
	fold := wiki.Fold(name)
	i, ok := s.titles[fold]
	if !ok {
		i, ok = s.aliases[fold]
	}
	if k := s.Page(name); !ok && k != nil && !k.Human {
		i, ok = s.slugs[wiki.Fold(string(k.Slug))]
	}
	if !ok || s.Out[i] {
		return nil
	}
	return &s.Drafts[i]
}

// Near returns the articles that the entries of a batch may be about, the nearest first, and the titles of all.
func (s *Pages) Near(b Batch) (articles []*draft.Draft, titles []string) {
	entries := make([]*daily.Dated, len(b))
	for n, i := range b {
		entries[n] = &s.Entries[i]
	}
	articles, titles = s.index.To(entries, s.Drafts)
	if len(s.Out) > 0 {
		gone := func(t string) bool { return s.Find(t) == nil || s.Find(t).Title != t }
		articles = slices.DeleteFunc(articles, func(d *draft.Draft) bool { return gone(d.Title) })
		titles = slices.DeleteFunc(titles, gone)
	}
	return articles, titles
}

// Page returns the page with a name.
func (s *Pages) Page(name string) *wiki.Known { return s.known[wiki.Fold(name)] }

// Saying returns the drafts, in their order, that have or had one of the lines.
func (s *Pages) Saying(keys []string) (out []int) {
	if s.lines == nil {
		s.lines = map[string][]int{}
		for i := range s.Drafts {
			for p := range nearest.Points(&s.Drafts[i]) {
				s.says(KeysOf(*p), i)
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
func (s *Pages) says(keys []string, draft int) {
	for _, k := range keys {
		if s.lines != nil {
			s.lines[k] = append(s.lines[k], draft)
		}
	}
}

// KindOf returns the kind of a line, for a task whether it is open or done.
func (s *Pages) KindOf(key string) string {
	switch k := s.Kind[key]; {
	case k == daily.Action && s.done[key]:
		return "done"
	case k == daily.Action:
		return "open"
	default:
		return strings.ToLower(k.String())
	}
}
