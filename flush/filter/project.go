package filter

import (
	"slices"
	"strings"
)

// scratch lists the tops of directory trees that hold no project: work there belongs to the project that the
// session was in.
var scratch = []string{"/tmp", "/private/tmp", "/var/tmp", "/var/folders", "/private/var/folders", "/dev/shm"}

// worktreeDirs are directories whose children are git worktrees of the project above them.
var worktreeDirs = []string{"/.claude/worktrees/", "/.worktrees/", "/.git/worktrees/", "/worktrees/"}

// A Place is where work is done. It gives a turn its project if the turn's own folder does not. Its zero
// value stands before the first turn.
type Place struct {
	Root string `json:"root,omitempty"` // folder the project is rooted at; for a worktree, its repository's
	Name string `json:"name,omitempty"`
}

// Enter goes on to a folder: to the repository that find returns for it, or, where that is not known, to the
// current project if the folder lies below its root, and else to another project. A scratch folder, a home,
// or no folder keeps the project.
func (p *Place) Enter(cwd string, find func(dir string) (root string, ok bool)) {
	dir := Dir(cwd)
	if dir == "" || isScratch(dir) && p.Name != "" || isHome(dir) {
		return
	}
	root, ok := "", false
	if find != nil {
		root, ok = find(dir)
	}
	switch {
	case ok:
		p.Root = root
	case p.Root != "" && Within(p.Root, dir):
		return
	default:
		p.Root = repository(dir)
	}
	p.Name = strings.TrimSuffix(p.Root[strings.LastIndexByte(p.Root, '/')+1:], ".git") // the name of a bare one ends so
}

// repository guesses from the spelling of dir which directory it is a worktree of; else it returns dir
// itself.
func repository(dir string) string {
	for _, w := range worktreeDirs {
		if i := strings.Index(dir+"/", w); i > 0 {
			return dir[:i]
		}
	}
	if i := strings.Index(dir, "-worktrees/"); i > strings.LastIndexByte(dir[:max(i, 0)], '/')+1 {
		return dir[:i]
	}
	return dir
}

// isHome recognises a person's home, where no project is: /home/ana, /Users/ana, C:/Users/ana, /root.
func isHome(dir string) bool {
	above, name := dir[:max(strings.LastIndexByte(dir, '/'), 0)], dir[strings.LastIndexByte(dir, '/')+1:]
	if len(above) == len("C:/Users") && above[1] == ':' {
		above = above[len("C:"):]
	}
	return dir == "/root" || name != "" && (above == "/home" || above == "/Users")
}

// Dir normalizes a client's directory: forward slashes, no slash at the end.
func Dir(dir string) string {
	dir = strings.ReplaceAll(strings.TrimSpace(dir), `\`, "/")
	return strings.TrimRight(dir, "/")
}

// Within reports whether dir is root or lies below it.
func Within(root, dir string) bool {
	return dir == root || strings.HasPrefix(dir, root+"/")
}

func isScratch(dir string) bool {
	return slices.ContainsFunc(scratch, func(top string) bool { return Within(top, dir) }) || strings.Contains(dir, "/AppData/Local/Temp")
}
