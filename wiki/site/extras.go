package site

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/site/feed"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The files for other programs.
const (
	feedFile    = "feed.xml"
	llmsFile    = "llms.txt"
	sitemapFile = "sitemap.xml"
	hostFile    = ".nojekyll" // without it some hosts leave out names that begin with _
)

// maxFeed is the maximum number of pages in the feed.
const maxFeed = 30

// shards returns the pages whose previews are in one file, by the file's name.
func (s *Site) shards() map[string][]*plan.Page {
	out := map[string][]*plan.Page{}
	for _, at := range s.plan.Pages {
		name := shardOf(view.EscapePath(at.Out))
		out[name] = append(out[name], at)
	}
	return out
}

// atom returns the feed of the articles that changed last.
func (s *Site) atom() []byte {
	f := feed.Feed{Title: s.o.Title, Lang: s.o.Lang, Home: s.address(plan.HomeFile), Program: s.o.Generator}
	if s.o.BaseURL != "" {
		f.Self = s.o.BaseURL + feedFile
	}
	for _, at := range s.lately(maxFeed) {
		e := feed.Entry{
			Key: at.Path, Title: at.Shown(), Href: s.address(at.Out), Day: changed(at), Created: string(at.Created()),
			Summary: at.Description(), Tags: at.Tags(),
		}
		e.Lines, e.Past = s.changes(at, e.Day)
		f.Entries = append(f.Entries, e)
	}
	return feed.Atom(f)
}

// lately returns the articles that changed last, the newest first.
func (s *Site) lately(most int) []*plan.Page {
	list := s.latest()
	return list[:min(len(list), most)]
}

func changed(at *plan.Page) string { return string(max(at.Updated(), at.Created())) }

// address returns the address of a file as it is written in a file at the site's root, absolute if the address of the site
// is known.
func (s *Site) address(out string) string {
	if s.o.BaseURL == "" {
		return view.EscapePath(out)
	}
	if out == plan.HomeFile {
		return s.o.BaseURL
	}
	return s.o.BaseURL + view.EscapePath(out)
}

func (s *Site) llms() []byte {
	var parts []feed.Part
	for _, l := range s.plan.Types {
		parts = append(parts, feed.Part{Title: l.Title(), Pages: s.listed(l.Pages)})
	}
	var notes []*plan.Page
	for _, at := range s.plan.Pages {
		if at.View == view.NotePage {
			notes = append(notes, at)
		}
	}
	parts = append(parts, feed.Part{Title: "Notes", Pages: s.listed(notes)}, feed.Part{Title: "Days", Pages: s.listed(s.days())})
	says := prose.Count(s.count(view.ArticlePage), "article") + " from " + prose.Count(s.count(view.DayPage), "day") + " of work with coding agents"
	if s.plan.Chapters != nil {
		parts, says = []feed.Part{{Title: "Pages", Pages: s.listed(s.plan.Chapters)}}, "the pages"
	}
	if s.o.Markdown {
		says += ", each as Markdown"
	}
	return feed.LLMs(s.o.Title, says, parts)
}

func (s *Site) listed(pages []*plan.Page) (out []feed.Page) {
	for _, at := range pages {
		file := at.Out
		if s.o.Markdown {
			file = at.Twin
		}
		out = append(out, feed.Page{Title: at.Shown(), Href: s.address(file), Says: at.Description()})
	}
	return out
}

func (s *Site) sitemap() []byte {
	places := []feed.Place{{URL: s.address(plan.HomeFile)}}
	for _, name := range []string{plan.RecentFile, plan.TimelineFile, plan.AllFile, plan.TagsFile} {
		if _, ok := s.files[name]; ok {
			places = append(places, feed.Place{URL: s.address(name)})
		}
	}
	for _, lists := range [][]*plan.Listing{s.plan.Tags, s.plan.Types, s.plan.Projects} {
		for _, l := range lists {
			places = append(places, feed.Place{URL: s.address(l.Out)})
		}
	}
	for _, at := range s.plan.Pages {
		day := changed(at)
		if at.View == view.DayPage {
			day = at.Name
		}
		places = append(places, feed.Place{URL: s.address(at.Out), Day: day})
	}
	return feed.Sitemap(places)
}

// shardOf returns the file that holds the preview of a page, by its address.
func shardOf(href string) string {
	h := fnv.New32a()
	h.Write([]byte(href))
	return fmt.Sprintf("%02x", h.Sum32()&0xff)
}

// preview returns the file of the previews of some pages: title, description and beginning.
func (s *Site) preview(shard string, pages []*plan.Page) ([]byte, error) {
	says := map[string][3]string{}
	for _, at := range pages {
		says[view.EscapePath(at.Out)] = [3]string{at.Shown(), at.Description(), s.begins(at)}
	}
	b, err := json.Marshal(says) // sorted, and with <, > and & as escapes
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte(`memoria("previews/`+shard+`",`), b, []byte(");\n")), nil
}

// maxBeginning is the maximum number of bytes of a page's first paragraph in a preview.
const maxBeginning = 300

// begins returns the first paragraph of a page; for a day, what its sessions were about.
func (s *Site) begins(at *plan.Page) string {
	if at.View == view.DayPage {
		return shorten(strings.Join(s.dayItem(plan.HomeFile, at).Detail, "; "))
	}
	return shorten(wikilink.Plain(markup.FirstParagraph(string(visible(at)))))
}

func shorten(s string) string {
	if len(s) <= maxBeginning {
		return s
	}
	at := strings.LastIndexByte(s[:maxBeginning], ' ')
	if at < maxBeginning/2 { // a script without spaces
		return strings.ToValidUTF8(s[:maxBeginning], "") + "…"
	}
	return s[:at] + "…"
}
