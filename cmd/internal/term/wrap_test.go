package term

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		cells    int
		in, want string
	}{
		{0, "as long as it is", "as long as it is"},
		{20, "short enough", "short enough"},
		{10, "one two three four", "one two|three four"},
		{12, "    an indent stays", "    an|    indent|    stays"},
		{14, "  - a list goes on", "  - a list|    goes on"},
		{24, "vault     in a folder of mine", "vault     in a folder of|          mine"},
		{30, "      --in PLACE   look only there, and nowhere", "      --in PLACE   look only|      there, and nowhere"},
		{44, "      --in PLACE   look only there, and nowhere", "      --in PLACE   look only there, and|                   nowhere"},
		{10, "/a/path/that/is/longer is whole", "/a/path/that/is/longer|is whole"},
		{10, "端末の幅で折り返す。", "端末の幅で|折り返す。"},
		{9, "端末の幅、折る", "端末の|幅、折る"},
		{9, "e\u0301e\u0301e\u0301e\u0301e\u0301 e\u0301e\u0301e\u0301e\u0301", "e\u0301e\u0301e\u0301e\u0301e\u0301|e\u0301e\u0301e\u0301e\u0301"},
		{8, "\x1b[1mbold words here\x1b[0m", "\x1b[1mbold\x1b[0m|\x1b[1mwords\x1b[0m|\x1b[1mhere\x1b[0m"},
		{8, "ab \x1b[31mcd\x1b[0m ef gh", "ab \x1b[31mcd\x1b[0m ef|gh"},
	} {
		must.Equal(t, strings.ReplaceAll(Wrap(tt.in, tt.cells), "\n", "|"), tt.want, "%d: %q\n", tt.cells, tt.in)
	}
}

// Nothing is lost or added by wrapping but spaces, and no line is longer than the screen.
func TestWrapKeeps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "word", "longer-word", "端末の幅", "。", "(", "\x1b[1mbold\x1b[0m", "e\u0301", "🔥", " ", "  ", "- "})
		in := strings.Join(rapid.SliceOf(word).Draw(t, "words"), " ")
		cells := rapid.IntRange(24, 60).Draw(t, "cells")
		bare := strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "", " ", "", "\n", "").Replace
		out := Wrap(in, cells)
		must.Be(t, bare(out) == bare(in), "%q at %d: %q", in, cells, out)
		for line := range strings.SplitSeq(out, "\n") {
			must.Be(t, Width(line) <= cells, "%q at %d: %q takes %d", in, cells, line, Width(line))
		}
	})
}

func TestHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\n":                   "plain\ttext\n",
		"\x1b[1mbold\x1b[0m":              "\x1b[1mbold\x1b[0m",
		"\x1b[2J\x1b[H":                   "�[2J�[H",
		"\x1b]0;title\a":                  "�]0;title�",
		"\x1b]52;c;ZXZpbA==\x1b\\":        "�]52;c;ZXZpbA==�\\",
		"a\rb\bc\x00\x7f\u009b31m":        "a�b�c���31m",
		"user\u202etxt.exe\u202c \u2066x": "user�txt.exe� �x",
		"\xff\xfe":                        "��",
		"\x1b[1":                          "�[1",
		"\x1b[6n":                         "�[6n",
		"👩\u200d💻 ﷺ":                      "👩\u200d💻 ﷺ",
	} {
		must.Equal(t, Harmless(in), want, "%q", in)
	}
	rapid.Check(t, func(t *rapid.T) {
		got := Harmless(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
		must.Be(t, utf8.ValidString(got) && !strings.ContainsAny(strings.NewReplacer("\x1b[", "").Replace(got), "\x1b\a\b\r\x00"), "%q", got)
	})
}

func TestCut(t *testing.T) {
	for in, want := range map[string]string{"short": "short", "exactly ten": "exactly t…", "端末の幅で折り返す": "端末の幅…", "\x1b[1mbold and long\x1b[0m": "\x1b[1mbold and …\x1b[0m"} {
		must.Equal(t, Cut(in, 10), want, "%q", in)
	}
}

func TestColors(t *testing.T) {
	for _, tt := range []struct {
		when     When
		terminal bool
		env      string
		want     bool
	}{
		{Auto, true, "", true}, {Auto, false, "", false}, {Auto, true, "NO_COLOR=1", false}, {Auto, true, "CLICOLOR=0", false},
		{Auto, false, "CLICOLOR_FORCE=1", true}, {Auto, false, "CLICOLOR_FORCE=0", false}, {Auto, true, "NO_COLOR=1 CLICOLOR_FORCE=1", false},
		{Always, false, "NO_COLOR=1", true}, {Never, true, "CLICOLOR_FORCE=1", false},
	} {
		env := map[string]string{}
		for v := range strings.FieldsSeq(tt.env) {
			k, v, _ := strings.Cut(v, "=")
			env[k] = v
		}
		must.Equal(t, tt.when.Colors(tt.terminal, func(k string) string { return env[k] }), tt.want, "%s, terminal %t, %s", tt.when, tt.terminal, tt.env)
	}
}
