package wiki

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

func TestMakeSlug(t *testing.T) {
	for title, want := range map[string]string{
		"Sidecar locks":         "sidecar-locks",
		"Program Counter (PC)":  "program-counter-pc",
		"  What's -- new?  ":    "whats-new",
		"Überblick: naïve café": "überblick-naïve-café",
		"cafe\u0301":            "café", // names are written composed
		"日本語のノート":               "日本語のノート",
		"हिन्दी नोट":            "हिन्दी-नोट", // vowel signs belong to their letter
		"C++ and C#":            "c-plus-plus-and-c-sharp",
		"C":                     "c",
		"issue #12, a+b":        "issue-12-a-b",
		"node.js & .NET":        "node-js-net",
		"snake_case":            "snake-case",
		"🗂️ hub":                "hub",
		"CON":                   "about-con",
		"com1":                  "about-com1",
		"a:b":                   "a-b",
		"x?":                    "x",
		"trail. ":               "trail",
		`a\b`:                   "a-b",
		"../../etc/passwd":      "etc-passwd",
		"Index":                 "about-index",
		"Index pages":           "about-index-pages",
		"log":                   "about-log",
		"Log rotation":          "log-rotation",
		"2026-11-27":            "about-2026-11-27",
		"log 2026 11":           "about-log-2026-11",
		"bad \xff byte":         "bad-byte",
		"a\u200bb":              "ab",
	} {
		got := MakeSlug(title)
		must.Hold(t, string(got) == want, "%q: %q, want %q", title, got, want)
	}
	for _, title := range []string{"", "🔥", "???", "\xff"} {
		s := MakeSlug(title)
		must.Hold(t, regexp.MustCompile(`^page-[0-9a-f]{8}$`).MatchString(string(s)), "%q: %q", title, s)
	}
}

func TestMakeSlugLong(t *testing.T) {
	a, b := strings.Repeat("é", 200)+" one", strings.Repeat("é", 200)+" two"
	sa, sb := MakeSlug(a), MakeSlug(b)
	must.Hold(t, sa != sb && len(sa) <= MaxSlug && utf8.ValidString(string(sa)) && strings.HasPrefix(string(sa), "éé"), "%q %q", sa, sb)
	must.Hold(t, MakeSlug(a) == sa && MakeSlug(string(sa)) == sa, "not stable")
}

func TestParseSlug(t *testing.T) {
	for _, s := range []string{"sidecar-locks", "Auth", "日本語", "a.b", "v1.2", "two words", "é", "connect", "console", "log-rotation", "indexes", strings.Repeat("a", 80)} {
		must.Is(t, must.Err(ParseSlug(s)), nil, "%q", s)
	}
	for _, s := range []string{
		"", ".", "..", "a/b", `a\b`, `..\..\evil`, "/etc/x", `C:\x`, "C:x", "a\x00b", "a\nb", "a\tb", "a:b", "a*", "a?", `a"`, "a<", "a>", "a|b", "a#b", "a^b", "[a", "a]",
		".hidden", "trail.", "trail ", " lead", "CON", "con", "Con.txt", "nul", "COM1", "lpt9.x", "aux .x", "CONIN$", "a..b", "a%%b", "x.md", "X.MD",
		"index", "Index", "log", "index-locking", "index_x", "Index X", "2026-11-27", "2026_11_27", "log-2026-11",
		"cafe\u0301", "a\xff", "a\u200bb", "a\u00a0b", "a\u2028b", "\ufeffa", strings.Repeat("a", 81),
	} {
		if got, err := ParseSlug(s); err == nil {
			t.Errorf("%q was taken as %q", s, got)
		} else if _, ok := err.(*SlugError); !ok {
			t.Errorf("%q: %T", s, err)
		}
	}
}

// checkSlug holds what every slug is: one name on every system, inside its folder, whole in a
// link.
func checkSlug(t must.T, s Slug) {
	name := string(s)
	must.Be(t, name != "" && len(name) <= MaxSlug && norm.NFC.IsNormalString(name) && utf8.ValidString(name), "%q", name)
	for _, bad := range []string{"..", "/", `\`, "\x00", ":", "\n", "#", "^", "[", "]", "|", "*", "?", `"`, "<", ">"} {
		must.Be(t, !strings.Contains(name, bad), "%q holds %q", name, bad)
	}
	file := "wiki/concepts/" + name + ".md"
	must.Be(t, path.Clean(file) == file && filepath.IsLocal(file) && path.Dir(file) == "wiki/concepts", "%q leaves its folder", name)
	err := fsutil.CheckName(file)
	must.Be(t, err == nil, "%q: %v", name, err)
	links := wikilink.Extract([]byte(Link(s, "T", false)))
	must.Be(t, len(links) == 1 && links[0].Target == name, "%q in a link: %+v", name, links)
}

