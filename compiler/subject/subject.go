package subject

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/wiki"
)

// bind makes the subjects: topics with enough evidence, topics that have a page and at least one line, and the
// projects.
func bind(x *topic.Index, pages []*page, known []wiki.Known) *book {
	b := &book{Index: x, of: make(map[int32]*subject), names: newNamer(known), home: make(map[string]*subject), known: make(map[string]wiki.Known)}
	for _, k := range known {
		if !k.Human {
			for _, name := range append([]string{k.Title}, k.Aliases...) {
				b.known[wiki.Fold(name)] = k
			}
		}
	}
	have := attach(x, pages)
	for id, t := range x.Topics {
		if t.Subject {
			b.add(&subject{id: int32(id), key: t.Key, title: t.Title, since: t.Since, page: have[int32(id)], forms: t.Forms})
		}
	}
	b.projects(have)
	for id, t := range x.Topics {
		if id := int32(id); have[id] != nil && b.of[id] == nil {
			b.add(&subject{id: id, key: t.Key, since: int32(len(x.Entries)), page: have[id], forms: t.Forms})
			t.Keep()
		}
	}
	b.about = make([][]*subject, len(x.Lines))
	for i := range x.Lines {
		for _, id := range x.Named(int32(i)) {
			s := b.of[id]
			b.about[i] = append(b.about[i], s)
			s.lines = append(s.lines, int32(i))
		}
	}
	b.leftovers()
	b.subjects = slices.DeleteFunc(b.subjects, func(s *subject) bool { return len(s.lines) == 0 })
	ways := b.spellings()
	b.entitle(ways)
	b.spell(ways)
	b.collect(ways)
	return b
}

// entitle gives every subject its title, its slug and its aliases. A page keeps what it has; among the others,
// earlier subjects choose first.
func (b *book) entitle(ways map[string][]string) {
	slices.SortFunc(b.subjects, func(s, t *subject) int {
		return cmp.Or(cmp.Compare(s.since, t.since), cmp.Compare(s.key, t.key))
	})
	slugs := make(map[wiki.Slug]bool)
	for _, s := range b.subjects {
		if s.page != nil {
			s.title, s.slug = s.page.Title, s.page.Slug
			b.names.take(s.title)
			slugs[s.slug] = true
		}
	}
	for _, s := range b.subjects {
		if s.page == nil {
			b.name(s, slugs)
		}
	}
	for _, s := range b.subjects {
		if s.page != nil && !s.page.Human {
			b.alias(s, s.page.Aliases)
		}
	}
	for _, s := range b.subjects {
		if !s.human() {
			b.alias(s, b.others(s))
			if s.project != "" {
				b.alias(s, ways[s.key])
			}
		}
	}
	slices.SortFunc(b.subjects, func(s, t *subject) int { return cmp.Compare(s.key, t.key) })
}

// name gives a new subject the first title that is free, as a name and as a file.
func (b *book) name(s *subject, slugs map[wiki.Slug]bool) {
	if s.title == "" {
		s.title = (&topic.Topic{Key: s.key, Forms: s.forms}).BestForm()
	}
	for _, t := range []string{s.title, s.title + topic.ProjectSuffix, s.title + " (" + s.key + ")"} {
		if slug := wiki.MakeSlug(t); !slugs[slug] && b.names.take(t) {
			s.title = t
			slugs[slug] = true
			return
		}
	}
}

// others returns the spellings that lead to a subject and to nothing else; everyday words are not among them.
func (b *book) others(s *subject) []string {
	var out []string
	for _, f := range s.forms {
		if id, ok := b.ByKey[mention.Key(f.Text)]; f.Aka && ok && b.Root(id) != s.id {
			continue // with its label it is another name
		}
		if f.Cls == mention.Word && !strings.Contains(f.Text, " ") || f.Cls == mention.Term && mention.Generic(f.Text) {
			continue
		}
		out = append(out, topic.Headed(f))
	}
	return out
}

// alias gives s those of the names that nothing else claims.
func (b *book) alias(s *subject, names []string) {
	for _, name := range names {
		if wiki.Fold(name) != wiki.Fold(s.title) && b.names.take(name) {
			s.aliases = append(s.aliases, name)
		}
	}
}
