package view

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Funcs are the functions that templates call.
var Funcs = template.FuncMap{
	"plural": prose.Count,
	"kin":    kin, "trail": trail, "onPage": onPage, "facts": facts, "onward": onward, "items": items, "dated": dated,
	"sources": sources, "history": history, "mentions": mentions, "neighbours": neighbours,
}

// The lists on every article are made here rather than in a template, which escapes each value by separate
// calls: this makes an article several times faster. The style sheet decides how they look.

// A list builds HTML.
type list struct{ strings.Builder }

// put writes format, which is constant HTML, with the escaped texts in place of each %s.
func (l *list) put(format string, texts ...string) {
	for _, s := range texts {
		before, after, _ := strings.Cut(format, "%s")
		l.WriteString(before)
		l.WriteString(html.EscapeString(s))
		format = after
	}
	l.WriteString(format)
}

func (l *list) html() template.HTML { return template.HTML(l.String()) }

// address returns an address for an attribute. An address of this site is Relative; one that might have a scheme is "".
func address(href string) string {
	if at := strings.IndexAny(href, "/?#"); strings.Contains(href, ":") && (at < 0 || strings.Contains(href[:at], ":")) || strings.HasPrefix(href, "//") {
		return "#"
	}
	return href
}

// link writes a link to an address of this site; before and behind are constant attributes around the address.
func (l *list) link(before, href, behind, title string) {
	l.put(`<a`+before+` href="%s"`+behind+`>%s</a>`, address(href), title)
}

// part writes a short text with a class; "" is left out.
func (l *list) part(class, before, s string) {
	if s != "" {
		l.put(` <span class="`+class+`" dir="auto">`+before+`%s</span>`, s)
	}
}

// fewSources is how many of a page's sources are shown at first.
const fewSources = 12

// sources returns the lines that a page cites, each with its time and session.
func sources(of []Source) template.HTML {
	var l list
	l.put(`<ol class="sources">` + "\n")
	folded := len(of) > fewSources+3
	for i, s := range of {
		if i == fewSources && folded {
			l.put("</ol>\n"+`<details class="rest"><summary>%s more lines</summary>`+"\n"+`<ol class="sources" start="%s">`+"\n", fmt.Sprint(len(of)-i), fmt.Sprint(i+1))
		}
		class := ""
		if s.Gone {
			class = ` class="gone"`
		}
		l.put("<li" + class + `><p class="line" dir="auto">`)
		line := wikilink.Plain(cmp.Or(s.Line, s.Title, s.Day))
		if s.Href == "" {
			l.put("%s", line)
		} else {
			l.link(` class="to"`, s.Href, "", line)
		}
		l.put(`</p><p class="said"><time>%s</time>`, cmp.Or(s.At, s.Day))
		if s.Gone {
			l.part("lost", "", "the line is not there any more")
		}
		if s.Line != "" {
			l.part("entry-title", "", s.Title)
		}
		l.part("kind", "", s.Kind)
		l.part("project", "", s.Project)
		l.part("branch", "", s.Branch)
		l.part("session", "session ", s.Short)
		l.part("by", "by ", s.By)
		l.put("</p></li>\n")
	}
	l.put("</ol>\n")
	if folded {
		l.put("</details>\n")
	}
	return l.html()
}

// history returns what each entry of a log did to a page.
func history(of []Version) template.HTML {
	var l list
	l.put(`<ol class="history">` + "\n")
	for _, v := range of {
		l.put("<li><h3><time>%s</time> ", cmp.Or(v.At, v.Day))
		if title := cmp.Or(v.Title, v.Day); v.Href == "" {
			l.put("%s", title)
		} else {
			l.link("", v.Href, ` dir="auto"`, title)
		}
		l.put(`</h3><p class="said">`)
		l.part("project", "", v.Project)
		l.part("session", "session ", v.Short)
		if v.ByHand {
			l.part("hand", "", "by hand")
		}
		l.put("</p><ul>")
		for _, line := range v.Added {
			l.put(`<li class="added" dir="auto">%s</li>`, line)
		}
		for _, c := range v.Past {
			l.put(`<li class="past" dir="auto">`)
			l.part("until", "until ", c.Until)
			l.put(" " + string(c.Diff) + "</li>")
		}
		l.put("</ul></li>\n")
	}
	l.put("</ol>\n")
	return l.html()
}

