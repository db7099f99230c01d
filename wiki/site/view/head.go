package view

import (
	"html/template"
	"strconv"
	"strings"
)

// What stands at the head and the foot of every page, made here for the same reason as the lists in words.go.

// kin are the links of a page's head to what belongs to it.
func kin(v *Page) template.HTML {
	var l list
	rel := func(rel, href, attributes string) {
		if href != "" {
			l.WriteString(`<link rel="` + rel + `"` + attributes + ` href="`)
			l.text(href)
			l.WriteString("\">\n")
		}
	}
	rel("canonical", v.Canonical, "")
	rel("alternate", v.Markdown, ` type="text/markdown"`)
	if v.Prev != nil {
		rel("prev", v.Prev.Href, "")
	}
	if v.Next != nil {
		rel("next", v.Next.Href, "")
	}
	return l.html()
}

// trail leads from the home page down to a page.
func trail(crumbs []Ref) template.HTML {
	if len(crumbs) == 0 {
		return ""
	}
	var l list
	l.WriteString(`<nav class="crumbs" aria-label="Breadcrumbs"><ol>`)
	for _, c := range crumbs {
		l.WriteString("<li>")
		l.link("", c.Href, c.Title, ` dir="auto"`)
		l.WriteString("</li>")
	}
	l.WriteString("</ol></nav>\n")
	return l.html()
}

// beside reports whether a page shows what lies beside it.
func beside(v *Page) bool { return v.Graph != "" || len(v.Related) > 0 && v.Kind != DayPage }

// onPage lists what is on a page: its headings, and what follows its text.
func onPage(v *Page) template.HTML {
	var beyond, l list
	for _, to := range []struct {
		there    bool
		id, name string
	}{
		{len(v.Sources) > 0, "_sources", "Where this comes from"},
		{len(v.History) > 0, "_history", "How it changed"},
		{len(v.Backlinks) > 0, "_backlinks", "Linked from"},
		{beside(v), "_related", "Beside it"},
	} {
		if to.there {
			beyond.WriteString(`<li><a href="#` + to.id + `">` + to.name + "</a></li>")
		}
	}
	if len(v.Contents) == 0 && beyond.Len() == 0 {
		return ""
	}
	l.WriteString(`<nav class="contents" aria-label="On this page">` + "\n<details><summary>On this page</summary>\n")
	if len(v.Contents) > 0 {
		l.headings(v.Contents)
		l.WriteString("\n")
	}
	if beyond.Len() > 0 {
		l.WriteString(`<ol class="beyond">` + beyond.String() + "</ol>\n")
	}
	l.WriteString("</details>\n</nav>\n")
	return l.html()
}

// facts are what is known of a page beside its text.
func facts(v *Page) template.HTML {
	var l list
	item := func(class string, inner func()) {
		l.WriteString("<li" + class + ">")
		inner()
		l.WriteString("</li>\n")
	}
	if v.Project != nil {
		item("", func() { l.link("project", v.Project.Href, v.Project.Title, ` dir="auto"`) })
	}
	if v.Updated != "" {
		item("", func() { l.WriteString("changed "); l.day(v.Updated) })
	} else if v.Created != "" {
		item("", func() { l.WriteString("since "); l.day(v.Created) })
	}
	if v.Status != "" {
		item(` class="status" dir="auto"`, func() { l.text(v.Status) })
	}
	if n := len(v.Sources); n > 0 {
		item("", func() { l.WriteString(`<a href="#_sources">` + Plural(n, "source") + "</a>") })
	}
	if len(v.Aliases) > 0 {
		item(` class="aliases"`, func() {
			l.WriteString("also ")
			for i, a := range v.Aliases {
				if i > 0 {
					l.WriteString(", ")
				}
				l.WriteString(`<i dir="auto">`)
				l.text(a)
				l.WriteString("</i>")
			}
		})
	}
	if len(v.Tags) > 0 {
		item(` class="tags"`, func() {
			for _, t := range v.Tags {
				l.link("tag", t.Href, t.Title, ` dir="auto" rel="tag"`)
				l.WriteString(" ")
			}
		})
	}
	if l.Len() == 0 {
		return ""
	}
	return `<ul class="facts">` + "\n" + l.html() + "</ul>\n"
}

func (l *list) day(day string) {
	l.WriteString(`<time datetime="`)
	l.text(day)
	l.WriteString(`">`)
	l.text(day)
	l.WriteString("</time>")
}

// onward leads from a page to its Markdown and to the pages before and after it.
func onward(v *Page) template.HTML {
	var l list
	if v.Markdown != "" {
		l.WriteString(`<p class="twin">`)
		l.link("", v.Markdown, "This page as Markdown", "")
		l.WriteString("</p>\n")
	}
	if v.Prev == nil && v.Next == nil {
		return l.html()
	}
	label := "Pages"
	if v.Kind == DayPage {
		label = "Days"
	}
	l.WriteString(`<nav class="turn" aria-label="` + label + "\">\n")
	to := func(r *Ref, rel, word string) {
		if r != nil {
			l.WriteString(`<a rel="` + rel + `" href="`)
			l.address(r.Href)
			l.WriteString(`"><span>` + word + `</span> <b dir="auto">`)
			l.text(r.Title)
			l.WriteString("</b></a>\n")
		}
	}
	to(v.Prev, "prev", "Before")
	to(v.Next, "next", "After")
	l.WriteString("</nav>\n")
	return l.html()
}

// items are the lines of a list. One whose lines count pages is a list of names.
func items(of []Item) template.HTML {
	var l list
	names := false
	for i := range of {
		names = names || of[i].Count > 0 && of[i].Day == ""
	}
	if names {
		l.WriteString(`<ul class="names">` + "\n")
	} else {
		l.WriteString(`<ul class="items">` + "\n")
	}
	for i := range of {
		l.item(&of[i], names)
	}
	l.WriteString("</ul>\n")
	return l.html()
}

func (l *list) item(it *Item, names bool) {
	l.WriteString(`<li dir="auto"`)
	if it.Kind != "" {
		l.WriteString(` data-kind="`)
		l.text(it.Kind)
		l.WriteString(`"`)
	}
	l.WriteString(">")
	l.link("", it.Href, it.Title, "")
	switch {
	case names && it.Count > 0:
		l.WriteString(` <span class="count">` + strconv.Itoa(it.Count) + `<span class="unseen"> pages</span></span>`)
	case !names && it.Day != "" && it.Day != it.Title:
		l.WriteString(" ")
		l.day(it.Day)
	}
	if it.Text != "" {
		l.WriteString(`<p dir="auto">`)
		l.text(it.Text)
		l.WriteString("</p>")
	}
	if len(it.Detail) > 0 {
		l.WriteString(`<ul class="detail">`)
		for _, d := range it.Detail {
			l.WriteString(`<li dir="auto">`)
			l.text(d)
			l.WriteString("</li>")
		}
		l.WriteString("</ul>")
	}
	l.WriteString("</li>\n")
}

// address writes an address within an attribute. One of this site is Relative; what could have a scheme is none.
func (l *list) address(href string) {
	if at := strings.IndexAny(href, "/?#"); strings.Contains(href, ":") && (at < 0 || strings.Contains(href[:at], ":")) || strings.HasPrefix(href, "//") {
		href = "#"
	}
	l.text(href)
}
