package wiki

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/frontmatter"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

func vaultOf(files ...string) *Wiki {
	m := map[string][]byte{}
	for _, f := range files {
		name, text, _ := strings.Cut(f, "\x00")
		m[name] = []byte(text)
	}
	return New("wiki", m)
}

func art(title string, aliases ...string) string {
	props := "title: " + frontmatter.Encode(title) + "\naliases: " + frontmatter.EncodeList(aliases) + "\ntype: concept\nsources: [\"[[2026-11-27]]\"]\n"
	return "\x00---\n" + props + "---\n\n# " + wikilink.Text(title) + "\n\n## Sources\n\n- [[2026-11-27]]\n"
}

func TestResolve(t *testing.T) {
	w := vaultOf(
		"wiki/concepts/sidecar-locks.md"+art("Locks beside the data", "lock file"),
		"wiki/concepts/program-counter.md"+art("Program Counter (PC)", "PC"),
		"wiki/concepts/auth.md"+art("Authentication"),
		"wiki/qa/auth.md"+art("How to log in", "Program counter"), // an alias that is another's file name
		"wiki/concepts/todo.md"+art("To do"),
		"wiki/concepts/another-todo.md"+art("Another to do"),
		"wiki/concepts/Leaky-Gut.md"+art("Gut"),
		"wiki/concepts/cafe\u0301.md"+art("Coffee"),
		"wiki/connections/pair.md"+art("Pair", "twice"),
		"wiki/qa/pair-2.md"+art("Other pair", "Twice"),
		"daily/2026-04-01.md\x00# Daily Log: 2026-04-01\n",
		"notes/Meeting Notes.md\x00text",
		"notes/deep/Plan.md\x00text",
		"old/deep/Plan.md\x00text",
		"README.md\x00text", "notes/README.md\x00text",
		"img/p.png", "img/v1.2.3 notes.md\x00",
		"wiki/index.md\x00# Index",
	)
	for _, c := range []struct{ target, want string }{
		{"sidecar-locks", "wiki/concepts/sidecar-locks.md"},
		{"Sidecar Locks", "wiki/concepts/sidecar-locks.md"},
		{"concepts/sidecar-locks", "wiki/concepts/sidecar-locks.md"}, // the older form
		{"wiki/concepts/sidecar-locks", "wiki/concepts/sidecar-locks.md"},
		{"concepts/Sidecar_Locks.md", "wiki/concepts/sidecar-locks.md"},
		{"Locks beside the data", "wiki/concepts/sidecar-locks.md"},
		{"LOCK FILE", "wiki/concepts/sidecar-locks.md"},
		{"program-counter", "wiki/concepts/program-counter.md"}, // a file name goes before an alias
		{"PC", "wiki/concepts/program-counter.md"},
		{"auth", "? wiki/concepts/auth.md wiki/qa/auth.md"},
		{"concepts/auth", "wiki/concepts/auth.md"},
		{"qa/auth", "wiki/qa/auth.md"},
		{"todo", "wiki/concepts/todo.md"}, // no suffix match
		{"Twice", "? wiki/connections/pair.md wiki/qa/pair-2.md"},
		{"Leaky Gut", "wiki/concepts/Leaky-Gut.md"},
		{"café", "wiki/concepts/cafe\u0301.md"},
		{"2026-04-01", "daily/2026-04-01.md"},
		{"daily/2026-04-01.md", "daily/2026-04-01.md"},
		{"Meeting Notes", "notes/Meeting Notes.md"},
		{"meeting-notes", "notes/Meeting Notes.md"},
		{"Plan", "? notes/deep/Plan.md old/deep/Plan.md"},
		{"notes/deep/Plan", "notes/deep/Plan.md"},
		{"deep/Plan", "? notes/deep/Plan.md old/deep/Plan.md"},
		{"eep/Plan", "!"},
		{"README", "README.md"}, // the path from the root is exact
		{"/README", "README.md"},
		{"p.png", "img/p.png"},
		{"p", "!"},
		{"v1.2.3 notes", "img/v1.2.3 notes.md"},
		{"index", "wiki/index.md"},
		{"missing", "!"}, {"", "!"}, {".md", "!"}, {"concepts/", "!"}, {"concepts/missing", "!"},
		{"../../.ssh/config", "!"}, {"/etc/passwd", "!"}, {"a/../../b", "!"}, {"concepts/../../README", "!"}, {`..\README`, "!"}, {"./README", "!"},
	} {
		must.Equal(t, resolved(w.Resolve(c.target)), c.want, "%q", c.target)
	}
	from := w.Page("wiki/concepts/auth.md")
	for _, c := range []struct{ target, want string }{
		{"", "wiki/concepts/auth.md"}, // the page itself
		{"../qa/auth", "wiki/qa/auth.md"},
		{"./todo", "wiki/concepts/todo.md"},
		{"../../daily/2026-04-01.md", "daily/2026-04-01.md"},
		{"../../../README", "!"},
		{"../missing/../todo", "!"},
	} {
		must.Equal(t, resolved(w.ResolveFrom(from, c.target)), c.want, "from %s %q", from.Path, c.target)
	}
}

