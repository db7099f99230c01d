package subject

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/wiki"
)

// A project in two spellings is one: its article goes by the one that is used most, the other
// leads to it, and all tags and leads write it the same way.
func TestProjectInTwoSpellings(t *testing.T) {
	ds := articles(t, parseEntries(t, `2026-06-01 quaysync | Set up CraneBot
F `+"`CraneBot`"+` lifts the boxes
L `+"`CraneBot`"+` drops a box when it rains
D `+"`CraneBot`"+` waits for the wind to calm
F The yard has two gates
2026-06-02 quay-sync | Use quay-sync for boxes
D quay-sync copies the list, because the yard is offline
L quay-sync needs a clock
F quay-sync writes at night
2026-06-03 quay-sync | Gates
F quay-sync counts the gates
`), nil)
	for _, d := range ds {
		if !slices.Equal(d.Tags, []string{"quay-sync"}) {
			t.Errorf("%s is tagged %q", d.Title, d.Tags)
		}
		if strings.Contains(d.Lead, "quaysync") {
			t.Errorf("lead of %s: %q", d.Title, d.Lead)
		}
		if d.Title == "quay-sync" && !slices.Contains(d.Aliases, "quaysync") {
			t.Errorf("aliases %q", d.Aliases)
		}
	}
	if len(ds) != 2 {
		t.Errorf("%d articles", len(ds))
	}
}

// A project goes by its name though the name is an everyday word, and by a longer one only
// when a person's page has the name.
func TestProjectTitle(t *testing.T) {
	entries := parseEntries(t, `2026-06-01 demo | Gates
F The yard has two gates
L The north gate opens at nine
2026-06-02 demo | Rain
F The cellar floods in March
`)
	for _, tt := range []struct {
		known []wiki.Known
		want  string
	}{
		{nil, "demo"},
		{[]wiki.Known{{Slug: "answers", Title: "Answers", Aliases: []string{"demo"}, Type: wiki.QA}}, "demo (project)"},
	} {
		ds := articles(t, entries, tt.known)
		if len(ds) != 1 || ds[0].Title != tt.want {
			t.Fatalf("got %+v, want the article %s", ds, tt.want)
		}
		again := articles(t, entries, append(tt.known, knownOf(ds)...))
		if len(again) != 1 || again[0].Title != tt.want || string(again[0].Render()) != string(ds[0].Render()) {
			t.Errorf("with its own page: %+v", again)
		}
	}
}
