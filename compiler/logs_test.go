package compiler_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

func day(t *testing.T, s string) daily.Date {
	t.Helper()
	d := must.Get(daily.ParseDate(s))(t)
	return d
}

// A vault whose logs are missing is not a vault without logs.
func TestMissingLogs(t *testing.T) {
	for name, lose := range map[string]func(*vault){
		"no folder":    func(v *vault) { v.remove("daily") },
		"empty folder": func(v *vault) { v.remove("daily"); v.write("daily/notes.txt", "") },
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.log("2026-11-25", []string{"A `cursor`"})
			v.log("2026-11-26", []string{"A `plan`"})
			v.settled(compiler.Options{})
			lose(v)
			before := v.files()
			for _, o := range []compiler.Options{{}, {All: true}, {Only: []daily.Date{day(t, "2026-11-25")}}} {
				_, err := v.c.Compile(context.Background(), o)
				var missing *logs.MissingError
				must.Hold(t, errors.As(err, &missing) && missing.Known == 2, "compile %+v: %v", o, err)
			}
			sameFiles(t, before, v.files())
		})
	}
}

func TestNoLogsYet(t *testing.T) {
	v := newVault(t)
	if r := v.compile(compiler.Options{All: true}); r.Changed() || len(v.files()) != 0 {
		t.Errorf("report %+v, files %v", r, v.files())
	}
}

// The articles of a log that is gone or empty stay as they are and may grow; when the log is back they are what they
// would have been.
func TestLostLog(t *testing.T) {
	for name, lose := range map[string]func(*vault){
		"gone":      func(v *vault) { v.remove("daily/2026-11-25.md") },
		"empty":     func(v *vault) { v.write("daily/2026-11-25.md", "") },
		"cut short": func(v *vault) { v.write("daily/2026-11-25.md", "# Daily Log: 2026-11-25\n") },
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.log("2026-11-25", []string{"A `cursor` is a number", "A `queue` is a list"})
			v.log("2026-11-26", []string{"A `cursor` is an offset"})
			v.settled(compiler.Options{})
			queue, lost := v.read("wiki/concepts/queue.md"), v.read("daily/2026-11-25.md")
			lose(v)
			v.log("2026-11-27", []string{"A `cursor` is kept"})
			r := v.settled(compiler.Options{})
			l := r.Plan.Logs[0]
			must.Hold(t, l.State == state.Gone && l.Date.String() == "2026-11-25", "the log is %v", l)
			must.Hold(t, v.read("wiki/concepts/queue.md") == queue, "queue was changed:\n%s", v.read("wiki/concepts/queue.md"))
			got := v.read("wiki/concepts/cursor.md")
			for _, text := range []string{"is a number", "is an offset", "is kept"} {
				must.Hold(t, strings.Contains(got, text), "%q is missing:\n%s", text, got)
			}
			v.settled(compiler.Options{All: true})
			must.Hold(t, v.read("wiki/concepts/queue.md") == queue, "--all changed queue")
			v.write("daily/2026-11-25.md", lost)
			v.settled(compiler.Options{All: true})
			sameArticles(t, fresh(t, v).pages(), v.pages())
		})
	}
}

// fresh returns a vault of the same logs, compiled once.
func fresh(t *testing.T, v *vault) *vault {
	t.Helper()
	f := newVault(t)
	f.author.version = v.author.version
	for name, text := range v.pages() {
		if strings.HasPrefix(name, "daily/") {
			f.write(name, text)
		}
	}
	f.settled(compiler.Options{All: true})
	return f
}

func sameArticles(t tester, want, got map[string]string) {
	t.Helper()
	for _, m := range []map[string]string{want, got} {
		delete(m, "wiki/log.md")
	}
	sameFiles(t, want, got)
}

