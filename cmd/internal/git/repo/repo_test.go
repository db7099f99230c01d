package repo

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A bench is a folder with repositories, and git as a person has it there.
type bench struct {
	*testing.T
	dir string
	env []string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	b := &bench{t, dir, []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"}}
	fsutiltest.Write(t, dir+"/.gitconfig", "[user]\n\tname = x\n\temail = x@y.z\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n")
	return b
}

// sh runs a script in a folder and returns what it printed.
func (b *bench) sh(dir, script string) string {
	b.Helper()
	c := exec.Command("sh", "-ec", script)
	c.Dir, c.Env = filepath.Join(b.dir, dir), b.env
	out, err := c.CombinedOutput()
	must.Be(b, err == nil, "%s: %v\n%s", script, err, out)
	return strings.TrimSpace(string(out))
}

// two makes a remote o.git and the clones A and B, with a log and a file that is not ours.
func (b *bench) two() {
	b.Helper()
	b.sh("", `git init -q --bare o.git; git clone -q o.git A 2>/dev/null; cd A; mkdir -p daily src; echo one >daily/d.md; echo code >src/main; git add -A; git commit -qm base; git push -q origin HEAD; git clone -q ../o.git ../B`)
}

func (b *bench) repo(dir string) *Repo {
	return &Repo{Dir: filepath.Join(b.dir, dir), Env: b.env, Own: []string{"daily", "wiki"}, Reach: 20 * time.Second}
}

func (b *bench) look(r *Repo) *Work {
	b.Helper()
	return must.Get(r.Look(b.Context()))(b)
}

func (b *bench) write(name, text string) { b.Helper(); fsutiltest.Write(b.T, b.dir+"/"+name, text) }
func (b *bench) read(name string) string {
	b.Helper()
	return string(fsutiltest.Read(b.T, b.dir+"/"+name))
}

// lines merges files as sets of lines: what one side took away is gone.
type lines struct{}

func (lines) Merge(base, ours, theirs map[string][]byte) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, side := range []map[string][]byte{ours, theirs} {
		for name := range side {
			if !strings.HasSuffix(name, ".txt") {
				out[name] = merged(base[name], ours[name], theirs[name])
			}
		}
	}
	return out, nil
}

func merged(base, ours, theirs []byte) (out []byte) {
	if bytes.Equal(base, ours) {
		return theirs
	}
	for l := range bytes.Lines(append(slices.Clone(ours), theirs...)) {
		both := bytes.Contains(ours, l) && bytes.Contains(theirs, l)
		if !bytes.Contains(out, l) && (both || !bytes.Contains(base, l)) {
			out = append(out, l...)
		}
	}
	return out
}

func said([]string) string { return "memoria" }

// sync is a whole run, as a caller of the package makes it.
func sync(ctx context.Context, r *Repo) error {
	w, err := r.Look(ctx)
	if err != nil {
		return err
	}
	for range 8 {
		if _, err := w.Commit(ctx, said); err != nil {
			return err
		}
		trunk, err := w.Fetch(ctx)
		if err != nil {
			return err
		}
		_, err = w.Integrate(ctx, trunk, lines{}, false, "join")
		if d, ok := errors.AsType[*DirtyError](err); ok && d.Ours {
			continue
		}
		if err != nil {
			return err
		}
		err = w.Push(ctx)
		if e, ok := errors.AsType[*Error](err); ok && e.Class == Behind {
			continue
		}
		return err
	}
	return errors.New("always behind")
}

func (b *bench) sync(dirs ...string) {
	b.Helper()
	for _, d := range dirs {
		if err := sync(b.Context(), b.repo(d)); err != nil {
			b.Fatalf("%s: %v", d, err)
		}
	}
}

func (b *bench) same(dirs ...string) {
	b.Helper()
	for _, d := range dirs {
		if x, y := b.sh(d, "git rev-parse HEAD^{tree}"), b.sh("o.git", "git rev-parse main^{tree}"); x != y {
			b.Errorf("%s has not the tree of the remote", d)
		}
		must.Equal(b, b.sh(d, "git status --porcelain"), "", "%s is not clean", d)
	}
}

