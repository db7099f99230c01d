package git

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestVersion(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "v", "a [b].md")
	run := func(args ...string) {
		t.Helper()
		c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	has := func(word string) func([]byte) bool {
		return func(text []byte) bool { return bytes.Contains(text, []byte(word)) }
	}
	if got := (Past{dir}).Version("x", has("")); got != nil {
		t.Errorf("no repository, and %q", got)
	}
	run("init", "-q")
	for _, text := range []string{"old one\n", "old two\n", "new\n"} {
		fsutiltest.Write(t, file, text)
		run("add", "-A")
		run("commit", "-q", "-m", "x")
	}
	for word, want := range map[string]string{"old": "old two\n", "one": "old one\n", "new": "new\n", "none": ""} {
		if got := (Past{filepath.Join(dir, "v")}).Version("a [b].md", has(word)); string(got) != want {
			t.Errorf("%s: got %q", word, got)
		}
	}
}

// What a person removed is told from what came, however it was pulled.
func TestRemoved(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir := t.TempDir()
	sh := func(script string) {
		t.Helper()
		c := exec.Command("sh", "-ec", script)
		c.Dir, c.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+filepath.Join(dir, "config"))
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
	}
	fsutiltest.Write(t, filepath.Join(dir, "config"), "[user]\n\tname = x\n\temail = x@y\n[init]\n\tdefaultBranch = main\n")
	sh(`git init -q --bare o.git; git clone -q o.git a 2>&1; cd a; mkdir v
for f in 1 2 3 4 5 7 8 9; do echo $f >v/$f.md; done; git add -A; git commit -qm x; git push -q origin main; git clone -q ../o.git ../b
cd ../b; git rm -q v/1.md; git commit -qm x; git push -q
for f in 7 8; do git rm -q v/$f.md; mkdir v/$f.md; echo x >v/$f.md/a; done; rm v/9.md; ln -s 2.md v/9.md; git add -A; git commit -qm x; git push -q
cd ../a; git rm -q v/2.md; git commit -qm x; git pull -q --no-rebase --no-edit; git push -q
git rm -q v/3.md; git commit -qm x; cd ../b; git pull -q --ff-only; echo x >v/x.md; git add -A; git commit -qm x; git push -q
cd ../a; git pull -q --rebase; git rm -q v/5.md
git update-ref -m "memoria: commit" HEAD $(git commit-tree -p HEAD -m x $(git write-tree)); rm -r v/4.md v/9.md v/8.md; git add -A v/8.md; git commit -qm x`)
	for name, want := range map[string]bool{"1.md": false, "2.md": true, "3.md": true, "4.md": true, "5.md": true, "6.md": false, "7.md": false, "8.md": false, "9.md": false} {
		must.Equal(t, (Past{filepath.Join(dir, "a", "v")}).Removed(name), want, "%s", name)
	}
	must.Hold(t, !(Past{filepath.Join(dir, "b", "v")}).Removed("2.md"), "what came by a pull was removed here")
}
