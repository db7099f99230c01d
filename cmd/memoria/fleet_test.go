package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A fleet is some machines that share a vault by git, each with a home of its own, and what is known of what was done on
// them.
type fleet struct {
	t        *testing.T
	random   *rand.Rand
	dir      string
	machines []*ship
	program  string // is killed while it works; "" kills nothing
	sessions int
	gone     map[int]bool // sessions that were forgotten
	taken    map[int]bool // sessions of which a person took a line out of an article
	removed  []string     // articles that a person removed, so that what would go there later is in none
	cuts     []cut
	notes    []string // what persons wrote into articles
	copies   int      // that a file sync made
	rounds   int      // until all are alike
	steps    []string // what was done
}

// A ship is a machine of a fleet.
type ship struct {
	*bench
	name    string
	offline bool
	pulled  bool         // by hand, so that it has not followed what others forgot
	has     map[int]bool // sessions whose transcripts it has
}

// A cut is a line that a person took out of an article.
type cut struct{ page, line string }

// fleetSessions is how many sessions there are: a vault that grows on and on makes every step slower, and finds no more.
const fleetSessions = 120

// Three machines on which everything happens in any order, and a fourth that comes late, end alike, with every session
// once, nothing that was forgotten, no line that a person took out, and every word of a person once. MEMORIA_LONG=1 takes
// 50 seeds of 2,000 steps and kills commands; MEMORIA_SEED and MEMORIA_STEPS choose others.
func TestFleet(t *testing.T) {
	seeds, steps, first := 2, 25, uint64(1)
	if os.Getenv("MEMORIA_LONG") != "" {
		seeds, steps = 50, 2000
	}
	if s := os.Getenv("MEMORIA_SEED"); s != "" {
		fmt.Sscan(s, &first)
		seeds = 1
	}
	if s := os.Getenv("MEMORIA_STEPS"); s != "" {
		fmt.Sscan(s, &steps)
	}
	if steps > 200 {
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(first+uint64(seed)), func(t *testing.T) {
			f := newFleet(t, first+uint64(seed))
			for n := range steps {
				if n == steps/2 {
					f.join()
				}
				f.step()
			}
			f.meet()
		})
	}
}

// newFleet returns three machines with a bare repository between them.
func newFleet(t *testing.T, seed uint64) *fleet {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must.Do(t, err)
	f := &fleet{t: t, dir: dir, random: rand.New(rand.NewPCG(seed, 18)), gone: map[int]bool{}, taken: map[int]bool{}}
	if os.Getenv("MEMORIA_LONG") != "" {
		f.program, err = plainProgram()
		must.Do(t, err)
	}
	settings := filepath.Join(dir, "gitconfig")
	fsutiltest.Write(t, settings, "[user]\n\tname = Ana\n\temail = ana@example.com\n[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n")
	t.Setenv("GIT_CONFIG_GLOBAL", settings)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	f.git(dir, "init", "-q", "--bare", f.origin())
	for range 3 {
		f.join()
	}
	return f
}

func (f *fleet) origin() string { return filepath.Join(f.dir, "origin.git") }

// join adds a machine.
func (f *fleet) join() {
	f.t.Helper()
	n := len(f.machines)
	s := &ship{name: fmt.Sprint("m", n), has: map[int]bool{}}
	home := filepath.Join(f.dir, fmt.Sprint("home", n))
	must.Do(f.t, os.MkdirAll(home, 0o700))
	if n == 0 {
		s.bench = benchAt(f.t, home)
		f.git(s.at(), "init", "-q")
		f.git(s.at(), "remote", "add", "origin", f.origin())
	} else {
		f.git(home, "clone", "-q", f.origin(), "v")
		s.bench = &bench{t: f.t, home: home, env: map[string]string{"MEMORIA_TZ": "UTC"}, now: f.machines[0].now}
	}
	f.machines = append(f.machines, s)
	s.must("sync", "--setup", "--yes", "--name", s.name)
	s.must("sync")
	var err error
	if s.vault, err = vault.OpenDir(s.at(), s.path(".local/state/memoria")); err != nil { // its queue is there now
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { s.vault.Close() })
	for _, o := range f.machines[:n] { // they are all Ana's
		s.trust(o)
		o.trust(s)
	}
}

