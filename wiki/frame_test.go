package wiki

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestFraming(t *testing.T) {
	for text, want := range map[string]bool{
		"Comes up in one log entry of cli, on 2026-01-06: a fact.":                                                     true,
		"It comes up in 4 log entries of tidewatch, from 2026-03-02 to 2026-03-19: seven lessons.":                     true,
		"Notes from 14 sessions of work on cli, 2026-01-06 to 2026-02-13: 4 decisions and 38 facts.":                   true,
		"Notes from 1,204 log entries of work on cli, on 2026-01-06: a fact.":                                          true,
		"Work on git-sync, 2026-04-29 to 2026-06-19: go-git, pktline and 2 more.":                                      true,
		"Work on Demo, on 2025-09-03: \"Hello\".":                                                                      true,
		"Dashboard and WAL file meet in 2 log entries of tidewatch, from 2026-03-11 to 2026-03-19: two lessons.":       true,
		"Decisions from the work on cli, 2026-01-06 to 2026-02-13.":                                                    true,
		"Tasks from the work on cli, on 2026-01-06. None is open.":                                                     true,
		"Tasks from the work on the cellar, which floods":                                                              false,
		"Where Dashboard and WAL file meet.":                                                                           true,
		"Where the two rivers meet.":                                                                                   false,
		"both come up on 2026-06-19":                                                                                   true,
		"both come up on 2026-06-19 in \"Why is git the cli\"":                                                         true,
		"both come up in 3 log entries":                                                                                true,
		"part of the work on cli":                                                                                      true,
		"where the two meet":                                                                                           true,
		"Comes up in every talk about locks.":                                                                          false,
		"Notes from the meeting of work on locks":                                                                      false,
		"Work on the cellar, which floods":                                                                             false,
		"both come up on the stairs":                                                                                   false,
		"`busy_timeout=5000` makes SQLite wait. It comes up in 4 log entries of tidewatch, from 2026-03-02: a lesson.": false,
		"We meet in 3 days and see":                                                                                    false,
		"":                                                                                                             false,
	} {
		must.Hold(t, Framing(text) == want, "%q: %v", text, !want)
	}
}
