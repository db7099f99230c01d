package editor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
	"github.com/agent-admin/memoria/wiki/draft"
)

// p returns the point of the article SQLite that contains some words.
func p(q ask.Question, words string) string {
	_, rest, _ := strings.Cut(q.Prefix, "## SQLite")
	rest, _, _ = strings.Cut(rest, "\n\n")
	return ref(ask.Question{Prompt: rest}, words)
}

// edits is a model that edits the wiki of tide correctly.
func edits() *asktest.Model {
	return &asktest.Model{Say: func(q ask.Question, _ int) (string, error) {
		return envelope(q,
			"article: SQLite",
			"lead [{Keep SQLite} {Copying}]: SQLite runs in WAL mode. A copy of its file without the WAL loses the last commits.",
			"description [{Keep SQLite}]: SQLite in WAL mode",
			"instead "+p(q, "an hour")+" [{30 minutes}]: SQLite backups run at an interval of 30 minutes, because an hour lost too much",
			"point [{Copying} {Keep SQLite}]: Keep SQLite in WAL mode, because readers block writers otherwise; copying the SQLite file without the WAL loses the last commits, see `backup.sh`",
			"article: WAL growth",
			"lead [{900 MB}]: The WAL file grows while a reader holds its snapshot open.",
			"point [{900 MB}]: The WAL file grew to 900 MB, because a reader held its snapshot open",
			"section: Checkpoints of SQLite",
			"point [{1000 pages}]: SQLite checkpoints the WAL after 1000 pages",
			"link [{Copying}]: SQLite - copying the file without the WAL loses commits",
		), nil
	}}
}

// An answer creates, updates, joins, ends and links, and everything it does not name stays.
func TestEdits(t *testing.T) {
	v := newVault(t, edits())
	got := v.revise(tide())
	for _, want := range []string{
		"SQLite runs in WAL mode. A copy of its file without the WAL loses the last commits.\n",
		"description: SQLite in WAL mode\n",
		"- Keep SQLite in WAL mode, because readers block writers otherwise; copying the SQLite file without the WAL loses the last commits, see `backup.sh` ([[2026-03-02#^k2c|2026-03-02]], [[2026-03-01#^k1a|2026-03-01]])\n- SQLite backups run",
		"- SQLite backups run at an interval of 30 minutes, because an hour lost too much ([[2026-03-02#^k2a|2026-03-02]])\n",
		"## History\n\n- Until 2026-03-02: The interval of SQLite backups is an hour ([[2026-03-01#^k1d|2026-03-01]]); then: SQLite backups run",
		"- SQLite checkpoints the WAL after 1000 pages ([[2026-03-01#^k1c|2026-03-01]])\n\n## History", // not named
		"=> wal-growth\n---\ntitle: WAL growth\ntags: [tide]\ntype: concept\nsources: [\"[[2026-03-01]]\"]\ncreated: 2026-03-01\nupdated: 2026-03-01\ndescription: The WAL file grows while a reader holds its snapshot open.\n",
		"## Details\n\n### Checkpoints of SQLite\n\n- SQLite checkpoints the WAL",
		"- [[sqlite|SQLite]] - copying the file without the WAL loses commits\n",
		"- [[wal-growth|WAL growth]] - The WAL file grows while a reader holds its snapshot open.\n",
	} {
		must.Hold(t, strings.Contains(got, want), "there is no %q", want)
	}
	must.Hold(t, len(v.notes) == 0 && !t.Failed(), "%v in\n%s", v.notes, got)
	if n := len(v.Model.(*asktest.Model).Asked); n != 1 || len(v.files()) != 1 {
		t.Errorf("asked %d times, kept %v", n, v.files())
	}
}

