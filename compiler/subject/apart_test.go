package subject

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/wiki/draft"
)

// What is only said in another subject's lines gets no article, though a later entry may change that.
func TestSubjectApart(t *testing.T) {
	const log = `2026-06-01 quay | CraneBot and GateKeeper
D ` + "`CraneBot`" + ` asks ` + "`GateKeeper`" + ` before it lifts, because gates swing
L ` + "`CraneBot`" + ` drops the box when ` + "`GateKeeper`" + ` is silent
F ` + "`CraneBot`" + ` and ` + "`GateKeeper`" + ` share a clock
L ` + "`CraneBot`" + ` stops in the wind
F ` + "`CraneBot`" + ` is painted yellow
`
	const more = `2026-06-02 quay | Gates
D ` + "`GateKeeper`" + ` opens at nine
L ` + "`GateKeeper`" + ` has no key
`
	got := titlesOf(t, log)
	if _, ok := got["CraneBot"]; !ok || len(got) != 1 {
		t.Errorf("first: %q", got)
	}
	got = titlesOf(t, log+more)
	for _, want := range []string{"CraneBot", "GateKeeper", "CraneBot and GateKeeper"} {
		if _, ok := got[want]; !ok {
			t.Errorf("then: no %s in %q", want, got)
		}
	}
}

// A project is named in everything said of it, and does not hide its parts.
func TestProjectHidesNothing(t *testing.T) {
	got := titlesOf(t, `2026-06-01 quay | CraneBot
D In quay `+"`CraneBot`"+` waits, because gates swing
L In quay `+"`CraneBot`"+` stops in the wind
F In quay `+"`CraneBot`"+` is painted yellow
F In quay `+"`CraneBot`"+` is taller than the roof
F quay is old
F quay is long
F quay is full
`)
	if _, ok := got["CraneBot"]; !ok {
		t.Errorf("%q", got)
	}
}

// Two subjects of which one has only shared lines have no article about their connection.
func TestConnectionIsMoreThanOneOfItsEnds(t *testing.T) {
	ds := articles(t, parseEntries(t, `2026-06-01 quay | CraneBot
F `+"`CraneBot`"+` is painted yellow
D `+"`CraneBot`"+` waits, because gates swing
L `+"`CraneBot`"+` stops in the wind
2026-06-02 quay | GateKeeper and CraneBot
F `+"`GateKeeper`"+` is painted green
F `+"`GateKeeper`"+` has a round window
L `+"`CraneBot`"+` asks `+"`GateKeeper`"+` before it lifts
D `+"`GateKeeper`"+` answers `+"`CraneBot`"+` once
`), nil)
	for _, d := range ds {
		for _, end := range d.Connects {
			i := slices.IndexFunc(ds, func(o draft.Draft) bool { return o.Title == end.Title })
			if n := len(ds[i].Points); n < len(d.Points)+topic.OwnLines {
				t.Errorf("%q has %d points, its end %q %d", d.Title, len(d.Points), end.Title, n)
			}
		}
	}
	if len(ds) != 3 {
		t.Errorf("%d articles", len(ds))
	}
}

// A name that occurs in one entry only is a subject if the entry says enough about it.
func TestSubjectOfOneEntry(t *testing.T) {
	const head = "2026-06-01 quay | %\nF The yard has two gates\n"
	tests := []struct {
		name, log string
		want      bool
	}{
		{"four lines", "L A ticket in Linear has no folders\nF We count the tickets in Linear\nF The log is kept in Linear\nP We keep our notes in Linear\n", true},
		{"three lines, in the title", "L A ticket in Linear has no folders\nF We count the tickets in Linear\nF The log is kept in Linear\n", true},
		{"three lines", "L A ticket in Linear has no folders\nF We count the tickets in Linear\nF The log is kept in Linear\n", false},
		{"three lines in code", "L `CraneLimit` is counted in tons\nF `CraneLimit` has no default value\nF Often `CraneLimit` is negative\nX What is the use of `CraneLimit`?\n", true},
		{"three facts in code", "F `CraneLimit` is counted in tons\nF `CraneLimit` has no default value\nF Often `CraneLimit` is negative\nX What is the use of `CraneLimit`?\n", false},
		{"two lines", "L A ticket in Linear has no folders\nF We count the tickets in Linear\nX Is Linear up?\nX Why is Linear slow?\n", false},
	}
	for _, tt := range tests {
		title := "Gates"
		if strings.Contains(tt.name, "title") {
			title = "Move the tickets to Linear"
		}
		if got := titlesOf(t, strings.Replace(head, "%", title, 1)+tt.log); len(got) == 1 != tt.want {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}
