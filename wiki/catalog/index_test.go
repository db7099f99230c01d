package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

func TestIndex(t *testing.T) {
	s, root := testStore(t,
		"wiki/concepts/b.md"+art("beta [x] | `y`"), "wiki/concepts/a.md"+art("Alpha"), "wiki/concepts/old.md\x00---\ntitle: Old\n---\n",
		"wiki/connections/c.md\x00"+string(draft.Draft{Title: "C", Type: wiki.Connection, Description: "how [[a]] and %%b%% meet"}.Render()),
		"wiki/concepts/mine.md\x00---\ntype: recipe\n---\n", "notes/n.md\x00")
	want := must.Get(txtar.ParseFile("testdata/index.txtar"))(t)
	got := reindex(t, s, root, "wiki/index.md")
	must.Hold(t, got == string(want.Files[0].Data), "got\n%s\nwant\n%s", got, want.Files[0].Data)
	if changed, err := WriteIndex(s, mustLoad(t, s)); err != nil || changed {
		t.Errorf("the second run writes: %v %v", changed, err)
	}
}

func TestIndexKeepsHumanText(t *testing.T) {
	region := listRegion.open + "\n\n## Concepts\n\n- [[a|A]]\n\n" + listRegion.close
	for name, c := range map[string][2]string{
		"none":           {"", "# Index\n\n" + region + "\n"},
		"around":         {"# My map\n\nwords\n\n" + listRegion.open + "\nstale\n" + listRegion.close + "\n\n## After\n", "# My map\n\nwords\n\n" + region + "\n\n## After\n"},
		"without region": {"# My map\n\nwords", "# My map\n\nwords\n\n" + region + "\n"},
		"open region":    {"# M\n" + listRegion.close + "\n" + listRegion.open + "\nwords\n", "# M\n" + listRegion.close + "\n" + listRegion.open + "\nwords\n\n" + region + "\n"},
		"CRLF":           {"# My map\r\n\r\n" + listRegion.open + "\r\n" + listRegion.close + "\r\n", "# My map\r\n\r\n" + strings.ReplaceAll(region, "\n", "\r\n") + "\r\n"},
		"earlier tool": {"# Knowledge Base Index\n\n| Article | Summary | Compiled From | Updated |\n|---------|---|---|---|\n| [[concepts/a]] | s | daily/2026-04-01.md | 2026-04-01 |\n\nmine\n",
			"# Knowledge Base Index\n\n" + region + "\n\nmine\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s, root := testStore(t, "wiki/concepts/a.md"+art("A"), "wiki/index.md\x00"+c[0])
			got := reindex(t, s, root, "wiki/index.md")
			must.Hold(t, got == c[1], "\n got %q\nwant %q", got, c[1])
			again := reindex(t, s, root, "wiki/index.md")
			must.Hold(t, again == got, "the second run gives %q", again)
			must.Hold(t, (strings.Contains(got, "- [[a|A]]\n") || strings.Contains(got, "- [[a|A]]\r\n")) && (!strings.Contains(c[0], "words") || strings.Contains(got, "words")), "%q", got)
		})
	}
}

