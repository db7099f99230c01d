package extract_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/extract"
	judge "github.com/agent-admin/memoria/wiki/holds"
)

// TestLater holds which tasks a later session ends: testdata/later.txt has two sessions each, and behind them whether the tasks
// of the first, or those that begin with the words behind a colon, are done or open.
func TestLater(t *testing.T) {
	data, err := os.ReadFile("testdata/later.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split("\n"+string(data), "\n== ")[1:] {
		name, rest, _ := strings.Cut(strings.TrimSpace(c), "\n")
		parts := strings.Split(rest, "\n--\n")
		if len(parts) != 3 {
			t.Fatalf("%s: no two sessions", name)
		}
		t.Run(name, func(t *testing.T) {
			var entries []daily.Dated
			var lines []before.Line
			for i, s := range parts[:2] {
				sum, err := extract.Author{Ends: func(said []string) []string {
					return before.Told{Lines: lines, Said: said}.Ends(nil)
				}}.Summarise(context.Background(), turnsOf(s), nil)
				if err != nil {
					t.Fatal(err)
				}
				at := time.Date(2026, 3, 2+i, 12, 0, 0, 0, time.UTC)
				e, err := daily.Read(daily.Entry{ID: "0123456789a" + string('0'+rune(i)), Agent: "claude", Session: "s" + string('0'+rune(i)), Project: "tide", At: at, From: "a", To: "b", By: "extractive", Summary: sum}, time.UTC)
				if err != nil {
					t.Fatal(err)
				}
				entries = append(entries, e)
				for _, b := range e.Bullets {
					lines = append(lines, before.Line{Ref: e.Ref(b), Bullet: b})
				}
			}
			record := new(judge.Memory).Judge(entries)
			for want := range strings.SplitSeq(parts[2], "\n") {
				want, words, _ := strings.Cut(want, ": ")
				n := 0
				for _, b := range entries[0].Bullets {
					if b.Kind != daily.Action || !strings.HasPrefix(b.Text, words) {
						continue
					}
					n++
					if f := record.Of(entries[0].Ref(b)); f.Done != (want == "done") || f.Holds() == f.Done {
						t.Errorf("%q is not %s: %+v\n%+v", b.Text, want, f, entries[1].Bullets)
					}
				}
				if n != 1 {
					t.Errorf("%d tasks begin with %q: %+v", n, words, entries[0].Bullets)
				}
			}
		})
	}
}