func TestBothSides(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("A", `echo a >>daily/d.md; echo x >'daily/with space ä.md'; rm -f daily/none`)
	b.sh("B", `echo b >>daily/d.md; mkdir -p wiki/x; echo page >wiki/x/p.md`)
	b.sync("A", "B", "A")
	b.same("A", "B")
	if got := b.read("A/daily/d.md"); got != "one\nb\na\n" {
		t.Errorf("%q", got)
	}
	b.sh("B", "rm wiki/x/p.md; echo one >daily/d.md")
	b.sync("B", "A", "A")
	b.same("A", "B")
	must.Equal(t, b.read("A/daily/d.md")+b.sh("A", "ls -A wiki 2>/dev/null || :"), "one\n", "what was removed is back")
	head := b.sh("A", "git rev-parse HEAD")
	b.sync("A")
	must.Hold(t, b.sh("A", "git rev-parse HEAD") == head && b.sh("A", "ls .git | grep memoria || :") == "memoria-e3b0c442.index", "a run with nothing to do left something behind")
}

// A person's index, staged and unsaved files stay as they were, whatever git is told by the environment.
func TestOfThePerson(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("A", `printf '#!/bin/sh\nexit 1\n' >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
echo staged >src/new; git add src/new; echo more >>src/new; echo dirty >>src/main; echo untracked >src/other; git init -q ../elsewhere
echo a >>daily/d.md; git add daily/d.md; echo b >daily/e.md`)
	b.sh("B", `echo b >>daily/d.md; echo c >src/fresh; git add src/fresh; git commit -qm fresh`)
	b.sync("B")
	state := "git ls-files -s src/main src/new; git status --porcelain src; cat src/main src/new src/other"
	before := b.sh("A", state)
	b.env = append(b.env, "GIT_DIR="+b.dir+"/elsewhere/.git", "GIT_INDEX_FILE=/nowhere", "GIT_AUTHOR_NAME=other")
	b.sync("A")
	b.env = b.env[:3]
	must.Equal(t, b.sh("A", state), before, "before:\n%s\nafter", before)
	if s := b.sh("A", "git status --porcelain daily; git show --name-only --format=%an HEAD^1"); s != "x\n\ndaily/d.md\ndaily/e.md" {
		t.Error(s)
	}
	must.Equal(t, b.sh("elsewhere", "git for-each-ref; ls .git | grep index || :"), "", "the repository of GIT_DIR was written")
}

func TestSigned(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("A", "git config commit.gpgsign true; git config gpg.program false; echo a >>daily/d.md")
	head := b.sh("A", "git rev-parse HEAD")
	err := sync(t.Context(), b.repo("A"))
	if e := new(Error); !errors.As(err, &e) || e.Class != Signing {
		t.Fatal(err)
	}
	if got := b.sh("A", "git rev-parse HEAD; git status --porcelain"); got != head+"\nM daily/d.md" && got != head+"\n M daily/d.md" {
		t.Error(got)
	}
	b.sh("A", `printf '#!/bin/sh\ncat >/dev/null\necho "[GNUPG:] SIG_CREATED " >&2; echo signature\n' >sign; chmod +x sign; git config gpg.program "$PWD/sign"`)
	b.sync("A")
	if s := b.sh("A", "git cat-file commit HEAD"); !strings.Contains(s, "gpgsig signature") {
		t.Error(s)
	}
}

// While a run merges, a person goes on to write. What they wrote is never overwritten: it is merged the next moment.
func TestWrittenMeanwhile(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("B", "echo b >>daily/d.md; echo b >>src/main; git commit -qam b; git push -q")
	w := b.look(b.repo("A"))
	trunk, err := w.Fetch(t.Context())
	must.Do(t, err)
	b.write("A/daily/d.md", "one\nunsaved\n")
	_, err = w.Integrate(t.Context(), trunk, lines{}, false, "join")
	if d := new(DirtyError); !errors.As(err, &d) || !d.Ours || !slices.Equal(d.Paths, []string{"daily/d.md"}) {
		t.Fatalf("%#v", err)
	}
	b.write("A/src/main", "mine\n")
	_, err = w.Integrate(t.Context(), trunk, lines{}, false, "join")
	if d := new(DirtyError); !errors.As(err, &d) || d.Ours || len(d.Paths) != 2 {
		t.Fatalf("%#v", err)
	}
	must.Hold(t, b.read("A/src/main")+b.read("A/daily/d.md") == "mine\none\nunsaved\n", "something was overwritten")
	b.write("A/src/main", "code\n")
	b.sync("A", "B")
	if got := b.read("B/daily/d.md"); got != "one\nb\nunsaved\n" && got != "one\nunsaved\nb\n" {
		t.Errorf("%q", got)
	}
}

