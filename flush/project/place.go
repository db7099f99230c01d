package project

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
)

// scratch lists the tops of directory trees that hold no project: work there belongs to the project that the
// session was in.
var scratch = []string{"/tmp", "/private/tmp", "/var/tmp", "/var/folders", "/private/var/folders", "/dev/shm"}

// worktreeDirs are directories whose children are git worktrees of the project above them.
var worktreeDirs = []string{"/.claude/worktrees/", "/.worktrees/", "/.conductor/", "/.git/worktrees/", "/worktrees/"}

// A Place is where work is done. It gives a turn its project if the turn's own folder does not. Its zero
// value stands before the first turn.
type Place struct {
	Root string `json:"root,omitempty"` // folder the project is rooted at; for a worktree, its repository's
	Name string `json:"name,omitempty"` // of the project
	Repo string `json:"repo,omitempty"` // id of the repository; "" in what older versions wrote
}

// Enter goes on to a folder, in which the client saw a branch and a remote, or none: to the repository on the disk that it
// lies in, or without one to the current project if the folder lies below its root, and else to the project that the book
// finds. A scratch folder, a home, or no folder keeps the project.
func (p *Place) Enter(b *Book, cwd, branch, remote string) {
	dir := Hide(Dir(cwd))
	if dir == "" || isScratch(dir) && p.Name != "" || slices.Contains(scratch, dir) || b.isHome(dir) {
		return
	}
	if b != nil {
		*p = b.Find(dir, Hide(branch), Hide(Remote(remote)), *p)
	} else if p.Root == "" || !Within(p.Root, dir) {
		root := b.spelled(dir)
		*p = Place{Root: root, Name: baseName(root)}
	}
}

// Follow goes on to where a turn was said, and notes the worktrees that the agent then made.
func (p *Place) Follow(b *Book, t *transcript.Turn) {
	p.Enter(b, t.CWD, t.Branch, t.Remote)
	b.note(*p, t)
	for i := range t.Steps {
		if dir := worktreeOf(t.Steps[i].Target, Dir(t.CWD)); dir != "" && !t.Steps[i].Failed {
			b.Worktree(*p, Hide(dir))
		}
	}
}

// Along returns where each of turns was said that follow one said in a place.
func (b *Book) Along(from Place, turns []transcript.Turn) []Place {
	out := make([]Place, len(turns))
	for i := range turns {
		from.Follow(b, &turns[i])
		out[i] = from
	}
	return out
}

// baseName returns the name of a repository by its folder; that of a bare one ends in ".git".
func baseName(root string) string {
	return strings.TrimSuffix(root[strings.LastIndexByte(root, '/')+1:], ".git")
}

// spelled guesses from the spelling of dir which directory it is a worktree of; else it returns dir itself.
func (b *Book) spelled(dir string) string {
	for _, w := range worktreeDirs {
		if i := strings.Index(dir+"/", w); i > 0 && !b.isHome(dir[:i]) && !b.keepsProjects(dir[:i]) {
			return dir[:i]
		}
	}
	if i := strings.Index(dir, "-worktrees/"); i > strings.LastIndexByte(dir[:max(i, 0)], '/')+1 {
		return dir[:i]
	}
	return dir
}

// isHome reports whether a folder is a home, of the person here or by its spelling.
func (b *Book) isHome(dir string) bool {
	return isHome(dir) || b != nil && b.Disk != nil && b.Disk.IsHome(Reveal(dir))
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
