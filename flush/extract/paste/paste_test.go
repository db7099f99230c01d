package paste

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestWithout(t *testing.T) {
	for _, tt := range []struct{ name, give, want string }{
		{"words", "keep it small\nno server", "keep it small|no server"},
		{"a prompt and its output", "it fails:\n❯ ./run\nno such file\n\nfix it", "it fails:|fix it"},
		{"a log", "see:\n2026-01-02T10:00:00 INFO up\n2026-01-02T10:00:01 WARN slow", "see:"},
		{"a trace", "crash\n    at load (/src/a.js:1:2)\n    at main (/src/b.js:3:4)", "crash"},
		{"a diff", "not this:\n 296 +**Both ways:**\n 297 +\n 298 +a → b\nbut that", "not this:|but that"},
		{"settings", "is this right?\nname: x\nports:\n  - 80\n  - 443", "is this right?"},
		{"two settings", "do we need\nsnapshot:\n  version: next", "do we need"},
		{"nested settings", "please fix this\nname: build\non: push\njobs:\n  - name: test\n  - uses: checkout", "please fix this"},
		{"a label is no setting", "Note: keep the old name", "Note: keep the old name"},
		{"code", "why\nfunc main() {\n\trun(1);\n}\nhere", "why|here"},
		{"many pasted lines take those between along",
			"look\n=> [1/3] one\n=> [2/3] two\nsomething else\n=> [3/3] three\n=> ERROR\nthanks", "look|thanks"},
		{"words between two fences", "like\n```\nx := f()\n```\nnot like\n```\ny := g()\n```", "like|```|x := f()|```|not like|```|y := g()|```"},
		{"words between two pastes", "with it:\n2026-01-02T10:00:00 up\n\nand without it:\n\n2026-01-02T10:00:01 down", "with it:|and without it:"},
		{"lines that begin alike", "see\nremote: Resolving deltas\nremote: Internal Server Error\nremote: declined\nwhat now", "see|what now"},
		{"a mail without a farewell", "From: a@b.example\nTo: c@d.example\nSubject: x\n\nNever do this.\n\nwhat do I answer?", "what do I answer?"},
		{"a time in words", "we met at 10:42\nand decided on Go", "we met at 10:42|and decided on Go"},
		{"an image", "[image] what is this", "what is this"},
		{"numbers in words", "the page takes 3.5 seconds, 2 is fine", "the page takes 3.5 seconds, 2 is fine"},
		{"a path in words", "read docs/plan.md and docs/roadmap.md", "read docs/plan.md and docs/roadmap.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(strings.FieldsFunc(strings.TrimSpace(Without(tt.give)), func(r rune) bool { return r == '\n' }), "|")
			must.Hold(t, got == tt.want, "got %q, want %q", got, tt.want)
		})
	}
}

func TestParts(t *testing.T) {
	trace := strings.TrimRight(strings.Repeat("    at load (/src/tide/table.js:12:34)\n", 4), "\n")
	for _, tt := range []struct{ give, want string }{
		{"keep it small", "typed"},
		{"it fails:\n" + trace + "\n\nfix it\nplease", "typed pasted typed"},
		{trace, "pasted"},
		{"short:\n    at load (/a.js:1:2)\nfix it", "typed"},
		{"[image] what is this\nand that", "typed"},
		{"see <tool-output>\n" + trace + "\n</tool-output> and go\non", "typed pasted typed"},
		{"", "typed"},
	} {
		var got, all []string
		for _, p := range Parts(tt.give) {
			got, all = append(got, map[bool]string{true: "pasted", false: "typed"}[p.Pasted]), append(all, p.Text)
		}
		must.Hold(t, strings.Join(got, " ") == tt.want && strings.Join(all, "\n") == tt.give, "Parts(%q) are %s, want %s: %q", tt.give, got, tt.want, all)
	}
}

// TestDialogue holds that a conversation somebody pasted is not what they say.
func TestDialogue(t *testing.T) {
	for give, want := range map[string]string{
		"why did it stop here?\n\nUser: never use mocks\n\nAgent: I will use the clock": "why did it stop here?",
		"warum hält er an?\nBenutzer: nie Mocks\nAssistent: gut":                        "warum hält er an?",
		"User: the field must not be empty":                                             "User: the field must not be empty",
		"User: a\nUser: b":                                                              "User: a\nUser: b",
	} {
		must.Equal(t, strings.TrimSpace(withoutDialogue(give)), want, "withoutDialogue(%q)", give)
	}
}

// Elements that are opened and not closed, or closed far behind, are not looked for again each time.
func TestRepeatedElements(t *testing.T) {
	for text, want := range map[string]int{
		strings.Repeat(`<attached x="y">`, 1<<17):                             1 << 21,
		strings.Repeat("<div>", 1<<18) + "\n</div>":                           1,
		strings.Repeat("`<attached>`", 1<<17) + "</attached>":                 12<<17 + 11,
		strings.Repeat("<attached>a</attached> b", 1<<16):                     3 << 16,
		"`<attached>` is <attached>gone</attached>, <em>this</em> not":        36,
		"that <script>alert(1)</script> and <iframe src=x></iframe> are kept": 67,
	} {
		if got := WithoutElements(text, true); len(got) != want {
			t.Errorf("%.40q leaves %d bytes, not %d: %.80q", text, len(got), want, got)
		}
	}
}
