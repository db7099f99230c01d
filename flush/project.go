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

// A place is where work is done: the project that a turn belongs to whose own folder says nothing.
type place struct {
	Root string `json:"root,omitempty"` // folder the project is rooted at; for a worktree, its repository's
	Name string `json:"name,omitempty"`
}

// projects follows the folders of a session. Its zero value stands before the first turn; to go on
// behind an earlier turn, set the place that turn was in.
type projects struct {
	place
	find func(dir string) (root string, ok bool) // Flusher.Repository; may be nil
}

// of returns the project t was said in: the repository of its folder. Where that is not known, a
// folder below the current project's root is still that project, and any other starts another. A
// scratch folder, a home, or none inherits the project.
func (p *projects) of(t *transcript.Turn) string {
	dir := normalDir(t.CWD)
	if dir == "" || isScratch(dir) && p.Name != "" || isHome(dir) {
		return p.Name
	}
	root, ok := "", false
	if p.find != nil {
		root, ok = p.find(dir)
	}
	switch {
	case ok:
		p.Root = root
	case p.Root != "" && within(p.Root, dir):
		return p.Name
	default:
		p.Root = repository(dir)
	}
	p.Name = strings.TrimSuffix(p.Root[strings.LastIndexByte(p.Root, '/')+1:], ".git") // a bare one is called so
	return p.Name
}

// repository guesses from how dir is written which directory it is a worktree of; else dir itself.
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

// ProjectOf names the project of a folder that a session was started in.
func (f *Flusher) ProjectOf(dir string) string {
	p := projects{find: f.Repository}
	return p.of(&transcript.Turn{CWD: dir})
}
