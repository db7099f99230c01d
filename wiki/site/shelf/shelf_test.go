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

	"github.com/agent-admin/memoria/fsutil/must"
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
	must.Be(t, err == nil, "node %s: %v\n%s", args, err, out)
	return string(out)
}

func path(t *testing.T, name string) string {
	t.Helper()
	p := must.Get(filepath.Abs(name))(t)
	return p
}

// The tokens of the page's script are those of package search.
func TestTokensOfTheScript(t *testing.T) {
	out := node(t, "", "testdata/tokens.js", path(t, "../../../templates/site/token.js"), path(t, "../../search/token/testdata/tokens.json"))
	must.Hold(t, out == "", "%v", out)
}

var stops = []Stop{{"the", "the"}, {"für", "fur"}}

// A word is a term and where it stands.
type word struct {
	text string
	in   []Weight
}

// build makes the index of documents whose terms stand in any order.
func build(t *testing.T, docs []Doc, words []word) *Shelf {
	t.Helper()
	words = slices.SortedFunc(slices.Values(words), func(a, b word) int { return strings.Compare(a.text, b.text) })
	s, err := New(docs, stops, "a scale", func(yield func(string, []Weight)) error {
		for _, w := range words {
			yield(w.text, w.in)
		}
		return nil
	})
	must.Do(t, err)
	return s
}

func docs(n int) (out []Doc, terms []word) {
	in := map[string][]Weight{}
	for i := range n {
		out = append(out, Doc{Href: fmt.Sprintf("wiki/concepts/page-%d.html", i), Title: fmt.Sprint("Page ", i), Type: "concept", Project: "p", Tags: []string{fmt.Sprint("t", i%7)}, Day: "2026-03-01", Lang: "en", Key: fmt.Sprint(i), Text: says(fmt.Sprint("What page ", i, " says"))})
		for _, w := range []string{"page", "認証", fmt.Sprint("word", i%50), fmt.Sprint("x", i)} {
			in[w] = append(in[w], Weight{i, 1.2})
		}
	}
	for w, list := range in {
		terms = append(terms, word{w, list})
	}
	return out, terms
}

// Two documents of one address, as an entry and what stands behind it, have their numbers whichever is told first.
func TestOneAddress(t *testing.T) {
	a, b := Doc{Href: "day.html#one", Key: "a", Text: says("of a")}, Doc{Href: "day.html#one", Key: "b", Text: says("of b")}
	s := build(t, []Doc{a, b}, []word{{"ebb", []Weight{{0, 1}}}})
	again := build(t, []Doc{b, a}, []word{{"ebb", []Weight{{1, 1}}}})
	for _, name := range s.Paths() {
		must.Hold(t, bytes.Equal(s.File(name), again.File(name)), "%s: %q, and %q", name, s.File(name), again.File(name))
	}
}

// A key stands for the form of its file as well, and for each of the texts by itself.
func TestKeys(t *testing.T) {
	of := func(scale string, d ...Doc) *Shelf {
		s, err := New(d, nil, scale, func(yield func(string, []Weight)) error {
			yield("ebb", []Weight{{0, 1}})
			return nil
		})
		must.Do(t, err)
		return s
	}
	d := Doc{Href: "a.html", Title: "A", Key: "k", Text: says("of a")}
	s, other := of("form 1", d), of("form 2", d)
	for _, name := range s.Paths() {
		must.Hold(t, s.Key(name) != other.Key(name), "%s has the same key in another form", name)
	}
	one, two := d, d
	one.Aliases, two.Aliases = []string{"b", "c"}, []string{"b\x00c"}
	same := 0
	for _, name := range s.Paths() {
		if strings.HasPrefix(name, "x-") && of("form 1", one).Key(name) == of("form 1", two).Key(name) {
			same++
		}
	}
	all := len(s.texts) - 1
	must.Hold(t, same == all, "%d keys of texts are the same, want %d", same, all)
}

func says(lines ...string) func() []string { return func() []string { return lines } }

func TestShelf(t *testing.T) {
	d, terms := docs(300)
	s := build(t, d, terms)
	for _, name := range s.Paths() {
		body := s.File(name)
		rest, ok := strings.CutPrefix(string(body), `memoria("search/`+strings.TrimSuffix(name, ".js")+`",`)
		must.Hold(t, ok && json.Valid([]byte(strings.TrimSuffix(rest, ");\n"))), "%s: %.80q", name, body)
	}
	must.Hold(t, s.File("t-nothing.js") == nil && s.File("../meta") == nil, "a file that is none")
	slices.Reverse(terms)
	again := build(t, d, terms)
	for _, name := range s.Paths() {
		must.Hold(t, bytes.Equal(s.File(name), again.File(name)), "%s depends on the order of its terms", name)
	}
}

// A document that changes changes the files of its words, of its text and that of all documents, and no other.
func TestStable(t *testing.T) {
	d, terms := docs(300)
	before := build(t, d, terms)
	d = append(slices.Clone(d), Doc{Href: "wiki/concepts/another.html", Title: "Another", Text: says("zebra")})
	terms = append(slices.Clone(terms), word{"zebra", []Weight{{300, 1}}})
	after := build(t, d, terms)
	var changed []string
	for _, name := range after.Paths() {
		if !bytes.Equal(before.File(name), after.File(name)) {
			changed = append(changed, name)
		}
	}
	must.Hold(t, len(changed) == 3 && changed[0] == "meta.js" && changed[1] == "t-z.js", "changed: %q", changed)
}

func TestWeight(t *testing.T) {
	d, terms := docs(1000)
	s := build(t, d, terms)
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(s.File("meta.js"))
	z.Close()
	must.Hold(t, b.Len() <= 22<<10, "the list of pages is too heavy")
}