func TestConflictElsewhere(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("A", "echo a >src/main; git commit -qam a; echo a >>daily/d.md")
	b.sh("B", "echo b >src/main; git commit -qam b; echo b >>daily/d.md")
	b.sync("B")
	err := sync(t.Context(), b.repo("A"))
	if c := new(ConflictError); !errors.As(err, &c) || !slices.Equal(c.Paths, []string{"src/main"}) {
		t.Fatal(err)
	}
	if got := b.sh("A", "git status --porcelain; cat src/main daily/d.md; git log --format=%s -1"); got != "a\none\na\nmemoria" {
		t.Error(got)
	}
}

// What the merger leaves is merged by git, or a conflict.
func TestLeft(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("A", "seq 9 >daily/x.txt")
	b.sync("A", "B")
	b.sh("A", "sed -i 1s/$/a/ daily/x.txt")
	b.sh("B", "sed -i 9s/$/b/ daily/x.txt; echo b >>daily/d.md")
	b.sync("A", "B", "A")
	b.same("A", "B")
	if got := b.sh("A", "sed -n '1p;9p' daily/x.txt"); got != "1a\n9b" {
		t.Error(got)
	}
	b.sh("A", "echo a >daily/x.txt")
	b.sh("B", "echo b >daily/x.txt")
	b.sync("A")
	err := sync(t.Context(), b.repo("B"))
	if c := new(ConflictError); !errors.As(err, &c) || !slices.Equal(c.Paths, []string{"daily/x.txt"}) || b.read("B/daily/x.txt") != "b\n" {
		t.Error(err)
	}
}

// Another machine can neither bring in a link under a name of ours, nor take a file that the merger keeps.
func TestNotTaken(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("B", "ln -s /etc/passwd daily/link.md; ln -sf /etc/passwd daily/d.md; echo ok >daily/ok.md; git add -A; git commit -qm evil; git push -q")
	b.sync("A", "A")
	if got := b.sh("A", "ls daily; cat daily/d.md; git status --porcelain; git ls-tree --name-only origin/main daily/"); got != "d.md\nok.md\none\ndaily/d.md\ndaily/ok.md" {
		t.Error(got)
	}
}

func TestRewritten(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("A", "echo SECRET >>daily/d.md; echo s >daily/s.md")
	b.sync("A", "B")
	b.sh("A", "git reset -q --hard HEAD^; echo s >daily/s.md; git add -A; git commit -qm filtered; git push -qf")
	b.sh("B", "echo b >>daily/d.md")
	for range 2 { // it stays so, also when the person has fetched
		if err := sync(t.Context(), b.repo("B")); !errors.Is(err, ErrRewritten) {
			t.Fatal(err)
		}
		b.sh("B", "git fetch -q")
	}
	b.write("B/src/main", "dirty\n")
	b.sh("B", "cp daily/d.md x && mv x daily/d.md") // another file, with the text that is committed
	w := b.look(b.repo("B"))
	trunk, err := w.Fetch(t.Context())
	must.Be(t, errors.Is(err, ErrRewritten), "%v", err)
	must.Do(t, w.Reapply(t.Context(), trunk, lines{}, "again"))
	if got := b.sh("B", "git status --porcelain; cat daily/d.md"); got != "M src/main\none\nb" {
		t.Error(got)
	}
	b.sh("B", "git checkout -q src/main")
	b.sync("B", "A")
	b.same("A", "B")
	if s := b.sh("o.git", "git rev-list --objects main | git cat-file --batch='%(objectname)' --buffer 2>/dev/null | grep SECRET || :"); s != "" || strings.Contains(b.read("B/daily/d.md"), "SECRET") {
		t.Error("what was filtered out is back")
	}
}

