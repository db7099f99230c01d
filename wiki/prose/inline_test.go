package prose

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestInline(t *testing.T) {
	for _, tt := range []struct{ give, want string }{
		{"plain words", "plain words"},
		{"  many   spaces\tand tabs ", "many spaces and tabs"},
		{"**bold** and *thin* and ***both***", "bold and thin and both"},
		{"__two bold__ and _thin_", "two bold and thin"},
		{"never call __init__ or __del__ by hand", "never call __init__ or __del__ by hand"},
		{"name it foo<T>, never foo<U>", "name it foo<T>, never foo<U>"},
		{"use <section> instead of <div>, <br> and never <p>", "use <section> instead of <div>, <br> and never <p>"},
		{"Use <summary></summary> tags.", "Use <summary></summary> tags."},
		{"<details><summary>More</summary>text</details>", "More text"},
		{"one<br>two", "one two"},
		{"cite like [^1] and see it[^2].", "cite like [^1] and see it."},
		{"a ~~gone~~ word", "a word"},
		{"~~gone **all** of `it`~~", ""},
		{"**~~gone~~ kept**", "kept"},
		{"~~a~~ b ~~c~~", "b"},
		{"a <del>gone</del> <s>gone</s> word, <s>open", "a word, <s>open"},
		{"~~open", "~~open"},
		{"snake_case_name and __init__.py", "snake_case_name and __init__.py"},
		{"2 * 3 * 4", "2 * 3 * 4"},
		{"*.go files and **/*.md", "*.go files and **/*.md"},
		{"an *open one", "an *open one"},
		{"**Note:** read `a*b*c` and `**x**`", "Note: read `a*b*c` and `**x**`"},
		{"**`code` in bold**", "`code` in bold"},
		{"``a ` b``", "`` a ` b ``"},
		{"an open ` tick", "an open tick"},
		{"`` ` ``", "`` ` ``"},
		{"[text](https://x.example/a_b_c)", "text"},
		{"[text](https://x.example \"title\") after", "text after"},
		{"[**bold** link](x)", "bold link"},
		{"[text][1] and [text][spec]", "text and text"},
		{"![alt](pic.png)", "alt"},
		{"[](https://x.example)", "https://x.example"},
		{"[[page]] and [[page|shown]] and [[a#b|c]]", "page and shown and c"},
		{"[[ -f x ]] && y", "-f x && y"},
		{"an array[0] and f(x)[y]", "an array[0] and f(x)[y]"},
		{"[x] done, [ ] open", "[x] done, [ ] open"},
		{"a footnote[^1].", "a footnote."},
		{"<https://x.example>", "https://x.example"},
		{"line<br/>break and <b>bold</b>", "line break and bold"},
		{"Commit: <short-sha> and <id[:2]>", "Commit: <short-sha> and <id[:2]>"},
		{"a <!-- comment --> b", "a b"},
		{"a <!-- open", "a <!-- open"},
		{"markers such as <!-- /memoria:entry --> stay", "markers such as <!-- /memoria:entry --> stay"},
		{"[click](javascript:alert(1)) is filtered", "[click](javascript:alert(1)) is filtered"},
		{"x < y && y > z", "x < y && y > z"},
		{"a &lt; b &amp; c", "a < b & c"},
		{"AT&T; R&D", "AT&T; R&D"},
		{`\*not bold\*`, "*not bold*"},
		{`C:\Users\me\.config`, `C:\Users\me\.config`},
		{`a regexp \d+\.\d+`, `a regexp \d+\.\d+`},
		{"zero\u200bwidth\ufeff and\u00a0space", "zerowidth and space"},
		{"bad \xff byte", "bad byte"},
		{"**日本語**の文", "日本語の文"},
		{"这是**重点**，不是*别的*", "这是重点，不是别的"},
		{"10 * x * y is 10*x*y", "10 * x * y is 10*x*y"},
		{"", ""},
	} {
		got := Inline(tt.give)
		must.Hold(t, got == tt.want, "Inline(%q) = %q, want %q", tt.give, got, tt.want)
	}
}
