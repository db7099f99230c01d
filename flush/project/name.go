package project

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// A lookup finds projects of a book.
type lookup struct {
	name    map[string]*Project // by the key of a name; a former name gives way to one in use
	id      map[string]*Repo
	session map[string]*Repo
	of      map[*Repo]*Project
}

func (b *Book) lookup() *lookup {
	if b.x != nil {
		return b.x
	}
	x := &lookup{map[string]*Project{}, map[string]*Repo{}, map[string]*Repo{}, map[*Repo]*Project{}}
	for _, p := range b.list {
		x.name[wiki.ProjectKey(p.Name)] = p
		for _, r := range p.Repos {
			x.id[r.ID], x.of[r] = r, p
			for _, s := range r.Sessions {
				x.session[s] = r
			}
		}
	}
	for _, p := range b.list {
		for _, was := range p.Was {
			if k := wiki.ProjectKey(was); x.name[k] == nil {
				x.name[k] = p
			}
		}
	}
	b.x = x
	return x
}

func (b *Book) byID(id string) (*Project, *Repo) {
	r := b.lookup().id[id]
	if r == nil {
		r = b.lookup().id[Hide(id)]
	}
	return b.lookup().of[r], r
}

func (b *Book) byName(name string) *Project {
	p := b.lookup().name[wiki.ProjectKey(name)]
	if p == nil {
		p = b.lookup().name[wiki.ProjectKey(Hide(name))]
	}
	return p
}

// Named returns the project that is or was called so, nil if there is none.
func (b *Book) Named(name string) *Project {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.byName(name)
}

// Namesakes returns the names of the other projects whose repositories are called as one of this project: "api" and
// "clientB/api". Nothing of one is told in the other.
func (b *Book) Namesakes(name string) (out []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.byName(name)
	mine := (&Project{Name: name}).called()
	if p != nil {
		mine = p.called()
	}
	for _, o := range b.list {
		if o != p && slices.ContainsFunc(o.called(), func(n string) bool { return slices.Contains(mine, n) }) {
			out = append(out, o.Name)
		}
	}
	return out
}

// called returns the keys of the names of a project's folders and remotes, and of its own without what was put before.
func (p *Project) called() (out []string) {
	put := func(s string) { add(&out, wiki.ProjectKey(path.Base(s))) }
	put(p.Name)
	for _, r := range p.Repos {
		for _, s := range append(slices.Clone(r.Folders), r.Remotes...) {
			put(s)
		}
	}
	return out
}

// Of returns the project of a repository that entries record, nil if the book has none.
func (b *Book) Of(id string) *Project {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, _ := b.byID(id)
	return p
}

// Folders returns the folders that are known of what an entry is about: of its repository, or of its project if it names
// none.
func (b *Book) Folders(e *daily.Entry) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.folders(e)
	for i := range out {
		out[i] = Reveal(out[i])
	}
	return out
}

func (b *Book) folders(e *daily.Entry) (out []string) {
	x := b.lookup()
	if r := x.session[e.Session]; r != nil && (e.Repo == "" || len(r.From) == 0 || slices.Contains(r.From, e.Repo)) {
		return slices.Clone(r.Folders)
	}
	if e.Repo != "" {
		if _, r := b.byID(e.Repo); r != nil {
			return slices.Clone(r.Folders)
		}
		return nil
	}
	if p := b.byName(e.Project); p != nil && e.Project != "" {
		for _, r := range p.Repos {
			out = append(out, r.Folders...)
		}
	}
	return out
}

// Name returns what the project of an entry is called. An entry of a repository that the book lacks is never taken for
// another project of the same name.
func (b *Book) Name(e *daily.Entry) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e.Project == "" {
		return ""
	}
	x := b.lookup()
	if r := x.session[e.Session]; r != nil && (e.Repo == "" || len(r.From) == 0 || slices.Contains(r.From, e.Repo)) {
		return x.of[r].Name
	}
	if e.Repo != "" {
		if p, _ := b.byID(e.Repo); p != nil {
			return p.Name
		}
		if b.byName(e.Project) == nil {
			return e.Project
		}
		return strings.Join(lastTwo(e.Repo), "/")
	}
	if p := b.byName(e.Project); p != nil {
		return p.Name
	}
	return e.Project
}

// lastTwo returns the last two parts of an id.
func lastTwo(id string) []string {
	parts := strings.Split(id, "/")
	return parts[max(0, len(parts)-2):]
}

// generic are names of folders that tell no two projects apart.
var generic = strings.Fields("tmp temp home users user root src source code dev work workspace workspaces projects project repos repositories git github documents desktop downloads go clients customers " +
	"dokumente schreibtisch bureau documentos escritorio documenti scrivania documenten bureaublad dropbox onedrive nextcloud icloud")

// free returns a name for a repository that no project has or had: its own, else with the folder above it or the owner of
// its remote before it.
func (b *Book) free(name string, r *Repo) string {
	ok := func(s string) bool { return s != "" && b.byName(s) == nil }
	if ok(name) {
		return name
	}
	var longer []string
	for _, f := range r.Folders {
		above := path.Base(path.Dir(f))
		if !slices.Contains(generic, strings.ToLower(above)) && above != "/" && above != "." && above != path.Base(name) {
			longer = append(longer, above+"/"+path.Base(name))
		}
	}
	for _, remote := range r.Remotes {
		if owner := lastTwo(remote); len(owner) == 2 {
			longer = append(longer, owner[0]+"/"+path.Base(name))
		}
	}
	for _, f := range r.Folders {
		parts := strings.Split(strings.Trim(f, "/"), "/")
		for n := 2; n <= len(parts); n++ {
			longer = append(longer, strings.Join(parts[len(parts)-n:], "/"))
		}
	}
	if i := slices.IndexFunc(longer, ok); i >= 0 {
		return longer[i]
	}
	for n := 2; ; n++ {
		if s := name + "-" + strconv.Itoa(n); ok(s) {
			return s
		}
	}
}
