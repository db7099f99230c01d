package editor_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A random is a model that answers anything: lines of the form about what it was shown and what it was not, true and
// false ones, and now and then another form, or nothing.
type random struct {
	*rand.Rand
	calls int
}

func (m *random) Name() string { return "random/1" }
func (m *random) Window() int  { return 16 << 10 }

var (
	markLine = regexp.MustCompile(`The mark of this question is (M[0-9a-f]{16})`)
	refLine  = regexp.MustCompile(`(?m)^([bp][0-9]+)(?: [a-z ]+)?: (.+)$`)
	headLine = regexp.MustCompile(`(?m)^## (.+)$`)
)

func (m *random) Ask(ctx context.Context, q ask.Question) (ask.Answer, error) {
	m.calls++
	if m.IntN(12) == 0 {
		return ask.Answer{}, errors.New("the line is busy")
	}
	all := q.Prefix + "\n" + q.Prompt
	refs := refLine.FindAllStringSubmatch(all, -1)
	titles := []string{"Nothing at all", "../out"}
	for _, h := range headLine.FindAllStringSubmatch(all, -1) {
		titles = append(titles, h[1])
	}
	pick := func() []string { return refs[m.IntN(len(refs))] }
	words := func(r ...[]string) string {
		var out []string
		for _, x := range r {
			f := strings.Fields(x[2])
			switch m.IntN(5) {
			case 0:
				f = f[:1+m.IntN(len(f))]
			case 1:
				f[m.IntN(len(f))] = []string{"never", "4711", "evil.example/x", "really"}[m.IntN(4)]
			}
			out = append(out, strings.Join(f, " "))
		}
		return strings.Join(out, "; ")
	}
	var b strings.Builder
	mark := markLine.FindStringSubmatch(q.Prompt)[1]
	fmt.Fprintf(&b, "=== %s\n", mark)
	for range 1 + m.IntN(4) {
		r := pick()
		title := titles[m.IntN(len(titles))]
		if m.IntN(3) == 0 {
			f := strings.Fields(r[2])
			title = strings.Join(f[:min(len(f), 1+m.IntN(3))], " ")
		}
		fmt.Fprintf(&b, "article: %s\nlead [%s]: %s.\n", title, r[1], words(r))
		for range 1 + m.IntN(4) {
			x, y := pick(), pick()
			switch m.IntN(7) {
			case 0:
				fmt.Fprintf(&b, "instead %s [%s]: %s\n", x[1], y[1], words(y))
			case 1:
				fmt.Fprintf(&b, "section: %s\n", strings.Fields(x[2])[0])
			case 2:
				fmt.Fprintf(&b, "link [%s]: %s - %s\n", x[1], titles[m.IntN(len(titles))], words(x))
			case 3:
				fmt.Fprintf(&b, "point [%s]: %s\n", x[1], words(x))
			default:
				fmt.Fprintf(&b, "point [%s %s]: %s\n", x[1], y[1], words(x, y))
			}
		}
	}
	if m.IntN(10) > 0 {
		fmt.Fprintf(&b, "=== end %s\n", mark)
	}
	return ask.Answer{Text: b.String(), By: "random/1"}, nil
}

// No answer of a model breaks the invariants of a compile: nothing of the logs is lost, a second run changes nothing,
// nothing is paid for twice, and step-by-step runs give the result of one run.
func TestLaws(t *testing.T) {
	seeds, steps := 1, 4
	if os.Getenv("MEMORIA_LONG") != "" {
		seeds, steps = 40, 6
	}
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			l := newLab(t, rand.New(rand.NewPCG(seed, 1)), t.TempDir())
			for step := range steps {
				for range 1 + l.r.IntN(3) {
					l.log(10 + step)
				}
				l.compile(compiler.Options{}, l.model, false)
				l.whole(fmt.Sprint("step ", step))
			}
			other := newLab(t, l.r, t.TempDir())
			for _, dir := range []string{"daily", ".memoria/replies"} {
				err := os.CopyFS(filepath.Join(other.dir, dir), os.DirFS(filepath.Join(l.dir, dir)))
				must.Be(t, err == nil || errors.Is(err, fs.ErrNotExist), "%v", err)
			}
			other.compile(compiler.Options{All: true}, nil, false)
			other.same("all at once", l.files())
		})
	}
}

