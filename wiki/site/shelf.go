package site

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/shelf"
	"github.com/agent-admin/memoria/wiki/site/view"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// shelfDir holds the search index of the site.
const shelfDir = "site/search/"

// findShelfKeys returns the files of the search index with their keys: the earlier ones if nothing that the index
// contains has changed. An error is reported when the first file is made.
func (s *Site) findShelfKeys() map[string]string {
	if was := s.seen(); was.shelfKey == s.shelves() {
		return was.shelf
	}
	x, err := s.shelf()
	if err != nil {
		return map[string]string{shelfDir + "meta.js": ""}
	}
	out := map[string]string{}
	for _, name := range x.Paths() {
		out[shelfDir+name] = x.Key(name)
	}
	return out
}

// sumShelf returns a hash for all files of the search index. It covers the texts of all pages, because the weights of
// words depend also on pages that the site does not show.
func (s *Site) sumShelf() string {
	all := s.digests()
	d := newDigest()
	d.text("shelf", all.base)
	for _, p := range s.src.Wiki.Pages() {
		if p.Article != nil {
			d.text(all.of[p].all)
		}
	}
	return d.sum()
}

func (s *Site) shelfFile(name string) (body []byte, ok bool, err error) {
	x, err := s.shelf()
	if err != nil {
		return nil, true, fmt.Errorf("make the index of the site: %w", err)
	}
	body = x.File(name)
	return body, body != nil, nil
}

// shelve makes the search index of the pages that the site shows, from the index of the command line.
func (s *Site) shelve() (*shelf.Shelf, error) {
	made, err := s.shelveFrom(false)
	if errors.Is(err, search.ErrDamaged) {
		made, err = s.shelveFrom(true)
	}
	return made, err
}

func (s *Site) shelveFrom(anew bool) (*shelf.Shelf, error) {
	x, err := s.src.Index(anew)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	x.Swallow()
	files := x.Files()
	var docs []shelf.Doc
	var of []index.Doc
	at := make([]int, x.Numbers()) // of a document of x, one more than its place in docs
	for n := range at {
		if d, ok := x.Head(n); ok {
			if doc, ok := s.shelved(&d); ok {
				if files[d.Path].Hash != s.src.Wiki.Page(d.Path).Hash() {
					doc.Key = ""
					s.moved.Store(true)
				}
				docs = append(docs, doc)
				of = append(of, d)
				at[n] = len(docs)
			}
		}
	}
	weights := func(yield func(string, []shelf.Weight)) error {
		hide := make([]func(term string) bool, len(docs)) // nil for one without comments
		for i := range docs {
			hide[i] = unsaid(s.plan.ByPath[of[i].Path], of[i].Lang)
		}
		var list []shelf.Weight
		return search.Weights(x, func(term string, in []search.Weighted) {
			list = list[:0]
			for _, w := range in {
				if n := at[w.Doc] - 1; n >= 0 && (hide[n] == nil || !hide[n](term)) {
					list = append(list, shelf.Weight{Doc: n, Worth: w.Worth})
				}
			}
			yield(term, list)
		})
	}
	var stops []shelf.Stop
	for _, w := range prose.Stops() {
		if t := token.Tokens(w, ""); len(t) == 1 && t[0].Exact == w {
			stops = append(stops, shelf.Stop{Exact: w, Term: t[0].Term})
		}
	}
	return shelf.New(docs, stops, version+" "+search.Scale(x), weights)
}

// shelved returns a document as the site shows it; ok is false if it is not shown.
func (s *Site) shelved(d *index.Doc) (doc shelf.Doc, ok bool) {
	p := s.plan.ByPath[d.Path]
	if p == nil || p.Kind == wiki.CodePage {
		return doc, false
	}
	defer func() {
		if l := s.projectOf(doc.Project); l != nil { // however it is spelled there
			doc.Project = l.Name
		}
	}()
	doc = shelf.Doc{Href: view.EscapePath(p.Out), Title: p.Shown(), Aliases: p.Aliases(), Type: p.Sort(), Project: cmp.Or(p.Project, d.Project), Tags: p.Tags(), Day: cmp.Or(d.Updated, d.Created), Since: d.Created, Lang: d.Lang}
	doc.Key = sumOf(d.Path, p.Hash(), d.Entry, d.Heading, d.Lang)
	if d.Kind != index.Entry {
		doc.Text = func() []string { return lines(p) }
		return doc, true
	}
	doc.Text = func() []string { return nil }
	doc.Title, doc.Project, doc.Agent, doc.Day, doc.Since = cmp.Or(d.Title, p.Name), d.Project, d.Agent, string(wiki.Date(p.Name).Day()), ""
	for i := range p.Log.Entries {
		if e := &p.Log.Entries[i]; e.ID == d.Entry && (d.Entry != "" || e.Heading == d.Heading) {
			doc.Href = strings.TrimPrefix(s.lineHref(plan.HomeFile, wiki.Cite{Date: wiki.Date(p.Name), Heading: e.Heading}), "./")
			said := entryLines(e) // of the log, which may withhold text of the page
			doc.Text = func() []string { return said }
			doc.Key = sumOf(append(said[:len(said):len(said)], doc.Key)...)
			break
		}
	}
	return doc, true
}

// entryLines returns the lines of an entry.
func entryLines(e *daily.Dated) (out []string) {
	if e.Context != "" {
		out = append(out, wikilink.Plain(e.Context))
	}
	for _, b := range e.Bullets {
		out = append(out, wikilink.Plain(b.Text))
	}
	return out
}

// lines returns the lines of a page without headings and marks.
func lines(p *plan.Page) (out []string) {
	if d := p.Description(); d != "" {
		out = append(out, d)
	}
	code := false
	for l := range strings.Lines(string(visible(p))) {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "```") {
			code = !code
			continue
		}
		if !code {
			if strings.HasPrefix(l, "#") {
				continue
			}
			if cells := strings.Split(strings.Trim(l, "| "), "|"); strings.HasPrefix(l, "|") {
				l = strings.Join(cells, "·")
				if strings.Trim(l, "-: ·") == "" { // the line below a table's head
					continue
				}
			}
			l = wikilink.Plain(strings.TrimLeft(l, "-*>+| "))
		}
		if l != "" {
			out = append(out, l)
		}
	}
	return out
}
