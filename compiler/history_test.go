package compiler_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

// turns are three days on which a project changes its mind, and back.
var turns = [][]string{
	{"The `jobqueue` polls its table in SQLite once a second", "Rows of the `jobqueue` in SQLite are never updated, only added"},
	{"Use SQLite for the `jobqueue`, because it needs no server", "SQLite keeps the `jobqueue` in one file beside the others"},
	{"Switched the `jobqueue` from SQLite to Postgres, because two workers have to write", "Tried `LISTEN` for the `jobqueue` of SQLite and Postgres, but the pooler drops it"},
	{"Moved the `jobqueue` back from Postgres to SQLite, since one writer is enough"},
}

const turned = "wiki/concepts/jobqueue.md"

// turn writes the log of a day and compiles.
func (v *vault) turn(day int) {
	v.t.Helper()
	at := time.Date(2026, 11, 19+day, 15, 0, 0, 0, time.UTC)
	e := daily.Entry{Agent: "claude", Session: "s" + at.Format("02"), Project: "harbor", Branch: "main", By: "extractive", At: at, From: "f", To: "t",
		Summary: daily.Summary{Title: "The `jobqueue` and SQLite"}}
	for _, text := range turns[day] {
		e.Bullets = append(e.Bullets, daily.Bullet{Kind: daily.Decision, Text: text})
	}
	_, _, err := v.c.Daily.Append(context.Background(), e)
	must.Be(v.t, err == nil, "append: %v", err)
	v.now = v.now.Add(24 * time.Hour)
	v.settled(compiler.Options{})
}

// part is a section of a page.
func part(page, heading string) string {
	_, rest, _ := strings.Cut(page, "\n## "+heading+"\n")
	text, _, _ := strings.Cut(rest, "\n## ")
	return text
}

// What no longer holds is in the History, dated and cited with its replacement, and the pages of three runs are those
// of one run over all days.
func TestHistory(t *testing.T) {
	v := harborVault(t)
	for day := range turns {
		v.turn(day)
	}
	checkVault(t, v)
	page := v.read(turned)
	points, history := part(page, "Key Points"), part(page, "History")
	must.Hold(t, strings.Contains(points, "- Moved the `jobqueue` back") && !strings.Contains(points, "- Use SQLite") && !strings.Contains(points, "- Switched") && !strings.Contains(points, "Tried"), "the key points are not what holds:\n%s", page)
	lines := strings.Split(strings.TrimSpace(history), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "- Until 2026-11-21: Use SQLite") || !strings.HasPrefix(lines[1], "- Until 2026-11-22: Switched") ||
		strings.Count(history, "#^") != 4 || !strings.Contains(points, "polls its table") {
		t.Errorf("the history is not what was:\n%s", page)
	}
	must.Hold(t, strings.Contains(part(page, "Details"), "### Tried and dropped\n\n- Tried"), "what was tried has no heading:\n%s", page)
	once := harborVault(t)
	for _, day := range []string{"19", "20", "21", "22"} {
		once.write("daily/2026-11-"+day+".md", v.read("daily/2026-11-"+day+".md"))
	}
	once.settled(compiler.Options{})
	got := once.read(turned)
	must.Hold(t, got == page, "compiled at once it reads\n%s\nand day by day\n%s", got, page)
}

// A person's words in and around the History stay, and what they removed does not return.
func TestHistoryByHand(t *testing.T) {
	for name, c := range map[string]struct {
		after int // days before the edit
		edit  func(string) string
		want  func(page string) bool
	}{
		"a line of theirs in it": {3, func(s string) string {
			return strings.Replace(s, "\n\n## Related", "\n- Mine: it was Friday\n\n## Related", 1)
		}, func(s string) bool {
			h := part(s, "History")
			return strings.Contains(h, "- Mine: it was Friday\n") && strings.Contains(h, "Until 2026-11-21") && strings.Contains(h, "Until 2026-11-22")
		}},
		"taken out": {3, func(s string) string {
			return strings.Replace(s, "\n## History\n"+part(s, "History"), "", 1)
		}, func(s string) bool {
			h := part(s, "History")
			return strings.Contains(part(s, "Key Points"), "- Moved") && !strings.Contains(part(s, "Key Points"), "- Switched") &&
				strings.Contains(h, "Until 2026-11-22: Switched") && !strings.Contains(h, "Until 2026-11-21")
		}},
		"their own section of that name": {2, func(s string) string {
			return strings.Replace(s, "\n## Sources", "\n## History\n\nBegun on a Friday.\n\n## Sources", 1)
		}, func(s string) bool {
			h := part(s, "History")
			return strings.Contains(h, "Begun on a Friday.") && strings.Contains(h, "Until 2026-11-21") && strings.Contains(h, "Until 2026-11-22")
		}},
		"reworded before": {2, func(s string) string {
			return strings.Replace(s, "- Use SQLite for", "- We take SQLite for", 1)
		}, func(s string) bool {
			return strings.Contains(s, "- We take SQLite for") && strings.Contains(part(s, "Key Points"), "- Moved")
		}},
		"its successor reworded": {3, func(s string) string {
			return strings.Replace(s, "\n- Switched the", "\n- Then switched the", 1)
		}, func(s string) bool {
			return strings.Contains(part(s, "Key Points"), "- Then switched the") && strings.Contains(part(s, "Key Points"), "- Moved")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			v := harborVault(t)
			for day := range turns {
				if day == c.after {
					was := v.read(turned)
					mine := c.edit(was)
					must.Be(t, mine != was, "nothing was edited:\n%s", was)
					v.write(turned, mine)
				}
				v.turn(day)
			}
			page := v.read(turned)
			must.Hold(t, c.want(page), "the page reads\n%s", page)
		})
	}
}