// Past its budget the catalogue has a page for each topic, and every article still stands in
// it once.
func TestIndexTopics(t *testing.T) {
	files := map[string][]byte{}
	put := func(i int, tags ...string) {
		d := draft.Draft{Title: fmt.Sprintf("Article %04d", i), Type: wiki.Concept, Tags: tags, Description: strings.Repeat("long ", 10), Sources: []wiki.Date{"2026-11-27"}}
		files[wiki.Store{}.PathFor(wiki.Concept, d.Name())] = d.Render()
	}
	for i := range 900 {
		switch {
		case i < 450:
			put(i, "big", fmt.Sprint("own", i))
		case i < 500:
			put(i, "small")
		case i < 503:
			put(i, "tiny")
		case i < 600:
			put(i)
		default:
			put(i, "even", "odd")
		}
	}
	w := wiki.New("wiki", files)
	list, removed := Index(w, nil)
	must.Be(t, len(removed) == 0 && list[0].Path == "wiki/index.md", "%v %v", list[0].Path, removed)
	var names []string
	listed := map[string]int{}
	written := map[string][]byte{}
	for _, f := range list {
		names = append(names, strings.TrimPrefix(f.Path, "wiki/"))
		written[f.Path] = f.Data
		for l := range strings.Lines(string(f.Data)) {
			if links := wikilink.Extract([]byte(l)); len(links) > 0 {
				listed[links[0].Target]++
			}
		}
		must.Hold(t, len(f.Data) <= 2*indexBudget, "%s has %d bytes", f.Path, len(f.Data))
	}
	want := "index.md index/index-big.md index/index-big-article-0150.md index/index-big-article-0261.md index/index-big-article-0363.md index/index-even.md index/index-even-article-0717.md index/index-even-article-0796.md index/index-even-article-0828.md index/index-small.md index/index-others.md"
	got := strings.Join(names, " ")
	must.Hold(t, got == want, "\n got %s\nwant %s", got, want)
	for _, p := range w.Articles() {
		must.Hold(t, listed[p.Name] == 1, "%s is listed %d times", p.Name, listed[p.Name])
	}
	full := w.With(written)
	for _, p := range full.Pages() {
		for _, o := range full.Outlinks(p) {
			must.Hold(t, o.To != nil || p.Kind != wiki.CodePage, "%s: %v", p.Path, o.Err)
		}
	}
	// When articles go, so do the pages of their topics, but for a person's words on them.
	var gone []string
	for p := range files {
		if p > "wiki/concepts/article-0010.md" {
			gone = append(gone, p)
		}
	}
	said := append(slices.Clone(written["wiki/index/index-big.md"]), "\nmy words\n"...)
	small := full.With(map[string][]byte{"wiki/index/index-big.md": said, "wiki/index/index-mine.md": []byte("a person's page")}, gone...)
	list, removed = Index(small, nil)
	must.Hold(t, len(list) == 2 && len(removed) == 9 && !slices.Contains(removed, "wiki/index/index-mine.md"), "%d files, removed %v", len(list), removed)
	must.Hold(t, strings.HasSuffix(string(list[1].Data), "\nmy words\n") && !strings.Contains(string(list[1].Data), "[["), "%q", list[1].Data)
}

func TestIndexOnDisk(t *testing.T) {
	var files []string
	for i := range 400 {
		d := draft.Draft{Title: fmt.Sprintf("Subject number %d", i), Type: wiki.Concept, Tags: []string{fmt.Sprintf("tag%d", i%40)},
			Description: "What this one is about, in a line of common length."}
		files = append(files, wiki.Store{}.PathFor(wiki.Concept, d.Name())+"\x00"+string(d.Render()))
	}
	s, _ := testStore(t, files...)
	w := mustLoad(t, s)
	if changed, err := WriteIndex(s, w); err != nil || !changed {
		t.Fatal(err)
	}
	if changed, err := WriteIndex(s, mustLoad(t, s)); err != nil || changed {
		t.Errorf("the second run writes: %v %v", changed, err)
	}
	for _, p := range w.Articles()[10:] {
		must.Do(t, s.Dir.Remove(p.Path))
	}
	if changed, err := WriteIndex(s, mustLoad(t, s)); err != nil || !changed {
		t.Error(err)
	}
	if entries, _ := s.Dir.ReadDir("wiki/index"); len(entries) != 0 {
		t.Errorf("%v", entries)
	}
	if changed, err := WriteIndex(s, mustLoad(t, s)); err != nil || changed {
		t.Errorf("the last run writes: %v %v", changed, err)
	}
}

// An article whose name another file has is linked to by its path.
func TestIndexNamesakes(t *testing.T) {
	w := wiki.New("wiki", map[string][]byte{
		"wiki/concepts/cursor.md": []byte("---\ntitle: Cursor\ntype: concept\n---\n"),
		"wiki/concepts/plan.md":   []byte("---\ntitle: Plan\ntype: concept\n---\n"),
		"notes/CURSOR.md":         []byte("mine\n"),
	})
	files, _ := Index(w, nil)
	for _, want := range []string{"- [[wiki/concepts/cursor|Cursor]]\n", "- [[plan|Plan]]\n"} {
		must.Hold(t, strings.Contains(string(files[0].Data), want), "the index lacks %q:\n%s", want, files[0].Data)
	}
	got := w.LinkName(w.Page("notes/CURSOR.md"))
	must.Hold(t, got == "notes/CURSOR", "a link to the other page says %q", got)
}
