package redact

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestPrivateSpans(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"before <private>x</private> after", "before [private] after"},
		{"<PRIVATE>x</Private>", "[private]"},
		{"a < private >x< / private\t> b", "a [private] b"},
		{"a <private>\n\nx\n\n</private>\nb", "a [private]\nb"},
		{"two <private>a</private> and <private>b</private>.", "two [private] and [private]."},
		{"nested <private>a <private>b</private> c</private> d", "nested [private] d"},
		{"open <private>to the end", "open [private]"},
		{"inner open <private>a <private>b</private> c", "inner open [private]"},
		{"stray </private> stays", "stray </private> stays"},
		{"empty <private></private>!", "empty [private]!"},
		{"holds " + "sk-" + "proj-FAKE0000 <private>ghp" + "_FAKE00000000</private>", "holds [redacted:openai-key] [private]"},
		{"`<private>x</private>` in code", "`[private]` in code"},
		{"<privateer>x</privateer>", "<privateer>x</privateer>"},
		{"<private", "<private"},
		{"<private x>y</private>", "<private x>y</private>"},
		{"a < b, c > d", "a < b, c > d"},
		{"attached<private>x</private>", "attached[private]"},

		// A tag talked about.
		{"Wrap it in `<private>` and `</private>`. Then go on.", "Wrap it in `<private>` and `</private>`. Then go on."},
		{"`<private>` hides <private>this</private> part", "`<private>` hides [private] part"},
		{"List<Private> x; then <private>this</private>.", "List<Private> x; then [private]."},
		{"List<Private> x; [private]<private> y", "List<Private> x; [private]<private> y"},
		{"List<Private> x; then <private>this", "List<Private> x; then [private]"},

		// A tag must not come to life when the backtick beside it goes.
		{"-H 'Cookie: sid=kx4z9`<private>`", "-H 'Cookie: sid=[redacted:cookie]`<private>`"},
	} {
		got, _ := New(Options{}).Text(row.text)
		must.Hold(t, got == row.want, "Text(%q)\n got %q\nwant %q", row.text, got, row.want)
		if again, n := New(Options{}).Text(got); again != got || n != 0 {
			t.Errorf("Text(%q) twice: %q (%d)", row.text, again, n)
		}
	}
}

func TestPrivateTagsAreLinear(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("<private>", 100_000),
		strings.Repeat("</private>", 100_000),
		strings.Repeat("x<private>", 100_000),
		strings.Repeat("<private></private>", 100_000),
		strings.Repeat("<", 1<<20),
		strings.Repeat("<   ", 1<<18),
		strings.Repeat("`<private>`", 100_000),
	} {
		New(Options{}).Text(s)
	}
}