func TestOffer(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("o.git", `printf '#!/bin/sh\nread a b ref; test $ref != refs/heads/main\n' >hooks/pre-receive; chmod +x hooks/pre-receive`)
	logs := func(name string) bool { return strings.HasPrefix(name, "daily/") }
	offer := func() bool {
		t.Helper()
		w := b.look(b.repo("A"))
		must.Get(w.Commit(t.Context(), said))(t)
		trunk := must.Get(w.Fetch(t.Context()))(t)
		must.Get(w.Integrate(t.Context(), trunk, lines{}, false, "join"))(t)
		return must.Get(w.Offer(t.Context(), "memoria/a", trunk, logs, "logs"))(t)
	}
	b.sh("A", "echo a >daily/a.md; mkdir wiki; echo p >wiki/p.md")
	err := sync(t.Context(), b.repo("A"))
	if e := new(Error); !errors.As(err, &e) || e.Class != Policy || !strings.Contains(e.Error(), "hook declined") {
		t.Fatal(err)
	}
	must.Hold(t, offer() && !offer(), "the branch was not pushed once")
	if got := b.sh("o.git", "git diff --name-only main memoria/a"); got != "daily/a.md" {
		t.Error(got)
	}
	// Squash merge, and the branch goes on.
	b.sh("", `rm o.git/hooks/pre-receive; git clone -q o.git C; cd C; git merge -q --squash origin/memoria/a >/dev/null; git commit -qm squash; git push -q origin main`)
	b.sh("A", "echo more >>daily/a.md")
	must.Hold(t, offer(), "nothing was pushed after the squash")
	if got := b.sh("o.git", "git diff main...memoria/a | grep '^[+-][a-z]'"); got != "+more" {
		t.Error(got)
	}
}

func TestSituations(t *testing.T) {
	tests := []struct {
		name, script string
		want         error
	}{
		{"none", "mkdir V", ErrNone},
		{"bare", "git init -q --bare V", ErrBare},
		{"detached", "git clone -q o.git V; git -C V checkout -q --detach", ErrDetached},
		{"a merge", "git clone -q o.git V; cd V; echo v >src/main; git commit -qam v; git branch v; git reset -q --hard HEAD^; echo w >src/main; git commit -qam w; git merge -q v || :", &UnfinishedError{}},
		{"a rebase", "git clone -q o.git V; cd V; echo v >src/main; git commit -qam v; git branch v; git reset -q --hard HEAD^; echo w >src/main; git commit -qam w; git rebase -q v || :", &UnfinishedError{}},
		{"another branch", "git clone -q o.git V; git -C V checkout -qb topic", &BranchError{}},
		{"a submodule", "git init -q top; cd top; git submodule --quiet add $PWD/../o.git V; git commit -qm s; git clone -q --recurse-submodules . ../V0; cd ..; ln -s V0/V V", ErrDetached},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			b.two()
			b.sh("", tt.script)
			r := b.repo("V")
			r.Branch = "main"
			before := b.sh("", "find V/ -type f | grep -v -e logs/ | sort | xargs -r md5sum")
			_, err := r.Look(t.Context())
			ok := errors.Is(err, tt.want)
			switch tt.want.(type) {
			case *UnfinishedError:
				ok = errors.As(err, new(*UnfinishedError))
			case *BranchError:
				ok = errors.As(err, new(*BranchError))
			}
			must.Hold(t, ok, "%v", err)
			must.Equal(t, b.sh("", "find V/ -type f | grep -v -e logs/ | sort | xargs -r md5sum"), before, "it was touched")
		})
	}
}

func TestLocked(t *testing.T) {
	b := newBench(t)
	b.two()
	b.write("A/.git/index.lock", "")
	head := ""
	time.AfterFunc(300*time.Millisecond, func() { // a git whose run was killed ends
		head = b.sh("A", "git commit-tree -m more -p HEAD HEAD^{tree}")
		b.sh("A", "git update-ref HEAD "+head+"; rm .git/index.lock")
	})
	w := b.look(b.repo("A"))
	must.Hold(t, w.Head == head, "works on %s, and HEAD is %s", w.Head, head)
}

