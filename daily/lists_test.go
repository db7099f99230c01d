package daily

import (
	"strings"
	"testing"
	"time"
)

// What a formatter made of the lists of a log is read as the lists that memoria wrote (L-06).
func TestListsOfAFormatter(t *testing.T) {
	const log = "# Daily Log: 2026-03-02\n\n## Sessions\n\n### Session (10:00) - Words\n<!-- memoria:entry id=aaaaaaaaaaa1 agent=claude session=s1 project=p at=2026-03-02T10:00:00Z from=u1 to=u2 by=x -->\n\n" +
		"**Decisions Made:**\n- The dashboard reads a copy ^ka1\n- \\- is a dash ^ka2\n\n**Action Items:**\n- [ ] Mend the clock ^ka3\n- [x] Done before ^ka4\n<!-- /memoria:entry aaaaaaaaaaa1 -->\n"
	read := func(src string) string {
		l := Parse(mustDate(t, "2026-03-02"), time.UTC, []byte(src))
		var out []string
		for _, e := range l.Entries {
			for _, b := range e.Bullets {
				out = append(out, string(rune(48+b.Kind))+" "+b.Text+" "+b.Block+map[bool]string{true: " done"}[b.Done])
			}
		}
		return strings.Join(out, "\n")
	}
	want := read(log)
	for _, mark := range []string{"* ", "+ ", "1. ", "2) ", "  - ", " *   ", "-\t"} {
		if got := read(strings.ReplaceAll(log, "\n- ", "\n"+mark)); got != want {
			t.Errorf("with %q:\n%s\nwant\n%s", mark, got, want)
		}
	}
	if !strings.Contains(want, "The dashboard reads a copy ka1") || !strings.Contains(want, "Done before ka4 done") {
		t.Error(want)
	}
}
