package wikilink

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
)

// slowScan is Scan with goldmark alone.
func slowScan(source []byte) Doc {
	f, ok := FrontMatter(source)
	var d Doc
	if ok {
		d.Links = propertyLinks(d.Links, source, f.Start, f.End)
	}
	d.parse(source, f.Body)
	return d
}

func sameScan(t must.T, source []byte) {
	got, want := Scan(source), slowScan(source)
	must.Be(t, equalDocs(got, want), "%q\n got %+v\nwant %+v", source, got, want)
}

func equalDocs(a, b Doc) bool {
	return len(a.Links) == len(b.Links) && len(a.Headings) == len(b.Headings) && len(a.Blocks) == len(b.Blocks) && len(a.HTML) == len(b.HTML) && len(a.Hrefs) == len(b.Hrefs) &&
		(len(a.Links) == 0 || reflect.DeepEqual(a.Links, b.Links)) &&
		(len(a.Headings) == 0 || reflect.DeepEqual(a.Headings, b.Headings)) &&
		(len(a.Blocks) == 0 || reflect.DeepEqual(a.Blocks, b.Blocks)) &&
		(len(a.HTML) == 0 || reflect.DeepEqual(a.HTML, b.HTML)) &&
		(len(a.Hrefs) == 0 || reflect.DeepEqual(a.Hrefs, b.Hrefs))
}

// pieces are what pages are made of in the tests, chosen to meet each other in every way.
var pieces = []string{
	"[[a]]", "[[a|b]]", "![[p.png]]", "[[a#h|c]]", "[[", "]]", "[", "]", "](", ")", "(", "]:", "!", "|", `\`, `\|`,
	"`", "``", "`x`", "```", "~~~", "$", "$$", "%%", "<", ">", "<b>", "<!--", "-->", "<div>", "</div>", "^id", " ^id", "#", "## ", "# ", "#tag",
	"- ", "* ", "1. ", "10) ", "  ", "    ", "\t", "> ", "---", "===", "|-|", "| a | b |", "\n", "\n", "\n\n", "\r\n", "a", "word ", "é", ". ", "&amp;",
	"http://x.y", "<http://x>", "[t](u)", "[r]: u", "[t](a%20b.md#h)", "![i](p.png)", "[t](<a b>)", "](u)", "[t](u \"x\")", "[t](a&amp;b)", "[", "*", "**", "_", "~~", ":", "+ ", "0", "```go\n[[x]]\n```\n", "- [ ] ", "\x00", "\"", "'",
}

// mild are pieces that the quick scan can mostly tell.
var mild = []string{
	"[[a]]", "[[a|b]]", "![[p.png]]", "[[a#h|c]]", "[[", "]]", "[", "]", "(", ")", "!", "|", `\`, "`x`", "``y ` z``", "$", "%", "^id", " ^id",
	"\n# ", "\n## ", "#tag", "\n- ", "\n> ", "\n>", "\n* ", "\n1. ", "  ", "\n  ", "\n---\n", "\n", "\n\n", "\r\n", "a", "word ", "é", ". ", "&amp;", "[t](u)", "![i](p.png)", "[t](a%20b.md#h)", "](u)", `\!`, "[t][u](v)", "[t] (u)", "[t]()",
	"\n```\n[[x]]\n```\n", "\n~~~~ go\n~~~\n[[x]]\n~~~~\n", "\n- [ ] ", "\n<!-- c [[x]] -->\n", "*", "**", "_", "~~", ":", "\n***\n", "\n| a | b |\n|---|---|\n| c | d |\n", "\n\n| a | b |\n|---|:-:|\n", "\n| [[a]] | x |", "\n| x | ![[p.png]] [[b#h]] |\n", "\n| [[a|b]] |", "| [[a]] |\n", "\n| x | [[a]] | z |", "\n|-|\n", "\n| x |", "\n|-\n", "\"", "'", "\n   x",
}

func drawPage(t *rapid.T) []byte {
	from := rapid.SampledFrom([][]string{pieces, mild}).Draw(t, "from")
	n := rapid.IntRange(0, 24).Draw(t, "n")
	var b strings.Builder
	for range n {
		b.WriteString(rapid.SampledFrom(from).Draw(t, "piece"))
	}
	return []byte(b.String())
}

// The quick scan gives goldmark's answer or none.
func TestQuickIsGoldmark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameScan(t, drawPage(t)) })
}

func FuzzQuick(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte("a " + p + " [[b]] c\n" + p + "\n"))
	}
	f.Fuzz(func(t *testing.T, source []byte) { sameScan(t, source) })
}
