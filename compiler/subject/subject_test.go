package subject

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"pgregory.net/rapid"
)

// An entrySpec draws log entries about a few invented subjects, with every kind of naming.
var (
	things = []string{"`tidewatch`", "`tidewatch sync --all`", "Marlow", "the Marlow API", "`LedgerStore`", "the ledger store",
		"snapshot cursor", "the snapshot cursor", "`harbor.yaml`", "Program Counter (PC)", "the PC", "`QUAY_TOKEN`", "quay tokens",
		"retry budget", "the retry budget", "Sidecar-Lock", "`sidecar-lock`", "the flaky upload", "`npm run docs`", "Port Authority",
		"`quay/tokens`", "`quay/tokens`", "the `quay/tokens` branch", "`quay://`", "`snapshot.cursor`", "C++", "`C#`"}
	frames = []string{"%s drops the last row when the disk is full", "Use %s instead of %s for the nightly run", "%s is the part that talks to %s",
		"The cause was %s, not %s", "We want %s in every environment", "Moved %s behind a flag", "%s", "Switched the nightly run from %s to %s", "Use %s for the nightly run",
		"Tried %s for the nightly run, but it lost rows", "We no longer use %s for the nightly run", "It fails (see %s) on Tuesdays", "Renamed %s to %s in every log"}
	projects = []string{"quay", "marlow", "", "cli", "side-car", "sidecar", "fork/quay"}
	named    = []string{"", "main", "ann/retry-budget", "fix/retry-budget-2", "snapshot-cursor", "night-run-in-pairs"}
)

func drawEntries(t *rapid.T, n int) []daily.Dated {
	out := make([]daily.Dated, n)
	for i := range out {
		day := rapid.IntRange(1, 20).Draw(t, "day")
		date := daily.DateOf(time.Date(2026, time.March, day, 0, 0, 0, 0, time.UTC), nil)
		e := daily.Dated{Date: date}
		e.ID = fmt.Sprintf("e%03d", i)
		e.Agent, e.Session = "claude", fmt.Sprintf("s%d", i/2)
		e.Project = rapid.SampledFrom(projects).Draw(t, "project")
		e.Branch = rapid.SampledFrom(named).Draw(t, "branch")
		e.At = date.At(9, i%60, time.UTC)
		e.Title = line1(t)
		for j := range rapid.IntRange(0, 6).Draw(t, "bullets") {
			e.Bullets = append(e.Bullets, daily.Bullet{
				Kind: daily.Kind(rapid.IntRange(1, 6).Draw(t, "kind")), Text: line1(t), Block: fmt.Sprintf("k%03d%d", i, j),
			})
		}
		out[i] = e
	}
	return out
}

func line1(t *rapid.T) string {
	f := rapid.SampledFrom(frames).Draw(t, "frame")
	args := make([]any, strings.Count(f, "%s"))
	for i := range args {
		args[i] = rapid.SampledFrom(things).Draw(t, "thing")
	}
	return fmt.Sprintf(f, args...)
}

func articles(t must.T, entries []daily.Dated, known []wiki.Known) []draft.Draft {
	ds, err := Author{}.Articles(context.Background(), entries, known)
	must.Do(t, err)
	return ds
}

// knownOf returns the pages that drafts make.
func knownOf(ds []draft.Draft) []wiki.Known {
	var out []wiki.Known
	for _, d := range ds {
		out = append(out, wiki.Known{Slug: d.Name(), Title: d.Title, Aliases: d.Aliases, Type: d.Type})
	}
	return out
}

// rendered returns the pages of drafts, as bytes by slug: what a vault would hold.
func rendered(ds []draft.Draft) map[wiki.Slug]string {
	out := make(map[wiki.Slug]string)
	for _, d := range ds {
		out[d.Name()] = string(d.Render())
	}
	return out
}

func TestOrderOfEntriesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t, rapid.IntRange(1, 25).Draw(t, "n"))
		shuffled := rapid.Permutation(entries).Draw(t, "shuffled")
		same(t, rendered(articles(t, entries, nil)), rendered(articles(t, shuffled, nil)))
	})
}

// A second run, or one after a crash that wrote only some of the pages, gives the same bytes.
func TestOwnPagesChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t, rapid.IntRange(1, 25).Draw(t, "n"))
		first := articles(t, entries, nil)
		var some []wiki.Known
		for _, k := range knownOf(first) {
			if rapid.Bool().Draw(t, "written") {
				some = append(some, k)
			}
		}
		same(t, rendered(first), rendered(articles(t, entries, some)))
	})
}