func resolved(p *Page, err error) string {
	var a *AmbiguousError
	var u *UnresolvedError
	switch {
	case errors.As(err, &a):
		return "? " + strings.Join(a.Candidates, " ")
	case errors.As(err, &u):
		return "!"
	case err != nil || p == nil:
		return "broken"
	}
	return p.Path
}

// Adding a page may make a link ambiguous; it never turns one to another page.
func TestResolveNeverTurns(t *testing.T) {
	names := []string{"a.md", "A.md", "wiki/a.md", "wiki/concepts/a.md", "wiki/qa/A.md", "notes/a.md", "notes/b a.md", "x/notes/a.md", "wiki/concepts/c.md", "a.png"}
	texts := []string{"", "---\ntitle: A\n---\n", "---\ntitle: c\naliases: [a, b-a]\ntype: concept\n---\n"}
	rapid.Check(t, func(t *rapid.T) {
		files := map[string][]byte{}
		for range rapid.IntRange(1, 4).Draw(t, "n") {
			files[rapid.SampledFrom(names).Draw(t, "name")] = []byte(rapid.SampledFrom(texts).Draw(t, "text"))
		}
		target := rapid.SampledFrom([]string{"a", "A", "b_a", "concepts/a", "notes/a", "wiki/concepts/a", "c", "qa/a", "a.png", "/a"}).Draw(t, "target")
		w := New("wiki", files)
		before, err := w.Resolve(target)
		if err != nil {
			return
		}
		name, text := rapid.SampledFrom(names).Draw(t, "new"), rapid.SampledFrom(texts).Draw(t, "new text")
		if files[name] != nil {
			return
		}
		after, err := w.With(map[string][]byte{name: []byte(text)}).Resolve(target)
		rank := func(p *Page) bool { // claims of a higher rank: path before name before title before alias
			return stem(p.Path) == strings.TrimPrefix(target, "/") || Fold(stem(p.Path)) == Fold(strings.TrimPrefix(target, "/")) ||
				Fold(stem(p.Path)) == Fold("wiki/"+target) || Fold(p.Name) == Fold(target) || Fold(p.Article.Title()) == Fold(target) ||
				strings.HasSuffix(Fold(stem(p.Path)), "/"+Fold(target))
		}
		must.Be(t, err != nil || after.Path == before.Path || !(after.Path != name || after.Article == nil || !rank(after)), "%q turned from %s to %s when %s came", target, before.Path, after.Path, name)
	})
}

func TestKinds(t *testing.T) {
	w := vaultOf(
		"wiki/concepts/a.md"+art("A"),
		"wiki/concepts/b.md\x00---\ntype: concept\n---\n", // ours in type alone
		"wiki/concepts/old.md\x00---\ntitle: Old\n---\n",  // of an earlier tool
		"wiki/concepts/mine.md\x00---\ntype: recipe\n---\n[[2026-11-27]]",
		"wiki/index.md\x00", "wiki/log.md\x00", "wiki/log-2026-01.md\x00", "wiki/index/index-x.md\x00",
		"daily/2026-11-27.md\x00", "daily/template.md\x00", "notes/2026-11-27.md\x00", "notes/a.md"+art("A2"), "p.PNG",
	)
	want := map[string]PageKind{
		"wiki/concepts/a.md": ArticlePage, "wiki/concepts/b.md": ArticlePage, "wiki/concepts/old.md": ArticlePage, "wiki/concepts/mine.md": PersonPage,
		"wiki/index.md": CodePage, "wiki/log.md": CodePage, "wiki/log-2026-01.md": CodePage, "wiki/index/index-x.md": CodePage,
		"daily/2026-11-27.md": DayPage, "daily/template.md": PersonPage, "notes/2026-11-27.md": PersonPage, "notes/a.md": PersonPage, "p.PNG": Attachment,
	}
	ours := map[string]string{"wiki/concepts/a.md": "yes", "wiki/concepts/b.md": "in state"}
	for _, p := range w.Pages() {
		must.Hold(t, p.Kind == want[p.Path], "%s is %d", p.Path, p.Kind)
		got := ""
		if w.Ours(p, true) {
			got = "in state"
		}
		if w.Ours(p, false) {
			got = "yes"
		}
		must.Hold(t, got == ours[p.Path], "%s is ours: %q", p.Path, got)
	}
	must.Hold(t, w.Page("wiki/concepts/old.md").Type() == Concept && len(w.Articles()) == 3, "an article of an earlier tool has no type")
}