func checkName(t must.T, s string) {
	if slug, err := ParseSlug(s); err == nil {
		must.Be(t, string(slug) == s, "%q became %q", s, slug)
		checkSlug(t, slug)
	}
	made := MakeSlug(s)
	if back, err := ParseSlug(string(made)); err != nil || back != made {
		t.Fatalf("%q made %q: %v", s, made, err)
	}
	checkSlug(t, made)
	again := MakeSlug(string(made))
	must.Be(t, again == made, "%q made %q and that %q", s, made, again)
	must.Be(t, norm.NFC.String(s) == s || !utf8.ValidString(s) || MakeSlug(norm.NFC.String(s)) == made, "%q depends on how its letters are composed", s)
	must.Be(t, Fold(Fold(s)) == Fold(s), "%q folds to %q and that to %q", s, Fold(s), Fold(Fold(s)))
}

func TestAnyName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkName(t, rapid.String().Draw(t, "s")) })
}

func FuzzSlug(f *testing.F) {
	for _, s := range []string{"Sidecar locks", "CON", "a:b", `..\x`, "C++", "é", "日本", "2026-11-27", "index-x", "", "İ", "ǅ", "ß", "a\u0301\u0323", "\u0301", strings.Repeat("é", 60)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkName(t, s) })
}

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"Leaky-Gut", "leaky gut", "LEAKY_GUT", " Leaky  Gut ", "leaky--gut", "leaky - gut"},
		{"café", "cafe\u0301", "CAFÉ"},
		{"한글", norm.NFD.String("한글")},
		{"straße", "STRASSE"},
	} {
		for _, s := range same[1:] {
			must.Hold(t, Fold(s) == Fold(same[0]), "%q and %q: %q, %q", s, same[0], Fold(s), Fold(same[0]))
		}
	}
	for _, s := range []string{"todo", "another-todo", "to-do", "tödo", "todo.", "-todo"} {
		must.Hold(t, s == "todo" || Fold(s) != Fold("todo"), "%q is no todo", s)
	}
	must.Equal(t, Fold("--a b--"), "-a-b-", "the result")
}

func TestProjectKey(t *testing.T) {
	for _, same := range [][]string{{"git-sync", "gitsync", "GitSync", "git_sync", "Git Sync"}, {"café", "CAFÉ"}, {"next.js", "Next-JS"}} {
		for _, s := range same[1:] {
			must.Hold(t, ProjectKey(s) == ProjectKey(same[0]), "%q and %q: %q, %q", s, same[0], ProjectKey(s), ProjectKey(same[0]))
		}
	}
	must.Hold(t, ProjectKey("git-sync") != ProjectKey("git-syncs") && ProjectKey("") == "", "another name is taken for the same")
}

// The quick folding of ASCII is the folding of everything.
func TestFoldASCII(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[ -~]{0,12}`).Draw(t, "s")
		long := Fold(s + "é")
		short := Fold(s)
		must.Be(t, strings.TrimSuffix(long, "é") == short || strings.TrimRight(s, " ") != s, "%q: %q and %q", s, short, long)
	})
}

func TestParseDate(t *testing.T) {
	for in, want := range map[string]Date{"2026-11-27": "2026-11-27", "2026-11-27T14:32:00": "2026-11-27", "2026-11-27 14:32": "2026-11-27",
		"2026-02-30": "", "2026-1-1": "", "": "", "20261127": "", "2026-11-27x": "", "२०२६-११-२७": ""} {
		got, ok := ParseDate(in)
		must.Hold(t, got == want && ok == (want != ""), "%q: %q", in, got)
	}
}

// A project is written as most write it, of equals as the first by the alphabet.
func TestProjectSpellings(t *testing.T) {
	got := Spellings([]string{"tidelog", "tide-log", "", "TideLog", "tide-log", "b-c", "bc"}, func(s *string) string { return *s })
	must.Hold(t, len(got) == 2 && got["tidelog"] == "tide-log" && got["bc"] == "b-c", "%v", got)
}
