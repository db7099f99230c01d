package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/templates"
)

// A network is a remote and the machines that sync by it, each with a home of its own.
type network struct {
	*testing.T
	dir, path string
}

func newNetwork(t *testing.T) *network {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no git, or no shell")
	}
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	path := must.Get(plainPath())(t)
	n := &network{t, dir, path}
	n.sh("a", "git init -q --bare -b main ../o.git")
	return n
}

func (n *network) env(machine string) []string {
	home := filepath.Join(n.dir, machine)
	if _, err := os.Stat(home); err != nil {
		fsutiltest.Write(n.T, home+"/.gitconfig", "[user]\n\tname = "+machine+"\n\temail = x@y.z\n[init]\n\tdefaultBranch = main\n")
	}
	return []string{"HOME=" + home, "PATH=" + n.path, "MEMORIA_COMPILE_INTERVAL_MIN=0", "GIT_CONFIG_NOSYSTEM=1", "MEMORIA_TZ=Europe/Berlin"}
}

func (n *network) command(machine, script string) *exec.Cmd {
	c := exec.Command("sh", "-c", script)
	c.Env = n.env(machine)
	c.Dir = filepath.Join(n.dir, machine)
	return c
}

// sh runs a script on a machine, in its home.
func (n *network) sh(machine, script string) string {
	n.Helper()
	out, err := n.command(machine, "set -e; "+script).CombinedOutput()
	if err != nil {
		n.Fatalf("%s: %s: %v\n%s", machine, script, err, out)
	}
	return strings.TrimSpace(string(out))
}

// try is sh of a script that may end with another code.
func (n *network) try(machine, script string) (out string, code int) {
	n.Helper()
	b, err := n.command(machine, script).CombinedOutput()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		n.Fatal(err)
	}
	return string(b), code
}

// learn imports sample sessions, by their numbers, on a machine.
func (n *network) learn(machine string, sessions ...int) {
	n.Helper()
	dir := filepath.Join(n.dir, "sessions")
	for _, name := range templates.DemoNames() {
		for _, s := range sessions {
			if strings.HasPrefix(name, fmt.Sprintf("%02d-", s)) {
				fsutiltest.Write(n.T, filepath.Join(dir, name), templates.Demo(name))
				n.sh(machine, "memoria import --vault v "+filepath.Join(dir, name))
			}
		}
	}
}

// found makes the first machine, a, with one session.
func (n *network) found() {
	n.Helper()
	n.sh("a", "memoria init v")
	n.learn("a", 1)
	n.sh("a", "memoria sync --setup --yes --name a --vault v ../o.git")
}

// join makes another machine.
func (n *network) join(machine string) {
	n.Helper()
	n.sh(machine, "git clone -q ../o.git v; memoria sync --setup --yes --name "+machine+" --vault v")
}

func (n *network) sync(machines ...string) {
	n.Helper()
	for _, m := range machines {
		n.sh(m, "memoria sync --vault v")
	}
}

// alike holds machines to the same files and the same number of entries, with nothing left to do.
func (n *network) alike(entries int, machines ...string) {
	n.Helper()
	tree := n.sh(machines[0], "git -C v rev-parse HEAD^{tree}")
	for _, m := range machines {
		if got := n.sh(m, "git -C v rev-parse HEAD^{tree}"); got != tree {
			n.Errorf("%s and %s differ: %s", machines[0], m, n.sh(m, "diff -r v ../"+machines[0]+"/v -x .git || :"))
		}
		var s struct {
			Entries struct{ Here, Trunk, Unpushed, Unpulled int }
		}
		out := n.sh(m, "memoria sync --status --json --vault v")
		if err := json.Unmarshal([]byte(out), &s); err != nil || s.Entries.Here != entries || s.Entries.Unpushed+s.Entries.Unpulled != 0 {
			n.Errorf("%s: %+v, want %d entries, %v\n%s", m, s, entries, err, out)
		}
		if out, code := n.try(m, "git -C v status --porcelain; grep -r '^<<<<<<<' v/daily v/wiki; memoria status --check --vault v"); code != 0 || strings.Contains(out, "<<<") || strings.Contains(out, "??") {
			n.Errorf("%s: %s", m, out)
		}
	}
}

