package lint

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// pieces are what pages are made of in the tests, chosen to meet each other in every way.
var pieces = []string{
	"---\n", "---\ntype: concept\n", "tags: a, b\n", "aliases: [[b.md]]\n", "aliases: x\n", "sources: \"[[2026-11-27.md]]\"\n", "up: [[b.md]]\n", "\n---\n", "\n", "\n\n", "\r\n", "\ufeff",
	"[[b.md]]", "[[b.md|B]]", "[[concepts/b.MD#h|B]]", "![[b.md]]", "[[gone.md]]", "[[b.md.md]]", "[[b .md]]", "[[.md]]", "[[#h|x]]", "[[b|B]]", "[[B.md#^k1]]", "[[b.md\\|B]]",
	"[x](b.md)", "| a | b |\n|---|---|\n| ", " | ", "|\n", "`", "```\n", "%%", "$", "- ", "> ", "# h\n", "word ", "é", "\xff", "    ", "<div>\n", "[[", "]]", "|", "\\",
}

// mendOnce plans, and checks what holds for every plan: it is for pages of ours alone, what a link
// leads to stays, nothing but ".md", a backslash or brackets comes or goes, and with its edits made
// there is nothing to mend.
func mendOnce(t must.T, src []byte) {
	files := map[string][]byte{
		"wiki/concepts/a.md": src, "wiki/concepts/b.md": []byte("---\ntype: concept\n---\n# h\n"), "wiki/concepts/b.md.md": nil,
		"notes/a.md": src, "daily/2026-11-27.md": src,
	}
	ctx := context.Background()
	l := &Linter{Wiki: wiki.New("wiki", files), Now: time.Unix(0, 0)}
	edits, left, err := l.Plan(ctx)
	must.Be(t, err == nil, "%v", err)
	written := map[string][]byte{}
	for _, e := range edits {
		must.Be(t, e.Path == "wiki/concepts/a.md" && bytes.Equal(e.Before, src) && !bytes.Equal(e.After, src), "edit of %s: %q to %q", e.Path, e.Before, e.After)
		if a, b := bare(e.Before), bare(e.After); a != b {
			t.Fatalf("%q\n became %q", e.Before, e.After)
		}
		written[e.Path] = e.After
	}
	after := l.Wiki.With(written)
	if a, b := leads(l.Wiki), leads(after); a != b {
		t.Fatalf("%q: links led to %s and lead to %s", src, a, b)
	}
	again, now, err := (&Linter{Wiki: after, Now: l.Now}).Plan(ctx)
	must.Be(t, err == nil && len(again) <= 0, "%q mended again: %v %+v", src, err, again)
	if a, b := listing(left), listing(now); a != b {
		t.Fatalf("%q: said\n%s is\n%s", src, a, b)
	}
}

// bare is a page without what mending adds and takes away.
func bare(src []byte) string {
	s := strings.NewReplacer(".md", "", ".MD", "", `\`, "", "[", "", "]", "", "\n", "", "\r", "", " ", "", ",", "", `"`, "", "-", "", "\ufeff", "").Replace(string(src))
	return s
}

func leads(w *wiki.Wiki) string {
	var b strings.Builder
	for _, o := range w.Outlinks(w.Page("wiki/concepts/a.md")) {
		if o.To != nil {
			b.WriteString(o.To.Path + "#" + o.Fragment + " ")
		} else {
			b.WriteString(o.Target + "? ")
		}
	}
	return b.String()
}

func TestMendTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 20).Draw(t, "n") {
			b.WriteString(rapid.SampledFrom(pieces).Draw(t, "piece"))
		}
		mendOnce(t, []byte(b.String()))
	})
}

func FuzzMend(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte("---\ntype: concept\ntags: x\n---\n" + p + "| a | b |\n|---|---|\n| [[b.md|B]] | " + p + " |\n"))
	}
	f.Fuzz(func(t *testing.T, src []byte) { mendOnce(t, src) })
}

// What somebody saves between the plan and the write stays.
func TestApplyLeavesWhatChanged(t *testing.T) {
	dir := vaultDir(t, nil)
	for name, text := range map[string]string{"wiki/concepts/a.md": "mine now", "wiki/concepts/b.md": "old"} {
		must.Do(t, must.Err(dir.WriteFile(name, []byte(text), 0o644)))
	}
	done, changed, err := Apply(dir, []Edit{
		{Path: "wiki/concepts/a.md", Before: []byte("old"), After: []byte("new")},
		{Path: "wiki/concepts/b.md", Before: []byte("old"), After: []byte("new")},
		{Path: "wiki/concepts/gone.md"},
	})
	must.Be(t, err == nil && strings.Join(done, " ") == "wiki/concepts/b.md wiki/concepts/gone.md" && strings.Join(changed, " ") == "wiki/concepts/a.md", "%v %v %v", done, changed, err)
	if a, _ := dir.ReadFile("wiki/concepts/a.md"); string(a) != "mine now" {
		t.Errorf("%s", a)
	}
}
