package code

import (
	"html"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Each language has a sample, and what is made of it, in short: «class text» for a span.
func TestLanguages(t *testing.T) {
	const file = "testdata/languages.txtar"
	ar := must.Get(txtar.ParseFile(file))(t)
	sampled := map[*language]bool{}
	for i := 0; i+1 < len(ar.Files); i += 2 {
		in, want := ar.Files[i], &ar.Files[i+1]
		sampled[find(in.Name)] = true
		got, ok := Highlight(in.Name, in.Data)
		must.Be(t, ok, "%s is unknown", in.Name)
		law(t, got, in.Data)
		short := html.UnescapeString(strings.NewReplacer(`<span class="`, "«", `">`, " ", "</span>", "»").Replace(got))
		if os.Getenv("UPDATE") != "" {
			want.Data = []byte(short)
		} else if short != string(want.Data) {
			t.Errorf("%s:\n%s\nwant\n%s", in.Name, short, want.Data)
		}
	}
	for name, l := range languages() {
		must.Hold(t, sampled[l], "%s has no sample", name)
	}
	if os.Getenv("UPDATE") != "" {
		fsutiltest.Write(t, file, txtar.Format(ar))
	}
}

// law holds a result to its source: spans that do not hold one another, and the source's text.
func law(t *testing.T, got string, source []byte) {
	t.Helper()
	var plain strings.Builder
	in := false
	for rest := got; rest != ""; {
		i := strings.IndexByte(rest, '<')
		if i < 0 {
			plain.WriteString(rest)
			break
		}
		plain.WriteString(rest[:i])
		rest = rest[i:]
		class, open := strings.CutPrefix(rest, `<span class="`)
		switch {
		case open && !in:
			name, after, ok := strings.Cut(class, `">`)
			must.Be(t, ok && len(name) != 0 && len(name) <= 2 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == "", "class %q", name)
			in, rest = true, after
		case strings.HasPrefix(rest, "</span>") && in:
			in, rest = false, rest[len("</span>"):]
		default:
			t.Fatalf("out of place: %q", rest[:min(len(rest), 40)])
		}
	}
	must.Be(t, !in, "a span does not end")
	must.Be(t, !strings.ContainsAny(plain.String(), `"<>`), "not escaped: %q", plain.String())
	back := html.UnescapeString(plain.String())
	must.Be(t, back == strings.ReplaceAll(string(source), "\x00", "\ufffd"), "the text became\n%q\nof\n%q", back, source)
}

func TestUnknown(t *testing.T) {
	for _, name := range []string{"", "mermaid", "klingon", strings.Repeat("go", 40), "<script>"} {
		if _, ok := Highlight(name, []byte("x")); ok || find(name) != nil {
			t.Errorf("%q is known", name)
		}
	}
	if _, ok := Highlight("go", make([]byte, maxSource+1)); ok {
		t.Error("a block of any length is marked")
	}
	for _, name := range []string{"Go", "TypeScript", "go title=x", ".py", "{.rust"} {
		must.Hold(t, find(name) != nil, "%q is unknown", name)
	}
}

// What would send a scanner back and forth is read in time that grows with its length.
func TestHostile(t *testing.T) {
	for _, part := range []string{
		"<<", "<<A ", "/*", "//", "'", "\"", "`", "\\", "${", "$(", "/", "a/", "=/", "[", "((", "<", "<a", "<script>", "<!--", "{{", "&",
		"#", " #", "@", "@@", "-", "a:", "a: ", ":", "\n:", "a{", "{", "}", ";", "*", "**", "[[", "]]", "1.", "1e+", "0x", "r#\"", "R\"(", "'''", "\"\"\"",
		"--[[", "=begin", "\n", "\r", "\t", "\x00", "\xff", "é", "‮", "'a", "$ ", "user@x:~$ ", "+", "@@ ", "%", "=begin\n",
	} {
		source := []byte(strings.Repeat(part, maxSource/len(part)))
		seen := map[*language]bool{}
		for _, l := range languages() {
			if seen[l] {
				continue
			}
			seen[l] = true
			name, _, _ := strings.Cut(l.Names, " ")
			size := len(source)
			if os.Getenv("MEMORIA_LONG") == "" {
				size = min(size, 400)
			}
			if _, ok := Highlight(name, source[:size]); !ok {
				t.Fatalf("%s refuses %q", name, part)
			}
		}
	}
}

func FuzzHighlight(f *testing.F) {
	ar, err := txtar.ParseFile("testdata/languages.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i+1 < len(ar.Files); i += 2 {
		f.Add(ar.Files[i].Name, ar.Files[i].Data)
	}
	f.Fuzz(func(t *testing.T, name string, source []byte) {
		if !strings.Contains(string(source), "&#") { // html.UnescapeString reads more than was escaped otherwise
			if got, ok := Highlight(name, source); ok {
				law(t, got, source)
			}
		}
	})
}