// What was answered is not asked again and gives the same bytes, even if the pages exist, if no model is available,
// and in whatever order the entries come.
func TestReplay(t *testing.T) {
	v := newVault(t, edits())
	got := v.revise(tide())
	drafts, _ := v.Articles(context.Background(), tide(), nil)
	var known []wiki.Known
	for _, d := range drafts {
		known = append(known, wiki.Known{Slug: d.Name(), Title: d.Title, Aliases: d.Aliases, Type: d.Type})
	}
	again := v.revise(tide())
	must.Hold(t, again == got, "asked again:\n%s", again)
	again = v.replay(tide(), known...)
	must.Hold(t, again == got, "with the pages there:\n%s", again)
	n := len(v.Model.(*asktest.Model).Asked)
	must.Hold(t, n == 1, "asked %d times", n)
	changed := tide()
	changed[0].Bullets[1].Text += ", for a day"
	again = v.replay(changed)
	must.Hold(t, again == plain(t, changed), "of an entry that changed:\n%s", again)
	wal := &known[slices.IndexFunc(known, func(k wiki.Known) bool { return k.Title == "WAL growth" })]
	wal.Title, wal.Slug, wal.Aliases = "Growing WAL", "growing-wal", []string{"WAL growth"}
	must.Text(t, v.replay(tide(), known...), "of an article that a person renamed").Has("=> growing-wal\n").Lacks("=> wal-growth")
	wal.Title, wal.Slug, wal.Aliases, wal.Human = "WAL growth", "wal-growth", nil, true
	must.Text(t, v.replay(tide(), known...), "of a page that is a person's now").Lacks("=> wal-growth")
}

// Later entries leave earlier answers in place, and only they are asked about.
func TestLaterEntries(t *testing.T) {
	m := edits()
	first := m.Say
	m.Say = func(q ask.Question, n int) (string, error) {
		if n == 1 {
			return first(q, n)
		}
		return form.Nothing, nil
	}
	v := newVault(t, m)
	v.revise(tide())
	more := append(tide(), entry(3, "2026-03-03", "fact: SQLite runs on three hosts of the tide project"))
	got := v.revise(more)
	must.Be(t, len(m.Asked) == 2 && !strings.Contains(m.Asked[1].Prompt, "900 MB") && strings.Contains(m.Asked[1].Prompt, "three hosts"), "asked %d times", len(m.Asked))
	for _, want := range []string{"three hosts", "lead", "=> wal-growth", "SQLite backups run at an interval"} {
		must.Hold(t, want == "lead" || strings.Contains(got, want), "no %q in\n%s", want, got)
	}
	must.Equal(t, v.replay(more), got, "v.replay(more)")
}

// A changed model or changed rules cost nothing until somebody asks again.
func TestAgain(t *testing.T) {
	v := newVault(t, edits())
	got := v.revise(tide())
	other := edits()
	other.Title = "script/two"
	v.Model = other
	must.Hold(t, v.revise(tide()) == got && len(other.Asked) == 0, "asked %d times", len(other.Asked))
	v.Again, v.Count = true, true
	v.revise(tide())
	n := v.Estimate()
	must.Hold(t, n.Calls == 1 && n.In >= 5000 && len(other.Asked) == 0, "estimates %+v", n)
	v.Count = false
	must.Hold(t, v.revise(tide()) == got && len(other.Asked) == 1 && len(v.files()) == 1, "asked %d times, kept %v", len(other.Asked), v.files())
	if v.revise(tide()); len(other.Asked) != 1 {
		t.Error("asked a third time")
	}
}

