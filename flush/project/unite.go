package project

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki/prose/everyday"
)

// A repository that is not on this machine, such as that of a transcript that somebody else recorded, is known by its
// folder only. That it is the same as another one, the turns may tell: the address that they name, and the branches
// and the files that they worked on.

// note keeps what a turn tells of the repository of a place.
func (b *Book) note(at Place, t *transcript.Turn) {
	if b == nil || at.Root == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	_, r := b.byID(at.Repo)
	if r == nil || !r.Git {
		return
	}
	if !isCommon(t.Branch) {
		for i := range byBranch {
			addLate(&r.Marks, mark(strconv.Itoa(i)+" "+Hide(t.Branch)))
		}
	}
	base := letters(baseName(at.Root))
	named := func(text string) {
		for _, m := range addresses().FindAllStringSubmatch(text, -1) {
			if letters(m[2]) == base {
				add(&r.Named, letters(m[1])+base)
			}
		}
	}
	named(t.Text)
	said, in := t.Text, []string(nil) // the folders of files
	root := at.Root
	if cwd := Hide(Dir(t.CWD)); !Within(root, cwd) || b.spelled(cwd) != cwd {
		root = cwd
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		said += "\n" + s.Outcome
		if !s.File {
			named(s.Target)
		} else if rel, ok := strings.CutPrefix(Hide(Dir(s.Target)), root+"/"); ok {
			if in = append(in, path.Dir(rel)); telling(rel) {
				addLate(&r.Marks, mark(rel))
			}
		}
	}
	if module := moduleIn(said, base, in); module != "" {
		for i := range byModule {
			addLate(&r.Marks, mark("module "+strconv.Itoa(i)+" "+module))
		}
	}
}

// moduleIn returns the path by which the code of a repository is imported, if a text has one that ends in the name of the
// repository and goes on into the folders that were worked on; "" for none.
func moduleIn(text, base string, folders []string) string {
	if len(folders) == 0 {
		return ""
	}
	two := func(p string) string { e := strings.SplitN(p, "/", 3); return strings.Join(e[:min(2, len(e))], "/") }
	for _, m := range modules().FindAllStringSubmatch(text, -1) {
		if letters(m[2]) == base && !strings.Contains(m[3], "//") && slices.ContainsFunc(folders, func(f string) bool { return f != "." && two(f) == two(m[3]) }) {
			return m[1] + "/" + m[2]
		}
	}
	return ""
}

// modules matches the path of an imported package below the name of a host, but no address of a page.
var modules = lazy.Regexp(`(?:^|[^\w./:@-])((?:[a-z\d-]+\.)+[a-z]{2,})/([\w.-]+)/([\w-]+(?:/[\w-]+)*)`)

func mark(s string) string { return fsutil.Hash([]byte(s))[:idLength] }

// addresses matches the address of a repository, with its owner and its name.
var addresses = lazy.Regexp(`\b(?:git(?:hub|lab)|bitbucket|codeberg)\.(?:com|org)[:/]([\w-]+)/([\w-]+(?:\.[\w-]+)*?)(?:\.git\b|[/\s)"'#?>]|$)`)

// telling reports whether hardly another repository has a file of this path: it lies in a folder, and a word of it is none
// that everybody uses, or its name is of three words.
func telling(rel string) bool {
	if strings.HasPrefix(rel, ".") || !strings.Contains(rel, "/") {
		return false
	}
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
	}
	rel = strings.TrimSuffix(rel, path.Ext(rel))
	return len(words(path.Base(rel))) > 2 || slices.ContainsFunc(words(rel), func(w string) bool { return len(w) > 3 && !everyday.Has(w) })
}

// unite makes one project of a repository's and of another's, if what was seen of them tells that they are one.
func (b *Book) unite(id string) {
	for {
		p, r := b.byID(id)
		i := slices.IndexFunc(b.list, func(o *Project) bool { return r != nil && o != p && same(p, o) })
		switch {
		case i < 0:
			return
		case len(p.Name) < len(b.list[i].Name):
			b.merge(b.list[i], p)
		default:
			b.merge(p, b.list[i])
		}
	}
}

// merge makes one project a part of another.
func (b *Book) merge(from, to *Project) {
	to.Repos = append(to.Repos, from.Repos...)
	for _, was := range append(from.Was, from.Name) {
		add(&to.Was, was)
	}
	b.list = slices.DeleteFunc(b.list, func(p *Project) bool { return p == from })
	b.x = nil
}

// What it takes that two repositories are one, in shared marks: more where both were in one home, in which a person may keep
// two copies of what began as one, or where they are called otherwise; less in the same folder of two homes.
const (
	atLeast  = 3
	oneHome  = 5
	twoHomes = 1
	byBranch = 2 // marks that a shared branch is worth
	byName   = 4 // marks that a shared address is worth
	byModule = 4 // marks that a shared path of imports is worth
)

// same reports whether two projects are of one repository.
func same(p, q *Project) (one bool) {
	for _, r := range p.Repos {
		for _, o := range q.Repos {
			if r.Apart || o.Apart || !r.Git || !o.Git || isFolder(r.folder("")) && isFolder(o.folder("")) ||
				len(r.Roots)+len(r.Remotes) > 0 && len(o.Roots)+len(o.Remotes) > 0 {
				return false
			}
			one = one || r.is(o)
		}
	}
	return one
}

// is reports whether enough tells that two repositories are one.
func (r *Repo) is(o *Repo) bool {
	here, there := r.folder(""), o.folder("")
	home, other := homeOf(here), homeOf(there)
	need := atLeast
	switch {
	case home == other, letters(baseName(here)) != letters(baseName(there)):
		need = oneHome
	case here[len(home):] == there[len(other):]:
		need = twoHomes
	}
	x, y := append(slices.Clone(r.Named), addressesOf(r.Remotes)...), append(slices.Clone(o.Named), addressesOf(o.Remotes)...)
	switch {
	case shared(x, y)+shared(x, addressesOf(o.Folders))+shared(y, addressesOf(r.Folders)) > 0:
		need -= byName
	case len(x) > 0 && len(y) > 0:
		return false
	}
	return shared(r.Marks, o.Marks) >= need
}

// addressesOf returns paths as addresses, as Named has them: src/owner/name, owner-name.
func addressesOf(paths []string) (out []string) {
	for _, p := range paths {
		two := lastTwo(p)
		add(&out, letters(strings.Join(two, "")))
		if last := two[len(two)-1]; strings.Contains(last, "-") {
			add(&out, letters(last))
		}
	}
	return out
}

func shared(a, b []string) (n int) {
	return pick.Count(a, func(s string) bool { return slices.Contains(b, s) })
}

// homeOf returns the home that a folder lies in, "" if in none.
func homeOf(dir string) string {
	for ; len(dir) > 1; dir = path.Dir(dir) {
		if isHome(dir) {
			return dir
		}
	}
	return ""
}
