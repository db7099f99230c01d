package compiler_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/subject"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// An arrival is an entry of a log, as it arrives.
type arrival struct{ log, text string }

// arrivals cuts logs into their heads and their entries, in order.
func arrivals(logs map[string]string) (heads map[string]string, out []arrival) {
	heads = map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(logs)) {
		parts := strings.Split(logs[name], "\n### Session")
		heads[name] = parts[0]
		for _, p := range parts[1:] {
			out = append(out, arrival{name, "\n### Session" + p})
		}
	}
	return heads, out
}

// The extractive wiki is a function of the logs: whatever the order in which entries arrive, and however many at a time,
// it ends as it does when all are compiled at once.
func TestOrderOfArrival(t *testing.T) {
	demo := map[string]string{}
	for _, f := range txtar.Parse(fsutiltest.Read(t, "../cmd/memoria/testdata/pins/want/demo-vault.txtar")).Files {
		if name, ok := strings.CutPrefix(f.Name, "demo/"); ok && strings.HasPrefix(name, "daily/") {
			demo[name] = string(f.Data)
		}
	}
	must.Be(t, len(demo) >= 5, "%d logs of the demo", len(demo))
	t.Run("demo", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) { inAnyOrder(t, rt, demo) })
	})
	t.Run("generated", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) { inAnyOrder(t, rt, generatedLogs(rt)) })
	})
}

func inAnyOrder(t *testing.T, rt *rapid.T, logs map[string]string) {
	open := func() *vault {
		dir := must.Get(os.MkdirTemp(t.TempDir(), ""))(rt)
		v := vaultAt(rt, dir)
		v.c.Author, v.c.Interval = subject.Author{}, 0
		return v
	}
	all := open()
	defer all.c.Vault.Close()
	for name, text := range logs {
		all.write(name, text)
	}
	all.compile(compiler.Options{})
	v := open()
	defer v.c.Vault.Close()
	heads, list := arrivals(logs)
	order := rapid.Permutation(slices.Collect(indices(len(list)))).Draw(rt, "order")
	there := make([]bool, len(list))
	for len(order) > 0 {
		n := rapid.IntRange(1, len(order)).Draw(rt, "at a time")
		for _, i := range order[:n] {
			there[i] = true
		}
		order = order[n:]
		text := map[string]string{}
		for i, a := range list {
			if there[i] {
				text[a.log] += a.text
			}
		}
		for name, entries := range text {
			v.write(name, heads[name]+entries)
		}
		v.compile(compiler.Options{})
	}
	sameFiles(rt, wikiArticles(all), wikiArticles(v))
}

func indices(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// wikiArticles returns the wiki but for its log, which tells how it came to be.
func wikiArticles(v *vault) map[string]string {
	out := v.pages()
	maps.DeleteFunc(out, func(name, _ string) bool { return !strings.HasPrefix(name, "wiki/") || name == "wiki/log.md" })
	return out
}

// generatedLogs returns logs of two projects that name the same things in several ways.
func generatedLogs(rt *rapid.T) map[string]string {
	names := [][]string{
		{"SQLite", "sqlite"}, {"the job queue", "The job queue", "`job queue`"}, {"the SessionStart hook", "the session start hook", "`SessionStart`"},
		{"the WAL file", "The WAL", "`wal-file`"}, {"the retry budget", "`retry_budget`"}, {"goreleaser", "GoReleaser", "`goreleaser`"},
		{"the harbor API", "`harbor-api`"}, {"Redis", "redis"},
	}
	says := []string{
		"%s keeps what it knows in one file, since a second service is one too many.", "%s is used instead of %s, because readers blocked the writer.",
		"%s fails at once while %s holds the lock.", "%s is not used any more.", "%s and %s share one timeout of two seconds.",
		"%s is the place where every request carries its key.", "Never run %s twice.", "%s was replaced by %s.", "Measure %s under load.",
	}
	kinds := []string{"Decisions Made", "Lessons Learned", "Facts", "Preferences", "Action Items"}
	logs := map[string]string{}
	block := 0
	for day := range rapid.IntRange(2, 6).Draw(rt, "days") {
		name := fmt.Sprintf("daily/2026-11-%02d.md", day+1)
		text := fmt.Sprintf("# Daily Log: 2026-11-%02d\n\n## Sessions\n", day+1)
		for e := range rapid.IntRange(1, 3).Draw(rt, "entries") {
			id := fmt.Sprintf("%08x%04x", day+1, e)
			project := rapid.SampledFrom([]string{"harbor", "Harbor", "quay"}).Draw(rt, "project")
			text += fmt.Sprintf("\n### Session (1%d:00) - Work on %s\n<!-- memoria:entry id=%s agent=claude session=s-%s project=%s branch=main at=2026-11-%02dT1%d:00:00Z from=u1 to=u2 by=extractive -->\n",
				e, project, id, id, project, day+1, e)
			for _, kind := range kinds {
				for n := range rapid.IntRange(0, 2).Draw(rt, kind) {
					if n == 0 {
						text += "\n**" + kind + ":**\n"
					}
					line := rapid.SampledFrom(says).Draw(rt, "line")
					for strings.Contains(line, "%s") {
						line = strings.Replace(line, "%s", rapid.SampledFrom(rapid.SampledFrom(names).Draw(rt, "subject")).Draw(rt, "name"), 1)
					}
					block++
					text += fmt.Sprintf("- %s ^k%06x\n", line, block)
				}
			}
			text += "<!-- /memoria:entry " + id + " -->\n"
		}
		logs[name] = text
	}
	return logs
}
