package project

import (
	"sync"

	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/flush/redact/pathname"
)

var secrets = sync.OnceValue(func() *redact.Redactor { return redact.New(redact.Options{}) })

// Hide returns a path, an address or a branch without what looks like a secret in the names that it is made of. Hiding
// twice changes nothing.
func Hide(name string) string {
	if len(name) < 8 || len(secrets().Find(name)) == 0 {
		return name
	}
	return pathname.Replace(name, func(name string, each func(start, end int)) {
		for _, f := range secrets().Find(name) {
			each(f.Start, f.End)
		}
	})
}

// Reveal returns the path on this disk that Hide made dir of; where a name is not on it, as much as is.
func Reveal(dir string) string { return pathname.Reveal(dir, Hide) }

// hide takes secrets out of what an earlier version wrote of a project, and reports whether there was one.
func (p *Project) hide() (was bool) {
	all := func(list []string) {
		for i, s := range list {
			list[i] = Hide(s)
			was = was || list[i] != s
		}
	}
	name := []string{p.Name}
	all(name)
	p.Name = name[0]
	all(p.Was)
	for _, r := range p.Repos {
		r.ID, r.Name = Hide(r.ID), Hide(r.Name)
		for _, list := range [...][]string{r.Remotes, r.Folders, r.Worktrees, r.Branches, r.From} {
			all(list)
		}
	}
	return was
}
