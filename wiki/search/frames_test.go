package search

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A sentence of memoria's own stands behind what somebody said, as a hit and as the line that is shown; where nothing
// else is found, it is found.
func TestFramingComesLast(t *testing.T) {
	page := func(title, lead, point, related string) string {
		return "---\ntitle: " + title + "\ntype: concept\ndescription: \"" + lead + "\"\n---\n\n# " + title + "\n\n" + lead + "\n\n## Key Points\n\n- " + point +
			" ([[2026-05-01#^k1a2b3c|2026-05-01]])\n\n## Related Concepts\n\n- " + related + "\n"
	}
	s := vaultOf(t, map[string]string{
		"wiki/concepts/davit.md":  page("Davit", "Comes up in one log entry of quay, on 2026-05-01: a lesson.", "A davit lifts the boat out of the water", "[[winch|Winch]] - both come up on 2026-05-01 in \"A capstan turns\""),
		"wiki/concepts/winch.md":  page("Winch", "Comes up in one log entry of quay, on 2026-05-01: a fact.", "It is oiled in March and in autumn, as the man of the yard says that it has to be, and never in the rain", "[[davit|Davit]] - both come up on 2026-05-01 in \"A capstan turns\""),
		"wiki/concepts/keel.md":   page("Keel", "Comes up in one log entry of quay, on 2026-05-01: a fact.", "Before the davit takes the hull, somebody has to see to it that the keel is free of weed, of ropes and of whatever else the harbour has in it", "[[winch|Winch]] - the rope of it"),
		"daily/2026-05-02.md":     "# Daily Log: 2026-05-02\n",
		"wiki/concepts/sailor.md": page("Sailor", "Comes up in one log entry of quay, on 2026-05-01: a fact.", "A sailor sleeps", "[[winch|Winch]] - the rope of it"),
	})
	res := ask(t, s, "davit")
	must.Equal(t, paths(res), "wiki/concepts/davit.md wiki/concepts/keel.md wiki/concepts/winch.md", "davit")
	must.Hold(t, len(res.Hits) != 3 || res.Hits[0].Line == 13 && res.Hits[2].Line == 17, "shown are lines %d and %d", res.Hits[0].Line, res.Hits[2].Line)
	if res = ask(t, s, "quay"); len(res.Hits) != 4 || res.Hits[0].Line != 9 {
		t.Errorf("quay: %s", paths(res))
	}
}
