package site

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// crawl follows every address of every page of a site that lies at base, and tells those that lead nowhere.
func crawl(t *testing.T, s *Site, base string) {
	t.Helper()
	ids := map[string]map[string]bool{}
	links := map[string][]string{}
	for _, name := range s.Paths() {
		body, ok, err := s.File(name)
		must.Be(t, ok && err == nil, "%s: %v, %v", name, ok, err)
		ids[name] = map[string]bool{}
		if path.Ext(name) == ".html" {
			read(t, name, body, ids[name], func(href string) { links[name] = append(links[name], href) })
		}
	}
	root := must.Get(url.Parse(base))(t)
	wrong := 0
	for name, hrefs := range links {
		if name == plan.MissingFile {
			continue // is at no address of its own: see TestMissing
		}
		from := root.JoinPath(view.EscapePath(name))
		for _, href := range hrefs {
			to, err := from.Parse(href)
			if err != nil {
				t.Errorf("%s: %q: %v", name, href, err)
				continue
			}
			if to.Host != root.Host || to.Scheme != root.Scheme {
				must.Hold(t, to.Scheme == "http" || to.Scheme == "https" || to.Scheme == "mailto", "%s links to %s", name, href)
				continue
			}
			file, inside := strings.CutPrefix(to.Path, root.Path)
			if !inside || ids[file] == nil || to.Fragment != "" && !ids[file][to.Fragment] {
				if wrong++; wrong < 20 {
					t.Errorf("at %s: %s links to %q, where there is nothing", base, name, href)
				}
			}
		}
	}
	must.Hold(t, len(links) != 0, "there is no page")
}

// read notes the ids and the addresses of a page. An id that is there twice fails the test.
func read(t *testing.T, name string, body []byte, ids map[string]bool, link func(string)) {
	t.Helper()
	for z := html.NewTokenizer(bytes.NewReader(body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
		default:
			continue
		}
		tag := z.Token()
		refresh := ""
		for _, a := range tag.Attr {
			switch a.Key {
			case "id":
				must.Hold(t, !ids[a.Val], "%s: the id %q is there twice", name, a.Val)
				ids[a.Val] = true
			case "href", "src":
				link(a.Val)
			case "content":
				if _, to, ok := strings.Cut(a.Val, "; url="); ok {
					refresh = to
				}
			}
		}
		if refresh != "" && tag.Data == "meta" {
			link(refresh)
		}
	}
}

// generated is a vault of many articles that link to each other in every way, some of them to nowhere.
func generated(n int) map[string]string {
	rng := rand.New(rand.NewPCG(7, 1))
	words := strings.Fields("lock queue retry cache token shard ledger Élan 認証 résumé ключ c++ what? 50% a&b <b> \"quoted\" it's under_score #hash dot.dot")
	title := func(i int) string {
		return fmt.Sprintf("%s %s %d", words[i%len(words)], words[i/len(words)%len(words)], i)
	}
	files := map[string]string{}
	for d := range max(3, n/50) {
		day := fmt.Sprintf("2026-%02d-%02d", 1+d/28, 1+d%28)
		var b strings.Builder
		fmt.Fprintf(&b, "# Daily Log: %s\n\n## Sessions\n", day)
		for e := range 2 {
			fmt.Fprintf(&b, "\n### Session (1%d:00) - %s: a #title [x]\n<!-- memoria:entry id=%06x%06x agent=claude session=s%d-%d project=%s branch=main at=%sT1%d:00:00Z from=a to=b by=extractive -->\n\n**Decisions Made:**\n", e, title(d), d, e, d, e, []string{"tide", "a/b", "Ünï"}[d%3], day, e)
			for k := range 3 {
				fmt.Fprintf(&b, "- Decided %d of %s ^k%02x%d%d\n", k, title(d*7+k), d, e, k)
			}
			b.WriteString("<!-- /memoria:entry -->\n")
		}
		b.WriteString("\n### Session (20:00) - by hand\n\nSome prose with a [[nowhere|link]].\n")
		files["daily/"+day+".md"] = b.String()
	}
	for i := range n {
		kind := []string{"concept", "connection", "qa"}[i%3]
		d, e, k := rng.IntN(max(3, n/50)), rng.IntN(2), rng.IntN(4) // one line of four is not there
		day := fmt.Sprintf("2026-%02d-%02d", 1+d/28, 1+d%28)
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: '%s'\naliases: ['%s', same]\ntags: ['t%d', 'a/b%d', 'C++']\ntype: %s\nsources: [\"[[%s]]\"]\ncreated: %s\nupdated: %s\ndescription: About %d.\n---\n\n# %s\n\n",
			strings.ReplaceAll(title(i), "'", "''"), fmt.Sprint("Other Name ", i), rng.IntN(9), i%5, kind, day, day, day, i, title(i))
		for range 3 {
			to := rng.IntN(n + n/20)
			name := fmt.Sprintf("page-%d", to)
			fmt.Fprintf(&b, "See %s and %s.\n\n", []string{
				"[[" + name + "]]", "[[" + name + "|shown]]", "[[" + name + "#Key Points]]", "[[" + name + "#No such]]", "![[" + name + "#Key Points]]",
				fmt.Sprintf("[plain](../concepts/%s.md#key-points)", name), "[[" + title(to) + "]]", fmt.Sprintf("[[Other Name %d]]", to), "[web](https://web.example/x?y#z)",
			}[rng.IntN(9)], title(rng.IntN(n)))
		}
		fmt.Fprintf(&b, "![[pic %d.png]] and ![[gone.png]] #t%d\n\n## Key Points\n\n- A point of [[%s#^k%02x%d%d|%s]] ^p%d\n- Another [[#^p%d]], [[#Key Points]]\n\n## Key Points\n\nA second of this name.[^1]\n\n[^1]: A note.\n", i%3, rng.IntN(9), day, d, e, k, day, i, i)
		files[fmt.Sprintf("wiki/%s/page-%d.md", []string{"concepts", "connections", "qa"}[i%3], i)] = b.String()
	}
	for i := range 3 {
		files[fmt.Sprintf("wiki/pic %d.png", i)] = "\x89PNG"
	}
	files["wiki/index.md"] = "# Index\n\n- [[page-1]]\n"
	files["wiki/concepts/Ünï & <co> 50%.md"] = "---\ntype: concept\ntitle: x\n---\n[[page-0]]"
	files["notes/Plan? #1.md"] = "# A plan\n\n[[page-0]] ![[pic 0.png]]\n"
	return files
}

func TestCrawl(t *testing.T) {
	n := 100
	if os.Getenv("MEMORIA_LONG") != "" {
		n = 1000
	}
	s := siteOf(t, generated(n), Options{Title: "Notes", Include: []string{"notes/**"}})
	for _, base := range []string{"https://notes.example/", "https://a.example/below/it/"} {
		crawl(t, s, base)
	}
	crawl(t, siteOf(t, small, Options{}), "https://a.example/x/")
	crawl(t, siteOf(t, map[string]string{}, Options{}), "https://a.example/x/")
}
