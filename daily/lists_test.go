package daily

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
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
		got := read(strings.ReplaceAll(log, "\n- ", "\n"+mark))
		must.Hold(t, got == want, "with %q:\n%s\nwant\n%s", mark, got, want)
	}
	must.Hold(t, strings.Contains(want, "The dashboard reads a copy ka1") && strings.Contains(want, "Done before ka4 done"), "%v", want)
}

// A formatter that wraps lines, writes labels another way, or gives a block id a line of its own, changes nothing of what
// an entry says (L-06). What a person writes below a line stays a line.
func TestShapesOfAFormatter(t *testing.T) {
	const log = "# Daily Log: 2026-03-02\n\n## Sessions\n\n### Session (10:00) - Words\n<!-- memoria:entry id=aaaaaaaaaaa1 agent=claude session=s1 project=p at=2026-03-02T10:00:00Z from=u1 to=u2 by=x -->\n\n" +
		"**Context:** The dashboard shows old tides\n\n**Decisions Made:**\n- The dashboard reads a copy of the table ^ka1\n- The table is read at night ^ka2\n\n**Action Items:**\n- [ ] Mend the clock of the pier ^ka3\n<!-- /memoria:entry aaaaaaaaaaa1 -->\n"
	read := func(src string) string {
		var out []string
		for _, e := range Parse(mustDate(t, "2026-03-02"), time.UTC, []byte(src)).Entries {
			out = append(out, e.Context)
			for _, b := range e.Bullets {
				out = append(out, b.Kind.String()+" "+b.Text+" "+b.Block)
			}
		}
		return strings.Join(out, "\n")
	}
	want := read(log)
	for name, r := range map[string]*strings.Replacer{
		"wrapped":               strings.NewReplacer(" a copy of", "\n  a copy\n  of", " of the pier", "\n      of the pier", " shows", "\nshows"),
		"wrapped without depth": strings.NewReplacer(" a copy", "\na copy"),
		"the id alone":          strings.NewReplacer(" ^k", "\n  ^k"),
		"the id apart":          strings.NewReplacer(" ^k", "\n\n  ^k"),
		"loose":                 strings.NewReplacer("\n- ", "\n\n- "),
		"the colon outside":     strings.NewReplacer(":**", "**:"),
		"no colon":              strings.NewReplacer("Made:**", "Made**", "Items:**", "Items**"),
		"underscores":           strings.NewReplacer("**D", "__D", "**A", "__A", "**C", "__C", ":**", ":__"),
		"headings":              strings.NewReplacer("**Decisions Made:**", "#### Decisions Made", "**Action Items:**", "#### Action Items:"),
	} {
		got := read(r.Replace(log))
		must.Hold(t, got == want, "%s:\n%s\nwant\n%s", name, got, want)
	}
	for _, own := range []string{"my own line", "- my own", "> quoted", "```"} {
		must.Text(t, read(strings.Replace(log, "^ka1\n", "^ka1\n"+own+"\n", 1)), "with %q", own).Has("of the table ka1\n")
	}
}

// What is forgotten of an entry that was wrapped goes with all its lines.
func TestForgetAWrappedLine(t *testing.T) {
	const log = "### Session (10:00) - Words\n<!-- memoria:entry id=aaaaaaaaaaa1 agent=claude session=s1 project=p at=2026-03-02T10:00:00Z from=u1 to=u2 by=x -->\n\n" +
		"**Facts:**\n- The key\n  of the pier\n  is blue ^ka1\n- The pier is long ^ka2\n<!-- /memoria:entry aaaaaaaaaaa1 -->\n"
	date := mustDate(t, "2026-03-02")
	got := string(Cut{Blocks: map[string]bool{"ka1": true}}.From(date, time.UTC, []byte(log)))
	want := strings.Replace(log, "- The key\n  of the pier\n  is blue ^ka1\n", "", 1)
	must.Hold(t, got == want, "%q, want %q", got, want)
}