// The logs are the source: what a person removes from one, or rewords, disappears from the articles that nobody
// edited.
func TestChangedEntry(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is a number", "D `queue` and `plan` meet"}, []string{"A `cursor` is kept", "`ghost`"})
	v.settled(compiler.Options{})
	v.log("2026-11-25", []string{"A `cursor` is a byte offset", "D `queue` and `plan` meet"})
	v.now = v.now.Add(time.Hour)
	v.settled(compiler.Options{})
	must.Text(t, v.read("wiki/concepts/cursor.md"), "the text").Has("byte offset").Lacks("is kept")
	must.Hold(t, !v.exists("wiki/concepts/ghost.md"), "an article stays that cites nothing any more")
	checkVault(t, v)
	sameArticles(t, fresh(t, v).pages(), v.pages())
}

// What is removed from a waiting log stays in the articles until the log is compiled.
func TestChangedEntryOfWaitingLog(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is a number"}, []string{"A `cursor` is kept"})
	v.settled(compiler.Options{})
	v.log("2026-11-25", []string{"A `cursor` is a byte offset"})
	v.log("2026-11-26", []string{"A `cursor` is empty"})
	v.now = v.now.Add(time.Minute)
	v.settled(compiler.Options{})
	got := v.read("wiki/concepts/cursor.md")
	for text, want := range map[string]bool{"is a number": true, "is kept": true, "is empty": true, "byte offset": false} {
		must.Hold(t, strings.Contains(got, text) == want, "%q: %v, want %v:\n%s", text, !want, want, got)
	}
	v.now = v.now.Add(time.Hour)
	v.settled(compiler.Options{})
	sameArticles(t, fresh(t, v).pages(), v.pages())
}

// Two entries of one session seconds apart are two entries.
func TestEntriesOfOneSession(t *testing.T) {
	v := newVault(t)
	text := logText("2026-11-25", []string{"A `cursor` is a number"}, []string{"A `cursor` is kept"})
	v.write("daily/2026-11-25.md", strings.ReplaceAll(text, "session=s-20261125b", "session=s-20261125a"))
	v.settled(compiler.Options{})
	must.Text(t, v.read("wiki/concepts/cursor.md"), "the text").Has("is a number", "is kept")
}

// If two subjects turn out to be one they become one article; the other is removed, unless somebody needs it.
func TestSubjectsMerge(t *testing.T) {
	for name, need := range map[string]func(*vault){
		"nobody":  func(*vault) {},
		"edited":  func(v *vault) { v.write("wiki/concepts/pc.md", v.read("wiki/concepts/pc.md")+"\nMine.\n") },
		"linked":  func(v *vault) { v.write("notes.md", "See [[pc]].\n") },
		"removed": func(v *vault) { v.remove("wiki/concepts/pc.md") },
	} {
		t.Run(name, func(t *testing.T) {
			v := newVault(t)
			v.log("2026-11-25", []string{"A `pc` counts", "A `program counter` is a register", "`pc` and `cursor` meet"})
			v.settled(compiler.Options{})
			need(v)
			v.log("2026-11-26", []string{"`pc` aka `program counter`"})
			v.settled(compiler.Options{})
			must.Text(t, v.read("wiki/concepts/program-counter.md"), "the text").Has("aliases: [pc]", "A `pc` counts")
			must.Hold(t, v.exists("wiki/concepts/pc.md") == (name == "edited" || name == "linked"), "pc.md is there: %v", v.exists("wiki/concepts/pc.md"))
			if name == "nobody" {
				checkVault(t, v)
				sameArticles(t, fresh(t, v).pages(), v.pages())
			}
		})
	}
}

// News under another name of an article goes to that article.
func TestOneSubjectOneArticle(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"The `program counter` counts"})
	v.settled(compiler.Options{})
	v.edit("wiki/concepts/program-counter.md", "title: program counter", "title: Program Counter (PC)\naliases: [PC]")
	v.log("2026-11-26", []string{"A `PC` is a register", "The `Program_Counter` is wide"})
	v.settled(compiler.Options{})
	for name := range v.pages() {
		must.Hold(t, !strings.HasPrefix(name, "wiki/concepts/") || name == "wiki/concepts/program-counter.md", "%s is one too many", name)
	}
	must.Text(t, v.read("wiki/concepts/program-counter.md"), "the text").Has("is a register", "is wide")
}

