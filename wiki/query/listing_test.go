package query

import (
	"fmt"
	"testing"

	"github.com/agent-admin/memoria/daily"
)

// what asks for lines of a kind is told from what asks about one.
func TestListingOf(t *testing.T) {
	for question, want := range map[string]string{
		"open tasks":                                    "5 []",
		"What is left to do?":                           "5 []",
		"show me all TODOs of tidewatch":                "5 [tidewatch]",
		"Was ist in tidewatch noch zu tun?":             "5 [tidewatch]",
		"what did I decide about busy_timeout":          "1 [busy_timeout]",
		"which decisions are there on release signing?": "1 [release signing]",
		"¿Qué decidimos sobre backups?":                 "1 [backups]",
		"preferences for project log-book":              "3 [log-book]",
		"Что мы решили про резервные копии":             "1 [резервные копии]",
		"what have we learned about WAL":                "2 [wal]",
		"pending action items":                          "5 []",
		"quais decisões tomamos sobre thumbnails?":      "1 [thumbnails]",
		"какие решения приняты о thumbnails?":           "1 [thumbnails]",
		"quelles décisions ont été prises sur WAL":      "1 [wal]",
		"welche Entscheidungen gibt es zu Backups?":     "1 [backups]",
		"¿qué decisiones hemos tomado sobre backups?":   "1 [backups]",
	} {
		l, ok := ListingOf(question)
		if got := fmt.Sprint(int(l.Kind), " ", l.About); !ok || got != want {
			t.Errorf("%s: %v %s, want %s", question, ok, got, want)
		}
	}
	for _, question := range []string{
		"why did we decide to use WAL", "when was that decided?", "Wie haben wir das entschieden?", "who decides about releases",
		"how long are backups kept?", "does WAL mode work on a network share?", "open the dashboard", "which action runs the release?", "", "?",
	} {
		if l, ok := ListingOf(question); ok {
			t.Errorf("%q lists %v %v", question, daily.Kind(l.Kind), l.About)
		}
	}
}
