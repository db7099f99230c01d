package mention

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// namedIn returns the mentions that a line is about: those that can become a subject by themselves have their class,
// those in parentheses "aside".
func namedIn(line string, lang prose.Lang) string {
	classes := []string{"plain", "phrase", "tagged", "name", "ident", "file", "command"}
	var out []string
	for _, m := range Find(prose.Inline(line), lang) {
		if !m.Own || m.Class == Plain {
			continue
		}
		s := m.Form + ":" + classes[m.Class]
		if m.Aside {
			s += " aside"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

func TestMentions(t *testing.T) {
	tests := []struct{ line, want string }{
		// Inline code: commands, symbols, files.
		{"`quay sync --all` drops rows", "quay sync:command, quay:command"},
		{"`quay sync` drops rows", "quay sync:tagged, quay:tagged"},
		{"run `git status` and `go test ./...` first", ""},
		{"`git remote add origin` needs a URL", "git remote add:command, git remote:command"},
		{"`npm run docs` is gone", "npm run docs:command, npm run:command"},
		{"it says `cannot open file \"x\"`", ""},
		{"`HasChanges()` calls `vcs.StatusOf(path)`", "HasChanges:ident, StatusOf:ident, vcs:tagged"},
		{"`QUAY_TOKEN` and `$QUAY_TOKEN` are one", "QUAY_TOKEN:ident"},
		{"`core.excludesfile` must be absolute", "core.excludesfile:ident"},
		{"`Entry-Point: main` is a trailer", "Entry-Point:ident"},
		{"`quay://` is a scheme, `https://quay.example` is not", "quay://:ident"},
		{"`quay/sessions` is a branch", "quay/sessions:ident"},
		{"`src/ui/TodoItem.tsx` renders it", "TodoItem.tsx:file"},
		{"`cmd/quay/main.go` and `x_test.go` are everywhere", ""},
		{"`harbor.yaml` and NOTES.md hold it", "harbor.yaml:file, NOTES.md:file"},
		{"`.quayrc` wins", ".quayrc:file"},
		{"`--verbose`, `true`, `42`, `v1.2.3`, `9f2c1e7ab03d`, `2026-01-02` and `*.go`", ""},
		{"`ledger.go:42` and `ledger.go:40-44` fail", "ledger.go:file"},

		// Names in prose.
		{"The Linear MCP server has no such tool", "Linear MCP server:name, Linear:name, MCP server:name"},
		{"We moved it to Google Drive yesterday", "Google Drive:name"},
		{"Linear is a tracker", ""}, // the capital may be the sentence's
		{"This Is A Headline About Quays And Boats", ""},
		{"LangGraph and PostHog are set up", "LangGraph:name, PostHog:name"},
		{"go-git reads no global ignore file", "go-git:name"},
		{"a read-only, built-in, well-known follow-up", ""},
		{"see ENT-98 for JSON over HTTP with an ID", "ENT-98:name"},
		{"On Monday in March the API was down", ""},
		{"Option B and session A", ""},

		// Noun phrases.
		{"The snapshot cursor must not move", "snapshot cursor:phrase"},
		{"it moves the snapshot cursor", "snapshot cursor:phrase"},
		{"to move snapshots of the new retry budget", "retry budget:phrase"},
		{"the current implementation of the main function", ""},
		{"the subsequent prompt and the whole file", ""},
		{"it broke (see the retry budget)", "retry budget:phrase aside"},
		{"the `SessionStart` hook and the SessionStart hook", "SessionStart hook:ident"},
		{"the `row_writer.go` issue", "row_writer.go:file"},
		{"Marlow's price list is stale", "price list:phrase"},
	}
	for _, tt := range tests {
		if got := namedIn(tt.line, prose.EN); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
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
			if Key(s) != Key(same[0]) {
				t.Errorf("key(%q) = %q, key(%q) = %q", s, Key(s), same[0], Key(same[0]))
			}
		}
	}
	for _, other := range [][2]string{{"C", "C++"}, {"C++", "C#"}, {"quay", "quay://"}, {"quay session", "quay/session"}, {"status", "statu"}} {
		if Key(other[0]) == Key(other[1]) {
			t.Errorf("%q and %q are one", other[0], other[1])
		}
	}
}

func TestAbbreviations(t *testing.T) {
	for line, want := range map[string]string{
		"the program counter (PC) moves":         "PC=program counter",
		"the PC (program counter) moves":         "PC=program counter",
		"a well-known text (WKT) string":         "WKT=well-known text",
		"it moves (PC) and the counter":          "",
		"the program counter (see PC)":           "",
		"the program counter (PC":                "",
		"(PC)":                                   "",
		"`point of interest` (POI) and more (X)": "POI=point of interest",
	} {
		var got []string
		for s, l := range Abbreviations(line) {
			got = append(got, s+"="+l)
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%q: got %v, want %q", line, got, want)
		}
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
			if m.Key == "" || keys[m.Key] {
				t.Fatalf("key %q of %q is empty or comes twice in %q", m.Key, m.Form, line)
			}
			keys[m.Key] = true
			if m.Over >= i || m.Over < -1 {
				t.Fatalf("%q is part of a later mention in %q: %v", m.Form, line, ms)
			}
			if m.Form == "" || !utf8.ValidString(m.Form) {
				t.Fatalf("form %q of %q in %q", m.Form, m.Key, line)
			}
		}
		if got := Find(prose.Inline(line), l); !slices.Equal(got, ms) {
			t.Fatalf("not a function: %v, %v", ms, got)
		}
	})
}
