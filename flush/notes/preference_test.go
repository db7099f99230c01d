package notes

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What an agent takes for a person's preference is marked as what the agent says, whatever else it tells is not, and
// nothing is marked twice.
func TestToldPreferencesAreTheAgents(t *testing.T) {
	sum := daily.Summary{Bullets: []daily.Bullet{{Kind: daily.Preference, Text: "Use pnpm. "}, {Kind: daily.Fact, Text: "The port is 4711"}, {Kind: daily.Preference}}}
	raw := markNoted(&sum)
	if again := markNoted(&sum); len(again) != 0 {
		t.Errorf("marked again: %q", again)
	}
	if got := sum.Bullets[0].Text; got != "Use pnpm."+noted || raw[got] != "Use pnpm. " {
		t.Errorf("%q, which was %q", got, raw[got])
	}
	for _, b := range sum.Bullets[1:] {
		must.Hold(t, !strings.Contains(b.Text, noted), "%s %q is marked", b.Kind, b.Text)
	}
}