// trust has a machine trust another one, which may not have written anything yet.
func (s *ship) trust(o *ship) {
	id := must.Get(vault.ReadIdentity(o.vault, o.now))(s.t)
	s.must("trust", "machine", id.Name+":"+id.ID, "--yes")
}

func (f *fleet) git(dir string, args ...string) string {
	f.t.Helper()
	out, err := gitIn(dir, args...)
	must.Be(f.t, err == nil, "git %q: %v\n%s", args, err, out)
	return out
}

func gitIn(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (s *ship) path(name string) string { return filepath.Join(s.home, filepath.FromSlash(name)) }

// at is the folder of the vault.
func (s *ship) at() string { return s.path("v") }

func (s *ship) must(args ...string) {
	s.t.Helper()
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		out, errs, code := s.run(append(args, "--vault", "v")...)
		switch {
		case code == 0:
			return
		case code != exit.Locked || time.Since(began) > time.Minute: // the worker of a command that was killed goes on
			s.t.Fatalf("%s: %q ends with %d\n%s%s", s.name, args, code, out, errs)
		}
	}
}

// word is what only session n says, and sessionID its id.
func word(n int) string      { return fmt.Sprintf("berth%04d", n) }
func sessionID(n int) string { return fmt.Sprintf("5e55%04d-0000-4000-8000-000000000000", n) }

// transcript writes the transcript of session n, the same on every machine.
func (s *ship) transcript(n int) string {
	s.t.Helper()
	at := time.Date(2026, 4, 1+n%20, 8+n%9, n%60, 0, 0, time.UTC)
	subject := []string{"SQLite", "Postgres", "Caddy", "goreleaser"}[n%4]
	id, text := sessionID(n), ""
	for k, words := range []string{
		fmt.Sprintf("The table of %s is kept in %s on the harbour host, because one file is easy to copy.", word(n), subject),
		fmt.Sprintf("And never run %s as root, since the rows of %s would be lost.", subject, word(n)),
	} {
		text += fmt.Sprintf(`{"type":"user","uuid":"%s-%d","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","message":{"role":"user","content":%q}}`+"\n",
			id[:8], k, id, at.Add(time.Duration(k)*time.Second).Format(time.RFC3339), words)
	}
	to := s.path("from/" + id + ".jsonl")
	fsutiltest.Write(s.t, to, text)
	s.has[n] = true
	return to
}

// pages are the articles of a machine.
func (s *ship) pages() []string {
	s.t.Helper()
	names := must.Get(filepath.Glob(filepath.Join(s.at(), "wiki", "concepts", "*.md")))(s.t)
	slices.Sort(names)
	return names
}

// meet brings all machines together, and checks what they hold.
func (f *fleet) meet() {
	f.t.Helper()
	for _, s := range f.machines {
		f.connect(s, true)
	}
	for last := ""; ; {
		for _, s := range f.machines {
			s.now = s.now.Add(2 * time.Hour)
			s.must("compile", "--all")
			s.must("sync")
			f.once(s, "sync")
		}
		if head := f.git(f.origin(), "rev-parse", "HEAD"); head == last {
			break
		} else if last = head; f.rounds > 8 {
			f.fail("the machines go on to change what others sent")
		}
		f.rounds++
	}
	var first map[string]string
	for _, s := range f.machines {
		files := vaultFiles(f.t, s.at())
		for name := range files {
			if strings.HasPrefix(name, ".git/") {
				delete(files, name)
			}
		}
		if first == nil {
			first = files
		}
		if d := difference(first, files); d != "" {
			f.fail("%s: %s", s.name, d)
		}
		f.whole(s, files)
		f.forgotten(s, true)
	}
}

func (f *fleet) fail(format string, args ...any) {
	f.t.Helper()
	f.t.Fatalf(format+"\n%s", append(args, strings.Join(f.steps, "\n"))...)
}

