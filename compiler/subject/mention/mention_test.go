package mention

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/prose"
)

// namedIn returns the names in a line that can become a subject by themselves, with their class; "aside" are those in
// parentheses, "says" those of which the line says what they are or do.
func namedIn(line string, lang prose.Lang) string {
	classes := []string{"word", "phrase", "term", "name", "ident", "path", "command"}
	var out []string
	ms := Find(prose.Inline(line), lang)
	for _, m := range ms {
		if m.Class == Word || m.Over >= 0 {
			continue
		}
		s := m.Form + ":" + classes[m.Class]
		for what, ok := range map[string]bool{" aside": m.Aside, " says": m.Head} {
			if ok {
				s += what
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestMentions(t *testing.T) {
	tests := []struct{ line, want string }{
		// Inline code: commands, symbols, files.
		{"`quay sync --all` drops rows", "quay sync:command says"},
		{"run `git status` and `go test ./...` first", ""},
		{"`npm run docs` is gone", ""},
		{"it says `cannot open file \"x\"`", ""},
		{"calls `vcs.StatusOf(path)` from `HasChanges()`", "HasChanges:ident"},
		{"`QUAY_TOKEN`, `$QUAY_TOKEN` and `core.fileMode` are settings", ""},
		{"`Entry-Point: main` is a trailer", "Entry-Point:ident says"},
		{"`https://quay.example` is none", ""},
		{"`quay/sessions` is a branch", "quay/sessions:path says"},
		{"`src/ui/TodoItem.tsx` renders it", ""},
		{"`cmd/quay/main.go` and `x_test.go` are everywhere", ""},
		{"`harbor.yaml` and HARBOR.md hold it", ""},
		{"`--verbose`, `true`, `42`, `v1.2.3`, `9f2c1e7ab03d`, `2026-01-02` and `*.go`", ""},
		{"`[REDACTED:token]` and `REDACTED` were there", ""},

		// Names in prose.
		{"We moved it to Harbour Drive yesterday", "Harbour Drive:name"},
		{"Linear is a tracker", ""}, // the capital may be the sentence's
		{"This Is A Headline About Quays And Boats", ""},
		{"now LangGraph and PostHog are set up", "LangGraph:name, PostHog:name"},
		{"go-git reads no global ignore file", "go-git:term says"},
		{"a read-only, built-in, well-known follow-up", ""},
		{"On Monday in March the API was down", ""},
		{"IMPORTANT: ALL of it", ""},

		// Noun phrases, and what is said of them.
		{"The snapshot cursor must not move", "snapshot cursor:phrase says"},
		{"it moves the snapshot cursor", "snapshot cursor:phrase"},
		{"The row writer was slow", "row writer:phrase"},
		{"The row writer sources the file", "row writer:phrase says"},
		{"The row writer needs two files", "row writer:phrase says"},
		{"The row writer: slow", "row writer:phrase"},
		{"SQLite runs in another mode", "SQLite:name says"},
		{"the current implementation of the main function", ""},
		{"it broke (see the retry budget)", "retry budget:phrase aside"},
		{"the `SessionStart` hook and the SessionStart hook", "SessionStart hook:ident"},
		{"Marlow's price list is stale", "price list:phrase"},
	}
	for _, tt := range tests {
		got := namedIn(tt.line, prose.EN)
		must.Hold(t, got == tt.want, "%s\n got %s\nwant %s", tt.line, got, tt.want)
	}
	for line, lang := range map[string]prose.Lang{
		"Die Sperrdatei liegt neben dem Protokoll": prose.DE, "El archivo de bloqueo vive aquí": prose.ES, "Le fichier de verrou reste ici": prose.FR,
		"Файл блокировки лежит рядом": prose.RU, "锁文件放在日志旁边": prose.ZH, "ロックファイルはログの隣に置く": prose.JA,
	} {
		must.Text(t, namedIn(line, lang), "%s", line).Has(":phrase says")
	}
}

func TestKey(t *testing.T) {
	for _, same := range [][]string{
		{"Sidecar locks", "sidecar lock", "SidecarLock", "sidecar-locks", "sidecar_lock"},
		{"GoReleaser", "goreleaser"},
		{"batches", "batch"},
		{"queries", "query"},
		{"Файл блокировки", "файла блокировки", "файлу блокировки"},
		{"naïve cache", "nai\u0308ve caches"},
	} {
		for _, s := range same[1:] {
			must.Hold(t, Key(s) == Key(same[0]), "key(%q) = %q, key(%q) = %q", s, Key(s), same[0], Key(same[0]))
		}
	}
	for _, other := range [][2]string{{"C", "C++"}, {"C++", "C#"}, {"quay", "quay://"}, {"quay session", "quay/session"}, {"status", "statu"}} {
		must.Hold(t, Key(other[0]) != Key(other[1]), "%q and %q are one", other[0], other[1])
	}
}

// Whatever a line contains, its mentions are parts of it and refer to one another in order.
func FuzzMentions(f *testing.F) {
	for _, s := range []string{
		"`quay sync --all` drops (the) rows", "The Linear MCP server's `create_document` tool", "ロックファイルは`x`の隣", "锁文件放在日志旁边「港口」",
		"Die Sperrdatei liegt", "``a`b`` c'd’e f://g -h .i ~/j @k", "(((", "`", "a-b-c_d.e/f:g", "\xff\u0308é", "Файл блокировки",
	} {
		for i := range prose.Langs {
			f.Add(s, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, line string, lang uint8) {
		l := prose.Langs[int(lang)%len(prose.Langs)]
		ms := Find(prose.Inline(line), l)
		keys := make(map[string]bool)
		for i, m := range ms {
			must.Be(t, m.Key != "" && !keys[m.Key], "key %q of %q is empty or comes twice in %q", m.Key, m.Form, line)
			keys[m.Key] = true
			must.Be(t, m.Over < i && m.Over >= -1, "%q is part of a later mention in %q: %v", m.Form, line, ms)
			must.Be(t, m.Form != "" && utf8.ValidString(m.Form), "form %q of %q in %q", m.Form, m.Key, line)
		}
		got := Find(prose.Inline(line), l)
		must.Be(t, slices.Equal(got, ms), "not a function: %v, %v", ms, got)
	})
}

// other forms of letters and digits, and of the double s, name one thing.
func TestKeyOfOtherForms(t *testing.T) {
	for give, want := range map[string]string{
		"Proﬁler": "profiler", "ＧａｔｅＷａｙ": "gateway", "Ⅳgate": "ivgate", "Straße": "strass", "STRASSE": "strass",
		"ΟΔΟΣ": "οδοσ", "Οδος": "οδοσ", "Éclair": "éclair", "E\u0301clair": "éclair", "ｱﾌﾟﾘ": "アプリ", "x²": "x",
	} {
		must.Equal(t, Key(give), want, "%q", give)
	}
	must.Equal(t, Compatible("10 °C ½ … Ａ²："), "10 °C ½ … A²：", "the result")
}

// what others write with one capital is named by capitals alone, too, in ticks and without; a setting in capitals is not.
func TestShouted(t *testing.T) {
	for line, want := range map[string]bool{
		"The `HARBOURMASTER` service restarts": true, "The HARBOURMASTER service restarts": true,
		"The `HARBOURMASTER_PORT` is set": false, "It is `IMPORTANT` here": false,
	} {
		got := slices.ContainsFunc(Find(line, prose.EN), func(m Mention) bool { return m.Class == Word && (m.Key == "harbourmaster" || m.Key == "important") })
		must.Hold(t, got == want, "%s: %v", line, got)
	}
}

// A line of 50,000 names is read in linear time: work in the square takes minutes.
func TestManyNames(t *testing.T) {
	var line strings.Builder
	for n := range 50_000 {
		fmt.Fprintf(&line, "`quay/%sabc`, ", strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(n)))
	}
	got := len(Find(line.String(), prose.EN))
	must.Hold(t, got >= 50_000, "%d names are found", got)
}
