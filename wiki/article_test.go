package wiki

import (
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A page whose properties cannot be read, or that is not UTF-8, is readable and never written.
func TestReadOnly(t *testing.T) {
	for _, in := range []string{"---\ntitle: A: B\n---\nbody", "---\ntitle: A\ntitle: B\n---\nbody", "---\ntitle: \xff\xfe\n---\nbody", "---\ntitle: A\n---\nbody \xff", "---\ntitle: A\nbody"} {
		a := Parse([]byte(in))
		must.Hold(t, a.ReadOnly() && len(a.Findings()) != 0 && string(a.Bytes()) == in, "%q: %v", in, a.Findings())
		for _, edit := range []func() (*Article, error){
			func() (*Article, error) { return a.SetText("title", "x") },
			func() (*Article, error) { return a.SetText("title", a.Title()) },
			func() (*Article, error) { return a.SetDate("created", "2026-01-01") },
			func() (*Article, error) { return a.SetList("tags", nil) },
			func() (*Article, error) { return a.Delete("title") },
			func() (*Article, error) { return a.SetSection("S", "x") },
			func() (*Article, error) { return a.SetHeading("x") },
		} {
			_, err := edit()
			must.Hold(t, err == ErrReadOnly, "%q is written: %v", in, err)
		}
	}
	a := Parse([]byte("---\ntitle: A\n---\nbody \xff"))
	must.Hold(t, a.Title() == "A" && string(a.Body()) == "body \xff", "a page with a broken body is not readable")
	a = Parse([]byte("---\ntitle: A\n---\nbody"))
	must.Equal(t, must.Get(a.SetText("title", "A"))(t), a, "setting the title it has makes another page")
}

// The title falls back to the first heading, and for a page to the file name.
func TestTitle(t *testing.T) {
	for in, want := range map[string]string{
		"---\ntitle: A\n---\n# B\n":         "A",
		"---\ntitle:\n---\n\n# B *c* `d`\n": "B c d",
		"---\ntitle: ~\n---\n## [[x|B]]\n":  "B",
		"```\n# no\n```\n# #1 \\*x\\*\n":    "#1 *x*",
		"text":                              "file",
	} {
		must.Equal(t, (Store{}).page("notes/file.md", []byte(in)).Title(), want, "%q", in)
	}
}

func TestTags(t *testing.T) {
	for in, want := range map[string][]string{
		"tags: a, b":            {"a", "b"},
		"tags: one":             {"one"},
		"tags: [a, '#b', 2017]": {"a", "b", "2017"},
		"tag: x y":              {"x", "y"},
		"tags:\n  - a b":        {"a b"},
		"tags:":                 nil,
	} {
		got := Parse([]byte("---\n" + in + "\n---\n")).Tags()
		must.Hold(t, slices.Equal(got, want), "%q: %q", in, got)
	}
}