// A lock that a killed git of ours left is cleared, and no other: not that of a commit whose message is being typed, nor one of a git
// that was killed at another time.
func TestLeftLocks(t *testing.T) {
	b := newBench(t)
	b.two()
	own := b.look(b.repo("A")).index()
	now := time.Now()
	age := func(name string, old time.Duration) {
		at := now.Add(-old)
		must.Do(t, os.Chtimes(b.dir+"/A/.git/"+name, at, at))
	}
	for _, c := range []struct {
		lock, text string
		run, made  time.Duration // how long ago; no run was killed if 0
		alone      bool
		cleared    bool
	}{
		{"index.lock", "", time.Hour, time.Hour, true, true},
		{"refs/heads/main.lock", "0123", time.Hour, time.Hour - time.Second, true, true},
		{"refs/memoria/origin/main.lock", "", time.Hour, time.Hour, true, true},
		{"index.lock", "", time.Hour, time.Hour, false, false},
		{"index.lock", "DIRC", time.Hour, time.Hour, true, false},
		{"index.lock", "", 0, time.Hour, true, false},
		{"index.lock", "", time.Hour, 30 * time.Minute, true, false},
		{"refs/heads/main.lock", "", time.Hour, 2 * time.Hour, true, false},
	} {
		b.write("A/.git/"+c.lock, c.text)
		age(c.lock, c.made)
		if c.run > 0 {
			b.write("A/.git/"+own, "")
			age(own, c.run)
		}
		r := b.repo("A")
		r.Alone = c.alone
		_, err := r.Look(t.Context())
		_, there := os.Lstat(b.dir + "/A/.git/" + c.lock)
		if left := new(LockError); errors.As(err, &left) == c.cleared || (there != nil) != c.cleared {
			t.Errorf("%+v: %v, %v", c, err, there)
		}
		b.sh("A", "rm -f .git/"+c.lock+" .git/memoria-*")
	}
}

// Our own index stands for a run under way: it goes at its end, and stays where a git of it was killed.
func TestOwnIndex(t *testing.T) {
	for _, killed := range []bool{false, true} {
		b := newBench(t)
		b.two()
		w := b.look(b.repo("A"))
		b.write("A/daily/d.md", "two\n")
		must.Get(w.Commit(t.Context(), said))(t)
		if killed {
			b.write("A/.git/hooks/pre-push", "#!/bin/sh\nkill -9 $PPID\n")
			b.sh("A", "chmod +x .git/hooks/pre-push")
		}
		err := w.Push(t.Context())
		must.Do(t, w.Close())
		if _, gone := os.Lstat(b.dir + "/A/.git/" + w.index()); (gone == nil) != killed || (err != nil) != killed {
			t.Error(killed, err, gone)
		}
	}
}

// Attributes that came from another machine change no byte of what a person wrote.
func TestAttributes(t *testing.T) {
	b := newBench(t)
	b.two()
	b.write("B/.gitattributes", "*.md ident working-tree-encoding=UTF-16LE\n")
	b.sh("B", "git add .gitattributes; git commit -qm attributes; git push -q origin HEAD")
	b.sync("A")
	const words = "what it says: $Id: these words$ Größe\n"
	b.write("A/daily/mine.md", words)
	b.sync("A")
	must.Equal(t, b.sh("A", "git show HEAD:daily/mine.md")+"\n", words, "the remote has")
	b.sh("A", "rm daily/mine.md; git checkout daily/mine.md")
	must.Equal(t, b.read("A/daily/mine.md"), words, "it")
	if got := b.sh("A", "cat .git/info/attributes"); strings.Count(got, "/daily/**") != 1 {
		t.Error(got)
	}
}

// A fetch waits for another git that writes the same ref.
func TestFetchWaits(t *testing.T) {
	b := newBench(t)
	b.two()
	b.write("B/daily/d.md", "one\ntwo\n")
	b.sync("B")
	lock := b.dir + "/A/.git/refs/remotes/origin/main.lock"
	b.sh("A", "mkdir -p .git/refs/remotes/origin; git config core.filesRefLockTimeout 0")
	w := b.look(b.repo("A"))
	b.write("A/.git/refs/remotes/origin/main.lock", "")
	time.AfterFunc(300*time.Millisecond, func() { os.Remove(lock) })
	must.Get(w.Fetch(t.Context()))(t)
}

