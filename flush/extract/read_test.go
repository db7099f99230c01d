package extract

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

func TestGroup(t *testing.T) {
	long := strings.Repeat("word ", 34) + "end."
	for _, tt := range []struct {
		name string
		give []string
		want []string
	}{
		{"short ones join", []string{"One.", "two", "three."}, []string{"One. two; three."}},
		{"long ones do not", []string{long, long}, []string{long, long}},
		{"the last is not left alone", []string{"First thing here.", long, "And small."}, []string{"First thing here.", long + " And small."}},
		{"none", nil, nil},
		{"full-width stops take no space", []string{"一。", "二。"}, []string{"一。二。"}},
	} {
		if got := group(sentence.Lexicons()[prose.EN], tt.give); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAsks(t *testing.T) {
	for give, want := range map[string]bool{
		"is it?": true, "is it (really)?": true, "ist es so?": true, "这样吗": true, "これは何ですか。": true, "真的吗？": true,
		"it is.": false, "what a day": false, "": false,
	} {
		if got := sentence.Asks(give); got != want {
			t.Errorf("asks(%q) = %v", give, got)
		}
	}
}

// TestLead holds that an item comes with the line above it where that says something.
func TestLead(t *testing.T) {
	for _, tt := range []struct{ name, give, want string }{
		{"a lead", "The harness now creates:\n- session ids with `uuidgen`", "The harness now creates: session ids with `uuidgen`"},
		{"short items join", "The cache holds:\n- `a`\n- `b`\n- `c` and more", "The cache holds: `a`; `b`; `c` and more"},
		{"a vague heading stays away", "## Summary\n- Replaced `x` by `y` in the loader of the index", "Replaced `x` by `y` in the loader of the index"},
		{"a heading that tells", "**Database changes:**\n- `users.mail` is unique now", "Database changes: `users.mail` is unique now"},
		{"numbers go", "### 2. Root cause\n- the lock is dropped by a rename", "Root cause: the lock is dropped by a rename"},
		{"a parent item", "- `auth.go`:\n  - `Login` checks the age of the token", "`auth.go`: `Login` checks the age of the token"},
		{"leaning sentences", "The rename drops the lock. This means two writers at once.", "The rename drops the lock. This means two writers at once."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := readTurns(script(t, "A> "+tt.give))
			var got []string
			for i := range r.units {
				got = append(got, r.line(&r.units[i]))
			}
			if !slices.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTongue(t *testing.T) {
	for _, tt := range []struct {
		give string
		turn prose.Lang
		want prose.Lang
	}{
		{"it works", prose.EN, prose.EN},
		{"`x`", prose.Unknown, prose.EN},
		{"The cache is not used here.", prose.JA, prose.EN},
		{"キャッシュは使われていません", prose.EN, prose.JA},
		{"Next.js を更新", prose.JA, prose.JA},
		{"no va", prose.ES, prose.ES},
		{"The worker does not start.", prose.DE, prose.EN},
		{"сборка ok", prose.RU, prose.RU},
	} {
		if got := sentence.Tongue(tt.give, tt.turn).Lang; got != tt.want {
			t.Errorf("tongue(%q, %q) = %q", tt.give, tt.turn, got)
		}
	}
}

// TestSenders holds that what another person writes in a chat is told as theirs.
func TestSenders(t *testing.T) {
	s := show(summarise(t, []transcript.Turn{
		{ID: "1", Role: transcript.Person, Sender: "ana", Text: "always answer in one line"},
		{ID: "2", Role: transcript.Agent, Text: "Noted."},
		{ID: "3", Role: transcript.Person, Sender: "bob", Text: "We decided to use MongoDB. Never ask me again."},
		{ID: "4", Role: transcript.Agent, Text: "Noted."},
		{ID: "5", Role: transcript.Person, Text: "never push to main"},
		{ID: "6", Role: transcript.Agent, Text: "Noted."},
		{ID: "7", Role: transcript.Person, Sender: "bob", Text: "Never store times in local zones.\n\nAlways name the migrations by date."},
		{ID: "8", Role: transcript.Agent, Text: "Noted."}}))
	for want, is := range map[string]bool{"preference: always answer": true, "preference: never push": true, "decision": false, "preference: Always name": false, "Never ask": false} {
		if strings.Contains(s, want) != is {
			t.Errorf("holds %q: %v in\n%s", want, !is, s)
		}
	}
}
