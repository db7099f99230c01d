package markup

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/code"
)

// vault is a few pages by name, and what is known of links among them.
type vault map[string]string

func (v vault) Place(t Target) Place {
	file := strings.TrimSuffix(t.Name, ".md")
	switch {
	case strings.HasSuffix(t.Name, ".png"):
		return Place{Href: "../" + t.Name, Image: true}
	case strings.HasSuffix(t.Name, ".pdf"), strings.HasSuffix(t.Name, ".mp3"):
		return Place{Href: "../" + t.Name, Class: "file"}
	case t.Name == "":
		id, ok := places(v[""], t.Fragment)
		if !ok {
			return Place{Class: "lost", Title: "no such place"}
		}
		return Place{Href: "#" + escapeURL(id)}
	case t.Name == "2026-11-27":
		return Place{Href: "../daily/2026-11-27.html#%5Ek3f9a2c", Class: "cite"}
	case t.Name == "twin":
		return Place{Class: "ambiguous", Title: "a or b"}
	}
	if body, ok := v[file]; ok {
		href := file + ".html"
		if id, ok := places(body, t.Fragment); ok {
			href += "#" + escapeURL(id)
		}
		return Place{Href: href}
	}
	return Place{Class: "missing", Title: "no such page"}
}

func (v vault) Embed(t Target) (Embedded, bool) {
	body, ok := v[t.Name]
	return Embedded{Body: []byte(body), Fragment: t.Fragment, Links: v, Key: t.Name, Title: t.Name, Href: t.Name + ".html"}, ok && t.Name != ""
}

func (v vault) Tag(name string) string {
	if name == "d" {
		return ""
	}
	return "tags/" + escapeURL(name) + ".html"
}

var pages = vault{
	"locks": "# Locks\n\nA lock guards ![[locks]].\n\n## Why\n\nBecause ^w1\n\n- one ^o1\n- two\n\n## Next\n\nx\n",
	"loop":  "![[pool]]", "pool": "![[loop]]", "noted": "n[^1] ^[m]\n\n[^1]: theirs\n",
}

var plainRenderer = sync.OnceValue(func() *Renderer { return NewRenderer(nil) })

func page(md string) string {
	return plainRenderer().Page(Page{Body: []byte(md), Links: pages, Key: "here"}).HTML
}

// Each construct has a page, and what is made of it.
func TestConstructs(t *testing.T) {
	const file = "testdata/constructs.txtar"
	ar := must.Get(txtar.ParseFile(file))(t)
	r := NewRenderer(code.Highlight)
	for i := 0; i+1 < len(ar.Files); i += 2 {
		in, want := ar.Files[i], &ar.Files[i+1]
		v := maps.Clone(pages)
		v[""] = string(in.Data)
		own := Page{Body: in.Data, Links: v, Key: "here", Title: "Title"}
		own.Comment = func(c string) string { return "<p>" + strings.ToUpper(strings.Fields(c)[0]) + "</p>\n" }
		own.Block = func(id string) string { return map[string]string{"k3f9a2c": "<span>cited</span>"}[id] }
		doc := r.Page(own)
		law(t, doc.HTML, in.Name)
		got := doc.HTML
		for _, h := range doc.Headings {
			got += fmt.Sprintf("[%d %s %s]\n", h.Level, h.ID, h.Text)
		}
		if os.Getenv("UPDATE") != "" {
			want.Data = []byte(got)
		} else if got != string(want.Data) {
			t.Errorf("%s:\n%s\nwant\n%s", in.Name, got, want.Data)
		}
	}
	if os.Getenv("UPDATE") != "" {
		fsutiltest.Write(t, file, txtar.Format(ar))
	}
}

// Pages that show one another end, and so do many that show many.
func TestEmbedsEnd(t *testing.T) {
	got := page("![[loop]]")
	must.Hold(t, strings.Count(got, `class="embed"`) == 2, "a loop: %s", got)
	many := vault{"a": strings.Repeat("![[b]]\n\n", 200), "b": strings.Repeat("![[c]]\n\n", 200), "c": strings.Repeat("x", 1000)}
	got = NewRenderer(nil).Page(Page{Body: []byte(many["a"]), Links: many, Key: "a"}).HTML
	must.Hold(t, len(got) <= 4*embedBudget, "embeds come to %d bytes", len(got))
}

// One renderer serves many pages at once, and a page's bytes do not hang on what was written before it.
func TestTogether(t *testing.T) {
	ar := must.Get(txtar.ParseFile("testdata/constructs.txtar"))(t)
	var want []string
	for _, f := range ar.Files {
		want = append(want, NewRenderer(code.Highlight).Page(Page{Body: f.Data, Links: pages, Key: "here"}).HTML)
	}
	r := NewRenderer(code.Highlight)
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			for i := range ar.Files {
				i = (i*7 + k*11) % len(ar.Files)
				got := r.Page(Page{Body: ar.Files[i].Data, Links: pages, Key: "here"}).HTML
				must.Hold(t, got == want[i], "%s: another page:\n%s", ar.Files[i].Name, got)
			}
		})
	}
	all.Wait()
}

func TestIndex(t *testing.T) {
	texts, levels := []string{"A", "B", "C", "B"}, []int{1, 2, 1, 2}
	for fragment, want := range map[string]string{"B": "b", "C#B": "b-2", "a#b": "b", "c": "c", "C#A": "", "nothing": ""} {
		if got, ok := NewIndex(texts, levels).Find(fragment); got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", fragment, got, want)
		}
	}
}
