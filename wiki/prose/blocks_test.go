package prose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// outline writes blocks one a line: P, I0, H2, C, T and the text.
func outline(bs []Block) string {
	var b strings.Builder
	for _, x := range bs {
		switch x.Kind {
		case Paragraph:
			b.WriteString("P")
		case Item:
			fmt.Fprintf(&b, "I%d", x.Depth)
		case Heading:
			fmt.Fprintf(&b, "H%d", x.Depth)
		case Code:
			b.WriteString("C")
		case Table:
			b.WriteString("T")
		}
		for _, f := range []struct {
			on   bool
			mark string
		}{{x.Quote, ">"}, {x.Open, "[ ]"}, {x.Done, "[x]"}, {x.Link, "@"}} {
			if f.on {
				b.WriteString(f.mark)
			}
		}
		if x.Text != "" {
			b.WriteString(" " + strings.ReplaceAll(x.Text, "\n", " / "))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestBlocks(t *testing.T) {
	for _, tt := range []struct{ name, give, want string }{
		{"paragraphs", "One.\n\nTwo.", "P One.\nP Two.\n"},
		{"a short line ends its thought", "keep it small\nno server", "P keep it small / no server\n"},
		{"a wrapped line goes on",
			"The worker reads the whole file into memory before it\nparses the first line.",
			"P The worker reads the whole file into memory before it parses the first line.\n"},
		{"a line as long as a window holds was not wrapped",
			strings.Repeat("long ", 30) + "line\nand another",
			"P " + strings.Repeat("long ", 30) + "line / and another\n"},
		{"a comma goes on", "use yarn,\nnot npm", "P use yarn, not npm\n"},
		{"wrapped Japanese joins without a space",
			"夜間のバッチがバックアップと同じ時間に走るので、ロックを待ってから\n失敗していました。",
			"P 夜間のバッチがバックアップと同じ時間に走るので、ロックを待ってから失敗していました。\n"},
		{"markup over a wrapped line",
			"The worker reads **the whole file into memory, and\nthat** is slow.",
			"P The worker reads the whole file into memory, and that is slow.\n"},
		{"headings", "# One #\ntext\n### Three", "H1 One\nP text\nH3 Three\n"},
		{"no headings", "#4 is open\n#tag\n#", "P #4 is open / #tag / #\n"},
		{"bold lines", "**Changes:**\n- a\n\n**It works.**", "H7 Changes:\nI0 a\nP It works.\n"},
		{"lists", "- a\n- b\n  - c\n    more of c\n- d", "I0 a\nI0 b\nI1 c / more of c\nI0 d\n"},
		{"numbers", "1. a\n2) b\n(3) c\na) d\nB. e", "I0 a\nI0 b\nI0 c\nI0 d\nI0 e\n"},
		{"no numbers", "2026. was\n1.5 is\nA small step", "P 2026. was / 1.5 is / A small step\n"},
		{"other marks", "• a\n* b\n+ c\n・項目\n✅ done\n❌ not", "I0 a\nI0 b\nI0 c\nI0 項目\nI0 done\nI0 ❌ not\n"},
		{"crosses stay", "- ❌ no mocks\n- 🚫 **no** clocks\n✗ no\n- Windows: ⛔\n### 👎 Against", "I0 ❌ no mocks\nI0 🚫 no clocks\nI0 ✗ no\nI0 Windows: ⛔\nH3 👎 Against\n"},
		{"struck out", "- ~~use Redis~~\n- ~~Redis~~ a file", "I0 a file\n"},
		{"boxes", "- [ ] open\n- [x] done\n- [y] text", "I0[ ] open\nI0[x] done\nI0 [y] text\n"},
		{"text right after a list", "- a\nAnd then.", "I0 a\nP And then.\n"},
		{"text right before a list", "The steps:\n- a", "P The steps:\nI0 a\n"},
		{"fences", "a\n```go\nx := 1\n```\nb\n~~~\n```\n~~~", "P a\nC\nP b\nC\n"},
		{"an open fence", "a\n```\nx\n\ny", "P a\nC\n"},
		{"a fence in a list", "- a\n  ```\n  x\n  ```\n- b", "I0 a\nC\nI0 b\n"},
		{"indented code", "a:\n\n    x := 1\n    y := 2\n\nb", "P a:\nC\nP b\n"},
		{"a drawing", "┌──┐\n│ a │\n└──┘\nwords", "C\nP words\n"},
		{"a tree", "src/\n├── a.go\n└── b.go", "P src/\nC\n"},
		{"a table", "| a | b |\n|---|---|\n| 1 | 2 |\nwords", "T\nP words\n"},
		{"rules", "a\n\n---\n\nb\n***\nc", "P a\nP b\nP c\n"},
		{"quotes", "> said\n> - item\n\nnot", "P> said\nI0> item\nP not\n"},
		{"links", "- [Docs](https://x.example)\n- https://x.example\n- [Docs](u) say so and that is why we do it in this long way",
			"I0@ Docs\nI0@ https://x.example\nI0 Docs say so and that is why we do it in this long way\n"},
		{"windows line ends", "a\r\n\r\n- b\r\n", "P a\nI0 b\n"},
		{"nothing", " \n\n\t\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := outline(Blocks(tt.give))
			must.Hold(t, got == tt.want, "got:\n%swant:\n%s", got, tt.want)
		})
	}
}