// Whatever fails in a model, the articles are those of the base, and the run continues.
func TestFailures(t *testing.T) {
	base := plain(t, tide())
	for _, c := range []struct {
		name  string
		say   func(q ask.Question, n int) (string, error)
		asked int
		kept  int
	}{
		{"fatal", func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Fatal} }, 1, 1},
		{"retry", func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Retry} }, 1, 1},
		{"over budget", func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.OverBudget} }, 1, 1},
		{"an error that says nothing", func(ask.Question, int) (string, error) { return "", fmt.Errorf("broken pipe") }, 1, 1},
		{"nobody is there", func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Nobody} }, 1, 0},
		{"refused", func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Refused} }, 3, 2},
		{"too long", func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.TooLong} }, 3, 2},
		{"empty", func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Empty} }, 6, 2},
		{"prose", func(ask.Question, int) (string, error) { return "I would rather not.", nil }, 6, 2},
		{"cut", func(q ask.Question, _ int) (string, error) {
			return "=== MARK\narticle: SQLite\nlead [b1]: SQLite", nil
		}, 3, 2},
		{"wrong mark", func(q ask.Question, _ int) (string, error) {
			return "=== M0000000000000000\narticle: SQLite\n=== end M0000000000000000", nil
		}, 6, 2},
		{"twice", func(q ask.Question, _ int) (string, error) {
			return "=== MARK\narticle: SQLite\narticle: SQLite\n=== end MARK", nil
		}, 6, 2},
		{"huge", func(q ask.Question, _ int) (string, error) {
			return "=== MARK\narticle: SQLite\n" + strings.Repeat("point [b1]: SQLite\n", 60_000) + "=== end MARK", nil
		}, 6, 2},
		{"no words", func(q ask.Question, _ int) (string, error) { return "\xff\xfe", nil }, 6, 2},
		{"nothing", func(ask.Question, int) (string, error) { return form.Nothing, nil }, 1, 1},
	} {
		m := &asktest.Model{Say: c.say}
		v := newVault(t, m)
		got := v.revise(tide())
		must.Hold(t, got == base && v.replay(tide()) == base, "%s: %s", c.name, got)
		must.Hold(t, len(m.Asked) == c.asked && len(v.files()) == c.kept, "%s: asked %d times, kept %v", c.name, len(m.Asked), v.files())
		must.Hold(t, c.name == "nothing" || len(v.notes) != 0, "%s: nothing was told", c.name)
		if v.revise(tide()); c.kept == 2 && len(m.Asked) != c.asked {
			t.Errorf("%s: asked again about what was set aside", c.name)
		}
	}
}

// One bad entry of a batch does not affect the others.
func TestEntryByEntry(t *testing.T) {
	m := &asktest.Model{Say: func(q ask.Question, _ int) (string, error) {
		if strings.Contains(q.Prompt, "900 MB") {
			return "", asktest.Failure{Kind: ask.Refused}
		}
		return envelope(q, "article: SQLite", "lead [{Copying}]: Copying the SQLite file without the WAL loses the last commits."), nil
	}}
	v := newVault(t, m)
	got := v.revise(tide())
	must.Hold(t, strings.Contains(got, "\nCopying the SQLite file without the WAL loses the last commits.\n") && got == v.replay(tide()), "%v", got)
	stock, _, err := kept.Load(v.Replies)
	must.Hold(t, err == nil && len(stock) == 2 && stock[0].Failed != stock[1].Failed, "%+v %v", stock, err)
}

// Killed after any call, or before any write, a run pays for nothing twice and ends in the same bytes.
func TestKilled(t *testing.T) {
	entries := long(5)
	answer := func(q ask.Question, _ int) (string, error) {
		i := strings.Index(q.Prompt, "b1 ")
		_, words, _ := strings.Cut(q.Prompt[i:], ": ")
		words, _, _ = strings.Cut(words, "\n")
		return envelope(q, "article: Subject of "+words[:8], "point [b1]: "+words, "point [b1]: made up 4711"), nil
	}
	whole := newVault(t, &asktest.Model{Say: answer, Bytes: 8 << 10})
	want := whole.revise(entries)
	calls := len(whole.Model.(*asktest.Model).Asked)
	if calls < 6 { // two for each batch: the second repairs
		t.Fatalf("%d calls", calls)
	}
	for at := 1; at <= calls; at++ {
		ctx, kill := context.WithCancel(context.Background())
		m := &asktest.Model{Bytes: 8 << 10}
		m.Say = func(q ask.Question, n int) (string, error) {
			if n == at {
				kill()
			}
			return answer(q, n)
		}
		v := newVault(t, m)
		_, err := v.Revise(ctx, entries, nil, all)
		must.Be(t, err != nil, "killed at %d: no error", at)
		got := v.revise(entries)
		must.Hold(t, got == want && len(m.Asked) == calls, "killed at %d: asked %d times of %d, same: %v", at, len(m.Asked), calls, got == want)
	}
}

