package wikilink

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSharedCases holds the parser against a table of links collected from other tools, which
// lies beside the repository where the project is developed. cases_table_test.go pins the same
// kinds here.
func TestSharedCases(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "data", "wikilink-cases.tsv"))
	if err != nil {
		t.Skip("no table of shared cases here")
	}
	defer f.Close()
	type row struct{ target, fragment, display, embed string }
	want := map[string][]row{}
	var inputs []string
	sc := bufio.NewScanner(f)
	sc.Scan()
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		if _, seen := want[c[0]]; !seen {
			inputs = append(inputs, c[0])
			want[c[0]] = nil
		}
		if c[1] != "NONE" {
			want[c[0]] = append(want[c[0]], row{c[1], c[2], c[3], c[4]})
		}
	}
	if len(inputs) < 50 {
		t.Fatalf("only %d inputs", len(inputs))
	}
	for _, in := range inputs {
		src := strings.ReplaceAll(in, "⏎", "\n")
		doc := Scan([]byte(src))
		links := doc.Links
		if strings.HasPrefix(src, "<div>") { // E-11: shown raw, so it is no link, but it is told apart
			if len(links) != 0 {
				t.Errorf("%q: a link in raw HTML", src)
			}
			links = doc.HTML
		}
		var got []row
		for _, l := range links {
			embed := "0"
			if l.Embed {
				embed = "1"
			}
			got = append(got, row{l.Target, l.Fragment, l.Display, embed})
			if s := src[l.Start:l.End]; !strings.HasSuffix(s, "]]") || !strings.Contains(s, "[[") {
				t.Errorf("%q: offsets give %q", src, s)
			}
		}
		if len(got) != len(want[in]) {
			t.Errorf("%q\n got %q\nwant %q", src, got, want[in])
			continue
		}
		for i := range got {
			if got[i] != want[in][i] {
				t.Errorf("%q\n got %q\nwant %q", src, got[i], want[in][i])
			}
		}
	}
}