// A later entry touches only what it names, and removes nothing.
func TestLaterEntryIsLocal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t, rapid.IntRange(2, 25).Draw(t, "n"))
		slices.SortFunc(entries, func(a, b daily.Dated) int { return a.At.Compare(b.At) })
		last := entries[len(entries)-1]
		before := articles(t, entries[:len(entries)-1], nil)
		after := make(map[string]draft.Draft)
		for _, d := range articles(t, entries, knownOf(before)) {
			after[d.Title] = d
		}
		for _, d := range before {
			now, ok := after[d.Title]
			must.Be(t, ok, "%q is gone after an entry about %q", d.Title, last.Title)
			if concerns(last, d) || concerns(last, now) || slices.Contains(now.Days(), wiki.Date(last.Date.String())) {
				continue
			}
			// What the entry names may have become a subject, and be linked with from here.
			linked := func(r draft.Related) bool {
				return concerns(last, after[r.Title])
			}
			if !slices.Equal(d.Related, now.Related) && strings.HasPrefix(now.Description, "Work on ") {
				d.Description = now.Description // which lists what a project is linked with
			}
			d.Related, now.Related = slices.DeleteFunc(d.Related, linked), slices.DeleteFunc(now.Related, linked)
			// The entry that gives a project its article settles how all spell it.
			oneSpelling := strings.NewReplacer("side-car", "sidecar")
			was, is := oneSpelling.Replace(string(d.Render())), oneSpelling.Replace(string(now.Render()))
			must.Hold(t, was == is, "%q changed by an entry that does not name it:\n%s\n%+v", d.Title, lineDiff(was, is), last)
		}
	})
}

// concerns reports whether an entry names an article's subject, by any of its names.
func concerns(e daily.Dated, d draft.Draft) bool {
	text := mention.Key(e.Title+" "+e.Project) + " " + mention.Key(purpose(e.Branch))
	for _, b := range e.Bullets {
		text += " " + mention.Key(b.Text)
	}
	names := slices.Concat([]string{d.Title}, d.Aliases)
	for _, k := range shelves {
		names[0] = strings.TrimPrefix(names[0], k.name)
	}
	for _, r := range d.Connects {
		names = append(names, r.Title)
	}
	for _, n := range names {
		if strings.Contains(text, mention.Key(strings.TrimSuffix(n, topic.ProjectSuffix))) {
			return true
		}
	}
	return false
}

func same(t must.T, want, got map[wiki.Slug]string) {
	t.Helper()
	for s, w := range want {
		if g, ok := got[s]; !ok {
			t.Fatalf("%s is missing", s)
		} else if g != w {
			t.Fatalf("%s differs:\n%s", s, lineDiff(w, g))
		}
	}
	for s := range got {
		if _, ok := want[s]; !ok {
			t.Fatalf("%s is new:\n%s", s, got[s])
		}
	}
}

// lineDiff returns the lines that only one of two texts has.
func lineDiff(a, b string) string {
	var out strings.Builder
	for _, side := range []struct{ sign, text, other string }{{"-", a, b}, {"+", b, a}} {
		have := strings.Split(side.other, "\n")
		for l := range strings.SplitSeq(side.text, "\n") {
			if !slices.Contains(have, l) {
				out.WriteString(side.sign + l + "\n")
			}
		}
	}
	if out.Len() == 0 {
		return "the order of lines:\n" + a + "---\n" + b
	}
	return out.String()
}

// Every point is a line of a log, unchanged, and no name is claimed twice.
func TestPointsAreLinesAndNamesAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t, rapid.IntRange(1, 30).Draw(t, "n"))
		said := make(map[string]string)
		for _, e := range entries {
			for _, b := range e.Bullets {
				said[e.Date.String()+"^"+b.Block] = b.Text
			}
		}
		claims := make(map[string]string)
		claim := func(name, by string) {
			f := wiki.Fold(name)
			other, ok := claims[f]
			must.Be(t, !ok, "%q is claimed by %q and %q", name, other, by)
			claims[f] = by
		}
		ds := articles(t, entries, nil)
		slugs := make(map[wiki.Slug]bool)
		titles := make(map[string]bool)
		for _, d := range ds {
			claim(d.Title, d.Title)
			titles[d.Title] = true
			for _, a := range d.Aliases {
				claim(a, d.Title)
			}
			must.Be(t, !slugs[d.Name()], "two articles are called %s", d.Name())
			slugs[d.Name()] = true
			must.Be(t, len(d.Points) != 0, "%q has no points", d.Title)
			points := slices.Clone(d.Points)
			for _, b := range d.Details {
				points = append(points, b.Points...)
			}
			for _, h := range d.History {
				points = append(points, h.Was, h.Now)
			}
			for _, p := range points {
				must.Be(t, len(p.Cites) != 0, "%q: %q is not cited", d.Title, p.Text)
				for _, c := range p.Cites {
					must.Be(t, said[string(c.Date)+"^"+c.Block] == p.Text, "%q says %q, the log %q", d.Title, p.Text, said[string(c.Date)+"^"+c.Block])
				}
			}
		}
		back := make(map[[2]string]bool)
		for _, d := range ds {
			for _, r := range d.Related {
				must.Be(t, titles[r.Title], "%q is related to %q, which is no article", d.Title, r.Title)
				must.Be(t, r.Why != "", "%q is related to %q for no reason", d.Title, r.Title)
				back[[2]string{d.Title, r.Title}] = true
			}
		}
		for ends := range back {
			must.Be(t, back[[2]string{ends[1], ends[0]}], "%q links to %q, but not back", ends[0], ends[1])
		}
	})
}
