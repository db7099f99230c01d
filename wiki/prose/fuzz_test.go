package prose

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/must"
)

// within reports whether the visible characters of out stand in src in the same order.
func within(out, src string) bool {
	rs := []rune(src)
	i := 0
	for _, r := range out {
		if unicode.IsSpace(r) || r == '`' {
			continue // added around inline code and between joined lines
		}
		for i < len(rs) && rs[i] != r {
			i++
		}
		if i == len(rs) {
			return false
		}
		i++
	}
	return true
}

// FuzzProse holds the law of the package on any bytes: what comes out went in, in order, is
// UTF-8, and a sentence is one line.
func FuzzProse(f *testing.F) {
	for _, s := range []string{
		"# A\n\n**b** [c](d) `e` ```\nf\n```\n- [ ] g\n> h\n| i | j |\n",
		"a. b! c? `d. e` (f. g) 1.2.3 e.g. h… i",
		"*a **b* c** __d__ ~~e~~ [[f|g]] ![h](i) <b>j</b> <!-- k -->",
		"第一句。「二。」三！\n・四\n**五**",
		"[[[[[[[[[[a](b)](c)](d)](e)](f)](g)](h)](i)](j)](k)",
		"\\*a\\* C:\\x `` ` `` ``` ~~~~ \xff\xfe\x00 \u202e",
		strings.Repeat("> ", 50) + strings.Repeat("- ", 50) + "x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		entities := strings.Contains(s, "&")
		var all []string
		for _, b := range Blocks(s) {
			must.Be(t, (b.Kind == Code || b.Kind == Table) == (b.Text == ""), "kind %d with text %q", b.Kind, b.Text)
			all = append(all, b.Text)
		}
		text := strings.Join(all, "\n")
		must.Be(t, utf8.ValidString(text), "not UTF-8: %q", text)
		must.Be(t, entities || within(text, strings.ToValidUTF8(s, "")), "%q holds more than %q", text, s)
		var joined strings.Builder
		for _, x := range Sentences(text) {
			must.Be(t, !strings.Contains(x, "\n") && strings.TrimSpace(x) == x && x != "", "sentence %q", x)
			joined.WriteString(x)
			if c, ok := Clip(x, 60); !strings.HasPrefix(x, c) || ok && utf8.RuneCountInString(c) > 60 || !ok && c != x {
				t.Fatalf("Clip(%q) = %q, %v", x, c, ok)
			}
		}
		must.Be(t, letters(joined.String()) == letters(text), "sentences %q lose letters of %q", joined.String(), text)
		for _, w := range Words(text) {
			must.Be(t, w != "" && !strings.ContainsAny(w, " \n"), "word %q", w)
		}
		Detect(text)
	})
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// TestLinear feeds shapes that make careless code quadratic; each takes well under a second.
func TestLinear(t *testing.T) {
	const n = 200_000
	for _, s := range []string{
		"`", "[", "(", "*", "_", "<", "&", "!", "> ", "- ", "**a ", "[a](", "[[a|", "``a`", "<!--", ". ", "(a. ", "「", "\"a. ", "~~", "![", "[x][", "a.b.", "\n- ",
	} {
		text := strings.Repeat(s, n/len(s))
		for _, b := range Blocks(text) {
			for _, x := range Sentences(b.Text) {
				Clip(x, 200)
			}
			Words(b.Text)
			Detect(b.Text)
		}
	}
}