// long returns a log of n entries of eight lines, which end in some words.
func long(n int, end ...string) (out []daily.Dated) {
	for i := range n {
		var lines []string
		for k := range 8 {
			lines = append(lines, fmt.Sprintf("decision: Topic%02d keeps its setting number %d at %d ms, because the test of host%d would time out otherwise", i%7, k, 100*i+k, k)+strings.Join(end, ""))
		}
		out = append(out, entry(i, fmt.Sprintf("2026-%02d-%02d", 3+i/280, 1+i/10%28), lines...))
		for k := range out[i].Bullets {
			out[i].Bullets[k].Block = fmt.Sprintf("x%04d", 8*i+k)
		}
	}
	return out
}

// tokens estimates the tokens of a question.
func tokens(q ask.Question) int { return (len(q.System) + len(q.Prefix) + len(q.Prompt)) / 4 }

// The cost of a day does not depend on the size of the wiki, even if its lines are long and the model's window is
// small, and calls of a run share most of what they send.
func TestBounds(t *testing.T) {
	for _, day := range []struct {
		name    string
		entries []daily.Dated
		window  int
	}{{"a day", long(10), 0}, {"a day of long lines", long(10, ", and the deploy would be rolled back while somebody waits, which nobody wants on a Friday, or so it was said by all who were asked"), 0}, {"a day in a small window", long(10), 24 << 10}} {
		var costs []int
		for _, size := range []int{100, 1000, 10_000} {
			if size > 1000 && day.name != "a day" {
				continue
			}
			m := &asktest.Model{Bytes: day.window, Say: func(ask.Question, int) (string, error) { return form.Nothing, nil }}
			v := newVault(t, m)
			v.Base = crowd{size}
			must.Get(v.Revise(t.Context(), day.entries, nil, all))(t)
			sum := 0
			for _, q := range m.Asked {
				sum += tokens(q)
			}
			if costs = append(costs, sum); sum > 12_000 || day.window > 0 && 4*tokens(m.Asked[0]) > day.window {
				t.Errorf("%s, %d articles: %d tokens in %d calls", day.name, size, sum, len(m.Asked))
			}
		}
		t.Logf("tokens of %s: %v", day.name, costs)
		must.Hold(t, slices.Max(costs)*10 <= slices.Min(costs)*11, "tokens of %s: %v", day.name, costs)
	}
	for _, base := range []Base{crowd{1000}, said} {
		m := &asktest.Model{Say: func(ask.Question, int) (string, error) { return form.Nothing, nil }}
		v := newVault(t, m)
		v.Base = base
		v.revise(long(30))
		least := 100
		for _, q := range m.Asked[1:] {
			must.Be(t, q.System == m.Asked[0].System && q.Prefix == m.Asked[0].Prefix, "two questions of a run do not share their first part")
			least = min(least, 100*(len(q.System)+len(q.Prefix))/(4*tokens(q)))
		}
		t.Logf("%d calls share %d %%", len(m.Asked), least)
		must.Hold(t, len(m.Asked) >= 2 && least >= 60, "%d calls share %d %%", len(m.Asked), least)
	}
}

// A crowd is a base with so many articles, some of them about the entries.
type crowd struct{ size int }

func (crowd) Name() string { return "crowd/1" }

func (c crowd) Articles(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error) {
	out, err := said.Articles(ctx, entries, known)
	for i := len(out); i < c.size; i++ {
		d := draft.Draft{Title: fmt.Sprintf("Concept %d of the setting", i), Type: wiki.Concept, Lead: "A concept that some host keeps, with all that belongs to it.", Updated: wiki.Date(fmt.Sprintf("2025-%02d-01", 1+i%12))}
		for k := range 4 {
			e := &entries[(i+k)%len(entries)]
			d.Points = append(d.Points, wiki.Point{Text: fmt.Sprintf("The concept %d has a point %d that tells of its setting at some length, because readers ask", i, k), Cites: []wiki.Cite{pages.CiteOf(e, e.Bullets[k%len(e.Bullets)])}})
		}
		out = append(out, d)
	}
	return out, err
}
