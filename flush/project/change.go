package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// Errors of a change that a person asked for.
var (
	ErrUnknown = errors.New("no project is called so")
	ErrTaken   = errors.New("another project is called so")
	ErrWhole   = errors.New("it is one repository in one folder")
	ErrPart    = errors.New("it has no entry of that part")
	ErrName    = errors.New("a name needs a letter or a digit, no sign that cannot be seen, and at most 100 characters")
)

// checkName returns an error for a name that could not be read, or told apart from a folder such as "..".
func checkName(name string) error {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > 100 || !strings.ContainsFunc(name, letter) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return fmt.Errorf("name %q: %w", name, ErrName)
	}
	return nil
}

// Rename gives a project another name.
func (b *Book) Rename(name, to string) (*Project, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.byName(name)
	if p == nil {
		return nil, fmt.Errorf("project %q: %w", name, ErrUnknown)
	}
	if to = Hide(to); checkName(to) != nil {
		return nil, checkName(to)
	}
	if other := b.byName(to); other != nil && other != p {
		return nil, fmt.Errorf("name %q: %w: %s", to, ErrTaken, other.Name)
	}
	if to == p.Name {
		return p, nil
	}
	p.Was = slices.DeleteFunc(p.Was, func(s string) bool { return s == to })
	add(&p.Was, p.Name)
	for _, r := range p.Repos {
		if r.Asks = false; len(p.Repos) == 1 {
			r.Name = to
		}
	}
	p.Name, b.x, b.said = to, nil, true
	return p, nil
}

// Merge makes one project of two, with the name of the second.
func (b *Book) Merge(name, into string) (*Project, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	from, to := b.byName(name), b.byName(into)
	switch {
	case from == nil:
		return nil, fmt.Errorf("project %q: %w", name, ErrUnknown)
	case to == nil:
		return nil, fmt.Errorf("project %q: %w", into, ErrUnknown)
	case from == to:
		return to, nil
	}
	for _, r := range from.Repos {
		r.Asks = false
	}
	b.merge(from, to)
	b.said = true
	return to, nil
}

// Split takes a part out of a project and makes a project of it: a repository that was merged into it, by the name that it
// had, its id or its only folder, or else one of the folders or worktrees of a repository. sessions are those of the
// project that worked there. name is what the new project is called, "" for the part's own name.
func (b *Book) Split(project, part, name string, sessions []string) (*Project, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.byName(project)
	if p == nil {
		return nil, fmt.Errorf("project %q: %w", project, ErrUnknown)
	}
	if name = Hide(name); name != "" {
		if err := checkName(name); err != nil {
			return nil, err
		}
	}
	part = Hide(part)
	r, dir := p.part(part), Dir(part)
	switch folder := r != nil && (slices.Contains(r.Folders, dir) || slices.Contains(r.Worktrees, dir)); {
	case r == nil && len(sessions) > 0 && b.inFolder(dir) == nil:
		r = &Repo{ID: folderID(dir), Name: baseName(dir), Folders: []string{dir}, Sessions: sessions}
		for _, o := range p.Repos {
			add(&r.From, o.ID)
		}
	case r == nil && slices.ContainsFunc(p.Was, func(s string) bool { return sameName(s, part) }):
		r = &Repo{Name: part}
	case r == nil:
		return nil, fmt.Errorf("split project %q: %w: %s", project, ErrPart, part)
	case folder && !slices.Equal(r.Folders, []string{dir}):
		drop := func(s string) bool { return s == dir }
		r.Folders, r.Worktrees = slices.DeleteFunc(r.Folders, drop), slices.DeleteFunc(r.Worktrees, drop)
		r.Sessions = slices.DeleteFunc(r.Sessions, func(s string) bool { return slices.Contains(sessions, s) })
		r = &Repo{ID: folderID(dir), Name: baseName(dir), Folders: []string{dir}, Git: r.Git, Sessions: sessions, From: []string{r.ID}}
	case len(p.Repos) == 1:
		return nil, fmt.Errorf("split project %q: %w", p.Name, ErrWhole)
	default:
		p.Repos = slices.DeleteFunc(p.Repos, func(o *Repo) bool { return o == r })
	}
	was := slices.IndexFunc(p.Was, func(s string) bool { return sameName(s, r.Name) })
	if was >= 0 {
		p.Was = slices.Delete(slices.Clone(p.Was), was, was+1)
	}
	b.x = nil
	if name == "" {
		name = b.free(r.Name, r)
	} else if other := b.byName(name); other != nil {
		return nil, fmt.Errorf("name %q: %w: %s", name, ErrTaken, other.Name)
	}
	out := &Project{Name: name}
	if r.ID != "" {
		out.Repos = []*Repo{r}
	}
	if was >= 0 && wiki.ProjectKey(r.Name) != wiki.ProjectKey(name) {
		out.Was = []string{r.Name}
	}
	r.Name, r.Apart = name, true
	b.list, b.x, b.said = append(b.list, out), nil, true
	return out, nil
}

// part returns the repository of a project that goes by a name, an id or a folder.
func (p *Project) part(name string) *Repo {
	for _, r := range p.Repos {
		dir := Dir(name)
		if r.ID == name || sameName(r.Name, name) || slices.Contains(r.Folders, dir) || slices.Contains(r.Worktrees, dir) || slices.Contains(r.Remotes, name) {
			return r
		}
	}
	return nil
}

// Forget drops what only forgotten entries tell; left are those of the logs without them.
func (b *Book) Forget(gone, left []daily.Entry) {
	b.mu.Lock()
	defer b.mu.Unlock()
	type branch struct{ repo, name string }
	repos, branches := map[string]bool{}, map[branch]bool{}
	for i := range left {
		repos[left[i].Repo], branches[branch{left[i].Repo, left[i].Branch}] = true, true
	}
	dead := map[*Repo]bool{}
	for i := range gone {
		e := &gone[i]
		if _, r := b.byID(e.Repo); r != nil {
			dead[r] = !repos[e.Repo]
			r.Branches = slices.DeleteFunc(r.Branches, func(s string) bool { return s == e.Branch && !branches[branch{e.Repo, s}] })
		}
	}
	b.list = slices.DeleteFunc(b.list, func(p *Project) bool {
		var left []*Repo
		var gone, names []string
		for _, r := range p.Repos {
			if dead[r] || r.Name == "" && !repos[r.ID] { // the machine that named it forgot it
				gone = append(append(gone, r.Name), r.names...)
			} else {
				left, names = append(left, r), append(append(names, r.Name), r.names...)
			}
		}
		p.Was = slices.DeleteFunc(p.Was, func(s string) bool { return slices.Contains(gone, s) && !slices.Contains(names, s) })
		was := len(p.Repos)
		p.Repos = left
		return was > 0 && len(left) == 0
	})
	b.x = nil
}
