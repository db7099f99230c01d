package subject

import (
	"testing"

	"github.com/agent-admin/memoria/wiki"
)

// Search recognizes the sentences that an article generates about itself, and nothing that was said.
func TestFramingIsKnown(t *testing.T) {
	ds := articles(t, parseEntries(t, `2026-06-01 quay | Boats
D `+"`crane-bot`"+` lifts the boxes
D `+"`crane-bot`"+` waits for the wind
L `+"`yard-map`"+` was drawn by hand
L `+"`crane-bot`"+` asks `+"`yard-map`"+` where the boxes are
A Paint the gates
2026-06-02 quay | Rain in `+"`yard-map`"+` and `+"`crane-bot`"+`
L `+"`crane-bot`"+` and `+"`yard-map`"+` stand in the rain
D Ask `+"`yard-map`"+` for the gates
P Never stop at night
A Oil the gates
2026-06-03 quay | Gates
F Yesterday `+"`crane-bot`"+` counted the gates
F Today `+"`yard-map`"+` has the gates
P Never lift in the wind
P Never lift two boxes
A Close the gates
`), nil)
	if len(ds) != 6 {
		t.Errorf("%d articles", len(ds))
	}
	said := 0
	for _, d := range ds {
		for _, text := range []string{d.Description, d.Lead} {
			switch {
			case text == "" || wiki.Framing(text):
			case d.Title == "crane-bot":
				said++
			default:
				t.Errorf("%s: %q is taken for what somebody said", d.Title, text)
			}
		}
	}
	if said != 2 {
		t.Errorf("crane-bot is introduced by %d quotations", said)
	}
}