// The kinds of repositories that a vault may lie in.
func TestKinds(t *testing.T) {
	if os.Getenv("MEMORIA_LONG") == "" {
		t.Skip("MEMORIA_LONG=1 makes each kind")
	}
	for name, script := range map[string]string{
		"sha-256":          "git init -q --object-format=sha256 --bare s.git; rm -rf o.git; mv s.git o.git; git init -q --object-format=sha256 A; cd A; git remote add origin ../o.git; mkdir daily; echo d >daily/d.md; git add -A; git commit -qm d; git push -q origin main; git clone -q ../o.git ../B",
		"shallow":          "for i in 1 2 3; do echo $i >>S/daily/d.md; git -C S commit -qam $i; done; git -C S push -q; git clone -q --depth 1 file://$PWD/o.git A; git clone -q --depth 1 file://$PWD/o.git B",
		"a worktree":       "git clone -q o.git M; git -C M checkout -qb other; git -C M worktree add -q ../A main 2>/dev/null; git clone -q o.git B",
		"crlf":             "git clone -q -c core.autocrlf=true o.git A; echo '*.md text eol=lf' >A/.gitattributes; git -C A add -A; git -C A commit -qm attributes; git -C A push -q; git clone -q -c core.autocrlf=true o.git B",
		"many commit args": "git clone -q o.git A; git clone -q o.git B; git -C A config merge.ff false; git -C A config branch.main.mergeOptions --no-ff; git -C A config pull.rebase true; git -C A config fetch.prune true; git -C A config merge.autoStash true; git -C A config push.default nothing; git -C A config status.short true; git -C A config core.quotePath true",
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.two()
			b.sh("", "rm -rf B; mv A S; "+script)
			b.sh("A", "mkdir -p daily; echo a >daily/a.md")
			b.sh("B", "mkdir -p daily; echo b >daily/b.md; echo b >>daily/d.md")
			b.sync("A", "B", "A")
			b.same("A", "B")
			if got := b.sh("A", "cat daily/a.md daily/b.md; tail -n 1 daily/d.md"); got != "a\nb\nb" {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestInASubfolder(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("A", "mkdir -p notes/daily; echo a >notes/daily/a.md; echo mine >daily/x.md; echo w >notes/other.md")
	b.sh("B", "mkdir -p notes/daily; echo b >notes/daily/a.md; echo code >>src/main; git commit -qam code; git push -q")
	for _, d := range []string{"A/notes", "B/notes", "A/notes"} {
		b.sync(d)
	}
	if got := b.sh("A", "cat notes/daily/a.md; git status --porcelain; git log --grep=memoria --format= --name-only | sort -u; git diff --stat HEAD origin/main; tail -n1 src/main"); got != "b\na\n?? daily/x.md\n?? notes/other.md\nnotes/daily/a.md\ncode" {
		t.Error(got)
	}
	names, err := b.look(b.repo("A/notes")).Commit(t.Context(), said)
	must.Hold(t, err == nil && len(names) == 0, "%v %v", names, err)
}

// Two pasts are joined only when that is asked for.
func TestUnrelated(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("", "git init -q C; cd C; git remote add origin ../o.git; mkdir daily; echo c >daily/d.md; echo c >c")
	r := b.repo("C")
	if err := sync(t.Context(), r); !errors.Is(err, ErrUnrelated) {
		t.Fatal(err)
	}
	w := b.look(r)
	trunk := must.Get(w.Trunk(t.Context()))(t)
	must.Get(w.Integrate(t.Context(), trunk, lines{}, true, "join"))(t)
	b.sync("C")
	if got := b.sh("C", "cat daily/d.md src/main c; git diff --stat origin/main"); got != "c\none\ncode\nc" {
		t.Error(got)
	}
	b.sh("", "git init -q D; cd D; git checkout -qb topic; git remote add origin ../o.git; mkdir daily; echo d >daily/d.md")
	if err := sync(t.Context(), b.repo("D")); !errors.Is(err, ErrOther) {
		t.Error(err)
	}
}

// What is held back stays out of the commit: a changed file on the disk as it is, one that is gone comes back.
func TestHold(t *testing.T) {
	b := newBench(t)
	b.two()
	b.sh("A", "echo x >daily/held.md; echo y >daily/free.md; rm daily/d.md; mkdir -p daily/inner; git init -q daily/inner; ln -s d.md daily/link.md")
	r := b.repo("A")
	r.Hold = func(name string, gone bool) bool { return name == "daily/held.md" || gone }
	names, err := b.look(r).Commit(t.Context(), said)
	must.Be(t, err == nil && slices.Equal(names, []string{"daily/free.md"}), "%v %v", names, err)
	if got := b.sh("A", "cat daily/d.md daily/held.md; git status --porcelain"); got != "one\nx\n?? daily/held.md\n?? daily/inner/\n?? daily/link.md" {
		t.Error(got)
	}
	b.write("A/.gitignore", "daily/\n")
	if name, err := b.look(b.repo("A")).Ignored(t.Context(), "daily/2026-01-01.md", "wiki/index.md"); name != "daily/2026-01-01.md" || err != nil {
		t.Error(name, err)
	}
}

func TestClasses(t *testing.T) {
	status := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status == 401 {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		}
		w.WriteHeader(status)
	}))
	defer server.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	at := strings.Replace(server.URL, "http://", "http://ana:pa55word@", 1) + "/x.git"
	for _, tt := range []struct {
		url    string
		status int
		want   Class
	}{
		{at, 401, Auth}, {at, 403, Auth}, {at, 404, Remote}, {at, 500, Offline}, {at, 503, Offline}, {at, 429, Offline}, {at, 418, Remote},
		{closed.URL + "/x.git", 0, Offline}, {"http://nosuchhost.invalid/x.git", 0, Offline}, {"/no/such/folder", 0, Remote},
		{"ssh://x@127.0.0.1:1/x.git", 0, Offline}, {"nosuchhelper::x", 0, Remote},
	} {
		b := newBench(t)
		b.sh("", "git init -q A; mkdir A/daily; echo a >A/daily/a.md; git -C A remote add origin '"+tt.url+"'")
		status = tt.status
		w := b.look(b.repo("A"))
		must.Get(w.Commit(t.Context(), said))(t)
		_, err := w.Fetch(t.Context())
		for _, err := range []error{err, w.Push(t.Context())} {
			e := new(Error)
			must.Hold(t, errors.As(err, &e) && e.Class == tt.want && !strings.Contains(e.Error(), "pa55"), "%s %d: %v", tt.url, tt.status, err)
		}
		must.Hold(t, w.Password == strings.Contains(tt.url, "pa55") && !strings.Contains(w.URL, "pa55"), "%s: %q", tt.url, w.URL)
	}
}

