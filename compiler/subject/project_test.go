package subject

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// A project in two spellings is one: its article uses the more frequent one, the other is an alias, and all tags and
// leads spell it the same way.
func TestProjectInTwoSpellings(t *testing.T) {
	ds := articles(t, parseEntries(t, `2026-06-01 quaysync | Set up the crane
F CraneBot lifts the boxes
L CraneBot drops a box when it rains
F The yard has two gates
2026-06-02 quay-sync | Use quay-sync for boxes
D quay-sync copies the list, because the yard is offline
L quay-sync needs a clock
F quay-sync writes at night
2026-06-03 quay-sync | Gates
F quay-sync counts the gates
D CraneBot waits for the wind to calm
L CraneBot has no lamp
`), nil)
	for _, d := range ds {
		must.Hold(t, slices.Equal(d.Tags, []string{"quay-sync"}), "%s is tagged %q", d.Title, d.Tags)
		must.Hold(t, !strings.Contains(d.Lead, "quaysync"), "lead of %s: %q", d.Title, d.Lead)
		must.Hold(t, d.Title != "quay-sync" || slices.Contains(d.Aliases, "quaysync"), "aliases %q", d.Aliases)
	}
	must.Hold(t, len(ds) == 2, "%d articles", len(ds))
}

// Projects whose names differ only by an ending are two, each with its lines, even if their pages exist.
func TestProjectsApart(t *testing.T) {
	entries := parseEntries(t, `2026-06-01 hooks | Gates
F The yard has two gates
L The north gate opens at nine
2026-06-02 hook | Rain
F The cellar floods in March
D A drain of lead holds, because lead bends
2026-06-03 hooks | Cranes
D The crane always waits for the wind
2026-06-04 hook | Lamps
F The lamp at the stair is broken
`)
	ds := articles(t, entries, nil)
	want := map[string][]string{"hooks": {"The yard", "The crane"}, "hook": {"The cellar", "The lamp"}}
	must.Be(t, len(ds) == 2, "%d articles", len(ds))
	for _, d := range ds {
		said := string(d.Render())
		for title, lines := range want {
			for _, l := range lines {
				must.Hold(t, strings.Contains(said, l) == (title == d.Title), "%s, of %s: %v", l, d.Title, title != d.Title)
			}
		}
		must.Hold(t, strings.Contains(d.Lead, "2 sessions of work on "+d.Title+",") && slices.Equal(d.Tags, []string{d.Title}), "%s: %s %q", d.Title, d.Lead, d.Tags)
	}
	for n, d := range articles(t, entries, knownOf(ds)) {
		must.Hold(t, string(d.Render()) == string(ds[n].Render()), "with its page %s: %+v", ds[n].Title, d)
	}
}

// A project's title is its name even if that is an everyday word, and a longer name only if a person's page has the
// name.
func TestProjectTitle(t *testing.T) {
	entries := parseEntries(t, `2026-06-01 demo | Gates
F The yard has two gates
L The north gate opens at nine
2026-06-02 demo | Rain
D Never open the cellar in March
`)
	for _, tt := range []struct {
		known []wiki.Known
		want  string
	}{
		{nil, "demo"},
		{[]wiki.Known{{Slug: "answers", Title: "Answers", Aliases: []string{"demo"}, Type: wiki.QA}}, "demo (project)"},
	} {
		ds := articles(t, entries, tt.known)
		must.Be(t, len(ds) == 1 && ds[0].Title == tt.want, "got %+v, want the article %s", ds, tt.want)
		again := articles(t, entries, append(tt.known, knownOf(ds)...))
		must.Hold(t, len(again) == 1 && again[0].Title == tt.want && string(again[0].Render()) == string(ds[0].Render()), "with its own page: %+v", again)
	}
}

// TestNamesakes: of two projects of one name, the name means in either the project itself, and none of their articles on
// themselves has a line of the other.
func TestNamesakes(t *testing.T) {
	for _, name := range []string{"Tidewatch", "`tidewatch`", "the tidewatch service"} {
		var entries []daily.Dated
		for i := range 8 {
			project, word := "tidewatch", "Zeppelin"
			if i%2 == 1 {
				project, word = "clientB/tidewatch", "Montgolfier"
			}
			d := daily.DateOf(time.Date(2026, time.March, 1+i, 0, 0, 0, 0, time.UTC), nil)
			e := daily.Dated{Date: d, Entry: daily.Entry{ID: fmt.Sprint("e", i), Session: fmt.Sprint("s", i), Project: project, At: d.At(9, 0, time.UTC)}}
			e.Title = "Work on " + name
			for j, text := range []string{"%s drops row %d of %s when the disk is full", "Start %s on port 80%d, as %s expects it", "%s answers in part %d of what %s asks"} {
				e.Bullets = append(e.Bullets, daily.Bullet{Kind: daily.Decision, Text: fmt.Sprintf(text, name, i, word), Block: fmt.Sprintf("k%d%d", i, j)})
			}
			entries = append(entries, e)
		}
		found := map[string]bool{}
		for _, d := range articles(t, entries, nil) {
			found[d.Title] = true
			text := rendered([]draft.Draft{d})[d.Name()]
			a, b := strings.Contains(text, "Zeppelin"), strings.Contains(text, "Montgolfier")
			must.Hold(t, (!strings.EqualFold(d.Title, "tidewatch") || !b) && (d.Title != "clientB/tidewatch" || !a), "%s: %s tells of the other:\n%s", name, d.Title, text)
		}
		must.Hold(t, found["clientB/tidewatch"] && (found["tidewatch"] || found["Tidewatch"]), "%s: articles %v", name, found)
	}
}

// Five lines of one session make an article of their project if a model chose them and one decides something; lines that
// were only extracted have to decide more.
func TestProjectOfFiveLines(t *testing.T) {
	for by, want := range map[string]int{"extractive": 0, "claude-cli/haiku": 1} {
		entries := parseEntries(t, `2026-06-01 ferry | The lamps of the ferry
D The lamps are sent out in crates, because the sea air eats the tin
F The crates weigh nine kilos
F The lids are nailed on both sides
F The tin comes from a yard in the south
F The paint dries overnight
`)
		for i := range entries {
			entries[i].By = by
		}
		ds := articles(t, entries, nil)
		must.Hold(t, len(ds) == want, "by %s: %d articles", by, len(ds))
	}
}
