package subject

import (
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A subject is a topic that has an article, or a person's page.
type subject struct {
	id      int32
	key     string
	title   string
	slug    wiki.Slug
	aliases []string
	since   int32   // the entry that made it a subject
	project string  // the project that it is, if any
	page    *page   // its existing page, if any
	lines   []int32 // what is said about it, in order
	forms   []topic.Form

	strongest int32 // computed on demand: see book.strongest
	weighed   bool
}

func (s *subject) human() bool { return s.page != nil && s.page.Human }

// A book holds the subjects of an index, in the order of their keys.
type book struct {
	*topic.Index
	subjects    []*subject
	of          map[int32]*subject // by topic
	about       [][]*subject       // by line: its subjects, in the order it names them
	names       *namer
	known       map[string]wiki.Known      // pages that no subject may have, by their folded names
	home        map[string]*subject        // projects, by the keys of their seats
	collections map[*subject][]*collection // of projects
	spelling    map[string]string          // of a project, by key: the one that is used
	work        map[string][]int32         // entries of each project, by key
}

func (b *book) add(s *subject) {
	b.subjects = append(b.subjects, s)
	b.of[s.id] = s
}

// said returns those of lines that are of the given kinds, kind by kind, each in order.
func (b *book) said(lines []int32, kinds ...daily.Kind) []int32 {
	var out []int32
	for _, k := range kinds {
		for _, i := range lines {
			if l := &b.Lines[i]; l.Kind == k && !l.Loose() {
				out = append(out, i)
			}
		}
	}
	return out
}

// texts counts the different texts of lines.
func (b *book) texts(lines []int32) int {
	seen := make(map[string]bool, len(lines))
	for _, i := range lines {
		seen[b.Lines[i].Text] = true
	}
	return len(seen)
}

// weight orders kinds by how much their lines say about what they name.
func weight(k daily.Kind) int {
	switch k {
	case daily.Decision:
		return 4
	case daily.Lesson:
		return 3
	case daily.Fact:
		return 2
	case daily.Preference:
		return 1
	}
	return 0
}

// spelled returns a project's name as all articles write it.
func (b *book) spelled(project string) string { return b.spelling[b.Seat(project)] }
