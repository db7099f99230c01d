package project

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// nameOnly begins the id of a project of entries that name no repository; the key of its name follows.
const nameOnly = "name:"

// A fold is what lines say, whatever the order in which they came.
type fold struct {
	repos []*Repo // in the order in which they were first told of
	of    map[string]*told
}

// told is what lines say of one repository.
type told struct {
	*Repo
	said   bool     // a person said what it is a part of
	in     []string // what it is one with
	title  string   // of the project that it heads
	titled bool     // a person said that
}

// shown returns a name as all machines show it: whoever writes to the vault can write a sentence, a path or marks of Markdown there.
func shown(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./+&#@'", r)
	}), " ")
	if r := []rune(name); len(r) > 60 {
		name = string(r[:60])
	}
	return strings.TrimRight(strings.TrimLeft(name, "./ "), " ")
}

// foldOf makes one of lines that are sorted by time.
func foldOf(lines []line) *fold {
	f := &fold{of: map[string]*told{}}
	session := map[string]*Repo{}
	for i := range lines {
		l := &lines[i]
		t := f.of[l.ID]
		if t == nil {
			t = &told{Repo: &Repo{ID: l.ID}}
			if !strings.HasPrefix(l.ID, nameOnly) {
				t.Repo = repoOf(l.ID)
			}
			f.of[l.ID], f.repos = t, append(f.repos, t.Repo)
		}
		for _, s := range l.Sessions { // the latest has them
			if was := session[s]; was != nil {
				was.Sessions = slices.DeleteFunc(was.Sessions, func(o string) bool { return o == s })
			}
			session[s] = t.Repo
		}
		t.union(&Repo{Remotes: l.Remotes, Roots: l.Roots, Sessions: l.Sessions, From: l.From, Git: l.Git})
		for _, s := range append([]string{l.Name, l.Project}, l.Was...) {
			add(&t.names, s)
		}
		if l.Name != "" && (l.Said || t.Name == "") {
			t.Name = shown(l.Name)
		}
		if l.Project != "" && (l.Said || !t.titled) {
			t.title, t.titled = shown(l.Project), l.Said
		}
		switch {
		case l.In != "" && l.Said:
			t.in, t.said, t.Apart = []string{l.In}, true, l.In == l.ID
		case l.In != "" && !t.said:
			t.in = append(t.in, l.In)
		}
	}
	for _, r := range f.repos { // one that was at the address of another is the same
		for _, remote := range r.Remotes {
			if o := f.of[remoteID(remote)]; o != nil && o.Repo != r && !o.said && !f.of[r.ID].said {
				o.in = append(o.in, r.ID)
			}
		}
	}
	return f
}

// projects returns the projects of a fold, each with the repository at its head first.
func (f *fold) projects() (list []*Project) {
	one, order := map[*Repo]*[]*Repo{}, map[*Repo]int{}
	for i, r := range f.repos {
		one[r], order[r] = &[]*Repo{r}, i
	}
	joined := map[*Repo]bool{}
	for _, r := range f.repos {
		for _, id := range f.of[r.ID].in {
			o := f.of[id]
			if o == nil || o.Repo == r {
				continue
			}
			joined[r] = true
			if to, from := one[o.Repo], one[r]; to != from {
				if len(*to) < len(*from) {
					to, from = from, to
				}
				*to = append(*to, *from...)
				for _, m := range *from {
					one[m] = to
				}
			}
		}
	}
	taken := map[string]bool{}
	done := map[*[]*Repo]bool{}
	for _, r := range f.repos {
		group := one[r]
		if done[group] {
			continue
		}
		done[group] = true
		sorting.By(*group, func(a, b *Repo) int { return order[a] - order[b] })
		p := f.make(*group, joined)
		if taken[wiki.ProjectKey(p.Name)] {
			p.Name = (&Book{list: list}).free(p.Name, p.Repos[0])
		}
		taken[wiki.ProjectKey(p.Name)] = true
		list = append(list, p)
	}
	for _, p := range list {
		p.Was = slices.DeleteFunc(p.Was, func(s string) bool { return s == p.Name || !sameName(s, p.Name) && taken[wiki.ProjectKey(s)] })
	}
	return list
}

// make makes a project of the repositories of a group, in their order. joined are those that are said to be part of another.
func (f *fold) make(group []*Repo, joined map[*Repo]bool) *Project {
	p := &Project{}
	for _, r := range group {
		if joined[r] || len(p.Repos) == 0 || !joined[p.Repos[0]] {
			p.Repos = append(p.Repos, r)
		} else {
			p.Repos = slices.Insert(p.Repos, 0, r)
		}
	}
	for _, r := range p.Repos {
		for _, s := range f.of[r.ID].names {
			add(&p.Was, s)
		}
	}
	head := f.of[p.Repos[0].ID]
	if p.Name = head.title; p.Name == "" {
		p.Name = head.Name
	}
	if p.Name == "" {
		p.Name = strings.Join(lastTwo(head.ID), "/")
	}
	return p
}

// repoOf returns what an id says of a repository.
func repoOf(id string) *Repo {
	r := &Repo{ID: id}
	first, isRoot := strings.CutPrefix(id, rootPrefix)
	switch {
	case isRoot:
		r.Roots = []string{first}
	case !strings.HasPrefix(id, folderPrefix):
		r.Remotes = []string{id}
	}
	return r
}
