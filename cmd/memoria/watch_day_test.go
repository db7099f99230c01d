//go:build linux

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A day with the program itself: agents' hooks put entries into the logs through workers that compile as
// well, compile --watch runs on a short interval, and a person edits, renames, deletes and creates
// pages meanwhile. MEMORIA_LONG=1
// flushes forty entries, else a few.
func TestWatchedDay(t *testing.T) {
	entries := 6
	if os.Getenv("MEMORIA_LONG") != "" {
		entries = 40
	}
	d := newWatchedDay(t)
	watch := d.watch()
	d.until("the first compile", func() bool { return len(d.articles()) > 3 })
	seen, stop := make(chan struct{}), make(chan struct{})
	go func() { d.observe(stop); close(seen) }()
	var both sync.WaitGroup
	both.Go(func() {
		for n := range entries {
			d.hook(seededHooks + n)
		}
	})
	both.Go(func() {
		for n := range 2 * entries {
			time.Sleep(time.Duration(d.r.IntN(300)) * time.Millisecond)
			d.act(n)
		}
	})
	both.Wait()
	d.until("the workers' end", func() bool { return len(d.workers()) == 0 })
	d.must("flush") // with --wait it would compile whatever the interval
	d.until("the last compile", func() bool { return strings.Contains(d.must("compile", "--dry-run"), "nothing to do") })
	if err := errors.Join(watch.Process.Signal(syscall.SIGTERM), watch.Wait()); err != nil {
		t.Errorf("the watch ends with %v\n%s", err, watch.Stdout)
	}
	close(stop)
	<-seen
	d.over()
}

const (
	watchedInterval = 2 * time.Second
	seededHooks     = 3 // before anything else happens, so that there are articles
)

type watchedDay struct {
	*crowd
	r    *rand.Rand
	mine map[string][]string // lines of the person, by page
	gone []string            // pages they deleted
	own  map[string]string
	at   map[string][]time.Time // when each log was compiled
}

func newWatchedDay(t *testing.T) *watchedDay {
	dir := t.TempDir()
	d := &watchedDay{
		crowd: &crowd{t: t, dir: dir, vault: filepath.Join(dir, "vault")}, r: rand.New(rand.NewPCG(1, 1)),
		mine: map[string][]string{}, own: map[string]string{}, at: map[string][]time.Time{},
	}
	must.Do(t, os.MkdirAll(filepath.Join(dir, ".claude", "projects", "-w-tide"), 0o700))
	t.Setenv(scriptQuiet, "200ms")
	d.must("init")
	d.write(".memoria/config.yaml", fmt.Sprintf("compile:\n  interval: %s\n", watchedInterval))
	for n := range seededHooks {
		d.hook(n)
	}
	return d
}

func (d *watchedDay) must(args ...string) string {
	out, err := d.run("", append(args, "--vault", d.vault)...)
	must.Hold(d.t, err == nil, "%v: %v\n%s", args, err, out)
	return out
}

func (d *watchedDay) path(name string) string {
	return filepath.Join(d.vault, filepath.FromSlash(name))
}

func (d *watchedDay) write(name, text string) {
	err := os.MkdirAll(filepath.Dir(d.path(name)), 0o755)
	if err := errors.Join(err, os.WriteFile(d.path(name), []byte(text), 0o644)); err != nil {
		d.t.Error(err)
	}
}

func (d *watchedDay) read(name string) string {
	b, err := os.ReadFile(d.path(name))
	must.Hold(d.t, err == nil, "%v", err)
	return string(b)
}

func (d *watchedDay) watch() *exec.Cmd {
	c := exec.Command("memoria", "compile", "--watch", "--vault", d.vault, "--interval", watchedInterval.String())
	c.Env, c.Dir = d.env(), d.dir
	out := &strings.Builder{}
	c.Stdout, c.Stderr = out, out
	must.Do(d.t, c.Start())
	d.t.Cleanup(func() { c.Process.Kill() })
	return c
}

// until waits for what takes a while on a machine that is busy.
func (d *watchedDay) until(what string, ok func() bool) {
	for late := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(200 * time.Millisecond) {
		must.Be(d.t, !time.Now().After(late), "%s does not come", what)
	}
}

var watchedWords = []string{"page cursor", "job queue", "retry budget", "write lease", "tide table"}

// hook is a session that is over: its hook, and the worker that this starts.
func (d *watchedDay) hook(n int) {
	id := fmt.Sprintf("5e55%04d-0000-4000-8000-000000000000", n)
	path := filepath.Join(d.dir, ".claude", "projects", "-w-tide", id+".jsonl")
	var b strings.Builder
	for i, w := range watchedWords {
		at := time.Now().UTC().Add(-time.Hour).Format(time.RFC3339)
		fmt.Fprintf(&b, `{"type":"user","uuid":"%s-u%d","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","gitBranch":"main","message":{"role":"user","content":"The %s is a list that holds row %d. We decided to keep it, because the %s is read by all."}}`+"\n", id[:8], i, id, at, w, n, w)
		fmt.Fprintf(&b, `{"type":"assistant","uuid":"%s-a%d","sessionId":%q,"timestamp":%q,"cwd":"/w/tide","gitBranch":"main","message":{"role":"assistant","id":"m%d","content":[{"type":"text","text":"Noted."}]}}`+"\n", id[:8], i, id, at, i)
	}
	err := os.WriteFile(path, []byte(b.String()), 0o600)
	payload := fmt.Sprintf(`{"session_id":%q,"transcript_path":%q,"cwd":"/w/tide","hook_event_name":"SessionEnd","reason":"exit"}`, id, path)
	out, ran := d.run(payload, "hook", "claude", "SessionEnd", "--vault", d.vault)
	if err := errors.Join(err, ran); err != nil || out != "" {
		d.t.Errorf("hook %d: %v %s", n, err, out)
	}
}

