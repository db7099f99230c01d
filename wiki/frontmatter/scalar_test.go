package frontmatter

import (
	"strings"
	"testing"

	"github.com/adrg/frontmatter"
	"github.com/goccy/go-yaml"
	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What the encoder writes is the same text to two YAML readers of different age and to our own.
func TestScalar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(
			rapid.String(),
			rapid.SampledFrom([]string{"no", "Yes", "~", "null", "0123", "1e3", "20240425", "2026-11-27", "12:30", "0x1F", ".inf", "a: b", "a:", "# x", "a #b",
				"@x", "*x", "&x", "- x", "-", "[x", "{x}", "`x`", "%x", "!x", "'x", "\"x\"", `\n`, "a\nb", "\tx", " x ", "<<", "=", "é", "日本", "x, y", "---", "..."}),
			rapid.StringMatching(`[-a-z0-9:# '"\\,\[\]{}&*!|>%@.\n]{0,12}`),
		).Draw(t, "s")
		for _, inFlow := range []bool{false, true} {
			raw := scalar(s, inFlow)
			header := "x: " + raw + "\n"
			if inFlow {
				header = "x: [" + raw + ", " + raw + "]\n"
			}
			page := "---\n" + header + "---\n"
			must.Be(t, strings.Count(page, "\n") == 3, "%q is not on one line: %q", s, header)
			want := strings.ToValidUTF8(s, "\ufffd")
			got := parse(page).List("x")
			if want == "" && !inFlow {
				got = append(got, "")
			}
			must.Be(t, len(got) != 0 && got[0] == want && (!inFlow || !(len(got) != 2 || got[1] != want)), "%q written %q reads %q", s, header, got)
			var byGoccy map[string]any
			err := yaml.Unmarshal([]byte(header), &byGoccy)
			must.Be(t, err == nil, "%q written %q: %v", s, header, err)
			var byOld map[string]any
			if _, err := frontmatter.Parse(strings.NewReader(page), &byOld); err != nil {
				t.Fatalf("%q written %q: %v", s, header, err)
			}
			for reader, m := range map[string]map[string]any{"goccy": byGoccy, "yaml.v2": byOld} {
				x := m["x"]
				if list, ok := x.([]any); ok && inFlow {
					x = list[0]
				}
				must.Be(t, x == any(want), "%q written %q is %#v to %s", s, header, x, reader)
			}
		}
	})
}
