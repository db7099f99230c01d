package doctor

import "context"

// projects asks about folders of which nothing tells which project they belong to.
func (x *Exam) projects(context.Context) {
	book, err := x.Vault.Projects()
	if err != nil {
		x.unknown("projects", "", "%v", err)
		return
	}
	all := book.Projects()
	for _, p := range all {
		for _, r := range p.Repos {
			if r.Asks && len(r.Folders) > 0 {
				x.warn("projects", "memoria project merge "+p.Name+" PROJECT",
					"the sessions of %s were in %s, which is gone and may be a worktree of another project: name that, or rename this one", p.Name, r.Folders[0])
			}
		}
	}
	if len(all) > 0 {
		x.ok("projects", "%d known; memoria project list shows them", len(all))
	}
}