func (d *watchedDay) articles() (names []string) {
	all, err := filepath.Glob(d.path("wiki/c*/*.md"))
	must.Hold(d.t, err == nil, "%v", err)
	for _, name := range all {
		names = append(names, "wiki/"+filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name))
	}
	return names
}

// act is the n-th thing the person does.
func (d *watchedDay) act(n int) {
	names := d.articles()
	name := names[d.r.IntN(len(names))]
	switch {
	case n == 1:
		if err := os.Remove(d.path(name)); err != nil {
			d.t.Error(err)
		}
		d.gone = append(d.gone, name)
		delete(d.mine, name)
		return
	case n%8 == 3:
		to := strings.TrimSuffix(name, ".md") + fmt.Sprintf("-%d.md", n)
		if err := os.Rename(d.path(name), d.path(to)); err != nil {
			d.t.Error(err)
		}
		d.mine[to] = d.mine[name]
		delete(d.mine, name)
		return
	case n%8 == 5:
		own := fmt.Sprintf("wiki/notes/own-%d.md", n)
		d.own[own] = fmt.Sprintf("Mine %d.\n", n)
		d.write(own, d.own[own])
		return
	}
	line := fmt.Sprintf("Mine %d.", n)
	d.mine[name] = append(d.mine[name], line)
	text := strings.Replace(d.read(name), "\n## Key Points\n", "\n"+line+"\n\n## Key Points\n", 1)
	file := d.path(name)
	var errs []error
	switch n % 4 {
	case 0: // in place
		errs = append(errs, os.WriteFile(file, []byte(text), 0o644))
	case 1: // rename over
		errs = append(errs, os.WriteFile(file+".tmp", []byte(text), 0o644), os.Rename(file+".tmp", file))
	case 2: // a backup, and anew
		errs = append(errs, os.Rename(file, file+"~"), os.WriteFile(file, []byte(text), 0o644), os.Remove(file+"~"))
	case 3: // in pieces
		f, err := os.Create(file)
		errs = append(errs, err)
		for i := range 3 {
			_, err := f.WriteString(text[len(text)*i/3 : len(text)*(i+1)/3])
			errs = append(errs, err)
			time.Sleep(20 * time.Millisecond)
		}
		errs = append(errs, f.Close())
	}
	if err := errors.Join(errs...); err != nil {
		d.t.Error(err)
	}
}

// observe keeps when each log was compiled, by whomever.
func (d *watchedDay) observe(stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(50 * time.Millisecond):
		}
		var s struct {
			Days map[string]struct{ At time.Time }
		}
		b, err := os.ReadFile(d.path(".memoria/state/compile.json"))
		if err == nil {
			err = json.Unmarshal(b, &s)
		}
		must.Hold(d.t, err == nil, "the state: %v", err)
		for day, rec := range s.Days {
			if was := d.at[day]; len(was) == 0 || !was[len(was)-1].Equal(rec.At) {
				d.at[day] = append(was, rec.At)
			}
		}
	}
}

func (d *watchedDay) over() {
	for name, lines := range d.mine {
		text := d.read(name)
		for _, l := range lines {
			must.Hold(d.t, strings.Count(text, "\n"+l+"\n") == 1, "%s has not %q once:\n%s", name, l, text)
		}
	}
	for name, text := range d.own {
		must.Hold(d.t, d.read(name) == text, "%s was touched:\n%s", name, d.read(name))
	}
	for _, name := range d.gone {
		must.Hold(d.t, !slices.Contains(d.articles(), name), "%s is back", name)
	}
	for day, times := range d.at {
		for i := 1; i < len(times); i++ {
			if gap := times[i].Sub(times[i-1]); gap < watchedInterval {
				d.t.Errorf("%s was compiled again after %v", day, gap)
			}
		}
	}
	d.until("the workers' end", func() bool { return len(d.workers()) == 0 })
	for _, lock := range []string{"compile", "worker", "watch", "import"} {
		dir := fsutiltest.Open(d.t, d.vault)
		if unlock, err := dir.TryLock(".memoria/lock/" + lock); err != nil {
			d.t.Errorf("%v", err)
		} else {
			unlock()
		}
		dir.Close()
	}
	err := filepath.WalkDir(d.vault, func(at string, e fs.DirEntry, err error) error {
		must.Hold(d.t, err != nil || !fsutil.IsTemp(e.Name()), "%s was left", at)
		return err
	})
	must.Hold(d.t, err == nil, "%v", err)
	if out, err := d.run("", "lint", "--vault", d.vault, "--json"); strings.Contains(out, `"broken"`) || strings.Contains(out, `"ambiguous"`) {
		d.t.Errorf("%v\n%s", err, out)
	}
}