// What a server answers is a state of the vault: told, and over once the server is well.
func TestSyncFailures(t *testing.T) {
	n := newNetwork(t)
	n.found()
	var status atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if status.Load() == 401 {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		}
		w.WriteHeader(int(status.Load()))
	}))
	defer server.Close()
	at := strings.Replace(server.URL, "http://", "http://ana:pa55word@", 1) + "/x.git"
	n.learn("a", 4)
	for _, tt := range []struct {
		url    string
		status int32
		code   int
		want   string
	}{
		{at, 401, 1, "paused: auth"}, {at, 403, 1, "paused: auth"}, {at, 404, 1, "paused: remote"}, {at, 500, 0, "offline: "},
		{"http://127.0.0.1:1/x.git", 0, 0, "offline: "}, {"http://nosuchhost.invalid/x.git", 0, 0, "offline: "},
	} {
		status.Store(tt.status)
		n.sh("a", "git -C v remote set-url origin "+tt.url)
		out, code := n.try("a", "memoria sync --vault v")
		must.Hold(t, code == tt.code && strings.Contains(out, tt.want) && !strings.Contains(out, "pa55"), "%d: exit code %d\n%s", tt.status, code, out)
		out, code = n.try("a", "memoria sync --status --vault v")
		must.Hold(t, code == tt.code && strings.Contains(out, strings.TrimSuffix(tt.want, ": ")) && !strings.Contains(out, "pa55"), "%d: status: exit code %d\n%s", tt.status, code, out)
	}
	n.sh("a", "git -C v remote set-url origin ../../o.git") // relative to v
	n.sync("a")
	n.alike(2, "a")
}

// What a person removed stays away, whatever comes from another machine before memoria knows of it.
func TestSyncRemovedByHand(t *testing.T) {
	n := newNetwork(t)
	n.found()
	n.join("b")
	n.learn("a", 2, 3, 4, 5, 10)
	n.sh("a", "memoria compile --all --vault v")
	n.sync("a", "b", "a")
	n.sh("b", "memoria trust machine a --yes --vault v")
	pages := strings.Fields(n.sh("a", "cd v/wiki/concepts && ls"))
	const rm, commit, pull = "git rm -q --cached wiki/concepts/PAGE; rm wiki/concepts/PAGE", "; git commit -q -m backup", "; git pull -q --no-rebase --no-edit"
	for i, way := range []string{rm + commit, rm + commit + pull, "rm wiki/concepts/PAGE" + pull} {
		page := pages[i]
		n.sh("b", "echo 'A note of the day.' >>v/daily/2026-03-11.md && memoria sync --vault v")
		n.sh("a", "cd v; "+strings.ReplaceAll(way, "PAGE", page))
		n.sync("a", "b", "a")
		for _, m := range []string{"a", "b"} {
			if out, code := n.try(m, "cd v && ! test -e wiki/concepts/"+page+" && grep -q 'memoria:gone page="+strings.TrimSuffix(page, ".md")+" ' daily/*"); code != 0 {
				t.Errorf("%s, %s: %s is there%s", way, m, page, out)
			}
		}
	}
	n.alike(6, "a", "b")
}

// A session is told once that syncs wait for a person.
func TestSyncTold(t *testing.T) {
	n := newNetwork(t)
	n.found()
	n.sh("a", "git -C v remote set-url origin ../../gone.git")
	begin := `echo '{"session_id":"0ded7f6a-ccc4-4ca6-bf62-a3680889f9ff","cwd":"/w","hook_event_name":"SessionStart","source":"startup"}' | memoria hook claude session-start --vault v`
	if out, code := n.try("a", "memoria sync --vault v"); code != 1 {
		t.Fatal(out)
	}
	notice := n.sh("a", "cat .local/state/memoria/vaults/*/.memoria/state/sync-notice")
	must.Hold(t, strings.Contains(notice, "remote") && strings.Contains(notice, "memoria sync --status"), "%v", notice)
	n.sh("a", "memoria sync --vault v || :") // the same failure is not told again
	states, err := filepath.Glob(filepath.Join(n.dir, "a/.local/state/memoria/vaults/*-*"))
	must.Be(t, err == nil && len(states) == 1, "%q, %v", states, err)
	unlock, err := fsutiltest.Open(t, states[0]).TryLock(layout.LockWorker) // the workers that the hooks start find nothing to do
	must.Do(t, err)
	told := strings.Count(n.sh("a", begin)+n.sh("a", begin), "not kept in step")
	unlock()
	must.Hold(t, told <= 1, "told %d times", told)
	n.sh("a", "git -C v remote set-url origin ../../o.git")
	n.sync("a")
	must.Text(t, n.sh("a", "ls .local/state/memoria/vaults/*/.memoria/state"), "the notice is there after a sync").Lacks("sync-notice")
}

// long skips a test that takes seconds.
func long(t *testing.T) {
	t.Helper()
	if os.Getenv("MEMORIA_LONG") == "" {
		t.Skip("MEMORIA_LONG=1 runs it")
	}
}

