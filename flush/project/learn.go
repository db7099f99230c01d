package project

import (
	"cmp"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// Learn adds the projects of the logs' entries, for a vault whose book is new or was lost. folder returns where a session
// worked, "" if that is not known; older entries do not record it.
func (b *Book) Learn(entries []daily.Entry, folder func(agent, session string) string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	sorting.Stable(entries, func(x, y daily.Entry) int { return cmp.Or(x.At.Compare(y.At), strings.Compare(x.ID, y.ID)) })
	for i := range entries {
		switch e := &entries[i]; {
		case e.Project == "":
		case e.Repo != "":
			b.recorded(e)
		default:
			b.unrecorded(e, Hide(Dir(folder(e.Agent, e.Session))))
		}
	}
	for _, p := range b.list {
		for _, r := range p.Repos {
			r.fresh = false
		}
	}
}

// recorded adds the repository that an entry records. The name is that of the latest entry.
func (b *Book) recorded(e *daily.Entry) {
	p, r := b.byID(e.Repo)
	if r == nil {
		r = b.add(e.Project, repoOf(Hide(e.Repo)))
	} else if !sameName(p.Name, e.Project) && b.byName(e.Project) == nil {
		p.Was = append(p.Was, p.Name)
		p.Name, b.x = e.Project, nil
	}
	b.see(r, e.Branch)
	r.Git = r.Git || e.Branch != ""
}

// unrecorded adds the project of an entry that names no repository. Such entries of one name were one project; they are
// told apart where their folders are repositories that are known to differ.
func (b *Book) unrecorded(e *daily.Entry, dir string) {
	p := b.byName(e.Project)
	if p == nil {
		p = &Project{Name: e.Project}
		b.list, b.x = append(b.list, p), nil
	}
	if dir == "" || !sameName(baseName(dir), e.Project) {
		return
	}
	root, ok := b.repository(dir)
	if !ok || !sameName(baseName(root), e.Project) {
		if r := b.inFolder(dir); r == nil && len(p.Repos) == 0 {
			b.add(e.Project, &Repo{ID: folderID(dir), Folders: []string{dir}, Git: e.Branch != ""})
		} else if r == nil {
			add(&p.Repos[0].Folders, dir)
		}
		return
	}
	if len(p.Repos) == 1 && strings.HasPrefix(p.Repos[0].ID, folderPrefix) && len(p.Repos[0].Remotes)+len(p.Repos[0].Roots) == 0 {
		add(&p.Repos[0].Folders, root) // then match takes it for this one
	}
	of, r := b.byID(b.enter(root, dir, e.Branch).Repo)
	if of != p && e.Session != "" {
		add(&r.Sessions, e.Session)
		b.x = nil
	}
}
