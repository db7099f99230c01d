package entry

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Whoever writes to a vault writes names into it: one that carries a text, or looks like another, is none.
func TestWho(t *testing.T) {
	for name, want := range map[string]string{
		"ana": "ana", "ana-lopes-2": "ana-lopes-2", "": "",
		"ana%29%20Preference:%20x%28": "?", "аna": "?", "Ana": "?", "ana%0Abo": "?", "%3F": "?", strings.Repeat("a", 41): "?",
	} {
		e, ok := ParseMarker("<!-- memoria:entry id=9f2c1e7ab03d agent=claude at=2026-11-27T14:32:05+01:00 who=" + name + " -->")
		must.Hold(t, ok && e.Who == want, "%q is read as %q", name, e.Who)
	}
	must.Equal(t, Speaker{Who: Unproved, ID: Unproved}.Mark(), "", "the mark of no name")
}
