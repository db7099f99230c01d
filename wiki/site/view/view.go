// Package view defines the data that a template of the site gets for one page (view.go), and makes the head, lists and
// addresses of a page in Go (head.go, list.go, address.go).
package view

import (
	"html/template"
)

// The kinds of pages.
const (
	HomePage     = "home"
	ArticlePage  = "article"
	DayPage      = "day"
	NotePage     = "note" // a person's
	TagsPage     = "tags"
	TagPage      = "tag"
	TypePage     = "type"
	ProjectPage  = "project"
	ProjectsPage = "projects"
	RecentPage   = "recent"
	TimelinePage = "timeline"
	AllPage      = "all"
	GraphPage    = "graph"
	SearchPage   = "search"
	MissingPage  = "missing"
	RedirectPage = "redirect"
)

// A Page is the data that a template gets for one page. Strings are plain text, which the template escapes; HTML is made by
// this package, from text that it escaped itself.
type Page struct {
	Site Site
	Kind string

	Root      string // from this page to the site's root: "./", "../", "../../" …
	Path      string // of this page, from the root, as an address
	Canonical string // with the site's base URL; "" if none is set
	Markdown  string // address of the page's Markdown, from this page; "" if it has none
	To        *Ref   // target of a redirect

	Title       string
	Description string
	Leads       bool   // the text has the description, as its lead or as a point
	Lang        string // of the page's text
	Crumbs      []Ref  // from the home page down, without this one

	Main       template.HTML
	Contents   []Heading
	Properties []Property
	Aliases    []string
	Tags       []Ref
	Project    *Ref
	Created    string // 2026-11-27
	Updated    string
	Status     string
	Made       string // by whom, and what that took

	Backlinks []Mention
	Mentions  []Mention // that name the page without linking to it
	Related   []Neighbour
	Sources   []Source
	History   []Version
	Broken    []BrokenLink
	Graph     template.HTML // the drawing of its neighbours; "" if there are none

	Prev, Next *Ref
	Groups     []Group // the items of a list
}

// A Site is what all pages share.
type Site struct {
	Title     string
	Lang      string
	BaseURL   string // "" or with a slash at its end
	Generator string
	Live      bool  // shown by memoria serve
	Feed      bool  // there is a feed.xml
	Custom    bool  // the vault has a style sheet of its own beside memoria's, custom.css
	Chapters  []Ref // all pages in their order, of a site with a front page of its own; addresses from the root
}

// A Ref is a link to a page of the site. Href is an address from the page that shows it.
type Ref struct {
	Href  string
	Title string
	Kind  string // concept, connection, qa, day, page; also of tags and projects
}

// A Heading is a heading of the page, with those below it.
type Heading struct {
	ID   string
	Text string
	Sub  []Heading
}

// A Property is a property of the page's front matter.
type Property struct {
	Name   string
	Values []Value
}

// A Value is a value of a property; Href is "" if it leads nowhere.
type Value struct {
	Text string
	Href string
}

// A Mention is a place that links to the page or names it.
type Mention struct {
	Ref
	Sentence template.HTML // with the link in <mark>
}

// A Neighbour is a neighbour of the page.
type Neighbour struct {
	Ref
	Ways []string // in which they are: "links to", "shares its source" …
}

// A Source is a line of a log that the page cites.
type Source struct {
	Href    string // of the very line
	Day     string
	At      string // 2026-11-27 14:32
	Line    string
	Kind    string // Decisions Made …; "" if unknown
	Title   string // of the entry
	Short   string // of the session, for people; "" for what somebody wrote by hand
	Project string
	Branch  string
	By      string // who wrote the entry
	Gone    bool   // the line is not there any more
}

// A Version is what one entry of a log did to the page.
type Version struct {
	Day     string
	At      string
	Href    string // of the entry
	Title   string
	Short   string
	Project string
	Added   []string
	Past    []Change
	ByHand  bool
}

// A Change is a line that was replaced by another. Diff shows both, with <del> and <ins>.
type Change struct {
	Was   string
	Until string // a day
	Diff  template.HTML
}

// A BrokenLink leads nowhere, or may lead to several pages.
type BrokenLink struct {
	Target     string
	Candidates []Ref
}

// A Group is a part of a list.
type Group struct {
	ID    string
	Title string // "" for the only one of a page
	Href  string // of the title, "" for none
	Note  string
	More  *Ref // address of the rest
	Items []Item

	Beside bool // of the home, it stands in the second column
}

// An Item is a line of a list.
type Item struct {
	Ref
	Day    string
	Text   string // its description
	Detail []string
	Count  int
}
