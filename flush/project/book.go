// Package project says which project work belongs to and what the project is called.
//
// A project is its repository, never a folder's name alone. A repository is known by its remote, else by its root
// commit, else by its folder:
//
//	place.go     a folder, and how one turn of a session leads to the next
//	locate.go    from a folder to its repository
//	gone.go      a worktree that is no longer on the disk
//	unite.go     a repository of another machine, and what tells that it is one with another
//	name.go      what a project is called
//	learn.go     what the logs say, where the book is new or was lost
//	change.go    what a person decides: rename, merge, split
//	shared.go    what machines of a shared vault tell each other, and
//	fold.go      what follows from it
//
// An entry of a log records the id of its repository beside the name that the project had. The name that is shown is the
// book's.
package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Project is one repository, or several that a person merged.
type Project struct {
	Name  string   `json:"name"`          // unique among names and former names, as wiki.ProjectKey folds them
	Was   []string `json:"was,omitempty"` // former names, in entries that name no repository
	Repos []*Repo  `json:"repos,omitempty"`

	far bool // only other machines tell of it
}

// A Repo is a repository, or a folder without one, and all that was seen of it.
type Repo struct {
	ID        string   `json:"id"`                  // what entries record; it never changes
	Name      string   `json:"name"`                // of its own project, which a merge does not forget
	Remotes   []string `json:"remotes,omitempty"`   // normalised
	Roots     []string `json:"roots,omitempty"`     // root commits, shortened
	Folders   []string `json:"folders,omitempty"`   // in which it was, the latest last
	Worktrees []string `json:"worktrees,omitempty"` // in which it was worked on
	Branches  []string `json:"branches,omitempty"`  // but those that every repository may have
	Named     []string `json:"named,omitempty"`     // owner and name in addresses that turns in it mention and that end in its name, folded
	Marks     []string `json:"marks,omitempty"`     // hashes of the files and branches that turns in it worked on, but those that others may have
	Git       bool     `json:"git,omitempty"`       // it has or had a branch
	Apart     bool     `json:"apart,omitempty"`     // a person said that it is no part of another
	Asks      bool     `json:"asks,omitempty"`      // its folder is gone, and looks like a worktree of another
	Sessions  []string `json:"sessions,omitempty"`  // whose entries are its own, though they record another repository
	From      []string `json:"from,omitempty"`      // ids of the repositories that these record; none: any

	fresh bool     // not in the vault's book
	far   bool     // only other machines tell of it
	names []string // that it or the project that it heads ever had, in a shared vault
}

// A Disk answers what a folder is on this machine.
type Disk interface {
	// Repository returns the folder of the repository that dir lies in, the same for all its worktrees.
	Repository(dir string) (root string, ok bool)
	Remote(root string) string     // normalised, "" if there is none
	RootCommit(root string) string // "" if there is none, or it is not known
	IsHome(dir string) bool        // of the person who works on this machine
}

// A Book holds the projects of a vault. The zero Book knows none; a nil one goes by the spelling of folders alone. It is
// safe for use by several goroutines.
type Book struct {
	Disk Disk // nil: no folder is on the disk
	New  bool // there was no file, or a damaged one
	said bool // a person decided

	mu    sync.Mutex
	list  []*Project
	known map[string]Place // by what was asked
	x     *lookup          // nil: to be made
}

type file struct {
	Projects []*Project `json:"projects"`
}

// Read reads the book of a vault. A damaged one is moved aside; the logs say what was in it, but for what a person
// decided.
func Read(dir *fsutil.Dir, disk Disk, now time.Time) (*Book, error) {
	var f file
	lines, err := readLines(dir)
	if err != nil {
		return nil, err
	}
	if _, err := dir.Lstat(layout.Projects); errors.Is(err, fs.ErrNotExist) && len(lines) == 0 {
		return &Book{Disk: disk, New: true}, nil
	}
	warning, err := fsutil.ReadState(dir, layout.Projects, layout.ProjectsVersion, &f, now)
	if err != nil {
		return nil, err
	}
	b := &Book{Disk: disk, New: warning != "" && len(lines) == 0}
	b.list = slices.DeleteFunc(f.Projects, func(p *Project) bool { return p == nil || p.Name == "" })
	for _, p := range b.list {
		p.Repos = slices.DeleteFunc(p.Repos, func(r *Repo) bool { return r == nil || r.ID == "" })
	}
	b.follow(lines)
	return b, nil
}

// Projects returns the projects by name.
func (b *Book) Projects() []*Project {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := slices.Clone(b.list)
	sorting.By(out, func(x, y *Project) int {
		return cmp.Or(strings.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)), strings.Compare(x.Name, y.Name))
	})
	return out
}