// whole checks what one machine holds.
func (f *fleet) whole(s *ship, files map[string]string) {
	f.t.Helper()
	logs, pages := "", ""
	for name, text := range files {
		switch {
		case strings.HasPrefix(name, "daily/"):
			logs += text
		case strings.HasPrefix(name, "wiki/concepts/"), strings.HasPrefix(name, "wiki/connections/"):
			pages += text
		}
		if strings.Contains(text, "<<<<<<<") || strings.Contains(text, ">>>>>>>") || isCopy(name) {
			f.fail("%s: a conflict in %s:\n%s", s.name, name, text)
		}
	}
	for n := range f.sessions {
		said := strings.Contains(logs, word(n))
		entries := map[string]bool{} // by id: two machines may have written one each
		for _, m := range regexp.MustCompile(`<!-- memoria:entry id=(\S+) agent=claude session=`+sessionID(n)).FindAllStringSubmatch(logs, -1) {
			entries[m[1]] = true
		}
		switch {
		case f.gone[n]:
		case len(entries) != 1 || !said:
			f.fail("%s: session %d has %d entries, said %v", s.name, n, len(entries), said)
		case !f.taken[n] && len(f.removed) == 0 && f.sessions-len(f.gone) > 2 && !strings.Contains(pages, word(n)): // two lines make no article
			f.fail("%s: session %d is in no article", s.name, n)
		}
	}
	for _, note := range f.notes {
		if !strings.Contains(pages, note) {
			f.fail("%s: what a person wrote is lost: %s", s.name, note)
		}
	}
	for _, name := range f.removed {
		if text, there := files["wiki/concepts/"+name]; there && !strings.Contains(text, "Ana noticed") { // else somebody wrote in it meanwhile
			f.fail("%s: what a person removed is back: %s\n%s", s.name, name, text)
		}
	}
	for _, c := range f.cuts {
		text := files["wiki/concepts/"+c.page]
		if words, _, _ := strings.Cut(c.line, " ([["); strings.Contains(text, "\n"+words+" ([[") {
			f.fail("%s: what a person took out of %s is back: %s\n%s", s.name, c.page, words, text)
		}
	}
}

// forgotten checks that no file of a machine but the transcripts has what was forgotten: no state, archive or cache. Of a
// machine that may not have heard of all yet it checks that what no log, article or copy has is nowhere else.
func (f *fleet) forgotten(s *ship, all bool) {
	f.t.Helper()
	gone := slices.Collect(maps.Keys(f.gone))
	if !all {
		vault := s.read("v")
		gone = slices.DeleteFunc(gone, func(n int) bool { return holder(vault, n) != "" })
	}
	if len(gone) == 0 {
		return
	}
	files := s.read("")
	for _, n := range gone {
		if at := holder(files, n); at != "" {
			f.fail("%s: session %d was forgotten and is in %s:\n%s", s.name, n, at, files[at])
		}
	}
}

// read returns the files of a machine below a folder, unzipped, but for those of git and of agents.
func (s *ship) read(folder string) map[string][]byte {
	s.t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(s.path(folder), func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || at == s.path("from")):
			return fs.SkipDir
		case d.IsDir():
			return nil
		}
		text := fsutiltest.Read(s.t, at)
		if strings.HasSuffix(at, ".gz") {
			z, err := gzip.NewReader(bytes.NewReader(text))
			if err == nil {
				text, err = io.ReadAll(z)
			}
			if err != nil {
				return err
			}
		}
		out[at] = text
		return nil
	})
	must.Be(s.t, err == nil || errors.Is(err, fs.ErrNotExist), "%v", err)
	return out
}

// holder returns a file that has the word of session n, "" if none.
func holder(files map[string][]byte, n int) string {
	for at, text := range files {
		if bytes.Contains(text, []byte(word(n))) {
			return at
		}
	}
	return ""
}

// once checks that no article of a machine repeats what a person wrote.
func (f *fleet) once(s *ship, did string) {
	f.t.Helper()
	at := map[string][]string{}
	for _, page := range s.pages() {
		text := string(fsutiltest.Read(f.t, page))
		for _, note := range f.notes {
			for range strings.Count(text, note) {
				at[note] = append(at[note], filepath.Base(page)+"\n"+text)
			}
		}
	}
	for note, pages := range at {
		if len(pages) > 1 {
			f.fail("%s: after %q, %q is there %d times:\n%s", s.name, did, note, len(pages), strings.Join(pages, "\n"))
		}
	}
}