// A remote that was rewritten is not merged: that would bring back what was taken out.
func TestSyncRewritten(t *testing.T) {
	long(t)
	n := newNetwork(t)
	n.found()
	n.join("b")
	n.learn("a", 4)
	n.sync("a", "b")
	n.learn("b", 10)
	n.sh("a", `git clone -q ../o.git m; cd m; FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch --index-filter 'git rm -q --cached --ignore-unmatch daily/2026-03-09@a.md' main >/dev/null 2>&1; git push -qf`)
	out, code := n.try("b", "memoria sync --vault v")
	must.Be(t, code == 1 && strings.Contains(out, "rewritten") && strings.Contains(out, "--full --adopt"), "exit code %d\n%s", code, out)
	n.sh("b", "memoria sync --full --adopt --vault v")
	if got := n.sh("b", "ls v/daily; git -C ../o.git ls-tree -r --name-only main daily/"); strings.Contains(got, "2026-03-09") || !strings.Contains(got, "daily/2026-03-19@b.md") {
		t.Error(got)
	}
	must.Equal(t, n.sh("b", `cd ../o.git; git rev-list --objects main | cut -d' ' -f1 | git cat-file --batch | grep -ac 'memoria:entry.*2026-03-09' || :`), "0", "what was taken out is back")
}

// Two vaults with pasts of their own become one, with nothing twice.
func TestSyncAdopt(t *testing.T) {
	n := newNetwork(t)
	n.found()
	n.learn("a", 4)
	n.sync("a")
	n.sh("b", "memoria init v")
	n.learn("b", 1, 10)
	out, code := n.try("b", "memoria sync --setup --yes --name b --vault v ../o.git")
	must.Be(t, code == 1 && strings.Contains(out, "another past") && strings.Contains(out, "--adopt"), "exit code %d\n%s", code, out)
	n.sh("b", "memoria sync --setup --yes --name b --adopt --vault v ../o.git")
	n.sync("a", "b")
	n.alike(3, "a", "b")
	if a, b := n.sh("a", "cat v/.memoria/shared/vault"), n.sh("b", "cat v/.memoria/shared/vault"); a != b {
		t.Errorf("the vaults have the ids %s and %s", a, b)
	}
	n.sh("b", "memoria flush --rebuild all --vault v") // the archive came along
	n.alike(3, "b")
}

// Several machines at once lose nothing.
func TestSyncAtOnce(t *testing.T) {
	long(t)
	machines, rounds := []string{"a", "b", "c", "d"}, 5
	n := newNetwork(t)
	n.found()
	for _, m := range machines[1:] {
		n.join(m)
	}
	sessions := []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 12}
	learned := 1
	for r := range rounds {
		var wg sync.WaitGroup
		for _, m := range machines {
			if len(sessions) > 0 && r < 3 {
				n.learn(m, sessions[0])
				sessions = sessions[1:]
				learned++
			}
			wg.Go(func() {
				if out, code := n.try(m, "memoria sync --vault v"); code != 0 {
					t.Errorf("%s: exit code %d\n%s", m, code, out)
				}
			})
		}
		wg.Wait()
	}
	n.sync(machines...)
	n.sync(machines...)
	n.alike(learned, machines...)
}

// A sync that is killed at any moment is ended by the next. MEMORIA_LONG=1 kills more often.
func TestSyncKilled(t *testing.T) {
	kills := 1
	if os.Getenv("MEMORIA_LONG") != "" {
		kills = 60
	}
	n := newNetwork(t)
	n.found()
	n.join("b")
	n.learn("a", 4, 5)
	n.learn("b", 9, 10)
	n.sync("b")
	seed := uint64(time.Now().UnixNano())
	rnd := rand.New(rand.NewPCG(seed, 0))
	for i := range kills {
		n.sh("a", fmt.Sprintf("echo 'A note %d.' >>v/daily/note.md", i))
		c := n.command("a", "exec memoria sync --vault v")
		must.Do(t, c.Start())
		time.Sleep(time.Duration(rnd.IntN(400)) * time.Millisecond)
		c.Process.Kill()
		c.Wait()
		if rnd.IntN(2) == 0 {
			n.sh("b", fmt.Sprintf("echo 'Of b %d.' >>v/daily/of-b.md", i))
			n.sync("b")
		}
	}
	n.sync("a", "b", "a")
	n.alike(5, "a", "b")
	must.Equal(t, n.sh("b", "grep -c 'A note' v/daily/note.md"), fmt.Sprint(kills), "seed %d", seed)
	must.Equal(t, n.sh("a", "find v/.git -name '*.lock'"), "", "seed %d: locks are left", seed)
}
