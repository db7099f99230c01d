package view

import (
	"cmp"
	"fmt"
	"html"
	"html/template"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Funcs are what templates call.
var Funcs = template.FuncMap{
	"plural": Plural,
	"kin":    kin, "trail": trail, "onPage": onPage, "facts": facts, "onward": onward, "items": items,
	"sources": sources, "history": history, "mentions": mentions, "neighbours": neighbours,
}

// The lists that stand on every article are made here rather than in the template, which escapes each value by
// calls of its own: an article is made in a fraction of the time. How they look is the style sheet's.

// A list is HTML that grows. What is not a constant goes through text or link.
type list struct{ strings.Builder }

func (l *list) text(s string) { l.WriteString(html.EscapeString(s)) }

func (l *list) html() template.HTML { return template.HTML(l.String()) }

// link is a link to an address of this site.
func (l *list) link(class, href, title, attributes string) {
	l.WriteString("<a")
	if class != "" {
		l.WriteString(` class="` + class + `"`)
	}
	l.WriteString(` href="`)
	l.address(href)
	l.WriteString(`"` + attributes + `>`)
	l.text(title)
	l.WriteString("</a>")
}

// part is a word or two about something; "" is left out.
func (l *list) part(class, before, s string) {
	if s == "" {
		return
	}
	l.WriteString(` <span class="` + class + `" dir="auto">` + before)
	l.text(s)
	l.WriteString("</span>")
}

// Link is the reference as a link, Plain the same within what has found its direction already.
func (r Ref) Link() template.HTML {
	var l list
	l.link("", r.Href, r.Title, ` dir="auto"`)
	return l.html()
}

// Plain is described at Link.
func (r Ref) Plain() template.HTML {
	var l list
	l.link("", r.Href, r.Title, "")
	return l.html()
}

// headings is the list of a page's headings.
func (l *list) headings(of []Heading) {
	l.WriteString("<ol>")
	for _, h := range of {
		l.WriteString("<li>")
		l.link("", "#"+EscapePath(h.ID), h.Text, ` dir="auto"`)
		if len(h.Sub) > 0 {
			l.headings(h.Sub)
		}
		l.WriteString("</li>")
	}
	l.WriteString("</ol>\n")
}

// fewSources is how many of a page's sources are shown before somebody asks for the rest.
const fewSources = 12

// sources are the lines that a page rests on, each with when it was said and in which session.
func sources(of []Source) template.HTML {
	var l list
	l.WriteString(`<ol class="sources">` + "\n")
	for i, s := range of {
		if i == fewSources && len(of) > fewSources+3 {
			l.WriteString("</ol>\n" + `<details class="rest"><summary>` + strconv.Itoa(len(of)-i) + " more lines</summary>\n" + `<ol class="sources" start="` + strconv.Itoa(i+1) + `">` + "\n")
		}
		class := ""
		if s.Gone {
			class = ` class="gone"`
		}
		l.WriteString("<li" + class + `><p class="line" dir="auto">`)
		line := wikilink.Plain(cmp.Or(s.Line, cmp.Or(s.Title, s.Day)))
		if s.Href == "" {
			l.text(line)
		} else {
			l.link("to", s.Href, line, "")
		}
		l.WriteString(`</p><p class="said"><time>`)
		l.text(cmp.Or(s.At, s.Day))
		l.WriteString("</time>")
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
		l.WriteString("</p></li>\n")
	}
	l.WriteString("</ol>\n")
	if len(of) > fewSources+3 {
		l.WriteString("</details>\n")
	}
	return l.html()
}

// history is what each entry of a log did to a page.
func history(of []Version) template.HTML {
	var l list
	l.WriteString(`<ol class="history">` + "\n")
	for _, v := range of {
		l.WriteString("<li><h3><time>")
		l.text(cmp.Or(v.At, v.Day))
		l.WriteString("</time> ")
		if title := cmp.Or(v.Title, v.Day); v.Href == "" {
			l.text(title)
		} else {
			l.link("", v.Href, title, ` dir="auto"`)
		}
		l.WriteString(`</h3><p class="said">`)
		l.part("project", "", v.Project)
		l.part("session", "session ", v.Short)
		if v.ByHand {
			l.part("hand", "", "by hand")
		}
		l.WriteString("</p><ul>")
		for _, line := range v.Added {
			l.WriteString(`<li class="added" dir="auto">`)
			l.text(line.Text)
			l.WriteString("</li>")
		}
		for _, c := range v.Past {
			l.WriteString(`<li class="past" dir="auto">`)
			l.part("until", "until ", c.Until)
			l.WriteString(" " + string(c.Diff) + "</li>")
		}
		l.WriteString("</ul></li>\n")
	}
	l.WriteString("</ol>\n")
	return l.html()
}

// mentions are the sentences in which other pages speak of one.
func mentions(of []Mention) template.HTML {
	var l list
	l.WriteString(`<dl class="mentions">` + "\n")
	for _, m := range of {
		l.WriteString(`<dt dir="auto">`)
		l.link("", m.Href, m.Title, "")
		l.WriteString(`</dt><dd dir="auto">` + string(m.Sentence) + "</dd>\n")
	}
	l.WriteString("</dl>\n")
	return l.html()
}

// neighbours are the pages beside one, and in which ways they are.
func neighbours(of []Neighbour) template.HTML {
	var l list
	l.WriteString(`<ul class="related">` + "\n")
	for _, n := range of {
		l.WriteString(`<li dir="auto">`)
		l.link("", n.Href, n.Title, "")
		if len(n.Ways) > 0 {
			l.WriteString(` <span>`)
			l.text(strings.Join(n.Ways, ", "))
			l.WriteString("</span>")
		}
		l.WriteString("</li>\n")
	}
	l.WriteString("</ul>\n")
	return l.html()
}

// Plural is a number with its noun: 1 page, 2 pages.
func Plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if stem, ok := strings.CutSuffix(one, "y"); ok && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return fmt.Sprint(n, " ", stem, "ies")
	}
	return fmt.Sprint(n, " ", one, "s")
}
