package extract

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/transcript"
)

// A wish is kept however short it is, and whatever names, marks or lists it is written with.
func TestShortWishesAreKept(t *testing.T) {
	tests := []struct{ said, want string }{
		{"- always use tabs\n- never use spaces\n- always run gofmt", "always use tabs|never use spaces|always run gofmt"},
		{"- first: always use tabs\n- second: never use spaces\n- third: always sign commits", "first: always use tabs|second: never use spaces|third: always sign commits"},
		{"never call __init__ or __del__ by hand", "never call __init__ or __del__ by hand"},
		{"Decision: use <section> instead of <div>.", "Decision: use <section> instead of <div>."},
	}
	for _, tt := range tests {
		sum, err := (Author{}).Summarise(context.Background(), []transcript.Turn{
			{ID: "1", Role: transcript.Person, Text: tt.said}, {ID: "2", Role: transcript.Agent, Text: "Done."}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, b := range sum.Bullets {
			got = append(got, b.Text)
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("of %q is kept %q, want %q", tt.said, strings.Join(got, "|"), tt.want)
		}
	}
}

// Every rule of a long list of rules is kept.
func TestManyRulesAreKept(t *testing.T) {
	var list strings.Builder
	for i := range 300 {
		fmt.Fprintf(&list, "- always call tool%d before step%d\n", i, i*7)
	}
	sum := summarise(t, []transcript.Turn{{ID: "1", Role: transcript.Person, Text: list.String()}, {ID: "2", Role: transcript.Agent, Text: "Done."}})
	all := show(sum)
	for i := range 300 {
		if !strings.Contains(all, fmt.Sprintf("tool%d before", i)) {
			t.Errorf("rule %d is lost", i)
		}
	}
}
