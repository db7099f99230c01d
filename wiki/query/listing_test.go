package query

import (
	"fmt"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
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
		"what's left to do":                             "5 []",
		"which decisions stand for thumbnails":          "1 [thumbnails]",
		"which decisions still hold for thumbnails?":    "1 [thumbnails]",
		"my preferences in tide":                        "3 [tide]",
		"what remains to be done":                       "5 []",
		"what is still open in harbour?":                "5 [harbour]",
		"outstanding tasks":                             "5 []",
		"what did we settle on for thumbnails":          "1 [thumbnails]",
		"what have we agreed on for thumbnails":         "1 [thumbnails]",
		"was bleibt zu tun in tide":                     "5 [tide]",
		"welche Entscheidungen gelten für Thumbnails?":  "1 [thumbnails]",
		"was wurde zu Thumbnails festgelegt?":           "1 [thumbnails]",
		"meine Vorlieben in tide":                       "3 [tide]",
		"was steht noch an?":                            "5 []",
		"was ist noch offen in harbour?":                "5 [harbour]",
		"was muss ich noch machen?":                     "5 []",
		"que reste-t-il à faire ?":                      "5 []",
		"qu'est-ce qui reste à faire dans tide ?":       "5 [tide]",
		"quelles décisions valent pour thumbnails ?":    "1 [thumbnails]",
		"qu’avons-nous décidé sur thumbnails ?":         "1 [thumbnails]",
		"mes préférences dans tide":                     "3 [tide]",
		"¿qué queda por hacer?":                         "5 []",
		"qué falta por hacer en tide":                   "5 [tide]",
		"¿qué decisiones siguen vigentes para logos?":   "1 [logos]",
		"mis preferencias en tide":                      "3 [tide]",
		"qué tengo que hacer todavía":                   "5 []",
	} {
		l, ok := ListingOf(question)
		got := fmt.Sprint(int(l.Kind), " ", l.About)
		must.Hold(t, ok && got == want, "%s: %v %s, want %s", question, ok, got, want)
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
