package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/memoria/change"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
)

// forgettable is the first entry of the samples with two lines or more, and its words.
func (m remembering) forgettable() (e daily.Dated, words []string) {
	m.t.Helper()
	for _, e = range m.entries() {
		if !e.Hand && len(e.Bullets) > 1 {
			break
		}
	}
	for _, b := range e.Bullets {
		words = append(words, b.Text)
	}
	return e, words
}

// path is where a file of the vault is.
func (m remembering) path(name string) string {
	return filepath.Join(m.vault.Path(), filepath.FromSlash(name))
}

func (m remembering) write(name, text string) {
	m.t.Helper()
	must.Get(m.vault.WriteFile(name, []byte(text), 0o644))(m.t)
}

func dayName(e daily.Dated) string { return "daily/" + e.Date.String() + ".md" }

// alike checks that a dry run names what a run does, makes the run, and returns its answer.
func (m remembering) alike(target string) (run change.ForgetJSON) {
	m.t.Helper()
	var dry change.ForgetJSON
	m.answer(&dry, "forget", "--dry-run", target)
	m.answer(&run, "forget", "--yes", target)
	must.Hold(m.t, slices.Equal(dry.Removed, run.Removed) && slices.Equal(places(dry.Stays), places(run.Stays)), "a dry run says that these go: %+v\nand these stay: %+v\na run %+v\n%+v", dry.Removed, dry.Stays, run.Removed, run.Stays)
	return run
}

// places are those of a list without the lines' numbers, which are of before and after.
func places(list []forget.Stay) (out []string) {
	for _, s := range list {
		out = append(out, s.Path+": "+s.Why)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestForgetLostLog: a log that is gone, or whose entry lost its closing marker, does not keep what it
// said from being forgotten, whichever way it is named, and nothing brings it back.
func TestForgetLostLog(t *testing.T) {
	model := newMemory(t)
	for name, c := range map[string]struct {
		torn bool
		name func(e daily.Dated) string
	}{
		"gone, session": {false, func(e daily.Dated) string { return e.Session }},
		"gone, line":    {false, func(e daily.Dated) string { return e.Target(e.Bullets[0]) }},
		"torn, entry":   {true, func(e daily.Dated) string { return e.ID }},
	} {
		t.Run(name, func(t *testing.T) {
			m := model.copied(t)
			e, words := m.forgettable()
			target := c.name(e)
			if strings.Contains(target, "^") {
				words = words[:1]
			}
			log := m.files()[dayName(e)]
			if c.torn {
				i := strings.Index(log, "id="+e.ID)
				end := entry.Closer(e.ID) + "\n"
				j := i + strings.Index(log[i:], end)
				m.write(dayName(e), log[:j]+log[j+len(end):])
			} else if err := os.Remove(m.path(dayName(e))); err != nil {
				t.Fatal(err)
			}
			answer := m.alike(target)
			m.gone(target, words, answer)
			for _, again := range [][]string{{"compile", "--all"}, {"flush", "--rebuild", "all"}, {"import"}, {"compile", "--all"}} {
				m.do(again...)
				m.gone(target, words, answer)
			}
			m.write(dayName(e), log) // it comes back, as from a copy
			m.do("compile", "--all")
			for _, name := range m.says(words) {
				if name != dayName(e) && !slices.ContainsFunc(answer.Stays, func(s forget.Stay) bool { return s.Path == name }) {
					t.Errorf("the log is restored, and %s says it:\n%s", name, m.files()[name])
				}
			}
			must.Text(t, m.do("status"), "status").Has("forgotten and ", "memoria forget --again")
			if out, _, code := m.run("lint", "--vault", m.vault.Path()); code != 1 || !strings.Contains(out, "[forgotten]") {
				t.Errorf("lint says %d\n%s", code, out)
			}
			if out := m.do("search", "--json", words[0]); strings.Count(out, words[0][:20]) > 1 { // it repeats the query
				t.Errorf("a search finds\n%s", out)
			}
			m.do("forget", "--again", "--yes")
			m.gone(target, words, answer)
			must.Text(t, m.do("forget", "--again", "--yes"), "again, it").Has("the vault has no words of it")
		})
	}
}

// TestForgetSaysAll: a dry run names what a run leaves, also what lies below .memoria, and raises no alarm about files
// that name a page; a person's line between the markers stays, and is told of. A copy of the log that a file sync made
// forgets with it.
func TestForgetSaysAll(t *testing.T) {
	m := newMemory(t)
	e, words := m.forgettable()
	log := m.files()[dayName(e)]
	i := strings.Index(log, "id="+e.ID)
	j := i + strings.Index(log[i:], entry.Closer(e.ID))
	m.write(dayName(e), log[:j]+"- my very own remark on all this\n"+log[j:])
	m.write(strings.TrimSuffix(dayName(e), ".md")+" (conflicted copy).md", log)
	m.write(".memoria/templates/mine.md", words[0]+"\n")
	m.write(".memoria/logs/memoria.log", "one line\nleft out: "+words[0]+"\n")
	m.do("compile", "--all")
	m.write(".memoria/replies/x.json", words[0]+"\n")
	answer := m.alike(e.ID)
	must.Hold(t, slices.ContainsFunc(answer.Removed, func(i forget.Item) bool { return i.Where == ".memoria/replies" }), "nothing says that the answers of models went: %+v", answer.Removed)
	m.gone(e.ID, words, answer)
	stays := strings.Join(places(answer.Stays), "\n")
	must.Hold(t, !strings.Contains(stays, "(conflicted copy).md"), "a copy keeps it:\n%s", stays)
	for _, want := range []string{".memoria/templates/mine.md: says the same", "1 line of your own between the markers"} {
		must.Hold(t, strings.Contains(stays, want), "nothing says %q of\n%s", want, stays)
	}
	must.Hold(t, !strings.Contains(stays, ".memoria/state") && !strings.Contains(stays, ".memoria/logs"), "a false alarm:\n%s", stays)
	m.do("compile", "--all")
	if got := m.says([]string{"my very own remark on all this"}); !slices.Contains(got, dayName(e)) {
		t.Errorf("a person's line is in %q", got)
	}
	if text := m.files()[".memoria/logs/memoria.log"]; !strings.HasPrefix(text, "one line\n") {
		t.Errorf("the log is %q", text)
	}
}

// TestForgetReadOnly: where a file cannot be written, nothing is taken out, and it is named.
func TestForgetReadOnly(t *testing.T) {
	m := newMemory(t)
	e, words := m.forgettable()
	for _, name := range m.says(words[:1]) {
		if strings.HasPrefix(name, "wiki/concepts/") {
			must.Do(t, os.Chmod(m.path(name), 0o444))
		}
	}
	before := m.files()
	stdout, stderr, code := m.run("forget", "--yes", e.ID, "--vault", m.vault.Path())
	must.Be(t, code != 0 && strings.Contains(stderr, "permission denied; nothing was taken out") && strings.Contains(stderr, "wiki/concepts/"), "it says %d\n%s%s", code, stdout, stderr)
	for name, text := range m.files() {
		must.Hold(t, strings.HasPrefix(name, ".memoria/lock/") || strings.HasPrefix(name, ".memoria/cache/") || before[name] == text, "%s changed", name)
	}
}