// What a person does to articles that a model edits stays: their lines, another name, a page merged into another; and
// undo restores what was.
func TestLawsByHand(t *testing.T) {
	seeds, steps := 1, 4
	if os.Getenv("MEMORIA_LONG") != "" {
		seeds, steps = 40, 6
	}
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			l := newLab(t, rand.New(rand.NewPCG(seed, 2)), t.TempDir())
			for step := range steps {
				l.log(10 + step)
				l.log(10 + step)
				l.compile(compiler.Options{}, l.model, false)
				does := l.hand()
				l.compile(compiler.Options{}, l.model, false)
				for range 2 { // links to a page that was renamed or merged are rewritten, and a page about both is removed
					l.compile(compiler.Options{All: true}, nil, false)
				}
				l.whole(fmt.Sprintf("step %d, %s", step, does))
			}
		})
	}
}

// hand does something that a person may do.
func (l *lab) hand() string {
	l.t.Helper()
	pages := l.articles()
	if len(pages) < 2 {
		return "nothing"
	}
	a, b := pages[l.r.IntN(len(pages))], pages[l.r.IntN(len(pages))]
	file := filepath.Join(l.dir, "wiki", filepath.FromSlash(a))
	text := fsutiltest.Read(l.t, file)
	ctx := l.t.Context()
	switch l.r.IntN(4) {
	case 0:
		line := fmt.Sprintf("- Mine, number %d", len(l.mine))
		l.mine = append(l.mine, line)
		at := strings.Index(string(text), "## Key Points\n\n") + len("## Key Points\n\n")
		fsutiltest.Write(l.t, file, string(text[:at])+line+"\n"+string(text[at:]))
		return "a line in " + a
	case 1:
		name := fmt.Sprint("Renamed number ", l.n)
		_, err := refactor.Move(ctx, l.c.Journal(), "wiki/"+a, name, false)
		must.Be(l.t, err == nil, "rename %s: %v", a, err)
		return a + " is " + name
	case 2:
		if a == b {
			return "nothing"
		}
		_, err := refactor.Merge(ctx, l.c.Journal(), "wiki/"+a, "wiki/"+b, false)
		must.Be(l.t, err == nil || errors.As(err, new(*refactor.RefusedError)), "merge %s: %v", a, err)
		return "merged " + a + " into " + b
	default:
		was := l.files()
		name := fmt.Sprint("Taken back ", l.n)
		_, err := refactor.Move(ctx, l.c.Journal(), "wiki/"+a, name, false)
		must.Be(l.t, err == nil, "rename %s: %v", a, err)
		must.Get(l.c.Journal().Undo(ctx, journal.UndoOptions{}))(l.t)
		l.same("taken back", was)
		return "renamed and taken back " + a
	}
}

// If a model joins a new line with one that a person has reworded, the new line becomes a point of its own, and the
// person's stays.
func TestJoinsAPersonsLine(t *testing.T) {
	l := newLab(t, rand.New(rand.NewPCG(1, 1)), t.TempDir())
	add := func(day int, text string) {
		l.n++
		e := daily.Entry{ID: fmt.Sprintf("%012x", l.n), Agent: "claude", Session: fmt.Sprint("s-", l.n), Project: "tide", From: "a", To: "b", By: "extractive",
			At: time.Date(2026, 11, day, 8, l.n, 0, 0, time.UTC), Summary: daily.Summary{Title: "SQLite", Bullets: []daily.Bullet{{Kind: daily.Decision, Text: text}}}}
		_, _, err := l.c.Daily.Append(t.Context(), e)
		must.Do(t, err)
	}
	const first, second = "Keep SQLite in WAL mode, because readers block writers otherwise", "SQLite checkpoints its WAL after 1000 pages"
	add(10, first)
	add(11, "SQLite keeps the tides of every harbour")
	add(11, "The importer writes to SQLite at night, because nobody reads then")
	l.compile(compiler.Options{}, nil, false)
	file := filepath.Join(l.dir, "wiki", "concepts", "sqlite.md")
	text := fsutiltest.Read(t, file)
	const mine = "WAL, always, says ann"
	fsutiltest.Write(t, file, strings.Replace(string(text), "- "+first, "- "+mine, 1))
	l.compile(compiler.Options{}, nil, false)
	add(12, second)
	asked := false
	l.compile(compiler.Options{}, speaker(func(_ ask.Question, refs map[string]string) string {
		asked = true
		return "article: SQLite\npoint [" + refs[first] + " " + refs[second] + "]: " + first + "; " + second
	}), false)
	page, _ := os.ReadFile(file)
	must.Hold(t, asked && strings.Contains(string(page), "- "+mine+" (") && strings.Contains(string(page), "- "+second+" ([[2026-11-12#^") && !strings.Contains(string(page), "; "+second), "asked %v:\n%s", asked, page)
}
