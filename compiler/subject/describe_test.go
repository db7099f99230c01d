package subject

import (
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/draft"
)

// about returns the article on `quayd` that these lines make, each with its kind: "D text", if they make one.
func about(t *testing.T, lines ...string) draft.Draft {
	t.Helper()
	date := daily.DateOf(time.Date(2026, time.May, 4, 0, 0, 0, 0, time.UTC), nil)
	entries := parseEntries(t, date.String()+" quay | Work on `quayd`\n"+strings.Join(lines, "\n")+"\n"+
		"2026-05-05 quay | More work on `quayd`\nL After a crash `quayd` was slow\nF Yesterday `quayd` was slow\nD Restarted `quayd` by hand\nL At night `quayd` was fast\n")
	for _, d := range articles(t, entries, nil) {
		if d.Title == "quayd" {
			return d
		}
	}
	return draft.Draft{}
}

// An article is introduced by a line that says what its subject is or does, and by no other.
func TestDescription(t *testing.T) {
	tests := []struct{ line, want string }{
		{"F `quayd` is the part that talks to the crane", "quayd is the part that talks to the crane."},
		{"L `quayd` drops the last order when the disk is full", "quayd drops the last order when the disk is full."},
		{"L The `quayd` service does not start without a port. The test is not strict.", "The quayd service does not start without a port."},
		{"F Der `quayd` vergisst offene Aufträge nach einem Neustart, weil die Liste nur im Speicher liegt", "Der quayd vergisst offene Aufträge nach einem Neustart, weil die Liste nur im Speicher liegt."},
		{"L `quayd` пишет заказ на диск сразу, потому что сеть ненадёжна", "quayd пишет заказ на диск сразу, потому что сеть ненадёжна."},
		{"F Der `quayd` wurde gestern auf die neue Platte umgezogen", ""},
		{"F `quayd` を最新の状態にアップデートしました", ""},
		{"L A full disk makes `quayd` drop the last order", ""},
		{"L The root cause: `quayd` opens its own connection in every worker", ""},
		{"F string `quayd` has 3 occurrences, make it a constant (goconst)", ""},
		{"P `quayd` feels implausible here", ""},
		{"X `quayd` is the part that talks to the crane", ""},
		{"A `quayd` is to be moved behind the gate", ""},
		{"P I think `quayd` drops the last order when it is full", ""},
		{"D Added a flag to `quayd` that names the port", ""},
		{"L `quayd` was restarted twice on that afternoon", ""},
		{"L `quayd` changed twice on that afternoon alone", ""},
	}
	for _, tt := range tests {
		d := about(t, tt.line)
		must.Hold(t, d.Title != "" && (tt.want == "" || d.Description == tt.want) && (tt.want != "" || d.Lead == ""), "%s: described as %q, lead %q", tt.line, d.Description, d.Lead)
	}
}

// An article does not say one sentence twice in a row: the line that opens it comes last of the key points.
func TestLeadDoesNotRepeatTheFirstPoint(t *testing.T) {
	d := about(t, "D `quayd` is the part that talks to the crane")
	must.Hold(t, d.Lead == "`quayd` is the part that talks to the crane.", "lead %q", d.Lead)
	must.Equal(t, d.Points[len(d.Points)-1].Text, "`quayd` is the part that talks to the crane", "the last point")
}

// A quotation never ends before the words that limit it.
func TestQuotedWithItsLimit(t *testing.T) {
	long := strings.Repeat("in every office along the northern coast ", 4)
	for _, tt := range []struct{ line, want string }{
		{"`quayd` is assumed to exist. It's not universal.", "quayd is assumed to exist. It's not universal."},
		{"`quayd` is assumed to exist. However, few ports have it.", "quayd is assumed to exist. However, few ports have it."},
		{"`quayd` locks the table. Unless the flag is set. Ports differ.", "quayd locks the table. Unless the flag is set."},
		{"`quayd` locks the whole table. Ports differ.", "quayd locks the whole table."},
		{"Der `quayd` sperrt die Tabelle. Aber nur nachts. Sonst nicht.", "Der quayd sperrt die Tabelle. Aber nur nachts."},
		{"`quayd` はテーブルをロックします。ただし夜だけです。", "quayd はテーブルをロックします。 ただし夜だけです。"},
		{"`quayd` locks the table, but only at night", "quayd locks the table, but only at night"},
		{"`quayd` is called " + long + ", but it answers in the harbour office alone, which nobody knows", "quayd is called in every office along the northern coast in every office along the northern coast in every office along the northern coast in every office along…"},
		{"`quayd` is called in every office " + strings.Repeat("of the coast ", 7) + ", but it is only heard in one of them, as far as anybody knows here", "…"},
	} {
		got := whole(opening(tt.line), describeMost)
		switch {
		case strings.Contains(tt.line, long):
			must.Hold(t, got == "", "%s: quoted without its limit: %q", tt.line, got)
		case tt.want == "…":
			must.Hold(t, strings.Contains(got, ", but it is only") && strings.HasSuffix(got, "…"), "%s: quoted as %q", tt.line, got)
		case got != tt.want:
			t.Errorf("%s: quoted as %q, want %q", tt.line, got, tt.want)
		}
	}
}
