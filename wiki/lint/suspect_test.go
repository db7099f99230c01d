package lint

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/flush/redact"
)

// kept is prose that holds no secret, and looks a little like it.
var kept = []string{
	"Plain words, and *emphasis*!", "- A point ([[2026-11-27#^k3f9a2c|2026-11-27]])", "see [[concepts/token-cache|the token cache]].", "", "# Secret keys",
	"title: Governance", `  - "daily/2026-11-27.md"`, "It costs 5 dollars; version 2 came later.",
}

// said are lines with a secret in them.
var said = []string{
	"password: swordfish1", "DB_PASSWORD=hunter2hunter2", `"api_key": "c8f2a9e17b6d4035"`, "Authorization: Bearer abcDEF123456ghiJKL7890",
	"postgres://u:Xk29vbQq@h/db", "ghp_0123456789abcdefghijABCDEFGHIJ012345", "the key is AKIAIOSFODNN7EXAMPLQ, yes", "curl -u ana:Xk29vbQq https://x.y",
	"mysql -pXk29vbQq tides", "the password is Xk29!vbQq", "export TOKEN=c8f2a9e17b6d4035c8f2a9e17b6d4035",
	"-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn\nabc\n-----END RSA PRIVATE KEY-----", "`sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789`",
	"PASSWORD=swordfish", "--password swordfish9", `password = "swordfish"`, "[[x]] password: swordfish1", "key=AIzaSyA1234567890abcdefghijklmnopqrstuv",
}

// Looking only at the lines that may hold a secret loses none of them.
func TestSuspects(t *testing.T) {
	finder := redact.New(redact.Options{})
	for _, s := range said {
		if len(finder.Find(s)) == 0 {
			t.Fatalf("no secret to the redactor: %q", s)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(1, 12).Draw(t, "n") {
			lines = append(lines, rapid.SampledFrom(append(kept, said...)).Draw(t, "line"))
		}
		src := strings.Join(lines, "\n\n") + rapid.SampledFrom([]string{"", "\n", "\r\n"}).Draw(t, "end")
		want, got := map[int]bool{}, map[int]bool{}
		for _, f := range finder.Find(src) {
			want[f.Line] = true
		}
		for _, s := range suspects([]byte(src)) {
			if s.start > 0 && src[s.start-1] != '\n' {
				t.Fatalf("%q: a stretch begins in a line", src)
			}
			for _, f := range finder.Find(src[s.start:s.end]) {
				got[f.Line+strings.Count(src[:s.start], "\n")] = true
			}
		}
		for line := range want {
			if !got[line] {
				t.Fatalf("%q: the secret of line %d is lost", src, line)
			}
		}
	})
}

func TestSuspectsPassProse(t *testing.T) {
	for _, s := range kept {
		if n := len(suspects([]byte(s))); n > 0 {
			t.Errorf("suspect: %q", s)
		}
	}
}

// A long word is found wherever in a line it stands, and the lines around it are not.
func TestSuspectsFindLongWords(t *testing.T) {
	long := strings.Repeat("y", longWord)
	for _, line := range []string{long, " " + long, "ab " + long + "\tab", "a\t" + long} {
		src := "prose\n" + line + "\nprose\n"
		if got := suspects([]byte(src)); len(got) != 1 || src[got[0].start:got[0].end] != line+"\n" {
			t.Errorf("%q: %v", src, got)
		}
	}
	if got := suspects([]byte(long[1:] + "\n" + long[1:])); len(got) > 0 {
		t.Errorf("a word of %d letters: %v", longWord-1, got)
	}
}
