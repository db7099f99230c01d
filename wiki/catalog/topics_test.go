package catalog

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// listedArt is an article of a random name with random tags, which may be named as pages of the
// catalogue are.
func listedArt(rt *rapid.T, i int) (path string, data []byte) {
	name := fmt.Sprintf("%s-%d", rapid.StringMatching(`[a-zäж][a-z ]{0,12}`).Draw(rt, "name"), i)
	if rapid.IntRange(0, 40).Draw(rt, "odd") == 0 {
		name = "index-" + rapid.SampledFrom([]string{"go", "locking", "others", "go-x"}).Draw(rt, "taken")
	}
	tags := rapid.SliceOfN(rapid.SampledFrom([]string{"go", "locking", "Go x", "others", "ж", "rare-" + fmt.Sprint(i), strings.Repeat("long", 20)}), 0, 3).Draw(rt, "tags")
	return "wiki/concepts/" + wiki.Kebab(name) + ".md", fmt.Appendf(nil, "---\ntitle: %s\ntype: concept\ntags: [%s]\n---\n", name, strings.Join(tags, ", "))
}

// The catalogue is a function of the articles: it is the same whether there is one already, and once
// written it is as it should be. Every article is listed once, every link resolves.
func TestIndexIsAFunction(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		files := map[string][]byte{}
		for i := range rapid.IntRange(0, 900).Draw(rt, "articles") {
			p, b := listedArt(rt, i%50)
			files[strings.Replace(p, ".md", fmt.Sprintf("-%d.md", i/50), 1)] = b
			if i%50 > 45 {
				files[p] = b
			}
		}
		w := wiki.New("wiki", files)
		list, removed := Index(w, nil)
		written := map[string][]byte{}
		for _, f := range list {
			written[f.Path] = f.Data
		}
		must.Be(rt, len(removed) == 0 && len(written) == len(list), "%d files at %d paths, removed %q", len(list), len(written), removed)
		full := w.With(written)
		again, removed := Index(full, nil)
		for _, f := range again {
			must.Hold(rt, bytes.Equal(f.Data, written[f.Path]), "%s settles only now:\n%s\nit was\n%s", f.Path, f.Data, written[f.Path])
		}
		must.Hold(rt, len(again) == len(list) && len(removed) == 0, "%d files, then %d; removed %q", len(list), len(again), removed)
		times := map[*wiki.Page]int{}
		for _, p := range full.Pages() {
			for _, o := range full.Outlinks(p) {
				if o.To == nil {
					rt.Errorf("%s: %v", p.Path, o.Err)
				} else if o.To.Kind == wiki.ArticlePage {
					times[o.To]++
				}
			}
		}
		for _, p := range w.Articles() {
			must.Equal(rt, times[full.Page(p.Path)], 1, "%s is listed", p.Path)
		}
	})
}

// One more article changes its topic's page and the numbers on the index, however large the wiki is;
// now and then it makes a topic, or cuts a page in two.
func TestIndexGrowsInOnePlace(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	files := map[string][]byte{}
	catalogue := map[string][]byte{}
	sum, many, added, row := 0, 0, 0, 5
	if os.Getenv("MEMORIA_LONG") != "" {
		row = 13
	}
	var w *wiki.Wiki
	for n := 0; n < 2500; n++ {
		title := fmt.Sprintf("%c%c subject %d", 'a'+r.IntN(26), 'a'+r.IntN(26), n)
		tag := [...]string{"", "project", "go", fmt.Sprint("own", n%70)}[r.IntN(4)]
		at, page := "wiki/concepts/"+wiki.Kebab(title)+".md", fmt.Appendf(nil, "---\ntitle: %s\ntype: concept\ntags: [%s]\n---\n", title, tag)
		files[at] = page
		if n%600 > row || n < indexLines { // a few in a row, at some sizes
			continue
		}
		if n%600 == 0 {
			w = wiki.New("wiki", files)
		}
		w = w.With(map[string][]byte{at: page})
		list, _ := Index(w, nil)
		now := map[string][]byte{}
		touched := 0
		for _, f := range list {
			now[f.Path] = f.Data
			if !bytes.Equal(catalogue[f.Path], f.Data) {
				touched++
			}
			lines := bytes.Count(f.Data, []byte("\n"))
			must.Hold(t, lines <= topicLines+10, "%d articles: %s has %d lines", n, f.Path, lines)
		}
		for p := range catalogue {
			if now[p] == nil {
				touched++
			}
		}
		catalogue = maps.Clone(now)
		if n%600 == 0 {
			continue
		}
		added++
		sum += touched
		if touched > 3 {
			many++
		}
	}
	mean := float64(sum) / float64(added)
	must.Hold(t, mean <= 2.3 && many*25 <= added, "an article touches %.2f pages, and more than three %d times of %d", mean, many, added)
}

// A page at whose name a topic's would stand keeps it (a copy is not listed).
func TestIndexNamesAndCopies(t *testing.T) {
	head := "---\ntitle: %s\ntype: concept\n---\n"
	w := wiki.New("wiki", map[string][]byte{
		"wiki/concepts/queue.md":                                   fmt.Appendf(nil, head, "Queue"),
		"wiki/concepts/queue 2.md":                                 fmt.Appendf(nil, head, "Queue"),
		"wiki/concepts/queue 3.md":                                 fmt.Appendf(nil, head, "Queue, the third part"),
		"wiki/concepts/queue.sync-conflict-20260401-101010-ABC.md": fmt.Appendf(nil, head, "Other"),
		"wiki/concepts/queue (conflicted copy 2026-04-01).md":      fmt.Appendf(nil, head, "Other"),
		"wiki/concepts/lost 2.md":                                  fmt.Appendf(nil, head, "Lost"),
	})
	files, _ := Index(w, nil)
	want := "- [[lost 2|Lost]]\n- [[queue|Queue]]\n- [[queue 3|Queue, the third part]]\n\n"
	must.Hold(t, len(files) == 1 && strings.Contains(string(files[0].Data), "## Concepts\n\n"+want), "%s", files[0].Data)
}
