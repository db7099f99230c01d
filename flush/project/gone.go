package project

import (
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"
)

// common are branches that every repository may have.
var common = []string{"", "main", "master", "develop", "dev", "trunk", "head"}

func isCommon(branch string) bool { return slices.Contains(common, strings.ToLower(branch)) }

// see notes a branch, by which a worktree that is gone may be known.
func (b *Book) see(r *Repo, branch string) {
	if !isCommon(branch) {
		addLate(&r.Branches, Hide(branch))
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

// gone returns the repository that a folder was a worktree of, nil if nothing tells: the one that made it; the one beside
// it, if its name goes on with the branch or the session came from there; in a folder of worktrees, the one that the session
// came from or that the folder above is called as; or the only one that had the branch for which the folder is named. That
// names begin alike, or that others lie beside it, tells nothing.
func (b *Book) gone(dir, branch string, from Place) *Repo {
	if branch == "" {
		return nil
	}
	if r := b.one(func(r *Repo) bool { return slices.Contains(r.Worktrees, dir) }); r != nil {
		return r
	}
	for beside, rest := range longerThan(dir) {
		if strings.EqualFold(rest, dashed(branch)) {
			if r := b.at(beside); r != nil && r.Git {
				return r
			}
		}
		if _, r := b.byID(from.Repo); r != nil && r.Git && from.Root == beside && !isCommon(branch) {
			return r
		}
	}
	if !likeWorktree(dir, branch) {
		return nil
	}
	if _, r := b.byID(from.Repo); r != nil && r.Git {
		return r
	}
	if r := b.one(func(r *Repo) bool {
		name := baseName(r.folder(""))
		return r.Git && !slices.Contains(r.Folders, dir) && (sameName(path.Base(path.Dir(dir)), name) || sameName(path.Base(dir), name))
	}); r != nil && inContainer(dir) {
		return r
	}
	if base := path.Base(dir); !strings.EqualFold(base, dashed(branch)) && !strings.EqualFold(base, path.Base(branch)) {
		return nil
	}
	return b.one(func(r *Repo) bool { return slices.Contains(r.Branches, branch) })
}

// longerThan returns the folders beside dir whose names its own may begin with, and how it goes on.
func longerThan(dir string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for i := strings.LastIndexByte(dir, '/') + 2; i < len(dir); i++ {
			if strings.IndexByte("-_.@+", dir[i]) >= 0 && !yield(dir[:i], dir[i+1:]) {
				return
			}
		}
	}
}

// dashed returns how tools name a folder for a branch: ana-fix-login for ana/fix-login.
func dashed(branch string) string { return strings.ReplaceAll(branch, "/", "-") }

// at returns the repository in a folder, on the disk or as it was.
func (b *Book) at(dir string) *Repo {
	if root, ok := b.repository(dir); ok && root == dir {
		_, r := b.byID(b.enter(root, root, "").Repo)
		return r
	}
	return b.inFolder(dir)
}

// doubtful reports whether a folder that is gone may have been a worktree, though nothing tells of which repository.
func (b *Book) doubtful(dir, branch string) bool {
	if likeWorktree(dir, branch) {
		return true
	}
	for beside := range longerThan(dir) {
		if r := b.inFolder(beside); r != nil && r.Git && !isCommon(branch) {
			return true
		}
	}
	return false
}

// likeWorktree reports whether a folder looks like a worktree of a branch: it is named for the branch, or it or one above it
// is named as worktrees are.
func likeWorktree(dir, branch string) bool {
	return named(path.Base(dir), branch) || inContainer(dir) && !isCommon(branch)
}

// inContainer reports whether a folder or one above it is named as worktrees are.
func inContainer(dir string) bool {
	words := strings.FieldsFunc(strings.ToLower(dir), func(r rune) bool { return !unicode.IsLetter(r) })
	return strings.Contains(dir, "/conductor/workspaces/") || slices.ContainsFunc(words, func(w string) bool {
		return w == "worktree" || w == "worktrees" || w == "wt" || w == "trees"
	})
}

// named reports whether a folder is named for a branch: fix-login, or api-fix-login, for fix/login or ana/fix-login.
func named(base, branch string) bool {
	if isCommon(branch) {
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
