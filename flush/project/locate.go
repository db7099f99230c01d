package project

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// Find returns the place that a folder is. from is where the session was before, branch and remote are what the client saw
// there, "" where it saw no repository or does not say. A project that the book lacks is added to it, until Keep only in
// memory.
func (b *Book) Find(dir, branch, remote string, from Place) Place {
	b.mu.Lock()
	defer b.mu.Unlock()
	key := strings.Join([]string{dir, branch, remote, from.Root, from.Repo}, "\n")
	p, ok := b.known[key]
	if !ok {
		p = b.find(dir, branch, remote, from)
		if b.known == nil {
			b.known = map[string]Place{}
		}
		if _, r := b.byID(p.Repo); r == nil || !r.Asks {
			b.known[key] = p
		}
	}
	if at, _ := b.byID(p.Repo); at != nil {
		p.Name = at.Name
	}
	return p
}

func (b *Book) find(dir, branch, remote string, from Place) Place {
	if root, ok := b.repository(dir); ok {
		return b.enter(root, dir, branch)
	}
	if b.plain(dir) {
		branch = ""
	}
	if _, r := b.byID(from.Repo); from.Root != "" && Within(from.Root, dir) && (r == nil || r.Git) {
		if from.Repo == "" {
			return b.find(from.Root, branch, remote, Place{})
		}
		return from
	}
	main := b.spelled(dir)
	if main != dir && b.holdsNone(main) {
		main = dir
	}
	if remote != "" {
		return Place{Root: main, Repo: b.clientSaw(main, dir, remote).ID}
	}
	if main != dir {
		if root, ok := b.repository(main); ok {
			return b.enter(root, dir, branch)
		}
	} else if r := b.inFolder(dir); r != nil && !(r.Asks && r.fresh) {
		return Place{Root: dir, Repo: r.ID}
	} else if r := b.gone(dir, branch, from); r != nil {
		b.drop(folderID(dir))
		addLate(&r.Worktrees, dir)
		return Place{Root: r.folder(dir), Repo: r.ID}
	}
	for at := main; at != "" && at != "." && !b.isHome(at) && path.Dir(at) != at; at = path.Dir(at) {
		if r := b.inFolder(at); r != nil && (at == main || branch == "" && !b.holdsProjects(at) || r.Git) {
			return Place{Root: at, Repo: r.ID}
		}
	}
	if r := b.elsewhere(main); r != nil {
		add(&r.Folders, main)
		return Place{Root: main, Repo: r.ID}
	}
	asks := branch != "" && main == dir && b.doubtful(dir, branch)
	r := b.add(baseName(main), &Repo{ID: folderID(main), Folders: []string{main}})
	r.Git, r.Asks = branch != "", asks
	return Place{Root: main, Repo: r.ID}
}

// clientSaw returns the repository of a remote that a client saw in a folder where there is none now: on another machine, or
// before it was taken away.
func (b *Book) clientSaw(main, dir, remote string) *Repo {
	r := b.remote(remote, b.inFolder(main))
	if r == nil {
		if r = b.inFolder(main); r == nil || len(r.Remotes)+len(r.Roots) > 0 {
			r = b.add(baseName(main), &Repo{ID: remoteID(remote), Folders: []string{main}})
		}
		add(&r.Remotes, remote)
	}
	r.Git, r.Asks = true, false
	if !isFolder(r.folder("")) {
		add(&r.Folders, main)
	} else if dir != r.folder("") {
		addLate(&r.Worktrees, dir)
	}
	return r
}

// remote returns the repository that has or had a remote: of several the one in a folder, or else the one that is known by the remote
// alone, as on a machine that never saw it without.
func (b *Book) remote(remote string, in *Repo) *Repo {
	if in != nil && slices.Contains(in.Remotes, remote) {
		return in
	}
	if _, r := b.byID(remoteID(remote)); r != nil {
		return r
	}
	return b.one(func(r *Repo) bool { return slices.Contains(r.Remotes, remote) })
}

