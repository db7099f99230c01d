package subject

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/subject/reading"
	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/holds"
	"pgregory.net/rapid"
)

// A scenario is a case of testdata/truth/scenarios.txt.
type scenario struct {
	name, entries string
	want          []string // by line: "", "was" or "tried"
}

func scenarios(t *testing.T, file string) []scenario {
	t.Helper()
	b := must.Get(os.ReadFile("testdata/truth/" + file))(t)
	var out []scenario
	for text := range strings.Lines(string(b)) {
		text = strings.TrimSpace(text)
		name, ok := strings.CutPrefix(text, "= ")
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case ok:
			out = append(out, scenario{name: name})
		default:
			s := &out[len(out)-1]
			text, mark, _ := strings.Cut(text, " | ")
			if len(text) > 1 && text[1] == ' ' {
				s.want = append(s.want, mark)
			} else {
				text += " | Work"
			}
			s.entries += text + "\n"
		}
	}
	return out
}

// TestTruth checks the scenarios.
func TestTruth(t *testing.T) {
	for _, file := range []string{"scenarios.txt", "later.txt", "third.txt", "doubt.txt", "fourth.txt", "fifth.txt", "sixth.txt", "seventh.txt", "eighth.txt", "mended.txt"} {
		for _, s := range scenarios(t, file) {
			x := topic.Read(parseEntries(t, s.entries), reading.Load(nil, Traits))
			x.SettleTruth(new(holds.Memory).Judge)
			for i := range x.Lines {
				got := ""
				switch tr := x.Truth[i]; {
				case tr.ReplacedBy >= 0:
					got = "was"
				case tr.Tried:
					got = "tried"
				}
				want := s.want[i]
				must.Hold(t, got == want || want == "was?" && got == "", "%s: %s: %q is %q, want %q", file, s.name, x.Lines[i].Text, got, want)
			}
		}
	}
}

// draftsOf returns what the author says, with or without regard to the status of the lines.
func draftsOf(entries []daily.Dated, truth bool) (*topic.Index, map[string]draft.Draft) {
	x := topic.Read(entries, reading.Load(nil, Traits))
	unite(x, nil)
	x.SettleTruth(new(holds.Memory).Judge)
	if !truth {
		for i := range x.Truth {
			x.Truth[i] = topic.Nothing
		}
	}
	x.Gather()
	out := make(map[string]draft.Draft)
	for _, d := range bind(x, nil, nil).drafts() {
		out[d.Title] = d
	}
	return x, out
}

// cited returns the lines that a draft cites outside of its history, and in all.
func cited(d draft.Draft) (held, all []wiki.Cite) {
	add := func(to *[]wiki.Cite, points ...wiki.Point) {
		for _, p := range points {
			*to = append(*to, p.Cites...)
		}
	}
	add(&held, d.Points...)
	for _, b := range d.Details {
		add(&held, b.Points...)
	}
	all = slices.Clone(held)
	for _, h := range d.History {
		add(&all, h.Was, h.Now)
	}
	return held, all
}

// The status of a line creates and drops no article and loses no citation. What no longer holds is only in the
// history, next to its replacement, and is used in no lead, description or reason of a link; nor is what was only
// tried.
func TestTruthLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t, rapid.IntRange(2, 30).Draw(t, "n"))
		_, plain := draftsOf(entries, false)
		x, told := draftsOf(entries, true)
		must.Be(t, len(plain) == len(told), "%d articles, and %d when nothing is of the past", len(told), len(plain))
		var somewhere []wiki.Cite // a project's line may be in a collection
		for _, d := range told {
			_, all := cited(d)
			somewhere = append(somewhere, all...)
		}
		for title, d := range told {
			held, _ := cited(d)
			_, was := cited(plain[title])
			for _, c := range was {
				must.Be(t, slices.Contains(somewhere, c), "%q lost %v", title, c)
			}
			for i := range x.Lines {
				l := &x.Lines[i]
				if x.Stands(int32(i)) {
					continue
				}
				must.Be(t, x.Truth[i].ReplacedBy < 0 || !slices.Contains(held, l.Cite), "%q says %q, whose place another line took", title, l.Text)
				if twice := slices.ContainsFunc(x.Lines, func(o topic.Line) bool { return o.Text == l.Text && o.Cite != l.Cite }); twice {
					continue
				}
				if said := opening(l.Plain); len(said) > 30 && (strings.Contains(d.Lead, said) || strings.Contains(d.Description, said) ||
					slices.ContainsFunc(d.Related, func(r draft.Related) bool { return strings.Contains(r.Why, said) })) {
					t.Fatalf("%q is introduced by %q, which does not hold", title, l.Text)
				}
			}
		}
	})
}
