package project

import (
	"os"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil"
)

// A folder, an address or a branch may be called as a secret looks. What is written of it has a hash in the secret's place, so
// that it still tells one from another.

// hidden begins what stands for a secret; a hash follows.
const hidden = "redacted-"

var secrets = sync.OnceValue(func() *redact.Redactor { return redact.New(redact.Options{}) })

// Hide returns a path, an address or a branch without what looks like a secret in the names that it is made of. Hiding
// twice changes nothing.
func Hide(name string) string {
	if len(name) < 8 || len(secrets().Find(name)) == 0 {
		return name
	}
	var out strings.Builder
	for len(name) > 0 {
		end := strings.IndexAny(name, `/\`)
		if end < 0 {
			end = len(name)
		}
		at := 0
		for _, f := range secrets().Find(name[:end]) {
			out.WriteString(name[at:f.Start] + hidden + fsutil.Hash([]byte(name[f.Start:f.End]))[:8])
			at = f.End
		}
		out.WriteString(name[at:min(end+1, len(name))])
		name = name[min(end+1, len(name)):]
	}
	return out.String()
}

// Reveal returns the path on this disk that Hide made dir of; where a name is not on it, as much as is.
func Reveal(dir string) string {
	above, rest := "", dir
	for strings.Contains(rest, hidden) {
		end := strings.IndexAny(rest, `/\`)
		if end < 0 {
			end = len(rest)
		}
		name := rest[:end]
		if _, err := os.Lstat(above + name); err != nil && strings.Contains(name, hidden) {
			on, _ := os.ReadDir(above)
			for _, e := range on {
				if Hide(e.Name()) == name {
					name = e.Name()
				}
			}
		}
		above += name + rest[end:min(end+1, len(rest))]
		rest = rest[min(end+1, len(rest)):]
	}
	return above + rest
}

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