// holdsProjects reports whether a folder is one in which people keep their projects: it is named so, such as ~/src, or a
// repository lies in it.
func (b *Book) holdsProjects(dir string) bool {
	return b.keepsProjects(dir) || slices.ContainsFunc(b.list, func(p *Project) bool {
		return slices.ContainsFunc(p.Repos, func(r *Repo) bool { return r.Git && strings.HasPrefix(r.folder(""), dir+"/") })
	})
}

// keepsProjects reports whether a folder of a home, or of such a folder, is named so.
func (b *Book) keepsProjects(dir string) bool {
	above := path.Dir(dir)
	return slices.Contains(generic, strings.ToLower(path.Base(dir))) && (b.isHome(above) || above != dir && b.keepsProjects(above))
}

// holdsNone reports whether a folder cannot be a repository whose worktrees lie below it: it is there, and is none, it is one
// in which people keep their projects, or a program's own.
func (b *Book) holdsNone(dir string) bool {
	_, ok := b.repository(dir)
	return !ok && (isFolder(dir) || b.holdsProjects(dir) || strings.HasPrefix(path.Base(dir), "."))
}

// plain reports whether a folder is there and nothing of git's in it or above it: a branch that was seen there is none now.
func (b *Book) plain(dir string) bool {
	at := Reveal(dir)
	if b.Disk == nil || !isFolder(dir) {
		return false
	}
	for ; path.Dir(at) != at && !b.isHome(Hide(at)); at = path.Dir(at) {
		if _, err := os.Lstat(path.Join(at, ".git")); err == nil {
			return false
		}
	}
	return true
}

func (b *Book) repository(dir string) (root string, ok bool) {
	if b.Disk == nil {
		return "", false
	}
	root, ok = b.Disk.Repository(Reveal(dir))
	return Hide(root), ok
}

// enter returns the place of a repository on the disk.
func (b *Book) enter(root, dir, branch string) Place {
	remote := Hide(b.Disk.Remote(Reveal(root)))
	r := b.match(root, remote)
	if r == nil {
		r = &Repo{ID: folderID(root)}
		first := b.rootCommit(root)
		switch {
		case remote != "":
			r.ID = remoteID(remote)
		case first != "":
			r.ID = rootPrefix + first
		}
		if r.Folders = []string{root}; remote != "" {
			r.Remotes = []string{remote}
		}
		add(&r.Roots, first)
		r = b.add(baseName(root), r)
	}
	r.Git, r.Asks = true, false
	add(&r.Remotes, remote)
	add(&r.Folders, root)
	if !Within(root, dir) {
		addLate(&r.Worktrees, dir)
	}
	b.see(r, branch)
	return Place{Root: root, Repo: r.ID}
}

// match returns the repository on the disk at root, nil if it is new. The same history with another remote, or where only
// one of the two has a remote, is another repository, unless it lies where the first did.
func (b *Book) match(root, remote string) *Repo {
	at := b.inFolder(root)
	if remote != "" {
		switch r := b.remote(remote, at); {
		case r == nil:
		case at == nil, at == r, len(at.Remotes) > 0, len(at.Roots) > 0 && !at.began(b.rootCommit(root)):
			return r
		default: // another machine knows the remote, and this one the folder from before it had that
			return at
		}
	}
	first := b.rootCommit(root)
	if first != "" {
		r := b.one(func(r *Repo) bool {
			if !r.began(first) || remote != "" && len(r.Remotes) > 0 || r == at {
				return r == at && r.began(first)
			}
			_, still := b.repository(r.folder(""))
			return !still || remote == "" && len(r.Remotes) == 0
		})
		if r != nil {
			return r
		}
	}
	switch {
	case at == nil:
		return b.elsewhere(root)
	case len(at.Roots) > 0 && first != "", remote != "" && len(at.Remotes) > 0:
		return nil // another one lies there now
	}
	add(&at.Roots, first)
	return at
}

