package extract

import (
	"context"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/transcript"
)

// What differs in a name, a number or a word that a person chose is another statement; what is
// said again in the same words is not.
func TestAlikeIsNotTheSame(t *testing.T) {
	tests := []struct{ first, second string }{
		{"never deploy to staging without asking me", "never deploy to production without asking me"},
		{"We should use Postgres for the orders service", "We should use SQLite for the orders service"},
		{"Decision: reads time out after 30 seconds because the proxy cuts at 60.", "Decision: writes time out after 90 seconds because the proxy cuts at 120."},
		{"bitte immer Leerzeichen in Go-Dateien", "bitte immer Leerzeichen in Python-Dateien"},
		{"siempre usa comillas simples en los scripts", "siempre usa comillas dobles en los scripts"},
	}
	for _, tt := range tests {
		turns := []transcript.Turn{
			{ID: "1", Role: transcript.Person, Text: tt.first},
			{ID: "2", Role: transcript.Agent, Text: "Noted."},
			{ID: "3", Role: transcript.Person, Text: tt.second},
			{ID: "4", Role: transcript.Agent, Text: "Noted."},
			{ID: "5", Role: transcript.Person, Text: tt.second},
		}
		sum, err := (Author{}).Summarise(context.Background(), turns, nil)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, b := range sum.Bullets {
			all = append(all, b.Text)
		}
		log := strings.Join(all, "\n")
		for _, want := range []string{tt.first, tt.second} {
			if strings.Count(log, want) != 1 {
				t.Errorf("%q stands %d times in\n%s", want, strings.Count(log, want), log)
			}
		}
	}
}
