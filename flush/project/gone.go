package project

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// common are branches that every repository may have.
var common = []string{"", "main", "master", "develop", "dev", "trunk", "head"}

// see notes a branch, by which a worktree that is gone may be known.
func (b *Book) see(r *Repo, branch string) {
	if !slices.Contains(common, strings.ToLower(branch)) {
		addLate(&r.Branches, branch)
	}
}

// Worktree notes that a session in a place made a worktree.
func (b *Book) Worktree(at Place, dir string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, r := b.byID(at.Repo); r != nil && !slices.Contains(r.Folders, dir) && addLate(&r.Worktrees, dir) {
		clear(b.known)
	}
}

// worktreeOf returns the folder of the worktree that a command makes, "" if it makes none.
func worktreeOf(command, in string) string {
	_, rest, ok := strings.Cut(command, "worktree add ")
	if !ok {
		return ""
	}
	words := strings.Fields(rest)
	for i := 0; i < len(words); i++ {
		switch w := strings.Trim(words[i], `"'`); {
		case w == "-b" || w == "-B" || w == "--reason":
			i++
		case strings.HasPrefix(w, "-"):
		case strings.ContainsAny(w, "$*&|;<>`"), strings.HasPrefix(w, "~"):
			return ""
		case strings.HasPrefix(w, "/"), len(w) > 2 && w[1] == ':':
			return path.Clean(Dir(w))
		default:
			return path.Join(in, Dir(w))
		}
	}
	return ""
}

// gone returns the repository that a folder was a worktree of, if it looks like one: by the folder beside it
// that is named before the branch, by where the session was before, by the worktrees beside it, by the folder above that is
// called as one repository, or by the only repository with that branch. nil if nothing tells.
func (b *Book) gone(dir, branch string, from Place) *Repo {
	if branch == "" {
		return nil
	}
	above, base := path.Dir(dir), path.Base(dir)
	for i, c := range base {
		if i == 0 || !strings.ContainsRune("-_.@+", c) {
			continue
		}
		beside := above + "/" + base[:i]
		if root, ok := b.repository(beside); ok && root == beside {
			_, r := b.byID(b.enter(root, root, "").Repo)
			return r
		}
		if r := b.inFolder(beside); r != nil && r.Git {
			return r
		}
	}
	beside := b.one(func(r *Repo) bool {
		return slices.ContainsFunc(r.Worktrees, func(w string) bool { return path.Dir(w) == above })
	})
	if beside != nil && !slices.Contains(common, strings.ToLower(branch)) {
		return beside
	}
	if !likeWorktree(dir, branch) {
		return nil
	}
	if _, r := b.byID(from.Repo); r != nil && r.Git {
		return r
	}
	if r := b.one(func(r *Repo) bool { return r.Git && sameName(path.Base(above), baseName(r.folder(""))) }); r != nil {
		return r
	}
	return b.one(func(r *Repo) bool { return slices.Contains(r.Branches, branch) })
}

// likeWorktree reports whether a folder looks like a worktree of a branch: it is named for the branch, or it or one above it
// is named as worktrees are.
func likeWorktree(dir, branch string) bool {
	words := strings.FieldsFunc(strings.ToLower(dir), func(r rune) bool { return !unicode.IsLetter(r) })
	return named(path.Base(dir), branch) || slices.ContainsFunc(words, func(w string) bool {
		return w == "worktree" || w == "worktrees" || w == "wt" || w == "trees"
	}) && !slices.Contains(common, strings.ToLower(branch))
}

// named reports whether a folder is named for a branch: fix-login, or api-fix-login, for fix/login or ana/fix-login.
func named(base, branch string) bool {
	if slices.Contains(common, strings.ToLower(branch)) {
		return false
	}
	is, whole := letters(base), letters(branch)
	last := letters(path.Base(branch))
	return whole != "" && is == whole || len(last) > 3 && strings.HasSuffix(is, last)
}

// letters returns a name without case and signs.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
