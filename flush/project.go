package flush

import (
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
)

// scratch names the tops of directory trees that hold no project: work there belongs to the
// project the session was in.
var scratch = []string{"/tmp", "/private/tmp", "/var/tmp", "/var/folders", "/private/var/folders", "/dev/shm"}

// worktreeDirs are directories whose children are git worktrees of the project above them.
var worktreeDirs = []string{"/.claude/worktrees/", "/.worktrees/", "/.git/worktrees/", "/worktrees/"}

// projectsOf names the project each turn of a whole session was said in.
func projectsOf(turns []transcript.Turn) []string {
	out := make([]string, len(turns))
	var p projects
	for i := range turns {
		out[i] = p.of(&turns[i])
	}
	return out
}

// projects follows the working directories of a session.
type projects struct {
	root string // the directory the current project is rooted at
	name string
}

// of returns the project t was said in. A directory below the current project's root is still
// that project; a scratch directory, or none, inherits it; any other directory starts another.
func (p *projects) of(t *transcript.Turn) string {
	dir := normalDir(t.CWD)
	if dir == "" || (p.root != "" && within(p.root, dir)) {
		return p.name
	}
	if isScratch(dir) && p.name != "" || isHome(dir) {
		return p.name
	}
	p.root = repository(dir)
	p.name = p.root[strings.LastIndexByte(p.root, '/')+1:]
	return p.name
}

// repository is the directory of the project that dir is a worktree of, else dir itself.
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

// normalDir gives a client's directory one notation: forward slashes, no slash at the end.
func normalDir(dir string) string {
	dir = strings.ReplaceAll(strings.TrimSpace(dir), `\`, "/")
	return strings.TrimRight(dir, "/")
}

func within(root, dir string) bool {
	return dir == root || strings.HasPrefix(dir, root+"/")
}

func isScratch(dir string) bool {
	for _, s := range scratch {
		if within(s, dir) {
			return true
		}
	}
	return strings.Contains(dir, "/AppData/Local/Temp")
}