// elsewhere returns the only repository of which nothing is known but a folder that is not on this machine, such as that of
// another home, if a folder here has the same name in a folder of the same name.
func (b *Book) elsewhere(dir string) *Repo {
	tail := lastTwo(dir)
	if len(tail) < 2 || tail[0] == "" || !isFolder(dir) {
		return nil
	}
	return b.one(func(r *Repo) bool {
		at := r.folder("")
		return len(r.Remotes)+len(r.Roots) == 0 && strings.HasSuffix(at, "/"+strings.Join(tail, "/")) && !isFolder(at)
	})
}

func isFolder(dir string) bool {
	if strings.HasPrefix(dir, "//") { // to ask for it would reach another machine
		return false
	}
	info, err := os.Stat(Reveal(dir))
	return err == nil && info.IsDir()
}

// one returns the only repository of which is reports true; of several, nil.
func (b *Book) one(is func(*Repo) bool) (out *Repo) {
	for _, p := range b.list {
		for _, r := range p.Repos {
			if is(r) && out != nil {
				return nil
			} else if is(r) {
				out = r
			}
		}
	}
	return out
}

// inFolder returns the repository that lay in a folder last.
func (b *Book) inFolder(dir string) (out *Repo) {
	id := folderID(dir)
	for _, p := range b.list {
		for _, r := range p.Repos {
			switch {
			case r.folder("") == dir:
				return r
			case r.ID == id, slices.Contains(r.Folders, dir), slices.Contains(r.Worktrees, dir):
				out = r
			}
		}
	}
	return out
}

// folder returns where the repository was last, or another folder if that is not known.
func (r *Repo) folder(other string) string {
	if n := len(r.Folders); n > 0 {
		return r.Folders[n-1]
	}
	return other
}

func (r *Repo) began(first string) bool {
	return r.ID == rootPrefix+first || slices.Contains(r.Roots, first)
}

// drop drops a repository that was only taken for one.
func (b *Book) drop(id string) {
	b.list, b.x = slices.DeleteFunc(b.list, func(p *Project) bool { return len(p.Repos) == 1 && p.Repos[0].ID == id && p.Repos[0].fresh }), nil
}

// add adds a repository to the project of its name that has none yet, else as a new project.
func (b *Book) add(name string, r *Repo) *Repo {
	b.x, r.Name, r.fresh = nil, name, true
	if p := b.byName(name); p != nil && len(p.Repos) == 0 {
		p.Repos = append(p.Repos, r)
	} else if name = b.free(name, r); name != "" {
		r.Name = name
		b.list = append(b.list, &Project{Name: name, Repos: []*Repo{r}})
	}
	b.x = nil
	return r
}

// The forms of an id that is no remote.
const (
	rootPrefix   = "root:" // and the beginning of the root commit
	folderPrefix = "path:" // and a hash of the folder
	filePrefix   = "file:" // and a hash of the folder that is the remote
	idLength     = 12
)

// remoteID returns the id of a remote. A log names no folder of this machine.
func remoteID(remote string) string {
	if strings.HasPrefix(remote, "/") || len(remote) > 1 && remote[1] == ':' {
		return filePrefix + fsutil.Hash([]byte(remote))[:idLength]
	}
	return remote
}

func folderID(dir string) string {
	if len(dir) > 1 && dir[1] == ':' { // a drive may be written either way
		dir = strings.ToLower(dir[:1]) + dir[1:]
	}
	return folderPrefix + fsutil.Hash([]byte(dir))[:idLength]
}

func (b *Book) rootCommit(root string) string {
	first := b.Disk.RootCommit(Reveal(root))
	return first[:min(len(first), idLength)]
}

// sameName reports whether two names are spellings of one.
func sameName(a, b string) bool { return a != "" && wiki.ProjectKey(a) == wiki.ProjectKey(b) }
