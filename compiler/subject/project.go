package subject

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
)

// placeless are directory names that identify no project.
var placeless = strings.Fields("tmp temp home root users user desktop documents downloads src source workspace workspaces work dev code git repos projects tasks unknown")

// A project has an article with projectLines lines of two sessions, or with projectAlone of one, if something is
// decided, wished or learned in it; else with twice projectAlone. Of one session that takes two such lines, or one that a
// model chose.
const (
	projectLines = 3
	projectAlone = 5
)

// projects makes a subject of every project with enough lines that belong to no narrower subject. If a project's own
// name is a subject already, that is its article.
func (b *book) projects(have map[int32]*page) {
	lines := make(map[string]int)     // of each project
	first := make(map[string]string)  // its first session
	again := make(map[string]bool)    // it has another one
	told := make(map[string]int)      // what is decided or wished in it
	learned := make(map[string]int)   // lessons that last
	waiting := make(map[int32]string) // projects that have a page and not enough lines
	for n := range b.Entries {
		e := &b.Entries[n]
		k := b.Seats[e.Home]
		if k == "" || slices.Contains(placeless, strings.ToLower(e.Project)) {
			continue
		}
		for i := e.First; i < e.Last; i++ {
			lines[k] += prose.Bit(b.ofProject(i))
			learned[k] += prose.Bit(b.Lines[i].Kind == daily.Lesson && b.Lines[i].Alone && b.Lines[i].Lasts)
			switch kind := b.Lines[i].Kind; {
			case e.Weighed && (kind == daily.Decision || kind == daily.Preference || kind == daily.Lesson):
				told[k] += projectAlone + 1 // enough by itself
			case slices.ContainsFunc(shelves, func(s *shelf) bool { return b.takes(s, i) }):
				told[k]++
			}
		}
		if s, ok := first[k]; !ok {
			first[k] = e.Session
		} else if s != e.Session {
			again[k] = true
		}
		id := b.Root(b.Topic(k))
		switch {
		case b.of[id] != nil || again[k] && lines[k] >= projectLines && (told[k] > 0 || learned[k] > 1 || lines[k] >= 2*projectAlone) || lines[k] >= projectAlone && told[k] > projectAlone || lines[k] >= 2*projectAlone && told[k] >= projectLines:
			b.project(id, e.Project, int32(n), have[id])
		case have[id] != nil && lines[k] > 0:
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
	s.project = name
	if s.title == "" {
		s.title = name
	}
}

// ofProject reports whether a line stands in its project's article: a decision or a preference, or a line that no
// subject had at the end of its entry. It stays even if a later entry makes a subject of what it names, so that the
// project's article only grows.
func (b *book) ofProject(i int32) bool {
	k := b.Lines[i].Kind
	return !b.Claimed[i] || k == daily.Decision || k == daily.Preference
}

// leftovers assigns the projects their entries and their lines.
func (b *book) leftovers() {
	for _, s := range b.subjects {
		if s.project != "" {
			b.home[b.Seat(s.project)] = s
		}
	}
	b.work = make(map[string][]int32)
	for n := range b.Entries {
		e := &b.Entries[n]
		k := b.Seats[e.Home]
		s := b.home[k]
		if s == nil {
			continue
		}
		if !e.Settles && e.Last > e.First {
			b.work[k] = append(b.work[k], int32(n))
		}
		for i := e.First; i < e.Last; i++ {
			if b.ofProject(i) && !slices.Contains(b.about[i], s) {
				s.lines = append(s.lines, i)
			}
		}
	}
	for _, s := range b.home {
		slices.Sort(s.lines)
	}
}

// workOn returns the entries of a project's sessions, even if every line of an entry has an article of its own.
func (b *book) workOn(s *subject) []int32 {
	if work := b.work[b.Seat(s.project)]; len(work) > 0 {
		return work
	}
	return []int32{b.Lines[s.lines[0]].Entry} // only its page is left
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
