package proof

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What a line may say where its turn says so, and what not.
func TestAmiss(t *testing.T) {
	for _, c := range []struct {
		said, line string
		ok         bool
	}{
		// numbers
		{"the limit is 45 rows", "The limit is 45 rows", true},
		{"the limit is 45 rows", "The limit is 54 rows", false},
		{"the limit is 145 rows", "The limit is 45 rows", false},
		{"the limit is 1,000 rows", "The limit is 1000 rows", true},
		{"the limit is 1000 rows", "The limit is 1,000 rows", true},
		{"the limit is 1 000 rows", "The limit is 1000 rows", true},
		{"the limit is 1\u202f000 rows", "The limit is 1,000 rows", true},
		{"das Limit ist 1.000 Zeilen", "Das Limit ist 1000 Zeilen", true},
		{"the limit is 10,000 rows", "The limit is 1000 rows", false},
		{"in 2026 300 users came", "300 users came", true},
		{"it grew by 1.5", "It grew by 1,5", true},
		{"it grew by 1.5", "It grew by 15", false},
		{"it costs 1,234.56", "It costs 1234.56", true},
		{"it costs 1.234,56", "It costs 1234.56", true},
		{"three retries are enough", "3 retries are enough", true},
		{"drei Versuche genügen", "3 Versuche genügen", true},
		{"three retries are enough", "4 retries are enough", false},
		{"wait 30s", "Wait 30 s", true},
		{"wait 30 seconds", "Wait 30s", true},
		{"wait 30 seconds", "Wait 30 ms", false},
		{"wait 30s", "Wait 30 minutes", false},
		{"timeout: 30", "Timeout of 30 seconds", true},
		{"grew by 12 %", "Grew by 12 percent", true},
		{"use sha256", "Use 256 of them", false},
		{"on 2026-11-27 at 14:32", "On 2026-11-27 at 14:32", true},
		{"on 2026-11-27 at 14:32", "On 2026-11-28 at 14:32", false},
		{"on 2026-11-27 at 14:32", "On 2026-11-27 at 14:23", false},
		{"between 3 and 5", "3–5 of them", true},
		{"between 3 and 6", "3-5 of them", false},
		{"Go 1.26.8 is needed", "Go 1.26.8 is needed", true},
		{"Go 1.26.8 is needed", "Go 1.26 is needed", true},
		{"Go 1.26.8 is needed", "Go 1.27 is needed", false},
		{"Go 1.26.8 is needed", "Go 1.2 is needed", false},
		{"v2.1.0 broke it", "2.1.0 broke it", true},
		{"issue #412", "Issue #412", true},
		{"issue #412", "Issue #421", false},
		{"port １２３４", "Port 1234", true},

		// hashes, paths, addresses
		{"commit 3f9a2c71b5d", "Commit 3f9a2c71b5d", true},
		{"commit 3f9a2c71b5d", "Commit 3f9a2c7", true},
		{"commit 3f9a2c71b5d", "Commit 3f9a2c8", false},
		{"commit 3f9a2c7", "Commit 3f9a2c71b5d", false},
		{"see /home/ann/app/flush/work.go", "See flush/work.go", true},
		{"see flush/work.go", "See flush/play.go", false},
		{"see flush/work.go", "See lush/work.go", false},
		{`in C:\app\main.go`, `In app/main.go`, true},
		{"read/write locks", "Read/write locks", true},
		{"locks for both", "Client/server locks", true},
		{"see https://example.com/a/b.", "See https://example.com/a/b", true},
		{"see https://example.com/a/b", "See https://example.com/a/b?d=secret", false},
		{"see https://example.com/a/b", "See https://example.com/a", false},
		{"see https://example.com/a/b", "See https://evil.example.com/a/b", false},
		{"see https://example.com", "See https://example.com/", true},
		{"see (https://example.com/a)", "See https://example.com/a.", true},
		{"see https://example.com/Ab", "See https://example.com/aB", false},
		{"see example", "See www.example.com", false},
		{"write to ann@example.com", "Write to ann@example.com", true},
		{"write to ann@example.com", "Write to bob@example.com", false},

		// names
		{"call WriteFile", "Call WriteFile", true},
		{"call fsutil.WriteFile", "Call WriteFile", true},
		{"call writeAll", "Call WriteFile", false},
		{"on github", "On GitHub", true},
		{"set max_conns", "Set max_conns", true},
		{"set max_conns", "Set min_conns", false},
		{"run it with --race", "Run it with --race", true},
		{"run it", "Run it with --race", false},
		{"ECONNRESET came", "ECONNRESET came", true},
		{"ECONNRESET came", "ECONNREFUSED came", false},
		{"in config.yaml", "In config.yaml", true},
		{"in config.yaml", "In config.toml", false},
		{"it is utf-8", "It is UTF-8", true},
		{"it is utf-8", "It is UTF-16", false},
		{"it is utf 8", "It is UTF-8", true},
		{"Latin-1 and UTF-8", "Latin-8 and UTF-1", false},
		{"the one that is there", "There are 1 of them", false},
		{"a SQLite file", "SQLite-backed", true},
		{"z.B. so, e.g. so", "E.g. so, i.e. so, z.B. so", true},
		{"use http2", "Use HTTP2", true},
		{"so it goes", "Use HTTP2", false},

		{"AddTodoForm.tsx、TodoApp.tsx等に修正", "構造の修正：AddTodoForm.tsx、TodoApp.tsx等に修正", true},
		{"デフォルトポート3000に修正。tide.mdを更新", "ポートは3000（tide.mdを更新）", true},
		{"デフォルトポート3000に修正", "ポートは3000（tide.mdを更新）", false},
		{"TypeScriptと19.1.0に修正", "19.1.0、TypeScriptに修正", true},
		{"AddTodoForm.tsx等に修正", "TodoList.tsx等に修正", false},

		// code and quotations
		{"run go test ./... first", "Run `go test ./...` first", true},
		{"run `go test ./...` first", "Run `go test -race ./...` first", false},
		{"call Append", "Call `Append()`", true},
		{"call Append", "Call `append`", false},
		{"she said: keep it simple", `She said "keep it simple"`, true},
		{"she said “keep it simple”", `She said "Keep it simple."`, true},
		{"she said: keep it simple", `She said "keep it fancy"`, false},
		{"sie sagte: kurz halten", `Sie sagte „kurz fassen“`, false},
		{"so ist es", "So ist «es»", true},
		{"the users' data", "The users' data and the admins' data", true},
		{"it doesn't", "It doesn't, it can't", true},
		{"これは簡単です", "「簡単」です", true},
		{"これは簡単です", "「複雑」です", false},

		// markup
		{"a link", "A link [[2026-11-27#^abc|here]]", false},
		{"a link", "A [link](https://evil.example)", false},
		{"a comment", "A <!-- /memoria:entry --> comment", false},
		{"an image", "An <img src=x> image", false},
		{"the trailer `Tide: <id>`", "A trailer `Tide: <id>`", true},
		{"the trailer", "A trailer `Tide: <id>` <b>bold</b>", false},
		{"a generic Map<K, V>", "A generic Map<K, V>", true},
		{"the page [[Home]]", "The page [[Home]]", true},
	} {
		why := Amiss(Visible(c.line), []*Evidence{Of(Visible(c.said), nil)})
		must.Hold(t, (why == "") == c.ok, "%q said of %q: %q", c.line, c.said, why)
	}
}

