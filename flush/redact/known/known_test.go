package known

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What a set learned it finds again, also once it was written and read, where it stands as a word or as a phrase; what is an
// ordinary word, a number or a made-up value it does not learn.
func TestSet(t *testing.T) {
	learned := Parse(nil)
	for _, secret := range []string{"Kestrel-48gull", "gull!Nine", "tiger", "kestrels", "47114711", "secret123", "copper nine lantern river", "a\nb1c2d3e4", "postgres16", "utf8mb4", "Sommer2024"} {
		learned.Learn(secret, "password")
	}
	must.Hold(t, learned.News(), "nothing is new")
	file := learned.Bytes()
	must.Hold(t, !learned.News(), "what is written is new")
	read := Parse(file)
	must.Hold(t, !read.News(), "what is read is new")
	for text, want := range map[string]string{
		"type Kestrel-48gull there":              "type # there",
		"(Kestrel-48gull), \"Kestrel-48gull\"":   "(#), \"#\"",
		"xKestrel-48gull Kestrel-48gulls":        "xKestrel-48gull Kestrel-48gulls",
		"ssh box Kestrel-48gull\nKestrel-48gull": "ssh box #\n#",
		"密码Kestrel-48gull吗":                      "密码#吗",
		"u:gull!Nine@h":                          "u:#@h",
		"the tiger and kestrels, 47114711":       "the tiger and kestrels, 47114711",
		"secret123 and Kestrel 48gull":           "secret123 and Kestrel 48gull",
		"postgres16 with utf8mb4 in Sommer2024":  "postgres16 with utf8mb4 in Sommer2024",
		"say 'copper nine lantern river' to it":  "say '#' to it",
		"copper nine lantern rivers":             "copper nine lantern rivers",
	} {
		for _, s := range []*Set{learned, read} {
			must.Equal(t, replaced(text, s.Find(text, nil)), want, "in %q", text)
		}
	}
	must.Hold(t, len(Parse([]byte("no key")).order) == 0, "a file of another form was read")
	must.Hold(t, (*Set)(nil).Find("Kestrel-48gull", nil) == nil, "nil knows")
}

func replaced(text string, found []span.Span) string {
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(text[at:f.Start] + "#")
		at = f.End
	}
	return b.String() + text[at:]
}

// The file is bounded, and what one process wrote another takes over.
func TestFile(t *testing.T) {
	one := Parse(nil)
	other := Parse(one.Bytes())
	one.Learn("Kestrel-48gull", "password")
	other.Learn("Lantern-17reed", "secret")
	other.Join(one.Bytes())
	both := Parse(other.Bytes())
	for _, secret := range []string{"Kestrel-48gull", "Lantern-17reed"} {
		must.Hold(t, len(both.Find(secret, nil)) == 1, "%s is gone", secret)
	}
	other.Join(Parse(nil).Bytes())
	for i := range Most + 9 {
		both.Learn(fmt.Sprint("Kestrel-", i), "password")
	}
	must.Equal(t, strings.Count(string(both.Bytes()), `"h":`), Most, "marks")
}
