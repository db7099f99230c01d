package site

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
)

// TestHostilePages holds every page of a vault in which each attack stands in every place that takes text
// to what a page of this site may hold, read as a browser reads it.
func TestHostilePages(t *testing.T) {
	s := siteOf(t, hostileFiles(), Options{Title: `Notes <script>alert(1)</script>`})
	ids := map[string]map[string]bool{}
	links := map[string][]string{}
	for _, name := range s.Paths() {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		body, ok, err := s.File(name)
		must.Be(t, ok && err == nil, "%s: %v %v", name, ok, err)
		ids[name], links[name] = lawOf(t, name, string(body))
	}
	must.Hold(t, len(ids) >= 2*len(attacks), "only %d pages", len(ids))
	files := s.Paths()
	for from, list := range links {
		for _, href := range list {
			u, err := url.Parse(href)
			if err != nil {
				t.Errorf("%q: an address %q", from, href)
				continue
			}
			if u.Scheme != "" {
				continue
			}
			to := from
			if u.Path != "" {
				to = path.Join(path.Dir(from), u.Path)
			}
			if _, ok := slices.BinarySearch(files, to); !ok {
				t.Errorf("%q: %q leads to no file", from, href)
			} else if known, page := ids[to]; page && u.Fragment != "" && !known[u.Fragment] {
				t.Errorf("%q: %q leads to no place", from, href)
			}
		}
	}
}

// lawOf reads a page, and returns its ids and where it leads.
func lawOf(t *testing.T, name, page string) (ids map[string]bool, links []string) {
	t.Helper()
	root := must.Get(html.Parse(strings.NewReader(page)))(t)
	ids = map[string]bool{}
	var read []string
	var visit func(n *html.Node, depth int)
	visit = func(n *html.Node, depth int) {
		must.Hold(t, n.Type != html.CommentNode, "%q: a comment %q", name, n.Data)
		if n.Type == html.ElementNode {
			read = append(read, strings.Repeat(" ", depth)+n.Data)
			alone := name == plan.MissingFile // has a style of its own, and the top of the server for all links
			must.Hold(t, alone && n.Data == "style" || !slices.Contains([]string{"base", "iframe", "object", "embed", "style", "textarea", "template", "plaintext", "noscript"}, n.Data), "%q: an element <%s>", name, n.Data)
			at := map[string]string{}
			for _, a := range n.Attr {
				at[a.Key] = a.Val
				must.Hold(t, !strings.HasPrefix(a.Key, "on") && !slices.Contains([]string{"style", "srcdoc", "formaction", "action", "ping", "target", "srcset", "background"}, a.Key), "%q: <%s %s=%q>", name, n.Data, a.Key, a.Val)
			}
			if id, ok := at["id"]; ok {
				must.Hold(t, id != "" && !ids[id], "%q: an id %q comes twice or is none", name, id)
				ids[id] = true
			}
			for _, key := range []string{"href", "src"} {
				to, ok := at[key]
				if !ok || alone && to == "/" {
					continue
				}
				links = append(links, to)
				u, err := url.Parse(to)
				switch {
				case err != nil || strings.ContainsAny(to, "<>\"\\ \t\n\r"):
					t.Errorf("%q: <%s> leads to %q", name, n.Data, to)
				case u.Scheme == "" && u.Host == "" && !strings.HasPrefix(to, "/"):
				case n.Data == "a" && (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto") && strings.Contains(at["rel"], "noopener"):
				default:
					t.Errorf("%q: <%s> leads to %q", name, n.Data, to)
				}
			}
			must.Hold(t, n.Data != "script" || !(at["src"] == "" || n.FirstChild != nil), "%q: a script of its own", name)
			must.Hold(t, n.Data != "meta" || at["http-equiv"] == "" || at["http-equiv"] == "Content-Security-Policy" || at["http-equiv"] == "refresh", "%q: %v", name, at)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			visit(c, depth+1)
		}
	}
	visit(root, -1)
	written := elementsOf(page)
	for i := range min(len(read), len(written)) {
		if read[i] != written[i] {
			t.Errorf("%q: element %d is read as %q, written as %q", name, i, read[i], written[i])
			return ids, links
		}
	}
	must.Hold(t, len(read) == len(written), "%q: %d elements are read, %d were written", name, len(read), len(written))
	return ids, links
}

// elementsOf are the elements as they were written, each indented as deep as it stands.
func elementsOf(page string) (out []string) {
	depth := 0
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			return out
		}
		token, _ := z.TagName()
		switch name := string(token); kind {
		case html.StartTagToken:
			out = append(out, strings.Repeat(" ", depth)+name)
			if !slices.Contains([]string{"br", "hr", "img", "meta", "link", "input"}, name) {
				depth++
			}
		case html.SelfClosingTagToken:
			out = append(out, strings.Repeat(" ", depth)+name)
		case html.EndTagToken:
			depth--
		}
	}
}
