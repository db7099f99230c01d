package holds

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

func logOf(t *testing.T, day, lines string) *daily.Log {
	t.Helper()
	date := must.Get(daily.ParseDate(day))(t)
	text := "# Daily Log: " + day + "\n\n## Sessions\n\n### Session (10:00) - Work\n<!-- memoria:entry id=" + strings.ReplaceAll(day, "-", "")[2:] +
		"abcdef agent=claude session=s project=p branch=b at=" + day + "T10:00:00Z from=a to=b by=extractive -->\n\n**Facts:**\n" + lines + "<!-- /memoria:entry -->\n"
	return daily.Parse(date, time.UTC, []byte(text))
}

// What became of a line is said by the logs and by the articles, and a person's hand counts most.
func TestRecord(t *testing.T) {
	logs := []*daily.Log{
		logOf(t, "2026-03-02", "- The port is 22 ^k1a\n- The limit is 5 MB ^k1b\n- Tried Redis, but it lost jobs ^k1c\n- The yard has two cranes ^k1d\n- The docs are in English ^k1e\n- Bells ring at noon ^k1f\n"),
		logOf(t, "2026-03-09", "- The port is 2207 now, not 22 ^k2a\n- The limit is 9 MB now ^k2b\n"),
	}
	page := func(points, details, history string) *wiki.Wiki {
		return wiki.New("wiki", map[string][]byte{"wiki/concepts/p.md": []byte("---\ntitle: P\ntype: concept\nsources: [\"[[2026-03-02]]\"]\n---\n\n# P\n\n## Key Points\n\n" + points +
			"\n## Details\n\n" + details + "\n## History\n\n" + history)})
	}
	tests := []struct {
		name string
		wiki *wiki.Wiki
		past string // blocks of the first day that do not hold
	}{
		{"no article", wiki.New("wiki", nil), "k1a k1b k1c"},
		{"an article that is not compiled again yet", page("- The port is 22 ([[2026-03-02#^k1a|2026-03-02]])\n", "", ""), "k1a k1b k1c"},
		{"a point that was put back", page("- The port is 22 ([[2026-03-02#^k1a|2026-03-02]])\n- The port is 2207 now ([[2026-03-09#^k2a|2026-03-09]])\n", "", ""), "k1b k1c"},
		{"what a model moved", page("- Bells ring ([[2026-03-02#^k1f|2026-03-02]])\n", "", "- Until 2026-03-09: The yard has two cranes ([[2026-03-02#^k1d|2026-03-02]]); then: It has three ([[2026-03-09#^k2b|2026-03-09]])\n"), "k1a k1b k1c k1d"},
		{"what has no follower", page("- Bells ring ([[2026-03-02#^k1f|2026-03-02]])\n", "", "- Until 2026-03-09: The yard has two cranes ([[2026-03-02#^k1d|2026-03-02]])\n"), "k1a k1b k1c k1d"},
		{"in one history, and a point elsewhere", page("- The yard has two cranes ([[2026-03-02#^k1d|2026-03-02]])\n", "", "- Until 2026-03-09: The yard has two cranes ([[2026-03-02#^k1d|2026-03-02]]); then: three\n"), "k1a k1b k1c"},
		{"tried", page("- Bells ring ([[2026-03-02#^k1f|2026-03-02]])\n", "### 2026-03-02 Work\n\n- a ([[2026-03-02#^k1d|2026-03-02]])\n\n### Tried and dropped\n\n- English ([[2026-03-02#^k1e|2026-03-02]])\n", ""), "k1a k1b k1c k1e"},
	}
	for _, tt := range tests {
		r := OfLogs(logs, tt.wiki)
		var past []string
		for _, b := range logs[0].Entries[0].Bullets {
			if !r.Cited("2026-03-02#^" + b.Block).Holds() {
				past = append(past, b.Block)
			}
		}
		got := strings.Join(past, " ")
		must.Hold(t, got == tt.past, "%s: %s do not hold, want %s", tt.name, got, tt.past)
	}
	r := OfLogs(logs, wiki.New("wiki", nil))
	if got, want := r.Cited("2026-03-02#^k1a").Said("The port is 22."), "Until 2026-03-09: The port is 22; then: The port is 2207 now, not 22"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f := r.Past([]string{"2026-03-02#^k1a", "2026-03-02#^k1d"})
	must.Hold(t, f.Holds(), "a statement does not hold though one of its lines does: %+v", f)
	var none *Record
	must.Hold(t, none.Cited("2026-03-02#^k1a").Holds(), "nothing holds without a record")
}