// mentions returns the sentences in which other pages mention a page.
func mentions(of []Mention) template.HTML {
	var l list
	l.put(`<dl class="mentions">` + "\n")
	for _, m := range of {
		l.put(`<dt dir="auto"><a href="%s">%s</a></dt><dd dir="auto">`, address(m.Href), m.Title)
		l.put(string(m.Sentence) + "</dd>\n")
	}
	l.put("</dl>\n")
	return l.html()
}

// neighbours returns the neighbours of a page, and how they are connected.
func neighbours(of []Neighbour) template.HTML {
	var l list
	l.put(`<ul class="related">` + "\n")
	for _, n := range of {
		l.put(`<li dir="auto"><a href="%s">%s</a>`, address(n.Href), n.Title)
		if len(n.Ways) > 0 {
			l.put(` <span>%s</span>`, strings.Join(n.Ways, ", "))
		}
		l.put("</li>\n")
	}
	l.put("</ul>\n")
	return l.html()
}

// items returns the items of a list. A list whose items count pages is a list of names.
func items(of []Item) template.HTML {
	var l list
	names, class := false, "items"
	for i := range of {
		if of[i].Count > 0 && of[i].Day == "" {
			names, class = true, "names"
		}
	}
	l.put(`<ul class="` + class + `">` + "\n")
	for i := range of {
		l.item(&of[i], names)
	}
	l.put("</ul>\n")
	return l.html()
}

func (l *list) item(it *Item, names bool) {
	l.put(`<li dir="auto"`)
	if it.Kind != "" {
		l.put(` data-kind="%s"`, it.Kind)
	}
	said := it.Kind == "line" // a sentence is to be read; its day leads to where it was said
	if said {
		l.WriteString("><span>" + inline(it.Title) + "</span>&nbsp;")
		l.put(`<a href="%s"><time datetime="%s">%s</time></a>`, address(it.Href), it.Day, it.Day)
	} else {
		l.put(`><a href="%s">%s</a>`, address(it.Href), it.Title)
	}
	switch {
	case said:
	case names && it.Count > 0:
		pages := "pages"
		if it.Count == 1 {
			pages = "page"
		}
		l.put(` <span class="count">%s<span class="unseen"> %s</span></span>`, fmt.Sprint(it.Count), pages)
	case !names && it.Day != "" && it.Day != it.Title:
		l.put(`&nbsp;<time datetime="%s">%s</time>`, it.Day, it.Day) // which goes to the next line with the last word
	}
	if it.Text != "" {
		l.WriteString(`<p dir="auto">` + inline(it.Text) + "</p>")
	}
	if len(it.Detail) > 0 {
		l.put(`<ul class="detail">`)
		for _, d := range it.Detail {
			l.WriteString(`<li dir="auto">` + inline(d) + "</li>")
		}
		l.put("</ul>")
	}
	l.put("</li>\n")
}

var (
	isoDay   = lazy.Regexp(`\b\d{4}-\d\d-\d\d\b`)
	codeSpan = lazy.Regexp("`([^`]+)`")
)

// dated escapes a sentence and marks its days, which no line may break.
func dated(s string) template.HTML {
	return template.HTML(isoDay().ReplaceAllString(html.EscapeString(s), "<time>$0</time>"))
}

// inline escapes a sentence of a log and sets its code and its days.
func inline(s string) string {
	return codeSpan().ReplaceAllString(string(dated(s)), "<code>$1</code>")
}
