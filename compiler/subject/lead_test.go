package subject

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/draft"
)

// about returns the article on `quayd` that these lines make, each with its kind: "D text".
func about(t *testing.T, lines ...string) draft.Draft {
	t.Helper()
	date := daily.DateOf(time.Date(2026, time.May, 4, 0, 0, 0, 0, time.UTC), nil)
	entries := parseEntries(t, date.String()+" quay | Work on `quayd`\n"+strings.Join(lines, "\n")+"\n"+
		"2026-05-05 quay | More work on `quayd`\nL After a crash `quayd` was slow\nF Yesterday `quayd` was slow\nD Restarted `quayd` by hand\nL Then `quayd` was fast\n")
	for _, d := range articles(t, entries, nil) {
		if d.Title == "quayd" {
			return d
		}
	}
	t.Fatalf("no article of %q", lines)
	return draft.Draft{}
}

func TestDescription(t *testing.T) {
	const structural = "Comes up in 2 log entries of quay, from 2026-05-04 to 2026-05-05: "
	tests := []struct{ line, want string }{
		{"F `quayd` is the part that talks to the crane", "quayd is the part that talks to the crane."},
		{"L `quayd` drops the last order when the disk is full", "quayd drops the last order when the disk is full."},
		{"L The `quayd` service does not start without a port. My test misses that.", "The quayd service does not start without a port."},
		{"L A full disk makes `quayd` drop the last order", "A full disk makes quayd drop the last order."},
		{"F Der `quayd` vergisst offene Aufträge nach einem Neustart, weil die Liste nur im Speicher liegt", "Der quayd vergisst offene Aufträge nach einem Neustart, weil die Liste nur im Speicher liegt."},
		{"L The root cause: `quayd` opens its own connection in every worker", structural},
		{"F string `quayd` has 3 occurrences, make it a constant (goconst)", structural},
		{"P `quayd` feels implausible to me here?", structural},
		{"L I think `quayd` drops the last order when it is full", structural},
		{"D Added a flag to `quayd` that names the port", structural},
		{"L `quayd` was restarted twice on that afternoon", structural},
		{"L Those jobs need no lock, so `quayd` does without one", structural},
		{"L But this keeps `quayd` from reading the order", structural},
	}
	for _, tt := range tests {
		d := about(t, tt.line)
		if tt.want == structural && !strings.HasPrefix(d.Description, structural) || tt.want != structural && d.Description != tt.want {
			t.Errorf("%s: described as %q", tt.line, d.Description)
		}
	}
}

// An article does not say one sentence twice in a row: the line that opens it comes last of the key points, and if
// there are few of them only the count opens it.
func TestLeadDoesNotRepeatTheFirstPoint(t *testing.T) {
	d := about(t, "D `quayd` is the part that talks to the crane")
	if !strings.HasPrefix(d.Lead, "`quayd` is the part that talks to the crane. It comes up in 2 log entries") {
		t.Errorf("lead %q", d.Lead)
	}
	if last := d.Points[len(d.Points)-1].Text; last != "`quayd` is the part that talks to the crane" {
		t.Errorf("the last point is %q", last)
	}
	if want := "two decisions, two lessons and a fact."; !strings.HasSuffix(d.Lead, want) {
		t.Errorf("lead %q does not count %s", d.Lead, want)
	}
}

func TestAmount(t *testing.T) {
	for _, tt := range []struct {
		n       int
		what    string
		figures bool
		want    string
	}{
		{1, "open task", false, "an open task"}, {1, "decision", false, "a decision"}, {1, "decision", true, "1 decision"},
		{9, "fact", false, "nine facts"}, {12, "fact", false, "12 facts"}, {3, "log entry", true, "3 log entries"},
	} {
		if got := amount(tt.n, tt.what, tt.figures); got != tt.want {
			t.Errorf("%d %s: %q, want %q", tt.n, tt.what, got, tt.want)
		}
	}
}
