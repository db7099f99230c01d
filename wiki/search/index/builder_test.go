package index

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// An index holds what the specification's tokenizer gives, read passage by passage.
func TestIndexHoldsTokens(t *testing.T) {
	odd := []string{"the", "Über", "straße", "STRASSE", "café", "cafe", "busyTimeout", "busy_timeout", "a/b.go", "v1.2.3", "don't", "l'homme", "C++", "F#", "x", "日本語", "한국어",
		"1,000", "2026-03-02", "ENOENT", "extraordinarily", "Counterrevolutionaries", "averyveryverylongwordindeedthatgoeson", "running", "Runs", "ﬁne", "٣٤", "e\u0301te\u0301", "naïve’s", "#7", "^k3f9a2c",
		"und", "der", "nicht", "ist", "[[concepts/busy-timeout|shown]]", "[[2026-03-02#^k3f9a2c]]", "<!-- no -->", "[x]", "<b>", "user@host"}
	files := map[string]string{}
	n := 7
	for i := range 300 { // more than a batch
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: Page %d Ärger\ntags: [one, two-%d]\ntype: concept\n---\n# Page %d Ärger\n\n", i, i%5, i)
		for line := range 6 {
			if line%5 == 3 {
				b.WriteString("\n## Key Points\n\n- ")
			}
			for range 9 {
				n = (n*7919 + 104729) % 1000003
				b.WriteString(odd[n%len(odd)] + " ")
			}
			b.WriteString("\n")
		}
		files[fmt.Sprintf("wiki/concepts/p%03d.md", i)] = b.String()
	}
	files["daily/2026-03-02.md"] = "# 2026-03-02\n\n## Morning\n\n- the café is naïve\n- Über straße\n"
	s := storeOf(t, files)
	x := must.Get(s.Open(t.Context()))(t)
	defer x.Close()
	want := map[string]map[int][]Posting{}
	doc := 0
	for _, f := range x.parts[0].files() {
		src := must.Get(s.Dir.ReadFile(filepath.ToSlash(f.path)))(t)
		for _, d := range s.Parse(f.path, src) {
			about, _ := x.Doc(doc)
			expect(want, doc, &d, about.Lang)
			doc++
		}
	}
	for _, term := range x.Terms() {
		got := map[int][]Posting{}
		x.Postings(term, nil, func(doc int, in []Posting) { got[doc] = slices.Clone(in) })
		must.Be(t, len(got) == term.DF && fmt.Sprint(got) == fmt.Sprint(want[term.Name]), "%q: %v, not %v", term.Name, got, want[term.Name])
		if same, ok := x.Term(term.Name, 0); !ok || fmt.Sprint(same) != fmt.Sprint(term) {
			t.Fatalf("%q is looked up as %+v, not %+v", term.Name, same, term)
		}
		some := []int{3, doc - 1}
		x.Postings(term, some, func(doc int, in []Posting) {
			must.Be(t, slices.Contains(some, doc) && fmt.Sprint(in) == fmt.Sprint(got[doc]), "%q in %d: %v, not %v", term.Name, doc, in, got[doc])
			delete(got, doc)
		})
		must.Be(t, got[3] == nil && got[doc-1] == nil, "%q in %v is passed over", term.Name, some)
		delete(want, term.Name)
	}
	must.Hold(t, len(want) <= 0 && !x.Damaged() && doc == x.Documents(), "not there: %v; damage %v, %d documents", want, x.Damaged(), doc)
}

func expect(want map[string]map[int][]Posting, doc int, d *Source, lang string) {
	for i, p := range d.Texts {
		say := func(term string, exact int) {
			if want[term] == nil {
				want[term] = map[int][]Posting{}
			}
			in := want[term][doc]
			if len(in) == 0 || in[len(in)-1].Passage != i {
				in = append(in, Posting{Passage: i, Field: p.Field})
			}
			in[len(in)-1].Times++
			in[len(in)-1].Exact += exact
			want[term][doc] = in
		}
		token.Scan(p.Text, func(start, end int) {
			for _, f := range token.Forms(p.Text[start:end]) {
				if f.Exact == f.Folded {
					say(f.Term(lang), 1)
				} else {
					say(f.Term(lang), 0)
					say(Exactly+f.Exact, 0)
				}
			}
		})
	}
}

func storeOf(t testing.TB, files map[string]string) *Store {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		fsutiltest.Write(t, path, text)
	}
	dir := fsutiltest.Open(t, root)
	return &Store{Dir: dir, Cache: dir, Name: VaultName, Wiki: "wiki"}
}

// What a person reads of a passage.
func TestVisible(t *testing.T) {
	for src, want := range map[string]string{
		"plain":                              "plain",
		"see [[a/b-c|the b]] and [[a/b-c]]":  "see the b and b-c",
		"[[b#Head]] [[b\\|shown]] [[b^x]]":   "b Head shown b x",
		"said ([[2026-03-02#^k1|day]])":      "said ()",
		"[[daily/2026-03-02#^k1]] [[x#^k1]]": " x  k1",
		"open [[x\ny]] and [[z":              "open [[x\ny]] and [[z",
		"a <!-- b --> c <!-- d":              "a   c ",
		"a line ^k3f9-a ":                    "a line ^k3f9-a ",
		"a line ^k3f9-a\nx^2 ^":              "a line \nx^2 ^",
		"^k1":                                "",
		"a < b [c] [x](y)":                   "a < b [c] [x](y)",
	} {
		must.Equal(t, Visible([]byte(src)), want, "%q reads", src)
	}
	long := strings.Repeat("[[", 1<<20) // work in the square takes minutes
	must.Hold(t, Visible([]byte(long)) == long, "open brackets do not stay")
}

// The stamps of a vault that was copied are learned at once, by an index made anew.
func TestCopiedVault(t *testing.T) {
	files := map[string]string{}
	for i := range 3 * staleMost {
		files[fmt.Sprintf("n%d.md", i)] = fmt.Sprintf("anchor number%d", i)
	}
	s := storeOf(t, files)
	open := func() *Index {
		x := must.Get(s.Open(t.Context()))(t)
		t.Cleanup(x.Close)
		return x
	}
	open()
	old := time.Now().Add(-time.Hour)
	for name := range files {
		must.Do(t, os.Chtimes(filepath.Join(s.Dir.Path(), name), old, old))
	}
	time.Sleep(150 * time.Millisecond) // until a stamp tells that nothing changed since
	open()
	base, _ := s.load()
	defer base.close()
	now := must.Get(s.survey(t.Context()))(t)
	for i, k := range base.files() {
		f := now.files[i]
		must.Hold(t, k.path == f.path && k.stamp == f.stamp && k.settled, "%s has the stamp %+v, settled %v, want %+v", k.path, k.stamp, k.settled, f)
	}
	if _, ok := open().Term("number7", 0); !ok {
		t.Error("number7 is not found")
	}
}