func TestNoAnswer(t *testing.T) {
	hang := make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer server.Close()
	defer close(hang)
	b := newBench(t)
	b.sh("", "git init -q A; git -C A remote add origin "+server.URL+"/x.git")
	r := b.repo("A")
	r.Reach = 300 * time.Millisecond
	_, err := b.look(r).Fetch(t.Context())
	if e := new(Error); !errors.As(err, &e) || e.Class != Offline {
		t.Error(err)
	}
}

func TestMask(t *testing.T) {
	for in, want := range map[string]string{
		"fatal: unable to access 'https://ana:pw@x.io/a.git/': no": "fatal: unable to access 'https://***@x.io/a.git/': no",
		"https://ghp_secret@github.com/a/b":                        "https://***@github.com/a/b",
		"https://x.io/a?access_token=abc&b=c":                      "https://x.io/a?access_token=***&b=c",
		"ssh://git@x.io:22/a.git":                                  "ssh://git@x.io:22/a.git",
		"ssh://git:pw@x.io/a.git":                                  "ssh://***@x.io/a.git",
		"git@github.com:a/b.git":                                   "git@github.com:a/b.git",
		"https://x.io/@ana/b.git":                                  "https://x.io/@ana/b.git",
	} {
		must.Equal(t, Mask(in), want, "Mask(%q)", in)
	}
}