// A line is taken back only within its project, and only the one that a correction is nearest to.
func TestJudge(t *testing.T) {
	a := logOf(t, "2026-03-02", "- We deploy on Fridays ^k1a\n- Invoices are sent on Fridays ^k1b\n- The cron job sends mails ^k1c\n")
	b := logOf(t, "2026-03-09", "- Correction: we deploy on Mondays ^k2a\n")
	entries := append(a.Entries[:1:1], b.Entries...)
	r := new(Memory).Judge(entries)
	for block, want := range map[string]bool{"k1a": false, "k1b": true, "k1c": true} {
		got := r.Cited("2026-03-02#^" + block).Holds()
		must.Hold(t, got == want, "%s holds: %t", block, got)
	}
	entries[1].Bullets[0].Text = "Unconfirmed: correction: we deploy on Mondays"
	r = new(Memory).Judge(entries)
	must.Hold(t, len(r.Fates) <= 0, "what nobody confirmed takes back: %+v", r.Fates)
	entries[1].Bullets[0].Text = "Correction: we deploy on Mondays"
	entries[1].Project = "q"
	r = new(Memory).Judge(entries)
	must.Hold(t, len(r.Fates) <= 0, "another project: %+v", r.Fates)
	entries[1].Bullets[0].Settles = "2026-03-02^k1c,2026-03-09^k2a,2026-03-30^k9" // a line before it, itself, and one that nobody wrote
	entries[0].Bullets[2].Kind, entries[0].Bullets[0].Settles = daily.Action, "2026-03-09^k2a"
	r = new(Memory).Judge(entries)
	must.Hold(t, len(r.Fates) == 1 && r.Cited("2026-03-02#^k1c").By == "Correction: we deploy on Mondays", "a line that another one settles: %+v", r.Fates)
}

// What a person drops by its name alone is past wherever it was decided; what was found about it stays.
func TestDropped(t *testing.T) {
	a := logOf(t, "2026-03-02", "- Use Kafka for the events ^k1a\n- We chose Kafka for the audit trail ^k1b\n- Kafka needs 2 GB because of its page cache ^k1c\n- Use Postgres for the orders ^k1d\n")
	for i := range a.Entries[0].Bullets {
		a.Entries[0].Bullets[i].Kind = []daily.Kind{daily.Decision, daily.Preference, daily.Lesson, daily.Decision}[i]
	}
	b := logOf(t, "2026-03-09", "- forget Kafka, we use a table in Postgres ^k2a\n")
	b.Entries[0].Bullets[0].Kind = daily.Decision
	r := new(Memory).Judge(append(a.Entries[:1:1], b.Entries...))
	for block, want := range map[string]bool{"k1a": false, "k1b": false, "k1c": true, "k1d": true} {
		got := r.Cited("2026-03-02#^" + block).Holds()
		must.Hold(t, got == want, "%s holds: %t", block, got)
	}
}

// Nobody takes back what another person said: both lines hold, and that they disagree is noted. What names nobody is
// anybody's. A session settles only what its own person said.
func TestPeople(t *testing.T) {
	a := logOf(t, "2026-03-02", "- The port is 22 ^k1a\n- The limit is 5 MB ^k1b\n")
	b := logOf(t, "2026-03-09", "- The port is 2207 now, not 22 ^k2a\n- The limit is 9 MB now, not 5 MB ^k2b\n")
	entries := append(a.Entries[:1:1], b.Entries...)
	entries[1].Bullets[1].Settles = "2026-03-02^k1b"
	for _, tt := range []struct {
		first, second daily.Speaker
		hold          bool
	}{
		{who(""), who(""), false}, {who("ana"), who("ana"), false}, {who(""), who("bo"), false}, {who("ana"), who(""), false}, {who("ana"), who("bo"), true},
		{at("ana", "1", ""), at("ana", "2", ""), true}, {at("ana", "1", "2"), at("ana", "2", ""), false}, {at("ana", "1", ""), at("ana", "2", "1"), true},
		{at("ana", "1", "2"), at("bo", "2", ""), true}, {at("ana", "1", "?"), at("ana", "?", ""), true}, {at("ana", "?", ""), at("ana", "?", ""), true},
	} {
		entries[0].Said, entries[1].Said = tt.first, tt.second
		r := new(Memory).Judge(entries)
		for _, block := range []string{"k1a", "k1b"} {
			got := r.Cited("2026-03-02#^" + block).Holds()
			must.Hold(t, got == tt.hold, "%v and %v: %s holds: %t", tt.first, tt.second, block, got)
		}
		got := len(r.Disputes)
		must.Hold(t, (got == 2) == tt.hold && (tt.hold || got <= 0), "%v and %v: disputes %+v", tt.first, tt.second, r.Disputes)
	}
	r := OfLogs([]*daily.Log{a, b}, wiki.New("wiki", nil))
	if who, wish := r.Said("2026-03-02#^k1a"); who.Who != "" || wish {
		t.Errorf("said by %v, %t", who, wish)
	}
	a.Entries[0].Said, a.Entries[0].Bullets[0].Kind = who("ana"), daily.Preference
	b.Date, b.Entries[0].Date, b.Entries[0].Said = b.Date.On("desk"), b.Date.On("desk"), who("bo")
	r = OfLogs([]*daily.Log{a, b}, wiki.New("wiki", nil))
	for cite, want := range map[string]string{"2026-03-02#^k1a": "ana true", "2026-03-02#^k1b": "ana false", "2026-03-09@desk#^k2a": "bo false", "2026-03-10#^k3": " false"} {
		if who, wish := r.Said(cite); fmt.Sprint(who.Who, " ", wish) != want {
			t.Errorf("%s is said by %v, %t", cite, who, wish)
		}
	}
}

func who(name string) daily.Speaker { return daily.Speaker{Who: name} }

func at(name, id, trusts string) daily.Speaker {
	return daily.Speaker{Who: name, ID: id, Trusts: trusts}
}