func TestBacklinks(t *testing.T) {
	long := strings.Repeat("Filler words here. ", 20) + "See [[a|it]] for more. " + strings.Repeat("More filler. ", 20)
	w := vaultOf(
		"wiki/concepts/a.md"+art("A"),
		"wiki/concepts/b.md\x00---\ntype: concept\nup: \"[[a]]\"\n---\n# On [[A]]\n\n- one [[a#x|see]] there\n\n"+long+"\n\n`[[a]]` %%[[a]]%% [[#here]] [[b]] [[missing]] ![[a]]\n",
		"wiki/index.md\x00- [[a]]\n",
		"daily/2026-11-27.md\x00> - said [[concepts/a]]\r\n",
		"wiki/qa/b.md\x00[[b]]",
	)
	var got []string
	for _, b := range w.Backlinks(w.Page("wiki/concepts/a.md")) {
		got = append(got, b.From.Path+": "+b.Context())
	}
	want := []string{
		"daily/2026-11-27.md: said [[concepts/a]]",
		"wiki/concepts/b.md: ",
		"wiki/concepts/b.md: On [[A]]",
		"wiki/concepts/b.md: one [[a#x|see]] there",
		"wiki/concepts/b.md: See [[a|it]] for more.",
		"wiki/concepts/b.md: `[[a]]`           [[#here]] [[b]] [[missing]] ![[a]]", // an embed counts; a comment does not
	}
	must.Hold(t, slices.Equal(got, want), "\n got %q\nwant %q", got, want)
	out := ""
	for _, o := range w.Outlinks(w.Page("wiki/concepts/b.md")) {
		out += o.Target + "=" + resolved(o.To, o.Err) + " "
	}
	links := "a=wiki/concepts/a.md A=wiki/concepts/a.md a=wiki/concepts/a.md a=wiki/concepts/a.md b=? wiki/concepts/b.md wiki/qa/b.md missing=! a=wiki/concepts/a.md "
	must.Hold(t, out == links, "\n got %s\nwant %s", out, links)
}

func TestClaims(t *testing.T) {
	w := vaultOf("wiki/concepts/a.md"+art("Same name"), "notes/A.md\x00", "wiki/concepts/b.md"+art("B", "same-name"))
	var claims []string
	for _, p := range w.Claims("SAME NAME") {
		claims = append(claims, p.Path)
	}
	must.Hold(t, slices.Equal(claims, []string{"wiki/concepts/a.md", "wiki/concepts/b.md"}), "%v", claims)
}

func TestWith(t *testing.T) {
	w := vaultOf("wiki/concepts/a.md"+art("A"), "wiki/concepts/b.md"+art("B"), "notes/n.md\x00[[c]] [[b]]")
	v := w.With(map[string][]byte{"wiki/concepts/c.md": []byte(art("C")[1:]), "wiki/concepts/a.md": []byte(art("A2")[1:])}, "wiki/concepts/b.md")
	must.Equal(t, resolved(v.Resolve("c"))+" "+resolved(v.Resolve("b"))+" "+v.Page("wiki/concepts/a.md").Title(), "wiki/concepts/c.md ! A2", "the result")
	must.Equal(t, resolved(w.Resolve("c"))+" "+resolved(w.Resolve("b"))+" "+w.Page("wiki/concepts/a.md").Title(), "! wiki/concepts/b.md A", "the old snapshot changed")
	n := len(v.Backlinks(v.Page("wiki/concepts/c.md")))
	must.Hold(t, n == 1, "%d backlinks", n)
}

// A vault of an earlier tool works with its own folder and links.
func TestEarlierLayout(t *testing.T) {
	w := New("knowledge", map[string][]byte{
		"knowledge/concepts/auth.md": []byte("---\ntitle: Auth\nsources:\n  - \"daily/2026-04-01.md\"\n---\n\n- [[qa/why]] and [[daily/2026-04-01.md]]\n"),
		"knowledge/qa/why.md":        []byte("---\ntitle: Why\n---\n"),
		"knowledge/index.md":         []byte("| Article |\n|---|\n| [[concepts/auth]] |\n"),
		"daily/2026-04-01.md":        []byte("# Daily Log: 2026-04-01\n"),
	})
	auth := w.Page("knowledge/concepts/auth.md")
	must.Hold(t, len(w.Articles()) == 2 && auth.Type() == Concept && slices.Equal(auth.Sources(), []Date{"2026-04-01"}), "%d articles, sources %v", len(w.Articles()), auth.Sources())
	for _, p := range w.Pages() {
		for _, o := range w.Outlinks(p) {
			must.Hold(t, o.Err == nil, "%s: %v", p.Path, o.Err)
		}
	}
}
