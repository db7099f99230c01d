package subject

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// Search recognizes the leads that an article generates about itself, and nothing that was said.
func TestFramingIsKnown(t *testing.T) {
	ds := articles(t, parseEntries(t, `2026-06-01 quay | Boats
D `+"`crane-bot`"+` lifts the boxes
D `+"`crane-bot`"+` waits for the wind
L `+"`yard-map`"+` was drawn by hand
L `+"`crane-bot`"+` asks `+"`yard-map`"+` where the boxes are
A Paint the gates
A Count the gates
2026-06-02 quay | Rain in `+"`yard-map`"+` and `+"`crane-bot`"+`
L `+"`crane-bot`"+` and `+"`yard-map`"+` stand in the rain
D Ask `+"`yard-map`"+` for the gates
P Never stop at night
A Oil the gates
2026-06-03 quay | Gates of `+"`yard-map`"+`
F Yesterday `+"`crane-bot`"+` counted the gates
F Today `+"`yard-map`"+` has the gates
P Never lift in the wind
P Never lift two boxes
A Close the gates
`), nil)
	if len(ds) != 4 {
		for _, d := range ds {
			t.Error(d.Title)
		}
	}
	said := 0
	for _, d := range ds {
		switch {
		case d.Lead == "" || wiki.Framing(d.Lead):
		case d.Title == "crane-bot":
			said++
		default:
			t.Errorf("%s: %q is taken for what somebody said", d.Title, d.Lead)
		}
	}
	must.Hold(t, said == 1, "crane-bot is introduced by %d quotations", said)
}
