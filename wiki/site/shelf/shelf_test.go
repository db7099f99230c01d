package shelf

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// node runs a script, or skips the test.
func node(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node to run the scripts with")
	}
	cmd := exec.Command("node", args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("node %s: %v\n%s", args, err, out)
	}
	return string(out)
}

func path(t *testing.T, name string) string {
	t.Helper()
	p, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The tokens of the page's script are those of package search.
func TestTokensOfTheScript(t *testing.T) {
	if out := node(t, "", "testdata/tokens.js", path(t, "../../../templates/site/token.js"), path(t, "../../search/testdata/tokens.json")); out != "" {
		t.Error(out)
	}
}

var stops = []Stop{{"the", "the"}, {"für", "fur"}}

func docs(n int) (out []Doc, terms []Term) {
	in := map[string][]Weight{}
	for i := range n {
		out = append(out, Doc{Href: fmt.Sprintf("wiki/concepts/page-%d.html", i), Title: fmt.Sprint("Page ", i), Type: "concept", Project: "p", Tags: []string{fmt.Sprint("t", i%7)}, Day: "2026-03-01", Lang: "en", Text: []string{fmt.Sprint("What page ", i, " says")}})
		for _, w := range []string{"page", "認証", fmt.Sprint("word", i%50), fmt.Sprint("x", i)} {
			in[w] = append(in[w], Weight{i, 1.2})
		}
	}
	for w, list := range in {
		terms = append(terms, Term{Text: w, In: list})
	}
	return out, terms
}

func TestShelf(t *testing.T) {
	d, terms := docs(300)
	s := New(d, terms, stops)
	for _, name := range s.Paths() {
		body := s.File(name)
		rest, ok := strings.CutPrefix(string(body), `memoria("search/`+strings.TrimSuffix(name, ".js")+`",`)
		if !ok || !json.Valid([]byte(strings.TrimSuffix(rest, ");\n"))) {
			t.Errorf("%s: %.80q", name, body)
		}
	}
	if s.File("t-nothing.js") != nil || s.File("../meta") != nil {
		t.Error("a file that is none")
	}
	slices.Reverse(terms)
	again := New(d, terms, stops)
	for _, name := range s.Paths() {
		if !bytes.Equal(s.File(name), again.File(name)) {
			t.Errorf("%s depends on the order of its terms", name)
		}
	}
}

// A document that changes changes the files of its words, of its text and that of all documents, and no other.
func TestStable(t *testing.T) {
	d, terms := docs(300)
	before := New(d, terms, stops)
	d = append(slices.Clone(d), Doc{Href: "wiki/concepts/another.html", Title: "Another", Text: []string{"zebra"}})
	terms = append(slices.Clone(terms), Term{Text: "zebra", In: []Weight{{300, 1}}})
	after := New(d, terms, stops)
	var changed []string
	for _, name := range after.Paths() {
		if !bytes.Equal(before.File(name), after.File(name)) {
			changed = append(changed, name)
		}
	}
	if len(changed) != 3 || changed[0] != "meta.js" || changed[1] != "t-z.js" {
		t.Errorf("changed: %q", changed)
	}
}

func TestWeight(t *testing.T) {
	d, terms := docs(1000)
	s := New(d, terms, stops)
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(s.File("meta.js"))
	z.Close()
	t.Logf("of 1000 pages: %d bytes", b.Len())
	if b.Len() > 22<<10 {
		t.Error("the list of pages is too heavy")
	}
}
