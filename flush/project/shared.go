package project

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// In a shared vault each machine tells the others, in a file that only it writes, which repositories entries record, what they
// are called and which are one project. The projects are made of the lines of all. Where a repository lies, and by what
// else a machine knows it, stays in the book of that machine.

// A line says something of one repository. What it leaves out stays as it was.
type line struct {
	ID       string    `json:"id"`
	Name     string    `json:"name,omitempty"` // of its own project
	Remotes  []string  `json:"remotes,omitempty"`
	Roots    []string  `json:"roots,omitempty"`
	Git      bool      `json:"git,omitempty"`
	Sessions []string  `json:"sessions,omitempty"`
	From     []string  `json:"from,omitempty"`
	In       string    `json:"in,omitempty"`      // the repository that it is one project with; itself: none
	Project  string    `json:"project,omitempty"` // what the project is called that it heads
	Was      []string  `json:"was,omitempty"`     // former names of that
	Said     bool      `json:"said,omitempty"`    // by a person, which counts more than what a machine found out
	At       time.Time `json:"at"`

	by string // the machine
}

func sharedName(machine string) string { return path.Join(layout.SharedProjects, machine+".jsonl") }

// machine returns the id of this machine, "" in a vault that is not shared.
func machine(dir *fsutil.Dir, now time.Time) (string, error) {
	var me struct {
		ID string `json:"id"`
	}
	_, err := fsutil.ReadState(dir, layout.Machine, layout.MachineVersion, &me, now)
	return me.ID, err
}

// readLines returns what the machines say, the oldest first. Half a line, of a file that has not arrived whole, says
// nothing.
func readLines(dir *fsutil.Dir) (out []line, err error) {
	names, err := dir.ReadNames(layout.SharedProjects)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, name := range names {
		by, ok := strings.CutSuffix(name, ".jsonl")
		if !ok || err != nil {
			continue
		}
		var data []byte
		data, err = dir.ReadFile(path.Join(layout.SharedProjects, name))
		for text := range bytes.Lines(data) {
			if l := (line{by: by}); json.Unmarshal(text, &l) == nil && l.readable() {
				out = append(out, l)
			}
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read what machines say of projects: %w", err)
	}
	sorting.Stable(out, func(x, y line) int { return cmp.Or(x.At.Compare(y.At), strings.Compare(x.by, y.by)) })
	return out, nil
}

func (l *line) readable() bool {
	return l.ID != "" && !slices.ContainsFunc(append([]string{l.ID, l.Name, l.Project}, l.Was...), func(s string) bool {
		return len(s) > 400 || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsGraphic(r) })
	})
}

// follow makes the projects of the book those of lines, with what this machine knows of their repositories. What no line
// tells of yet stays.
func (b *Book) follow(lines []line) {
	if len(lines) == 0 {
		return
	}
	f := foldOf(lines)
	here := b.list
	b.list, b.x = f.projects(), nil
	heads := map[string]*Project{}
	for _, p := range b.list {
		p.far = true
		for _, r := range p.Repos {
			heads[r.ID], r.far = p, true
		}
		p.Repos = slices.DeleteFunc(p.Repos, func(r *Repo) bool { return strings.HasPrefix(r.ID, nameOnly) })
	}
	for _, p := range here {
		var to *Project // that it is now
		rest := p.Repos[:0:0]
		for _, r := range p.Repos {
			if t := f.of[r.ID]; t != nil {
				to = cmp.Or(to, heads[r.ID])
				t.Asks = r.Asks && !t.said && len(heads[r.ID].Repos) == 1
				r.Sessions, r.From, t.far = nil, nil, false
				t.union(r)
			} else {
				rest = append(rest, r)
			}
		}
		switch {
		case to != nil:
			to.Repos = append(to.Repos, rest...)
		case len(rest) > 0:
			b.list = append(b.list, &Project{Name: b.free(p.Name, rest[0]), Was: p.Was, Repos: rest})
		case b.byName(p.Name) == nil:
			b.list = append(b.list, p)
		}
		b.x = nil
	}
}

