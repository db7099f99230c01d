package subject

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
)

// placeless are directory names that tell no project.
var placeless = strings.Fields("tmp temp home root users user desktop documents downloads src source workspace workspaces work dev code git repos projects unknown")

// projectLines is how many lines a project needs beside those of its subjects.
const projectLines = 3

// projects makes a subject of every project that has lines which belong to no narrower one.
// A project's own name may be a subject already; then that is its article.
func (b *book) projects(have map[int32]*page) {
	count := make(map[string]int)
	for n := range b.entries {
		e := &b.entries[n]
		if e.project == "" || slices.Contains(placeless, strings.ToLower(e.project)) {
			continue
		}
		for i := e.first; i < e.last; i++ {
			if b.left(i) {
				count[e.project]++
			}
		}
		k := key(e.project)
		if k == "" {
			continue
		}
		id := b.root(b.topic(k))
		s := b.of[id]
		if s == nil {
			if p := have[id]; count[e.project] < projectLines && p == nil {
				continue
			}
			s = &subject{id: id, key: b.topics[id].key, since: int32(n), page: have[id]}
			b.topics[id].subject = true
			b.add(s)
		}
		if s.project == "" {
			s.project = e.project
			if s.page == nil {
				s.title = e.project
				if generic(strings.ToLower(e.project)) {
					s.title += " project"
				}
			}
		}
	}
}

// left tells a line that no subject had claimed when its entry was done. It stays with its
// project even when a later entry makes a subject of what it names, so that the project's
// article only grows.
func (b *book) left(i int32) bool { return !b.claimed[i] && b.lines[i].kind != daily.Exchange }

// leftovers gives the projects their lines.
func (b *book) leftovers() {
	byName := make(map[string]*subject)
	for _, s := range b.subjects {
		if s.project != "" {
			byName[key(s.project)] = s
		}
	}
	for n := range b.entries {
		e := &b.entries[n]
		s := byName[key(e.project)]
		if s == nil {
			continue
		}
		for i := e.first; i < e.last; i++ {
			if b.left(i) && !slices.Contains(b.about[i], s) {
				s.lines = append(s.lines, i)
			}
		}
	}
	for _, s := range byName {
		slices.Sort(s.lines)
	}
}
