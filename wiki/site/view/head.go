package view

import (
	"html/template"

	"github.com/agent-admin/memoria/wiki/prose"
)

// The head and the foot of every page.

// kin returns the link elements in a page's head.
func kin(v *Page) template.HTML {
	var l list
	rel := func(attributes, href string) {
		if href != "" {
			l.put(`<link rel=`+attributes+` href="%s">`+"\n", href)
		}
	}
	rel(`"canonical"`, v.Canonical)
	rel(`"alternate" type="text/markdown"`, v.Markdown)
	if v.Prev != nil {
		rel(`"prev"`, v.Prev.Href)
	}
	if v.Next != nil {
		rel(`"next"`, v.Next.Href)
	}
	return l.html()
}

// trail returns the path from the home page down to a page.
func trail(crumbs []Ref) template.HTML {
	if len(crumbs) == 0 {
		return ""
	}
	var l list
	l.put(`<nav class="crumbs" aria-label="Breadcrumbs"><ol>`)
	for _, c := range crumbs {
		l.put(`<li><a href="%s" dir="auto">%s</a></li>`, address(c.Href), c.Title)
	}
	l.put("</ol></nav>\n")
	return l.html()
}

// onPage returns the table of contents: the headings, and the parts after the text.
func onPage(v *Page) template.HTML {
	var beyond, l list
	for _, to := range []struct {
		there    bool
		id, name string
	}{
		{len(v.Sources) > 0, "_sources", "Where this comes from"},
		{len(v.History) > 0, "_history", "How it changed"},
		{len(v.Backlinks) > 0, "_backlinks", "Linked from"},
		{v.Graph != "" || len(v.Related) > 0, "_related", "Beside it"},
	} {
		if to.there {
			beyond.put(`<li><a href="#` + to.id + `">` + to.name + "</a></li>")
		}
	}
	if len(v.Contents) == 0 && beyond.Len() == 0 {
		return ""
	}
	l.put(`<nav class="contents" aria-label="On this page">` + "\n<details><summary>On this page</summary>\n")
	if len(v.Contents) > 0 {
		l.headings(v.Contents)
		l.put("\n")
	}
	if beyond.Len() > 0 {
		l.put(`<ol class="beyond">` + beyond.String() + "</ol>\n")
	}
	l.put("</details>\n</nav>\n")
	return l.html()
}

// headings is the list of a page's headings.
func (l *list) headings(of []Heading) {
	l.put("<ol>")
	for _, h := range of {
		l.put(`<li><a href="#%s" dir="auto">%s</a>`, EscapePath(h.ID), h.Text)
		if len(h.Sub) > 0 {
			l.headings(h.Sub)
		}
		l.put("</li>")
	}
	l.put("</ol>\n")
}

// facts returns the metadata of a page.
func facts(v *Page) template.HTML {
	var l list
	if v.Project != nil {
		l.put("<li>")
		l.link(` class="project"`, v.Project.Href, ` dir="auto"`, v.Project.Title)
		l.put("</li>\n")
	}
	if v.Updated != "" {
		l.put(`<li>changed <time datetime="%s">%s</time></li>`+"\n", v.Updated, v.Updated)
	} else if v.Created != "" {
		l.put(`<li>since <time datetime="%s">%s</time></li>`+"\n", v.Created, v.Created)
	}
	if v.Status != "" {
		l.put(`<li class="status" dir="auto">%s</li>`+"\n", v.Status)
	}
	if n := len(v.Sources); n > 0 {
		l.put(`<li><a href="#_sources">` + prose.Count(n, "source") + "</a></li>\n")
	}
	if v.Made != "" {
		l.put(`<li class="made">%s</li>`+"\n", v.Made)
	}
	if len(v.Aliases) > 0 {
		before := `<li class="aliases">also `
		for _, a := range v.Aliases {
			l.put(before+`<i dir="auto">%s</i>`, a)
			before = ", "
		}
		l.put("</li>\n")
	}
	if len(v.Tags) > 0 {
		l.put(`<li class="tags">`)
		for _, t := range v.Tags {
			l.link(` class="tag"`, t.Href, ` dir="auto" rel="tag"`, t.Title)
			l.put(" ")
		}
		l.put("</li>\n")
	}
	if l.Len() == 0 {
		return ""
	}
	return `<ul class="facts">` + "\n" + l.html() + "</ul>\n"
}

// onward returns the links to a page's Markdown and to the pages before and after it.
func onward(v *Page) template.HTML {
	var l list
	if v.Markdown != "" {
		l.put(`<p class="twin"><a href="%s">This page as Markdown</a></p>`+"\n", address(v.Markdown))
	}
	if v.Prev == nil && v.Next == nil {
		return l.html()
	}
	label := "Pages"
	if v.Kind == DayPage {
		label = "Days"
	}
	l.put(`<nav class="turn" aria-label="` + label + "\">\n")
	if v.Prev != nil {
		l.put(`<a rel="prev" href="%s"><span>Before</span> <b dir="auto">%s</b></a>`+"\n", address(v.Prev.Href), v.Prev.Title)
	}
	if v.Next != nil {
		l.put(`<a rel="next" href="%s"><span>After</span> <b dir="auto">%s</b></a>`+"\n", address(v.Next.Href), v.Next.Title)
	}
	l.put("</nav>\n")
	return l.html()
}