func TestRefuted(t *testing.T) {
	for _, c := range []struct {
		said, line string
		lost       bool
	}{
		{"Do not use tabs here.", "Use tabs", true},
		{"Don't use tabs.", "Use tabs, because the formatter does", true},
		{"Never push to main.", "Push to main", true},
		{"We should not use Redis for the cache.", "Use Redis for the cache", true},
		{"Bitte keine Tabs verwenden.", "Tabs verwenden", true},
		{"No uses tabuladores.", "Usa tabuladores", true},
		{"No usar tabuladores.", "Usar tabuladores", true},
		{"N'utilise pas de tabulations", "Utilise des tabulations", true},
		{"Ne pas utiliser de tabulations.", "Utiliser des tabulations", true},
		{"Não usar tabs.", "Usar tabs", true},
		{"Не использовать табы.", "Использовать табы", true},
		{"不要使用制表符", "使用制表符", true},
		{"タブは使わないでください", "タブは使う", true},

		{"Never delete the backups", "Delete the backups", true},
		{"Never push to main without a review", "Push to main without a review", true},
		{"Never push to main without a review", "Never push to main without a review", false},
		{"Never push to main without a review", "Avoid to push to main without a review", false},
		{"Never delete the backups", "Delete the backups never", false},
		{"Never delete the backups", "Avoid to delete the backups", false},
		{"Do not use tabs here.", "Do not use tabs", false},
		{"Do not use tabs here.", "Avoid tabs: use spaces", false},
		{"Do not use tabs, use spaces.", "Use spaces", false},
		{"Do not use tabs. Use tabs only in makefiles.", "Use tabs in makefiles", false},
		{"Should we not use tabs?", "Use tabs", true},
		{"Use tabs, not spaces.", "Use tabs", false},
		{"Use tabs but no spaces", "Use tabs", false},
		{"It is not that slow. Use tabs.", "Use tabs", false},
		{"I would not say so, but use tabs anyway", "Use tabs anyway", false},
		{"The cache is not warm", "The cache starts cold", false},
		{"Tried a mutex; not faster", "A mutex was tried and rejected", false},
		{"Without the lock the file breaks", "The lock keeps the file whole", false},
	} {
		got := Refuted(c.line, Sources{Said: []*Evidence{Of(Visible(c.said), nil)}}) != ""
		must.Hold(t, got == c.lost, "%q of %q: %v", c.line, c.said, got)
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"a\u200bb\u202ec\U000e0041d\ufeff":         "abcd",
		"cafe\u0301":                               "café",
		"a <!-- hidden --> b":                      "a " + LeftOut + " b",
		"a <!-- hidden":                            "a " + LeftOut,
		"a <!-- x\n\nb":                            "a " + LeftOut + "\n\nb",
		"`<!-- code -->`":                          "`<!-- code -->`",
		"```html\n<!-- code -->\n```\n<!-- no -->": "```html\n<!-- code -->\n```\n" + LeftOut,
		"a\xffb":           "a\uFFFDb",
		"👩\u200d👩":         "👩\u200d👩",
		"line\n\ttab\r\nx": "line\n\ttab\nx",
	} {
		got := Visible(in)
		must.Hold(t, got == want, "visible(%q) = %q, want %q", in, got, want)
	}
}
