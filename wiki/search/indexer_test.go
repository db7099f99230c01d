package search

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestIndexHoldsTokens has the index hold what the specification's tokenizer gives, read passage by passage.
func TestIndexHoldsTokens(t *testing.T) {
	odd := []string{"the", "Über", "straße", "STRASSE", "café", "cafe", "busyTimeout", "busy_timeout", "a/b.go", "v1.2.3", "don't", "l'homme", "C++", "F#", "x", "日本語", "한국어",
		"1,000", "2026-03-02", "ENOENT", "extraordinarily", "Counterrevolutionaries", "averyveryverylongwordindeedthatgoeson", "running", "Runs", "ﬁne", "٣٤", "e\u0301te\u0301", "naïve’s", "#7", "^k3f9a2c",
		"und", "der", "nicht", "ist", "[[concepts/busy-timeout|shown]]", "[[2026-03-02#^k3f9a2c]]", "<!-- no -->", "[x]", "<b>", "user@host"}
	files := map[string]string{}
	n := 7
	for i := range 90 {
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: Page %d Ärger\ntags: [one, two-%d]\ntype: concept\n---\n# Page %d Ärger\n\n", i, i%5, i)
		for line := range 12 {
			if line%5 == 3 {
				b.WriteString("\n## Key Points\n\n- ")
			}
			for range 9 {
				n = (n*7919 + 104729) % 1000003
				b.WriteString(odd[n%len(odd)] + " ")
			}
			b.WriteString("\n")
		}
		files[fmt.Sprintf("wiki/concepts/p%02d.md", i)] = b.String()
	}
	files["daily/2026-03-02.md"] = "# 2026-03-02\n\n## Morning\n\n- the café is naïve\n- Über straße\n"
	s := vaultOf(t, files)
	x, err := s.Open(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	want := map[string]map[int][]posting{}
	doc := 0
	for _, f := range x.parts[0].files() {
		src, err := s.Dir.ReadFile(filepath.ToSlash(f.path))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range s.parse(f.path, src) {
			about, _ := x.doc(doc)
			expect(want, doc, &d, about.lang)
			doc++
		}
	}
	r := x.parts[0].reader
	r.each("", func(w word) bool {
		got := map[int][]posting{}
		r.postings(w, func(doc int, in []posting) { got[doc] = slices.Clone(in) })
		if len(got) != w.df || fmt.Sprint(got) != fmt.Sprint(want[w.term]) {
			t.Errorf("%q: %v, not %v", w.term, got, want[w.term])
		}
		delete(want, w.term)
		return !t.Failed()
	})
	if len(want) > 0 || r.damage || doc != x.Documents() {
		t.Errorf("not there: %v; damage %v, %d documents", want, r.damage, doc)
	}
}

func expect(want map[string]map[int][]posting, doc int, d *source, lang uint8) {
	name := ""
	if int(lang) < len(languages) {
		name = languages[lang]
	}
	for i, p := range d.passages {
		say := func(term string, exact int) {
			if want[term] == nil {
				want[term] = map[int][]posting{}
			}
			in := want[term][doc]
			if len(in) == 0 || in[len(in)-1].passage != i {
				in = append(in, posting{passage: i, field: p.field})
			}
			in[len(in)-1].tf++
			in[len(in)-1].exact += exact
			want[term][doc] = in
		}
		scan(p.text, func(start, end int) {
			for _, f := range forms(p.text[start:end]) {
				if f.exact == f.folded {
					say(f.term(name), 1)
				} else {
					say(f.term(name), 0)
					say(exactly+f.exact, 0)
				}
			}
		})
	}
}
