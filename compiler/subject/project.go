package subject

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
)

// placeless are directory names that identify no project.
var placeless = strings.Fields("tmp temp home root users user desktop documents downloads src source workspace workspaces work dev code git repos projects unknown")

// A project has an article if this many lines belong to no narrower subject: projectLines from at least two sessions,
// or sessionLines from one.
const (
	projectLines = 3
	sessionLines = 16
)

// A tally counts a project's lines besides those of its subjects.
type tally struct {
	lines   int
	session string // the first that worked on it
	again   bool   // another did
}

func (t *tally) enough() bool {
	return t.lines >= projectLines && t.again || t.lines >= sessionLines
}

// projects makes a subject of every project with enough lines that belong to no narrower subject. If a project's own
// name is a subject already, that is its article.
func (b *book) projects(have map[int32]*page) {
	tallies := make(map[string]*tally)
	waiting := make(map[int32]string) // projects that have a page and not enough lines
	for n := range b.Entries {
		e := &b.Entries[n]
		k := b.Seats[e.Home]
		if k == "" || slices.Contains(placeless, strings.ToLower(e.Project)) {
			continue
		}
		t := tallies[k]
		if t == nil {
			t = &tally{session: e.Session}
			tallies[k] = t
		}
		t.again = t.again || e.Session != t.session
		for i := e.First; i < e.Last; i++ {
			t.lines += topic.Bit(b.left(i) && !b.Lines[i].Listing)
		}
		id := b.Root(b.Topic(k))
		switch {
		case b.of[id] != nil || t.enough():
			b.project(id, e.Project, int32(n), have[id])
		case have[id] != nil && t.lines > 0:
			waiting[id] = e.Project
		}
	}
	for id, name := range waiting {
		if b.of[id] == nil {
			b.project(id, name, int32(len(b.Entries)), have[id])
		}
	}
}

// project makes a topic the subject of a project, as of an entry.
func (b *book) project(id int32, name string, since int32, p *page) {
	s := b.of[id]
	if s == nil {
		s = &subject{id: id, key: b.Topics[id].Key, since: since, page: p}
		b.Topics[id].Subject = true
		b.add(s)
	}
	if s.project != "" {
		return
	}
	s.project, s.place = name, since
	if s.title == "" {
		s.title = name
	}
}

// left reports whether no subject had claimed a line at the end of its entry. The line stays with its project even if
// a later entry makes a subject of what it names, so that the project's article only grows.
func (b *book) left(i int32) bool { return !b.Claimed[i] && b.Lines[i].Kind != daily.Exchange }

// leftovers assigns the projects their lines.
func (b *book) leftovers() {
	byName := make(map[string]*subject)
	for _, s := range b.subjects {
		if s.project != "" {
			byName[b.Seat(s.project)] = s
		}
	}
	for n := range b.Entries {
		e := &b.Entries[n]
		s := byName[b.Seats[e.Home]]
		if s == nil {
			continue
		}
		for i := e.First; i < e.Last; i++ {
			if b.left(i) && !slices.Contains(b.about[i], s) {
				s.lines = append(s.lines, i)
			}
		}
	}
	for _, s := range byName {
		slices.Sort(s.lines)
	}
}

// spellings returns how the sessions of each project spelled it, by key, the first spelling first.
func (b *book) spellings() map[string][]string {
	out := make(map[string][]string)
	for n := range b.Entries {
		p := b.Entries[n].Project
		if k := b.Seats[b.Entries[n].Home]; !slices.Contains(out[k], p) {
			out[k] = append(out[k], p)
		}
	}
	return out
}

// spell decides how each project is spelled: like its article's title if one of its sessions spelled it so, else as
// the first session did.
func (b *book) spell(ways map[string][]string) {
	b.spelling = make(map[string]string, len(ways))
	for k, w := range ways {
		b.spelling[k] = w[0]
	}
	for _, s := range b.subjects {
		like := func(w string) bool { return strings.EqualFold(w, s.title) }
		ways := ways[s.key]
		if i := slices.IndexFunc(ways, like); s.project != "" && i > 0 && !like(ways[0]) {
			b.spelling[s.key] = ways[i]
		}
	}
}
