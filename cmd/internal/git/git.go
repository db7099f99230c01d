// Package git finds the repository that a folder belongs to. It reads the disk; only for the root
// commit, and for an earlier version of a file, it runs git.
//
// A repository is known by its common directory, which all its worktrees share, and is named by the
// folder around that: /w/tide for /w/tide/.git, whichever worktree was asked about. A submodule is a
// repository of its own; of a bare repository the folder is the repository itself.
package git

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A Finder finds repositories and remembers what it found. It is safe for use by several goroutines.
type Finder struct {
	Home string // of the person: a repository there (of dot-files) does not own what lies below it

	mu    sync.Mutex
	known map[string]found
	first map[string]string // root commits, by common directory
	homes []string          // Home, and where it really is
}

type found struct {
	root string
	ok   bool
}

// Repository returns the folder of the repository that dir lies in, with forward slashes. If dir is gone, the folders
// above it decide. ok is false if dir is not an absolute path on this machine, there is no repository, or a link to
// one is broken.
func (f *Finder) Repository(dir string) (root string, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.repository(dir)
}

func (f *Finder) repository(dir string) (string, bool) {
	dir = filepath.ToSlash(dir)
	// A name like //host/share would ask another machine, which dir, from a transcript, may not.
	if !filepath.IsAbs(dir) || strings.HasPrefix(dir, "//") {
		return "", false
	}
	dir = path.Clean(dir)
	if r, ok := f.known[dir]; ok {
		return r.root, r.ok
	}
	var r found
	if common, here := gitDir(dir); here {
		r.root, r.ok = rootOf(dir, common)
		r.ok = r.ok && !f.isHome(r.root)
	} else if up := path.Dir(dir); up != dir {
		r.root, r.ok = f.repository(up)
	}
	if f.known == nil {
		f.known = map[string]found{}
	}
	f.known[dir] = r
	return r.root, r.ok
}

// IsHome reports whether dir, with forward slashes, is the person's home.
func (f *Finder) IsHome(dir string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.isHome(dir)
}

func (f *Finder) isHome(dir string) bool {
	if f.homes == nil && f.Home != "" {
		real, _ := filepath.EvalSymlinks(f.Home)
		f.homes = []string{path.Clean(filepath.ToSlash(f.Home)), filepath.ToSlash(real)}
	}
	return dir != "" && slices.Contains(f.homes, dir)
}

// Common returns the common directory of the nearest repository that dir lies in, "" if there is none.
func Common(dir string) string {
	for dir = path.Clean(filepath.ToSlash(dir)); ; dir = path.Dir(dir) {
		if common, here := gitDir(dir); here {
			return common
		}
		if path.Dir(dir) == dir {
			return ""
		}
	}
}

// gitDir returns the common directory of the repository whose folder, worktree or bare directory dir is. here says
// that dir is one; common is "" if its link is broken.
func gitDir(dir string) (common string, here bool) {
	dot := path.Join(dir, ".git")
	info, err := os.Stat(dot)
	switch {
	case err == nil && info.IsDir():
		return commonOf(dot), isRepository(dot)
	case err == nil:
		text, ok := line(dot)
		to, link := strings.CutPrefix(text, "gitdir:")
		if !ok || !link {
			return "", true
		}
		to = resolve(dir, strings.TrimSpace(to))
		if !isDir(to) {
			return broken(to), true
		}
		return commonOf(to), true
	case isRepository(dir):
		return commonOf(dir), true
	}
	return "", false
}

// broken returns the common directory of a worktree whose own record in it is gone: the record's place still says
// whose it was.
func broken(to string) string {
	if above := path.Dir(to); path.Base(above) == "worktrees" && isRepository(path.Dir(above)) {
		return path.Dir(above)
	}
	return ""
}

// commonOf follows a worktree's record to the common directory.
func commonOf(gitdir string) string {
	if to, ok := line(path.Join(gitdir, "commondir")); ok {
		if to = resolve(gitdir, to); isDir(to) {
			return to
		}
	}
	return gitdir
}

// rootOf returns the folder that the repository with this common directory is named by; dir is where the search met
// it.
func rootOf(dir, common string) (string, bool) {
	if common == "" {
		return "", false
	}
	if i := strings.LastIndex(common, "/.git/modules/"); i >= 0 { // a submodule, named by its path
		return path.Join(common[:i], common[i+len("/.git/modules/"):]), true
	}
	if strings.HasPrefix(path.Base(common), ".") { // .git; .bare is another custom
		return path.Dir(common), path.Dir(common) != "/"
	}
	if common == dir || !standsAlone(dir, common) {
		return common, true
	}
	return dir, true // its git directory lies elsewhere, and dir is its only folder
}

// standsAlone reports whether a folder with its git directory elsewhere is not one of many worktrees.
func standsAlone(dir, common string) bool {
	text, _ := line(path.Join(dir, ".git"))
	to := strings.TrimSpace(strings.TrimPrefix(text, "gitdir:"))
	return resolve(dir, to) == common
}

// isRepository reports whether a folder holds what every git directory holds.
func isRepository(dir string) bool {
	info, err := os.Stat(path.Join(dir, "HEAD"))
	return err == nil && info.Mode().IsRegular() && (isDir(path.Join(dir, "objects")) && isDir(path.Join(dir, "refs")) || isFile(path.Join(dir, "commondir")))
}

// maxLink is the most bytes that are read of a file that should hold one path.
const maxLink = 4096

// line reads the one line of a small file. Nothing but a plain file is opened: a pipe would hang.
func line(name string) (string, bool) {
	text, _, _ := strings.Cut(string(readSmall(name, maxLink)), "\n")
	text = strings.TrimSpace(text)
	return text, text != "" && !strings.ContainsRune(text, 0)
}

// readSmall returns the beginning of a plain file, nil if it cannot be read.
func readSmall(name string, most int64) []byte {
	if !isFile(name) {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil
	}
	return b
}

func resolve(dir, to string) string {
	to = filepath.ToSlash(to)
	if !filepath.IsAbs(to) {
		to = path.Join(dir, to)
	}
	return path.Clean(to)
}

func isDir(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir() && !strings.HasPrefix(p, "//")
}

func isFile(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.Mode().IsRegular()
}
