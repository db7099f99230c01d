package site

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
)

// While a file's key is the same, so are its bytes, whatever changes around it; and a site that was planned
// from what another knew has the files and keys of one that was not.
func TestKeys(t *testing.T) {
	t.Run("own look", func(t *testing.T) { holdKeys(t, nil) })
	t.Run("the vault's look", func(t *testing.T) { // it shows all that a template is given
		holdKeys(t, map[string][]byte{"page.html": []byte(`{{define "page"}}<script>{{.}}</script>{{end}}`)})
	})
}

func holdKeys(t *testing.T, look map[string][]byte) {
	n, rounds := 40, 12
	if os.Getenv("MEMORIA_LONG") != "" {
		n, rounds = 150, 60
	}
	rng := rand.New(rand.NewPCG(3, 1))
	files := generated(n)
	o := Options{Title: "Notes", BaseURL: "https://a.example/", Include: []string{"notes/**"}, Templates: look}
	was := siteOf(t, files, o)
	keys, bodies := made(t, was)
	for round := range rounds {
		next := maps.Clone(files)
		did := change(rng, next)
		v := vaultOf(t, next)
		v.Seen = was.Seen()
		now := must.Get(New(v, o))(t)
		k, b := made(t, now)
		for name, key := range k {
			if old, ok := bodies[name]; ok && key != "" && key == keys[name] && !bytes.Equal(old, b[name]) {
				t.Errorf("round %d, %s: %s has the key that it had, and other bytes:\n%s", round, did, name, differ(old, b[name]))
			}
		}
		fresh, freshBodies := made(t, siteOf(t, next, o))
		for name, key := range fresh {
			must.Hold(t, key == k[name] && bytes.Equal(b[name], freshBodies[name]), "round %d, %s: %s is another one without what was known", round, did, name)
		}
		if t.Failed() {
			return
		}
		files, was, keys, bodies = next, now, k, b
	}
}

// An article whose text alone changes has few files made anew.
func TestFewKeys(t *testing.T) {
	files := generated(60)
	was, _ := made(t, siteOf(t, files, Options{}))
	name := "wiki/concepts/page-6.md"
	files[name] += "\nAn afterthought.\n"
	now, _ := made(t, siteOf(t, files, Options{}))
	other := 0
	for n, key := range now {
		if key != was[n] {
			other++
		}
	}
	must.Hold(t, now["wiki/concepts/page-6.html"] != was["wiki/concepts/page-6.html"] && other <= 25, "%d of %d files have another key", other, len(now))
	for _, n := range []string{plan.HomeFile, plan.AllFile, plan.TagsFile, plan.GraphData, llmsFile, plan.MissingFile, "site/assets/site.css"} {
		must.Hold(t, now[n] == was[n] && now[n] != "", "%s has another key", n)
	}
}

// An article that comes is shown by few pages, and the others stay.
func TestNewArticleKeys(t *testing.T) {
	files := generated(60)
	was, bodies := made(t, siteOf(t, files, Options{}))
	files["wiki/concepts/zz-unheard-of.md"] = "---\ntype: concept\ntitle: Unheard of\ntags: [t1]\n---\n\n# Unheard of\n\nSee [[page-6]].\n"
	now, newBodies := made(t, siteOf(t, files, Options{}))
	other, written := 0, 0
	for n, key := range now {
		if key != was[n] && strings.HasPrefix(n, "wiki/") {
			other++
		}
		if old, ok := bodies[n]; ok && strings.HasPrefix(n, "wiki/") && !bytes.Equal(old, newBodies[n]) {
			written++
		}
	}
	must.Hold(t, other <= 25 && written <= 5, "of %d files, %d pages have another key and %d other bytes", len(now), other, written)
}

// What a page tells of the lines that it rests on it tells by their day, whatever else is called so.
func TestKeyOfCited(t *testing.T) {
	const page, day = "wiki/concepts/sidecar-locks.html", "daily/2026-03-02.md"
	files := maps.Clone(small)
	files["notes/2026-03-02.md"] = "# A day of mine\n"
	keys, bodies := made(t, siteOf(t, files, Options{}))
	files[day] = strings.Replace(files[day], "- Lock a sidecar file", "- Lock another file", 1)
	now, nowBodies := made(t, siteOf(t, files, Options{}))
	must.Hold(t, !bytes.Equal(bodies[page], nowBodies[page]), "the page does not tell the line")
	must.Hold(t, keys[page] != now[page], "the page has the key that it had")
}

func made(t *testing.T, s *Site) (keys map[string]string, bodies map[string][]byte) {
	t.Helper()
	keys, bodies = map[string]string{}, map[string][]byte{}
	for _, name := range s.Paths() {
		body, _, err := s.File(name)
		must.Do(t, err)
		keys[name], bodies[name] = s.Key(name), body
	}
	return keys, bodies
}

// change does to a vault what people and programs do.
func change(rng *rand.Rand, files map[string]string) string {
	var names []string
	for _, name := range sortedKeys(files) {
		if strings.HasSuffix(name, ".md") {
			names = append(names, name)
		}
	}
	name := names[rng.IntN(len(names))]
	sub := func(old, now string) { files[name] = strings.Replace(files[name], old, now, 1) }
	switch rng.IntN(9) {
	case 0:
		delete(files, name)
		return "delete " + name
	case 1:
		files[fmt.Sprintf("wiki/concepts/new-%d.md", rng.Int())] = "---\ntype: concept\ntitle: Other Name 3\ntags: [fresh]\n---\nIt names page-1, [[page-2]] and ![[page-4]]."
		return "add an article"
	case 2:
		sub("title: '", "title: 'so ")
		return "retitle " + name
	case 3:
		sub("description: ", "description: so ")
		return "describe " + name
	case 4:
		sub("## Key Points", "## Points\n\n#fresh #t1")
		return "rename a heading of " + name
	case 5:
		files[name] += "\n![[page-3]] and ![[page-7#Key Points]], [[page-9]], #new/tag\n"
		return "embed in " + name
	case 6:
		sub("updated: 2026-01", "updated: 2026-02")
		return "update " + name
	case 7:
		days := slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, "daily/") })
		name = days[rng.IntN(len(days))]
		sub("- Decided 1", "- Decided otherwise 1")
		return "change " + name
	}
	files[name] += fmt.Sprintf("\nAn afterthought %d about page 5.\n", rng.Int())
	return "add to " + name
}

func differ(a, b []byte) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%q\n%q", a[max(0, i-80):min(len(a), i+120)], b[max(0, i-80):min(len(b), i+120)])
		}
	}
	return "one is longer"
}

// A picture is not read again while its mark is what it was.
func TestAttachedKey(t *testing.T) {
	files := maps.Clone(small)
	was := siteOf(t, files, Options{}).Key("wiki/pic.png")
	again := siteOf(t, files, Options{Title: "another"}).Key("wiki/pic.png")
	must.Hold(t, was != "" && again == was, "%q, then %q", was, again)
	files["wiki/pic.png"] += "more"
	src := vaultOf(t, files)
	for _, mark := range []func(string) string{src.Mark, nil, func(string) string { return "" }} {
		src.Mark = mark
		s := must.Get(New(src, Options{}))(t)
		now := s.Key("wiki/pic.png")
		must.Hold(t, now != was && (now == "") == (mark == nil || mark("wiki/pic.png") == ""), "another picture: %q", now)
	}
}