// tell writes what the book has and the lines do not say, and takes out of the file of this machine what the book has no more.
func (b *Book) tell(dir *fsutil.Dir, now time.Time) error {
	me, err := machine(dir, now)
	if err != nil || me == "" {
		return err
	}
	lines, err := readLines(dir)
	if err != nil {
		return err
	}
	if n := len(lines); n > 0 && !now.After(lines[n-1].At) {
		now = lines[n-1].At.Add(time.Millisecond)
	}
	more, known := b.news(foldOf(lines))
	var out []byte
	for _, l := range append(slices.DeleteFunc(lines, func(l line) bool { return l.by != me || !known[l.ID] }), more...) {
		if l.by == "" {
			l.At, l.Said = now.UTC(), b.said
		}
		text, err := json.Marshal(l)
		if err != nil {
			return err
		}
		out = append(append(out, text...), '\n')
	}
	if len(more) == 0 && len(out) == 0 {
		if _, err := dir.Lstat(sharedName(me)); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	if _, err := dir.WriteFile(sharedName(me), out, 0o644); err != nil {
		return fmt.Errorf("tell other machines of projects: %w", err)
	}
	return nil
}

// news returns what the book has beyond a fold, and the ids of all that it has.
func (b *Book) news(f *fold) (more []line, known map[string]bool) {
	head, title := map[string]string{}, map[string]string{} // as they were told
	for _, p := range f.projects() {
		for _, r := range p.Repos {
			head[r.ID] = p.Repos[0].ID
		}
		title[p.Repos[0].ID] = p.Name
	}
	of := map[*Project][]*Repo{}
	for _, p := range b.list {
		of[p] = slices.Clone(p.Repos)
	}
	for _, r := range f.repos {
		if p := b.byName(r.Name); p != nil && strings.HasPrefix(r.ID, nameOnly) {
			of[p] = append(of[p], &Repo{ID: r.ID, Name: r.Name})
		}
	}
	known = map[string]bool{}
	for _, p := range b.list {
		if len(of[p]) == 0 {
			of[p] = []*Repo{{ID: nameOnly + wiki.ProjectKey(p.Name), Name: p.Name}}
		}
		first := of[p][0]
		var names []string // that are told of
		for _, r := range of[p] {
			if t := f.of[r.ID]; t != nil {
				names = append(names, t.names...)
			}
			names = append(names, r.Name)
		}
		for _, r := range of[p] {
			known[r.ID] = true
			l := r.beyond(f.of[r.ID])
			if t := head[r.ID]; t != first.ID && (t != "" || r != first) || r == first && r.Apart && !f.of[r.ID].apart() {
				l.In = first.ID
			}
			if r == first {
				if l.Was = without(p.Was, names); title[r.ID] != p.Name && (f.of[r.ID] != nil || r.Name != p.Name) {
					l.Project = p.Name
				}
			}
			if l.says() {
				l.ID = r.ID
				more = append(more, l)
			}
		}
	}
	return more, known
}

func (t *told) apart() bool { return t != nil && t.Apart }

// beyond returns what is known of a repository beyond what was told.
func (r *Repo) beyond(t *told) line {
	if t == nil {
		t = &told{Repo: &Repo{}}
	}
	l := line{Roots: without(r.Roots, t.Roots), Sessions: without(r.Sessions, t.Sessions), From: without(r.From, t.From), Git: r.Git && !t.Git}
	l.Remotes = slices.DeleteFunc(without(r.Remotes, t.Remotes), func(s string) bool { return remoteID(s) != s }) // a folder of this machine
	if r.Name != t.Name {
		l.Name = r.Name
	}
	return l
}

func (l *line) says() bool {
	return l.Name+l.In+l.Project != "" || l.Git || len(l.Remotes)+len(l.Roots)+len(l.Sessions)+len(l.From)+len(l.Was) > 0
}

// without returns what a list has and another has not.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}
