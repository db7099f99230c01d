package proof

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What does something, and what it is done to, stay what they are.
func TestReversed(t *testing.T) {
	for _, c := range []struct {
		said, line string
		reversed   bool
	}{
		{"The new queue replaces the old spool.", "The old spool replaces the new queue.", true},
		{"The new queue replaces the old spool.", "The new queue replaces the spool.", false},
		{"The new queue replaces the old spool.", "The spool was replaced by the queue.", false},
		{"The spool was replaced by the queue.", "The spool replaces the queue.", true},
		{"The spool was replaced by the queue.", "The queue replaced the spool.", false},
		{"A sidecar lock replaces the data lock.", "A data lock replaces the sidecar lock.", true},
		{"the compiler imports the parser", "The parser imports the compiler", true},
		{"the compiler imports the parser", "The parser is imported by the compiler", false},
		{"The parser replaces the scanner. The scanner replaces the parser in tests.", "The scanner replaces the parser.", false},
		{"We use sqlite instead of postgres.", "Use postgres instead of sqlite.", true},
		{"We use sqlite instead of postgres.", "Use sqlite rather than postgres.", false},
		{"I prefer tabs over spaces.", "Prefers spaces over tabs.", true},
		{"I prefer tabs over spaces.", "Prefers tabs over spaces.", false},
		{"polling is slower than watching", "Watching is slower than polling", true},
		{"polling is slower than watching", "Polling is slower than watching", false},
		{"polling is slower than watching", "Watching is faster than polling", false},
		{"We moved from travis to buildkite.", "The team moved from buildkite to travis.", true},
		{"We moved from travis to buildkite.", "CI moved from travis to buildkite.", false},
		{"should the queue replace the spool?", "The spool replaces the queue", false},
		{"the queue does not replace the spool", "The spool replaces the queue", false},
		{"swap the spool for the queue", "The queue replaces the spool", false},
		{"the worker calls the hook, which calls the store", "The hook calls the store", false},
		{"rename the column owner to author", "The column author is renamed to owner", true},
		{"rename the column owner to author", "The column owner is renamed to author", false},
		{"the pump drains the sink", "The pump is drained by the sink", true},
		{"the pump drains the sink", "The sink is drained by the pump", false},
		{"Only Marta may delete backups, and only on Mondays", "Backups may be deleted by Marta only, on Mondays only", false},
		{"but while the pump is draining my sink is clogged up, right?", "Does the pump clog the sink while it is draining?", false},
		{"also, for the barn and the yard, our lamps (other makers) have a HAND_CRANK which can be turned from outside, no battery needed.", "The barn and the yard need no battery: the lamps (other makers) have a HAND_CRANK which can be turned from outside", false},
		{"`fsutil` wraps `renameio`", "`renameio` wraps `fsutil`", true},
	} {
		got := Reversed(Visible(c.line), []*Evidence{Of(Visible(c.said), nil)})
		must.Hold(t, got == c.reversed, "%q said of %q: reversed %v", c.line, c.said, got)
	}
}

// A name that nobody said is one, wherever it stands; what is said in other words is none.
func TestStranger(t *testing.T) {
	for _, c := range []struct{ said, line, name string }{
		{"we keep the jobs in a file", "Redis is used for the jobs", "Redis"},
		{"we keep the jobs in a file", "The jobs are kept in Redis now", "Redis"},
		{"we keep the jobs in redis", "Redis is used for the jobs", ""},
		{"ana reviews the jobs", "Bob reviews the jobs and the queue", "Bob"},
		{"ana reviews the jobs", "Ana's review of the jobs is needed", ""},
		{"caching is on", "Cache is on for all of the jobs", ""},
		{"log in with a token", "Authentication is by a token", ""},
		{"the limit is 4", "Quotas are 4 for each of them", ""},
		{"the limit is 4", "Limit is 4 for each of them", ""},
		{"wir halten die Aufträge in einer Datei", "Die Warteschlange ist eine Datei und der Auftrag ist in der Liste", ""},
		{"run it", "Rerun the tests before it is merged", ""},
	} {
		got := Stranger(Visible(c.line), []*Evidence{Of(Visible(c.said), nil)})
		must.Hold(t, got == c.name, "%q said of %q: stranger %q, want %q", c.line, c.said, got, c.name)
	}
}