// Update changes the book of a vault under its lock.
func Update(ctx context.Context, dir *fsutil.Dir, disk Disk, now time.Time, change func(*Book) error) error {
	unlock, err := dir.Lock(ctx, layout.LockProjects)
	if err != nil {
		return err
	}
	defer unlock()
	b, err := Read(dir, disk, now)
	if err != nil {
		return err
	}
	if err := change(b); err != nil {
		return err
	}
	if err := b.tell(dir, now); err != nil {
		return err
	}
	if _, err := fsutil.WriteState(dir, layout.Projects, layout.ProjectsVersion, file{b.near()}); err != nil {
		return fmt.Errorf("remember the projects: %w", err)
	}
	return nil
}

// near returns the projects without what only other machines tell: it goes when they forget it.
func (b *Book) near() (out []*Project) {
	for _, p := range b.list {
		c := *p
		c.Repos = slices.DeleteFunc(slices.Clone(p.Repos), func(r *Repo) bool { return r.far })
		if len(c.Repos) > 0 || len(p.Repos) == 0 && !p.far {
			out = append(out, &c)
		}
	}
	return out
}

// Key stands for what entries are called otherwise than they record.
func (b *Book) Key() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var all strings.Builder
	for _, p := range b.list {
		for _, r := range p.Repos {
			if len(p.Repos)+len(p.Was)+len(r.Sessions) > 1 || r.Apart || r.Name != p.Name {
				fmt.Fprintf(&all, "%q %q %q %q\n", p.Name, r.ID, r.Sessions, p.Was)
			}
		}
		if len(p.Repos) == 0 && len(p.Was) > 0 {
			fmt.Fprintf(&all, "%q %q\n", p.Name, p.Was)
		}
	}
	if all.Len() == 0 {
		return ""
	}
	return fsutil.Hash([]byte(all.String()))[:idLength]
}

// Keep writes what b found out about the repositories of entries into the vault's book.
func (b *Book) Keep(ctx context.Context, dir *fsutil.Dir, now time.Time, entries ...daily.Entry) error {
	var ids []string
	for i := range entries {
		add(&ids, entries[i].Repo)
	}
	if b == nil || len(ids) == 0 {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if has, err := Read(dir, b.Disk, now); err == nil && !has.New && !has.take(b, ids) {
		return nil // nothing is new
	}
	return Update(ctx, dir, b.Disk, now, func(to *Book) error {
		if to.New {
			to.list = slices.Clone(b.settled()) // what was learned from the logs
		}
		to.take(b, ids)
		for _, id := range ids {
			to.unite(id)
		}
		return nil
	})
}

// settled returns copies of the projects that entries stand for, without those that were only looked at.
func (b *Book) settled() (out []*Project) {
	for _, p := range b.list {
		c := *p
		c.Repos = slices.DeleteFunc(slices.Clone(p.Repos), func(r *Repo) bool { return r.fresh })
		if len(c.Repos) > 0 || len(p.Repos) == 0 {
			out = append(out, &c)
		}
	}
	return out
}

// take adds what another book knows of repositories, and reports whether that is more.
func (b *Book) take(from *Book, ids []string) (more bool) {
	for _, id := range ids {
		p, r := from.byID(id)
		if r == nil {
			continue
		}
		if _, mine := b.byID(id); mine != nil {
			more = mine.union(r) || mine.far || more
			mine.far = false // this machine works on it, too
			continue
		}
		c := *r
		c.fresh, more, b.x = false, true, nil
		if to := b.byName(p.Name); to != nil && (len(to.Repos) == 0 || len(p.Repos) > 1) {
			to.Repos = append(to.Repos, &c)
			continue
		}
		b.list = append(b.list, &Project{Name: b.free(p.Name, &c), Was: p.Was, Repos: []*Repo{&c}})
		b.x = nil
	}
	return more
}

// union adds what another record says of the same repository, and reports whether that is more.
func (r *Repo) union(o *Repo) (more bool) {
	for _, l := range [...]struct{ to, from *[]string }{{&r.Remotes, &o.Remotes}, {&r.Roots, &o.Roots}, {&r.Folders, &o.Folders},
		{&r.Worktrees, &o.Worktrees}, {&r.Branches, &o.Branches}, {&r.Named, &o.Named}, {&r.Marks, &o.Marks}, {&r.Sessions, &o.Sessions}, {&r.From, &o.From}} {
		for _, s := range *l.from {
			more = add(l.to, s) || more
		}
	}
	more = more || r.Git != (r.Git || o.Git)
	r.Git = r.Git || o.Git
	return more
}

// add adds s to a list that lacks it, and reports whether it did.
func add(list *[]string, s string) bool {
	if s == "" || slices.Contains(*list, s) {
		return false
	}
	*list = append(*list, s)
	return true
}

// mostSeen is how many of the worktrees and branches of a repository are kept.
const mostSeen = 400

// addLate is add for a list of which only the latest are kept.
func addLate(list *[]string, s string) bool {
	ok := add(list, s)
	*list = (*list)[max(0, len(*list)-mostSeen):]
	return ok
}