func TestOptions(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor`"})
	v.log("2026-11-26", []string{"A `plan`"})
	r := v.compile(compiler.Options{Only: []daily.Date{day(t, "2026-11-26")}})
	must.Hold(t, r.Logs == 1 && !v.exists("wiki/concepts/cursor.md") && v.exists("wiki/concepts/plan.md"), "only: %d logs, %v", r.Logs, r.Created)
	if r = v.settled(compiler.Options{}); r.Logs != 1 || len(r.Created) != 1 {
		t.Errorf("the rest: %d logs, %v", r.Logs, r.Created)
	}
	v.log("2026-11-25", []string{"A `cursor`", "A `queue`"})
	if r = v.settled(compiler.Options{}); r.Logs != 0 || len(r.Waiting) != 1 || !r.Waiting[0].Until.Equal(v.now.Add(time.Hour)) {
		t.Errorf("waiting: %d logs, %v", r.Logs, r.Waiting)
	}
	if r = v.settled(compiler.Options{Now: true}); r.Logs != 1 || r.Entries != 1 || len(r.Created) != 1 {
		t.Errorf("now: %d logs, %d entries, %v", r.Logs, r.Entries, r.Created)
	}
	if r = v.settled(compiler.Options{All: true}); r.Logs != 2 || r.Changed() {
		t.Errorf("all: %d logs, changed %v", r.Logs, r.Changed())
	}
	_, err := v.c.Compile(context.Background(), compiler.Options{Only: []daily.Date{day(t, "2026-11-27")}})
	var none *logs.NoLogError
	must.Hold(t, errors.As(err, &none), "only a day without a log: %v", err)
}

// Pages of another version of the author are left alone until somebody compiles all; news is compiled, and its links
// resolve.
func TestOutdated(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is `small`", "A `plan`"})
	v.settled(compiler.Options{})
	before := v.pages()
	v.author.version = "2"
	if r := v.settled(compiler.Options{}); r.Plan.Logs[0].State != state.Outdated {
		t.Errorf("the log is %v", r.Plan.Logs[0])
	}
	sameFiles(t, before, v.pages())
	v.log("2026-11-26", []string{"A `cursor` meets a `queue`"})
	r := v.settled(compiler.Options{})
	must.Hold(t, len(r.Created)+len(r.Updated) == 2 && v.read("wiki/concepts/plan.md") == before["wiki/concepts/plan.md"], "created %v, updated %v", r.Created, r.Updated)
	checkVault(t, v)
	v.settled(compiler.Options{All: true})
	sameArticles(t, fresh(t, v).pages(), v.pages())
	if r = v.compile(compiler.Options{}); r.Plan.Logs[0].State != state.Fresh {
		t.Errorf("the log is %v", r.Plan.Logs[0])
	}
}

// A log written by hand is a source too, cited by its headings.
func TestHandKeptLog(t *testing.T) {
	v := newVault(t)
	v.write("daily/2026-11-25.md", "## Morning: a|b #1\n\n- A `cursor` is a number\n- `plan`\n\n## Evening\n\nThe `cursor` moved.\n")
	v.settled(compiler.Options{})
	checkVault(t, v)
	before := v.read("wiki/concepts/plan.md")
	v.edit("daily/2026-11-25.md", "moved.", "moved on.")
	v.settled(compiler.Options{Now: true})
	must.Hold(t, v.read("wiki/concepts/plan.md") == before && strings.Contains(v.read("wiki/concepts/cursor.md"), "moved on"), "not the pages that the change concerns")
}
