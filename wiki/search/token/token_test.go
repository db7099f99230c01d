package token

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
)

// golden is testdata/tokens.json, by which an implementation in another language is held to this one.
type golden struct {
	Text   string  `json:"text"`
	Lang   string  `json:"lang,omitempty"`
	Tokens []Token `json:"tokens"`
}

var goldenTexts = []golden{
	{Text: "Lock a sidecar file, not the log", Lang: "en"},
	{Text: "busy_timeout busyTimeout busy-timeout BUSY_TIMEOUT"},
	{Text: "HTTPServer parses URLs of XMLHttpRequest", Lang: "en"},
	{Text: "see internal/auth/token.go and ./cmd/memoria/main_test.go:42"},
	{Text: "v1.2.3 and 1.2.3, Go 1.26, 10.0.0.1"},
	{Text: "on 2026-03-02, in 2026-03"},
	{Text: "SQLITE_BUSY (5), E1234, 0x7fff, ERR-42"},
	{Text: "1,000,000 rows; a,b"},
	{Text: "user's don't we'll l'homme d’abord rock'n'roll"},
	{Text: "C++ and C# and F#, not ##"},
	{Text: "naïve café, Straße, Ærø, Łódź, Ångström"},
	{Text: "Änderungen der Häuser wurden gespeichert", Lang: "de"},
	{Text: "Последний новый сервер под берёзой, линии и синей", Lang: "ru"},
	{Text: "les décisions importantes étaient prises", Lang: "fr"},
	{Text: "las decisiones importantes fueron tomadas", Lang: "es"},
	{Text: "as decisões importantes foram tomadas", Lang: "pt"},
	{Text: "решения были приняты вчера", Lang: "ru"},
	{Text: "設定ファイルを変更する"},
	{Text: "使用SQLite数据库"},
	{Text: "데이터베이스 잠금"},
	{Text: "การตั้งค่า"},
	{Text: "a@b.example x_y.z"},
	{Text: "ﬁle ｆｕｌｌ ①"},
	{Text: "__init__ --flag ...dots /usr/"},
	{Text: "running runner ran caresses ponies relational", Lang: "en"},
	{Text: "Ines uses ones, used by us", Lang: "en"},
	{Text: "👍 emoji — dash"},
	{Text: "❤️ ❤ 👩🏽‍💻 🇩🇪🇫🇷 1️⃣ ✓done │"},
	{Text: ""},
}

func TestGoldenTokens(t *testing.T) {
	want := make([]golden, len(goldenTexts))
	for i, g := range goldenTexts {
		g.Tokens = Tokens(g.Text, g.Lang)
		want[i] = g
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	must.Do(t, e.Encode(want))
	const name = "testdata/tokens.json"
	if os.Getenv("UPDATE") != "" {
		fsutiltest.Write(t, name, b.Bytes())
	}
	kept := fsutiltest.Read(t, name)
	must.Hold(t, bytes.Equal(kept, b.Bytes()), "the tokens are others than in %s; UPDATE=1 go test ./wiki/search/token writes them, and Version goes up", name)
}

// What is said in TOKENS.md, for the cases that are easy to get wrong.
func TestTokens(t *testing.T) {
	for _, c := range []struct{ text, lang, want string }{
		{"busyTimeout", "", "busy timeout busytimeout"},
		{"busy_timeout", "", "busy timeout busytimeout"},
		{"internal/auth/token.go", "", "internal auth token go token.go internal/auth/token.go"},
		{"v1.2.3", "", "1.2.3"},
		{"2026-03-02", "", "2026 2026-03 2026-03-02"},
		{"don't", "", "dont"},
		{"user's", "", "user"},
		{"l'homme", "", "l homme lhomme"},
		{"Straße", "", "strasse"},
		{"URLs", "", "urls"},
		{"HTTPServer", "", "http server httpserver"},
		{"1,000", "", "1000"},
		{"設定する", "", "設定 定す する"},
		{"C++ x", "", "c++ x"},
		{"❤️🔥", "", "❤ 🔥"},
		{"👩🏽‍💻", "", "👩 💻"},
		{"🇩🇪🇫🇷", "", "🇩🇪 🇫🇷"},
		{"✓done 3️⃣", "", "✓ done 3"},
		{"running decisions", "en", "run decis"},
		{"берёза берёзой берёзы последний новый", "ru", "берез берез берез последн нов"},
	} {
		var got []string
		for _, tok := range Tokens(c.text, c.lang) {
			got = append(got, tok.Term)
		}
		must.Hold(t, strings.Join(got, " ") == c.want, "Tokens(%q, %q) = %q, want %q", c.text, c.lang, got, c.want)
	}
}

// A token names a stretch of the text, whatever that is; reading is the same twice.
func FuzzTokens(f *testing.F) {
	for _, g := range goldenTexts {
		f.Add(g.Text)
	}
	f.Add("\xff\xfe a'\xff b'")
	f.Add("a’’b’s’")
	f.Fuzz(checkTokens)
}

func checkTokens(t *testing.T, text string) {
	for _, lang := range []string{"", "en", "de", "fr", "es", "pt", "ru"} {
		for _, tok := range Tokens(text, lang) {
			must.Be(t, tok.Start >= 0 && tok.End <= len(text) && tok.Start < tok.End && tok.Exact != "" && tok.Term != "", "of %q: %+v", text, tok)
			must.Be(t, !utf8.ValidString(text) || utf8.ValidString(text[tok.Start:tok.End]), "of %q: cut in a character: %+v", text, tok)
		}
	}
}

func TestTokensOfAnything(t *testing.T) {
	alphabet := []string{"a", "B", "ß", "é", "e\u0301", "1", "_", "-", ".", "/", "'", "’", ",", "@", "#", "+", " ", "設", "ค", "\xff", "İ", "ǅ"}
	rapid.Check(t, func(rt *rapid.T) {
		checkTokens(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 24).Draw(rt, "text"), ""))
	})
}
