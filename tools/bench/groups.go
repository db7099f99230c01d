package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// groups are what is measured. The jobs of one run by turns.
var groups = []struct {
	name string
	jobs func(w *world, articles int) ([]*job, error)
}{{"start", start}, {"compile", compile}, {"sync", sync}, {"search", search}, {"site", site}, {"day", day}, {"links", links}, {"sessions", sessions}}

// threeMachines is a year and more of three machines: 2,100 logs.
var threeMachines = Year{Machines: 3, Days: 700, Sessions: 3}

func start(w *world, _ int) ([]*job, error) {
	return []*job{
		{what: "an empty program", argv: []string{"true"}},
		{what: "`memoria --version`", against: "an empty program", argv: []string{w.memoria, "--version"}},
	}, nil
}

// fresh makes a vault without pages.
func (w *world) fresh(name string) (*fsutil.Dir, error) {
	if err := w.do(w.memoria, "init", w.at(name)); err != nil {
		return nil, err
	}
	return w.dir.Sub(name)
}

// vault makes a vault of a year, and compiles it.
func (w *world) vault(name string, y Year) (*fsutil.Dir, error) {
	v, err := w.fresh(name)
	if err == nil {
		err = y.Write(v)
	}
	if err != nil {
		return nil, err
	}
	return v, w.do(w.memoria, "compile", "--vault", w.at(name))
}

func compile(w *world, _ int) ([]*job, error) {
	v, err := w.vault("year", threeMachines)
	if err != nil {
		return nil, err
	}
	n := 0
	argv := []string{w.memoria, "compile", "--vault", w.at("year")}
	idle := func() error { return w.do(argv...) }
	return []*job{
		{what: "look at 2,100 logs and their articles", before: idle, argv: []string{w.self, "floor", "stat", w.at("year")}},
		{what: "`compile` with nothing to do", against: "look at 2,100 logs and their articles", before: idle, argv: argv},
		{what: "`compile` of one new entry in 2,100 logs", before: func() error {
			n++
			return threeMachines.More(v, 0, n)
		}, argv: argv},
	}, nil
}

func sync(w *world, _ int) ([]*job, error) {
	y := threeMachines
	y.Shared = true
	v, err := w.vault("a", y)
	if err != nil {
		return nil, err
	}
	for _, argv := range [][]string{
		{"git", "init", "-q", "--bare", w.at("o.git")},
		{w.memoria, "sync", "--setup", "--yes", "--name", "a", "--vault", w.at("a"), w.at("o.git")},
		{"git", "clone", "-q", w.at("o.git"), w.at("c")},
	} {
		if err := w.do(argv...); err != nil {
			return nil, err
		}
	}
	other, err := w.dir.Sub("c")
	if err != nil {
		return nil, err
	}
	n := 0
	more := func(at *fsutil.Dir, machine, entries int) error {
		for range entries {
			n++
			if err := y.More(at, machine, n); err != nil {
				return err
			}
		}
		return nil
	}
	argv := []string{w.memoria, "sync", "--vault", w.at("a")}
	git := func(args ...string) error { return w.do(append([]string{"git", "-C", w.at("c")}, args...)...) }
	return []*job{
		{what: "`git fetch` with nothing new", argv: []string{"git", "-C", w.at("a"), "fetch", "-q"}, before: func() error { return w.do(argv...) }},
		{what: "`sync` with nothing to do", against: "`git fetch` with nothing new", argv: argv},
		{what: "`sync` of ten new entries, sent", argv: argv, before: func() error { return more(v, 0, 10) }},
		{what: "`sync` of five entries of another machine, taken", argv: argv, before: func() error {
			if err := git("pull", "-q", "--ff-only"); err != nil {
				return err
			}
			if err := more(other, 1, 5); err != nil {
				return err
			}
			if err := git("add", "-A"); err != nil {
				return err
			}
			if err := git("commit", "-q", "-m", "m1"); err != nil {
				return err
			}
			return git("push", "-q")
		}},
	}, nil
}

// articles makes a vault of so many articles, once.
func (w *world) articles(n int) (string, error) {
	name := fmt.Sprintf("articles-%d", n)
	if _, err := w.dir.Stat(name); err == nil {
		return w.at(name), nil
	}
	v, err := w.fresh(name)
	if err == nil {
		err = writeArticles(v, n)
	}
	return w.at(name), err
}

