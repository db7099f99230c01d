package redact

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/token"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// alnum, hexes and so on generate bodies of secrets.
func body(chars string, least, most int) *rapid.Generator[string] {
	return rapid.StringOfN(rapid.RuneFrom([]rune(chars)), least, most, -1)
}

const (
	lowers = "abcdefghijklmnopqrstuvwxyz"
	uppers = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
	alnums = lowers + uppers + digits
)

// shapes generates secrets that go wherever they stand.
func shapes() *rapid.Generator[string] {
	var all []*rapid.Generator[string]
	for _, p := range token.Prefixes() {
		if p.Loose || p.Least < 6 {
			continue
		}
		chars, least, most := alnums, max(20, p.Least), max(20, p.Least)+20
		switch {
		case p.Hex:
			chars, most = "0123456789abcdef", least
		case p.Exact:
			most = least
		}
		all = append(all, rapid.Map(body(chars, least, most), func(s string) string { return p.Text + "7Q" + s }))
		if p.Exact {
			all[len(all)-1] = rapid.Map(body(chars, least, most), func(s string) string { return p.Text + "7" + s[1:] })
		}
	}
	seg := body(alnums+"_-", 12, 60)
	all = append(all,
		rapid.Map(body(uppers+digits, 16, 16), func(s string) string { return "AKIA" + s }),
		rapid.Map(rapid.SliceOfN(seg, 3, 3), func(p []string) string { return "eyJ" + strings.Join(p, ".") }),
		rapid.Map(body(alnums+"+/", 64, 200), func(s string) string {
			return pemTop + "EC PRIVATE KEY-----\n" + s + "\n" + pemBot + "EC PRIVATE KEY-----"
		}),
	)
	return rapid.OneOf(all...)
}

// harmless generates text that holds nothing to redact.
func harmless() *rapid.Generator[string] {
	words := rapid.SampledFrom(strings.Fields(`the build failed because a lock was held by another process and the
		test waits für das Schloss пока не закроется 所以我们 改了 テスト está listo; use os.Rename, see store.go:42 or
		https://example.com/a?b=c (really) "quoted" ` + "`code`" + ` 4096 v1.2.3 {x} [y] <z> é 🙂 token password secret key`))
	return rapid.Map(rapid.SliceOfN(words, 0, 12), func(w []string) string { return strings.Join(w, " ") })
}

func TestAnySecretGoesAndTheProseStays(t *testing.T) {
	r := New(Options{})
	secret, text := shapes(), harmless()
	rapid.Check(t, func(t *rapid.T) {
		before, s, after := text.Draw(t, "before"), secret.Draw(t, "secret"), text.Draw(t, "after")
		sep := rapid.SampledFrom([]string{"\n", "\n- ", ". ", " -> "}).Draw(t, "separator")
		got, n := r.Text(before + sep + s + "\n" + after)
		must.Be(t, n == 1 && strings.HasPrefix(got, before+sep+"[redacted:") && strings.HasSuffix(got, "]\n"+after), "%q in\n%q became\n%q (%d)", s, before+sep+s+"\n"+after, got, n)
	})
}

// fragments generates texts out of pieces that detectors look for, glued at random.
func fragments() *rapid.Generator[string] {
	pieces := []string{
		"<private>", "</private>", "`<private>`", "`", "\"", "'", " ", "\n", "=", ": ", ":", "://", "@", "/", "\\", "\\n", ";", "&", "?", ".", ",", "(", ")", "[", "]", "{", "}",
		"password", "PASSWORD", "token", "api_key", "secret", "Authorization", "Bearer ", "Basic ", "Cookie", "Set-Cookie: ", "a=", "--password ", "login ", "machine ", "is ", "ist ",
		"postgres", "user", "hunter2", "Tr0ub4dor&3", mix20, hex40, hex32, "eyJ", header, claims, "sk-", "sk-" + "ant-", "ghp" + "_", "AKIA", "SG.", "xox", "b-", pemTop, "PRIVATE KEY-----", pemBot, der,
		"-----", "curl -u ", "mysql -p", "[redacted:", "[redacted:jwt]", "[private]", "[path withheld]", "secrets/", "prod.env", "~/clients/", "密码", "：", "パスワード", "は", "пароль", "ü", "🙂", "\xff", "\x00", "IDENTIFIED BY '", "twitter", "discord", "jira", "=>", ":=", "$", "${X}", "<x>", "%s", "...", "…", "xxxx", "^k3f9a2c",
	}
	piece := rapid.OneOf(rapid.SampledFrom(pieces), rapid.SampledFrom(pieces), rapid.StringN(0, 6, -1))
	return rapid.Map(rapid.SliceOfN(piece, 0, 40), func(p []string) string { return strings.Join(p, "") })
}

var full = Options{Home: "/home/ada", Paths: []string{"~/clients/**", "secrets/*.env", "**/*.{key,pem}"}}

// checkLaws holds the laws of the package comment for one text.
func checkLaws(t must.T, r *Redactor, s string) {
	got, n := r.Text(s)
	if again, m := r.Text(got); m != 0 || again != got {
		t.Fatalf("not idempotent: %q\nonce  %q\ntwice %q (%d)", s, got, again, m)
	}
	must.Be(t, !utf8.ValidString(s) || utf8.ValidString(got), "%q became invalid: %q", s, got)
	found := r.Find(s)
	must.Be(t, len(found) == n, "%q: Find %d, Text %d", s, len(found), n)
	var b strings.Builder
	at := 0
	for _, f := range found {
		must.Be(t, f.Start >= at && f.End > f.Start && f.Line == 1+strings.Count(s[:f.Start], "\n"), "%q: bad finding %+v", s, f)
		b.WriteString(s[at:f.Start] + span.Marker(f.Rule))
		at = f.End
	}
	must.Be(t, b.String()+s[at:] == got, "%q: bytes outside the findings changed", s)
}

func TestLaws(t *testing.T) {
	r, texts := New(full), fragments()
	rapid.Check(t, func(t *rapid.T) { checkLaws(t, r, texts.Draw(t, "text")) })
}

func FuzzText(f *testing.F) {
	for _, row := range mustGo {
		f.Add(row.before + row.secret + row.after)
	}
	r := New(full)
	f.Fuzz(func(t *testing.T, s string) { checkLaws(t, r, s) })
}
