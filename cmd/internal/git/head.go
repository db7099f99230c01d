package git

import (
	"path"
	"path/filepath"
	"strings"
)

// Head returns the file that names the branch of the worktree that dir lies in, and what makes dir a part of a
// repository: its .git, a folder or a link. Both are "" if there is none.
func Head(dir string) (head, dot string) {
	dir = filepath.ToSlash(dir)
	if !filepath.IsAbs(dir) || strings.HasPrefix(dir, "//") {
		return "", ""
	}
	for at := path.Clean(dir); ; at = path.Dir(at) {
		dot = path.Join(at, ".git")
		switch {
		case isDir(dot):
			return path.Join(dot, "HEAD"), dot
		case isFile(dot):
			text, _ := line(dot)
			to, ok := strings.CutPrefix(text, "gitdir:")
			if !ok {
				return "", dot
			}
			return path.Join(resolve(at, strings.TrimSpace(to)), "HEAD"), dot
		case at == path.Dir(at):
			return "", ""
		}
	}
}
