package subject

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// Search recognizes the sentences that an article generates about itself.
func TestFramingIsKnown(t *testing.T) {
	x := topic.Read(parseEntries(t, `2026-06-01 quay | Boats
D `+"`CraneBot`"+` lifts the boxes
L `+"`CraneBot`"+` drops a box when it rains
D `+"`CraneBot`"+` waits for the wind
L `+"`YardMap`"+` shows the gates
D `+"`YardMap`"+` is drawn by hand
L `+"`YardMap`"+` fades in the sun
2026-06-02 quay | Rain
L `+"`CraneBot`"+` and `+"`YardMap`"+` stand in the rain
F `+"`YardMap`"+` has two gates
2026-06-03 quay | Gates
F `+"`CraneBot`"+` counts the gates
F The gates are red
`))
	x.SettleTruth()
	x.Gather()
	b := bind(x, nil, nil)
	known := func(text string) {
		if t.Helper(); !wiki.Framing(text) {
			t.Errorf("%q is taken for what somebody said", text)
		}
	}
	projects := 0
	for _, s := range b.subjects {
		known(b.origin(s))
		known(strings.Replace(b.origin(s), "Comes up", "It comes up", 1))
		known(b.outline(s, nil))
		known(b.outline(s, []draft.Related{{Ref: draft.Ref{Title: "Gate"}}}))
		projects += topic.Bit(s.project != "")
	}
	if len(b.subjects) < 3 || projects != 1 {
		t.Errorf("%d subjects, %d projects", len(b.subjects), projects)
	}
	pairs := b.pairs()
	for _, p := range pairs {
		p.lines = nil
		known(b.why(p))
		p.entries = 1
		known(b.why(p))
	}
	if len(pairs) == 0 {
		t.Error("no two meet")
	}
	for _, relations := range b.relate(nil) {
		for _, r := range relations {
			known(r.why)
		}
	}
	c := &connection{pair: &pair{a: b.subjects[0], b: b.subjects[1]}, title: "Both", lines: b.subjects[0].lines}
	d := b.connection(c)
	known(d.Lead)
	known(d.Description)
	for _, r := range d.Related {
		if r.Why == "one of the two" {
			known(r.Why)
		}
	}
}
