package markup

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// allowed are the elements that a page may hold, and what each may say beside class, id, dir and title.
var allowed = map[string]string{
	"a": "href rel role aria-label aria-hidden tabindex", "blockquote": "", "br": "", "code": "", "del": "", "details": "open", "div": "tabindex role aria-label",
	"em": "", "h1": "", "h2": "", "h3": "", "h4": "", "h5": "", "h6": "", "hr": "", "img": "src alt loading width height", "li": "", "mark": "", "ol": "start", "p": "",
	"pre": "tabindex data-language", "section": "aria-label", "span": "role aria-label", "strong": "", "summary": "", "sup": "", "table": "", "tbody": "", "td": "",
	"th": "scope", "thead": "", "tr": "", "ul": "",
}

var classes = regexp.MustCompile(`^[a-z][a-z -]*$`)

// law holds a page to what may be in it, as a browser would read it: elements and attributes of the lists
// above, nested as they were written; addresses that lead within the site, to the web or to a mailbox; each
// id once; and no link to a place of the page that is not there.
func law(t testing.TB, got, source string) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf(format, args...)
		t.Fatalf("in the page of\n%.2000q\n%.4000s", source, got)
	}
	nodes, err := html.ParseFragment(strings.NewReader(got), &html.Node{Type: html.ElementNode, Data: "main", DataAtom: atom.Main})
	if err != nil {
		fail("it does not parse: %v", err)
	}
	var read []string
	ids := map[string]bool{}
	var local []string
	var visit func(n *html.Node, depth int, inLink bool)
	visit = func(n *html.Node, depth int, inLink bool) {
		switch n.Type {
		case html.CommentNode, html.DoctypeNode:
			fail("a comment: %q", n.Data)
		case html.ElementNode:
			read = append(read, strings.Repeat(" ", depth)+n.Data)
			more, ok := allowed[n.Data]
			if !ok || n.Namespace != "" {
				fail("an element <%s>", n.Data)
			}
			if n.Data == "a" && inLink {
				fail("a link in a link")
			}
			for _, a := range n.Attr {
				if a.Namespace != "" || !slices.Contains(strings.Fields("class id dir title "+more), a.Key) {
					fail("an attribute %s of <%s>", a.Key, n.Data)
				}
				switch a.Key {
				case "class":
					if !classes.MatchString(a.Val) {
						fail("a class %q", a.Val)
					}
				case "id":
					if a.Val == "" || ids[a.Val] || strings.ContainsAny(a.Val, " \t\n\f\r") {
						fail("an id %q", a.Val)
					}
					ids[a.Val] = true
				case "href", "src":
					if where := leadsTo(a.Val); where == "" || where == "web" && (a.Key == "src" || rel(n) != "noopener noreferrer nofollow") {
						fail("an address %s=%q", a.Key, a.Val)
					} else if where == "here" {
						local = append(local, a.Val[1:])
					}
				}
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			visit(c, depth+1, inLink || n.Data == "a")
		}
	}
	for _, n := range nodes {
		visit(n, 0, false)
	}
	if written := elements(got); !slices.Equal(read, written) {
		for i := range min(len(read), len(written)) {
			if read[i] != written[i] {
				fail("element %d is read as %q, written as %q", i, read[i], written[i])
			}
		}
		fail("%d elements are read, %d were written", len(read), len(written))
	}
	for _, id := range local {
		if plain, err := url.PathUnescape(id); err != nil || !ids[plain] {
			fail("a link to #%s, which is not there", id)
		}
	}
}

func rel(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "rel" {
			return a.Val
		}
	}
	return ""
}

// leadsTo tells where a browser would go: "here", "site", "web", or "" for where it must not.
func leadsTo(href string) string {
	u, err := url.Parse(href)
	if err != nil || href == "" || strings.ContainsFunc(href, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`\<>"`, r) }) {
		return ""
	}
	switch u.Scheme {
	case "http", "https":
		if u.Host != "" {
			return "web"
		}
		return ""
	case "mailto":
		return "web"
	case "":
		if u.Host != "" || strings.HasPrefix(href, "/") {
			return ""
		}
		if strings.HasPrefix(href, "#") {
			return "here"
		}
		return "site"
	}
	return ""
}

// elements are those that were written, each indented as deep as it stands.
func elements(s string) []string {
	var out []string
	depth := 0
	for z := html.NewTokenizer(strings.NewReader(s)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.StartTagToken:
			name, _ := z.TagName()
			out = append(out, strings.Repeat(" ", depth)+string(name))
			if !slices.Contains([]string{"br", "hr", "img"}, string(name)) {
				depth++
			}
		case html.EndTagToken:
			depth--
		}
	}
}

// strict is a vault whose pages are asked for what they hold, as a site would ask them.
type strict struct {
	bodies map[string]string
	from   string // whose words they are
	within bool   // shown within another
}

var hostileNames = []string{`a"b`, `<img src=x onerror=alert(1)>`, `javascript:alert(1)`, "x\ny", `';alert(1)//`, `a%22b`, `..\..\x`, "‮gpj.exe"}

func (v *strict) Place(t Target) Place {
	switch {
	case t.Name == "" && t.Fragment == "":
		return Place{Class: "missing"}
	case t.Name == "":
		if id, ok := v.find(t.Fragment); ok && v.within {
			return Place{Href: "./" + url.PathEscape(v.from) + ".html#" + escapeURL(id)}
		} else if ok {
			return Place{Href: "#" + escapeURL(id)}
		}
		return Place{Class: "missing", Title: "no place " + t.Fragment}
	case strings.HasSuffix(t.Name, ".png"):
		return Place{Href: "./" + url.PathEscape(t.Name), Image: true}
	}
	if _, ok := v.bodies[t.Name]; ok || slices.Contains(hostileNames, t.Name) {
		return Place{Href: "./" + url.PathEscape(t.Name) + ".html", Title: t.Name, Class: "cite"}
	}
	return Place{Class: "missing", Title: "no page " + t.Name}
}

// find says what the site says: an id for what Scan finds on the page.
func (v *strict) find(fragment string) (string, bool) { return places(v.bodies[v.from], fragment) }

func (v *strict) Embed(t Target) (Embedded, bool) {
	body, ok := v.bodies[t.Name]
	if t.Name == "" {
		body, ok = v.bodies[v.from], true
	}
	name := t.Name
	if name == "" {
		name = v.from
	}
	return Embedded{Body: []byte(body), Fragment: t.Fragment, Links: &strict{bodies: v.bodies, from: name, within: true}, Key: name, Title: name, Href: "./" + url.PathEscape(name) + ".html"}, ok
}

func (v *strict) Tag(name string) string { return "./tags/" + url.PathEscape(name) + ".html" }