func search(w *world, n int) ([]*job, error) {
	at, err := w.articles(n)
	if err != nil {
		return nil, err
	}
	argv := []string{w.memoria, "search", "--vault", at, "quota"}
	if err := w.do(argv...); err != nil {
		return nil, err
	}
	size := fmt.Sprintf("%d articles", n)
	jobs := []*job{
		{what: "look at " + size, argv: []string{w.self, "floor", "stat", at}},
		{what: "`compile` with nothing to do, " + size, against: "look at " + size, before: func() error { return w.do(w.memoria, "compile", "--vault", at) }, argv: []string{w.memoria, "compile", "--vault", at}},
		{what: "read " + size, argv: []string{w.self, "floor", "read", at}},
		{what: "`search` without an index, " + size, against: "read " + size, argv: argv, before: func() error { return w.do("rm", "-rf", filepath.Join(at, layout.Cache)) }},
		{what: "`lint`, " + size, against: "read " + size, argv: []string{w.memoria, "lint", "--vault", at}},
		{what: "`search`, " + size, argv: argv, against: "read " + size},
	}
	if _, err := exec.LookPath("rg"); err == nil {
		last := jobs[len(jobs)-1]
		last.against = "`rg -i`"
		jobs = append(jobs, &job{what: "`search --unchecked`, " + size, argv: append(slices.Clone(argv), "--unchecked"), against: last.against},
			&job{what: last.against, argv: []string{"rg", "-i", "quota", at}})
	}
	return jobs, nil
}

func site(w *world, n int) ([]*job, error) {
	at, err := w.articles(n)
	if err != nil {
		return nil, err
	}
	size, argv := fmt.Sprintf("%d articles", n), []string{w.memoria, "build", "--vault", at, "--out", w.at("site")}
	jobs := []*job{{what: "`build` from nothing, " + size, argv: argv, before: func() error { return w.do("rm", "-rf", w.at("site"), filepath.Join(at, layout.Folder, "cache")) }}}
	edited := 0
	jobs = append(jobs, &job{what: "`build` after one edit, " + size, against: jobs[0].what, argv: argv, before: func() error {
		edited++
		return w.touch(filepath.Base(at)+"/wiki/concepts/"+articleName(7)+".md", edited)
	}})
	if _, err := exec.LookPath("hugo"); err == nil {
		if err := hugo(w, n); err != nil {
			return nil, err
		}
		jobs = append(jobs, &job{what: "`hugo`, " + size, dir: w.at("hugo"), argv: []string{"hugo", "--quiet"}, before: func() error { return w.do("rm", "-rf", w.at("hugo/public")) }})
		jobs[0].against = jobs[2].what
	}
	return jobs, nil
}

// grown measures commands at a tenth of a size and in full: ten times as much should take ten times as long. fill makes the
// vault of a name; {} in a command is that with .d behind it.
func (w *world) grown(full int, of string, cmds []string, fill func(name string, n int) error) (jobs []*job, err error) {
	tenth := map[string]string{}
	for _, n := range []int{full / 10, full} {
		what := fmt.Sprintf(of, n)
		name := strings.ReplaceAll(what, " ", "-")
		if err := fill(name, n); err != nil {
			return nil, err
		}
		for _, cmd := range cmds {
			j := &job{what: "`" + cmd + "`, " + what, against: tenth[cmd], argv: append([]string{w.memoria, "--vault", w.at(name)}, strings.Fields(strings.ReplaceAll(cmd, "{}", w.at(name+".d")))...)}
			tenth[cmd] = j.what
			jobs = append(jobs, j)
		}
	}
	return jobs, nil
}

func day(w *world, _ int) ([]*job, error) {
	return w.grown(100000, "one day of %d lines", []string{"compile --all", "lint", "status", "doctor"}, func(name string, lines int) error {
		_, err := w.vault(name, Year{Machines: 1, Days: 1, Sessions: lines / 6})
		return err
	})
}

// links measures one article of many links among a thousand.
func links(w *world, _ int) ([]*job, error) {
	return w.grown(50000, "an article of %d links", []string{"compile --all", "lint", "build", "status", "doctor"}, func(name string, n int) error {
		v, err := w.fresh(name)
		if err == nil {
			err = writeArticles(v, 1000)
		}
		if err != nil {
			return err
		}
		words, hub := newWriter(5, 3000), []byte("---\ntitle: Hub\ntype: concept\n---\n\n# Hub\n\n## Details\n\n")
		for i := range n {
			hub = fmt.Appendf(hub, "- [[%s]] is about %s.\n", articleName(i%1000), words.name())
		}
		_, err = v.WriteFileNoSync("wiki/concepts/hub.md", hub, 0o644)
		return err
	})
}

// sessions measures small sessions of Claude Code, ten times as many as articles. After the first import another one, with
// --json, finds nothing new.
func sessions(w *world, n int) ([]*job, error) {
	return w.grown(10*n, "%d sessions", []string{"import {}", "import --json {}", "status", "doctor", "sessions"}, func(name string, n int) error {
		words := newWriter(9, 3000)
		for i := range n {
			_, said := words.line()
			at := threeMachines.start().Add(time.Duration(i) * 5 * time.Minute).Format(time.RFC3339)
			row := fmt.Sprintf(`{"type":"user","uuid":"u-%d","sessionId":"%08d-0000-4000-8000-000000000000","timestamp":%q,"cwd":"/src/p%d","message":{"role":"user","content":%q}}`+"\n", i, i, at, i%20, "Decision: "+said+".")
			if _, err := w.dir.WriteFileNoSync(fmt.Sprintf("%s.d/p%d/%d.jsonl", name, i%20, i), []byte(row), 0o644); err != nil {
				return err
			}
		}
		_, err := w.fresh(name)
		return err
	})
}
