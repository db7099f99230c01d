package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// tree lays out repositories as git does, by git itself where it is there.
func tree(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git to make repositories with")
	}
	w := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	script := `set -e
export HOME="$PWD/home" GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir home
git init -q tide; git -C tide commit -q --allow-empty -m x; mkdir -p tide/cmd/x
git -C tide worktree add -q ../elsewhere/fix-1; mkdir elsewhere/fix-1/cmd
git -C tide worktree add -q .claude/worktrees/fix-2
git -C tide worktree add -q ../gone/fix-3; rm -r tide/.git/worktrees/fix-3
git init -q lib; git -C lib commit -q --allow-empty -m x
git -C tide -c protocol.file.allow=always submodule --quiet add ../lib vendored/lib
git clone -q --bare tide store.git; git -C store.git worktree add -q ../store-main
mkdir hub; git clone -q --bare tide hub/.bare; echo 'gitdir: ./.bare' >hub/.git; git -C hub worktree add -q main
git init -q --separate-git-dir apart-git apart
mkdir -p plain/sub
mkdir nowhere; echo 'gitdir: /no/such/place' >nowhere/.git
mkdir noise; head -c 9000 /dev/zero >noise/.git
mkdir pipe; mkfifo pipe/.git
mkdir hollow hollow/.git
git -C home init -q; mkdir -p home/src/thing
ln -s tide link
`
	c := exec.Command("sh", "-c", script)
	c.Dir = w
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.ToSlash(w)
}

func TestRepository(t *testing.T) {
	w := tree(t)
	tests := []struct{ name, dir, want string }{
		{"its folder", "tide", "tide"},
		{"below it", "tide/cmd/x", "tide"},
		{"below it and gone", "tide/removed/long/ago", "tide"},
		{"a worktree elsewhere", "elsewhere/fix-1/cmd", "tide"},
		{"a worktree inside", "tide/.claude/worktrees/fix-2", "tide"},
		{"a worktree that was pruned", "gone/fix-3", "tide"},
		{"inside the git directory", "tide/.git/hooks", "tide"},
		{"inside a worktree's record", "tide/.git/worktrees/fix-1", "tide"},
		{"a submodule", "tide/vendored/lib", "tide/vendored/lib"},
		{"a bare repository", "store.git", "store.git"},
		{"a worktree of a bare one", "store-main", "store.git"},
		{"worktrees around a hidden bare one", "hub/main", "hub"},
		{"the folder around it", "hub", "hub"},
		{"a git directory elsewhere", "apart", "apart"},
		{"through a link", "link/cmd", "link"},
		{"none", "plain/sub", ""},
		{"a broken link", "nowhere", ""},
		{"noise for a link", "noise", ""},
		{"a pipe for a link", "pipe", ""},
		{"an empty git directory", "hollow/.git", ""},
		{"dot-files in the home", "home/src/thing", ""},
	}
	f := &Finder{Home: w + "/home"}
	for range 2 { // the second time from memory
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				root, ok := f.Repository(w + "/" + tt.dir)
				if got := strings.TrimPrefix(root, w+"/"); ok != (tt.want != "") || ok && got != tt.want {
					t.Errorf("Repository(%s) = %q, %v, want %q", tt.dir, got, ok, tt.want)
				}
			})
		}
	}
}

func TestNotOnThisMachine(t *testing.T) {
	f := &Finder{}
	for _, dir := range []string{"", "tide", "./tide", "C:nope", "//host/share/tide", `\\host\share`} {
		if root, ok := f.Repository(dir); ok {
			t.Errorf("Repository(%q) = %q", dir, root)
		}
	}
}

func TestAtOnce(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(dir, ".git", "objects"), 0o755))
	f := &Finder{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { f.Repository(filepath.Join(dir, "a", "b")) })
	}
	wg.Wait()
}
