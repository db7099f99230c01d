package editor_test

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A lab is a vault whose articles are edited by a random model.
type lab struct {
	t     *testing.T
	r     *rand.Rand
	dir   string
	c     *compiler.Compiler
	model *random
	now   time.Time
	n     int
	mine  []string // lines of a person
}

func newLab(t *testing.T, r *rand.Rand, dir string) *lab {
	d := fsutiltest.Open(t, dir)
	l := &lab{t: t, r: r, dir: dir, model: &random{Rand: r}, now: time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)}
	l.c = &compiler.Compiler{Vault: d, Daily: &daily.Store{Dir: d, Zone: time.UTC}, Wiki: wiki.Store{Dir: d}, Now: func() time.Time { return l.now }}
	return l
}

func (l *lab) compile(o compiler.Options, m ask.Model, again bool) compiler.Report {
	l.t.Helper()
	l.c.Author = &editor.Author{Base: subject.Author{}, Asker: ask.Asker{Replies: &ask.Replies{Dir: l.c.Vault}, Model: m}, Again: again}
	rep := must.Get(l.c.Compile(l.t.Context(), o))(l.t)
	return rep
}

var (
	labThings = []string{"SQLite", "the WAL file", "the retry queue", "`cursor.go`", "the nightly backup", "the release pipeline"}
	labSays   = []string{"keeps %s open, because a reader blocks it otherwise", "must never wait for %s", "needs %d MB beside %s", "takes %d seconds since %s was moved", "is told by `%s` and not by a clock", "was given up for %s, because nobody read it"}
)

// log appends an entry to a day.
func (l *lab) log(day int) {
	l.t.Helper()
	l.n++
	e := daily.Entry{ID: fmt.Sprintf("%012x", l.n), Agent: "claude", Session: fmt.Sprint("s-", l.n), Project: "tide", From: "a", To: "b", By: "extractive",
		At: time.Date(2026, 11, day, 8, l.n%60, l.n/60, 0, time.UTC), Summary: daily.Summary{Title: fmt.Sprint("Work ", l.n)}}
	for range 1 + l.r.IntN(4) {
		thing, other := labThings[l.r.IntN(len(labThings))], labThings[l.r.IntN(len(labThings))]
		say := labSays[l.r.IntN(len(labSays))]
		other = strings.Trim(other, "`")
		if strings.Contains(say, "%d") {
			say = fmt.Sprintf(say, 1+l.r.IntN(900), other)
		} else {
			say = fmt.Sprintf(say, other)
		}
		e.Bullets = append(e.Bullets, daily.Bullet{Kind: []daily.Kind{daily.Decision, daily.Lesson, daily.Preference, daily.Fact}[l.r.IntN(4)], Text: thing + " " + say})
	}
	_, _, err := l.c.Daily.Append(l.t.Context(), e)
	must.Do(l.t, err)
}

// files are the pages of the wiki, but for the log of changes, by path.
func (l *lab) files() map[string]string {
	out := map[string]string{}
	root := filepath.Join(l.dir, "wiki")
	_ = filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(p, ".md") {
			text, _ := os.ReadFile(p)
			name, _ := filepath.Rel(root, p)
			out[filepath.ToSlash(name)] = string(text)
		}
		return nil
	})
	delete(out, "log.md")
	return out
}

// whole holds that every line is cited that an author without a model cites, and every line of the person's is there, that all
// again without a model changes nothing, and that with one nothing is asked again.
func (l *lab) whole(step string) {
	l.t.Helper()
	was := l.files()
	all := strings.Join(slices.Collect(maps.Values(was)), "\n")
	for _, k := range l.bases() {
		must.Hold(l.t, strings.Contains(all, k), "%s: %s is cited nowhere", step, k)
	}
	for _, m := range l.mine {
		must.Hold(l.t, strings.Contains(all, m), "%s: the person's %q is gone", step, m)
	}
	l.compile(compiler.Options{All: true}, nil, false)
	l.same(step+", again without a model", was)
	calls := l.model.calls
	if owes := (&editor.Author{Asker: ask.Asker{Model: l.model, Replies: &ask.Replies{Dir: l.c.Vault}}}).Owes(); !owes {
		l.compile(compiler.Options{All: true}, l.model, true)
		l.same(step+", again with a model", was)
		must.Hold(l.t, l.model.calls == calls, "%s: asked %d times about what was answered", step, l.model.calls-calls)
	}
}

// bases are what an author without a model cites.
func (l *lab) bases() (cites []string) {
	l.t.Helper()
	logs, _ := must.Get2(l.c.Daily.Logs(l.t.Context()))(l.t)
	var entries []daily.Dated
	for _, log := range logs {
		entries = append(entries, log.Entries...)
	}
	drafts := must.Get(subject.Author{}.Articles(l.t.Context(), entries, nil))(l.t)
	for _, d := range drafts {
		for _, p := range d.Points {
			for _, c := range p.Cites {
				cites = append(cites, fmt.Sprintf("[[%s#^%s|", c.Date, c.Block))
			}
		}
	}
	return cites
}

func (l *lab) same(step string, was map[string]string) {
	l.t.Helper()
	if now := l.files(); !maps.Equal(now, was) {
		for name := range now {
			must.Hold(l.t, now[name] == was[name], "%s: %s changed from\n%s\nto\n%s", step, name, was[name], now[name])
		}
		for name := range was {
			_, ok := now[name]
			must.Hold(l.t, ok, "%s: %s is gone", step, name)
		}
	}
}

// articles are the paths of articles.
func (l *lab) articles() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(l.files())), func(p string) bool { return !strings.HasPrefix(p, "concepts/") })
}

// A speaker is a model that answers as a function says.
type speaker func(q ask.Question, refs map[string]string) string

func (speaker) Name() string { return "speaker/1" }
func (speaker) Window() int  { return 64 << 10 }

func (f speaker) Ask(_ context.Context, q ask.Question) (ask.Answer, error) {
	refs := map[string]string{}
	for _, m := range refLine.FindAllStringSubmatch(q.Prompt+"\n"+q.Prefix, -1) {
		if refs[m[2]] == "" {
			refs[m[2]] = m[1]
		}
	}
	mark := markLine.FindStringSubmatch(q.Prompt)[1]
	return ask.Answer{Text: "=== " + mark + "\n" + f(q, refs) + "\n=== end " + mark, By: "speaker/1"}, nil
}
