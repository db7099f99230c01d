package site

import (
	"errors"
	"html"
	"html/template"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/theme"
	"github.com/agent-admin/memoria/wiki/site/view"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// How much of each list a page shows.
const (
	maxBacklinks = 60
	maxRelated   = 12
)

// frame is what every view has.
func (s *Site) frame(kind, out, title string) view.Page {
	v := view.Page{
		Site: view.Site{
			Title: s.o.Title, Lang: s.o.Lang, BaseURL: s.o.BaseURL, Generator: s.o.Generator, Live: s.o.Live, Feed: true, Custom: s.o.Templates[theme.CustomStyle] != nil,
			Articles: s.count(view.ArticlePage), Days: s.count(view.DayPage), Tags: len(s.plan.tags), Projects: len(s.plan.projects),
		},
		Kind: kind, Root: view.RootOf(out), Path: view.EscapePath(out), Title: title, Lang: s.o.Lang, Dir: "auto",
	}
	if s.o.BaseURL != "" && kind != view.MissingPage {
		v.Canonical = s.o.BaseURL + strings.TrimSuffix(v.Path, homeFile)
		if out != homeFile {
			v.Canonical = s.o.BaseURL + v.Path
		}
	}
	if kind != view.HomePage {
		v.Crumbs = []view.Ref{{Href: view.Relative(out, homeFile), Title: s.o.Title}}
	}
	return v
}

// view is the view of a page of the vault.
func (s *Site) view(at *page) view.Page {
	v := s.frame(at.kind, at.out, titleOf(at))
	v.Description = at.Description()
	v.Markdown = view.Relative(at.out, at.twin)
	if lang, ok := at.Text("lang"); ok && plainLang(lang) {
		v.Lang = lang
	}
	s.crumbs(&v, at)
	own := markup.Page{Body: at.Body(), Links: links{s: s, from: at.Page, out: at.out}, Key: at.Path, Title: at.Title()}
	if at.kind == view.DayPage {
		s.day(at, &own)
	}
	doc := s.md.Page(own)
	v.Main = template.HTML(doc.HTML)
	v.Contents = nest(doc.Headings)
	v.Properties = s.properties(at)
	v.Aliases = at.Aliases()
	for _, tag := range at.Tags() {
		if list := s.plan.byTag[wiki.Fold(tag)]; list != nil {
			v.Tags = append(v.Tags, view.Ref{Href: view.Relative(at.out, list.out), Title: tag, Kind: "tag"})
		}
	}
	v.Created, v.Updated = string(at.Created()), string(at.Updated())
	v.Status, _ = at.Text("status")
	s.around(&v, at)
	if at.kind == view.ArticlePage {
		v.Sources = s.sources(at)
		v.History = s.history(at)
	}
	v.Broken = s.broken(at)
	if at.prev != nil {
		v.Prev = new(s.ref(at.out, at.prev))
	}
	if at.next != nil {
		v.Next = new(s.ref(at.out, at.next))
	}
	return v
}

func plainLang(s string) bool {
	return s != "" && len(s) <= 35 && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-')
	})
}

func (s *Site) count(kind string) int { return s.plan.many[kind] }

// crumbs lead to a page from home, by its type and its project, or by the days.
func (s *Site) crumbs(v *view.Page, at *page) {
	if at.kind == view.DayPage {
		v.Crumbs = append(v.Crumbs, view.Ref{Href: view.Relative(at.out, timelineFile), Title: "Days"})
		return
	}
	for _, l := range s.plan.types {
		if at.kind == view.ArticlePage && l.name == string(at.Type()) {
			v.Type = &view.Ref{Href: view.Relative(at.out, l.out), Title: l.name, Kind: l.name}
			v.Crumbs = append(v.Crumbs, view.Ref{Href: v.Type.Href, Title: typeTitle(l.name)})
		}
	}
	if l := s.projectOf(at.project); l != nil {
		v.Project = &view.Ref{Href: view.Relative(at.out, l.out), Title: l.name, Kind: "project"}
	}
}

func typeTitle(name string) string {
	switch name {
	case "concept":
		return "Concepts"
	case "connection":
		return "Connections"
	case "qa":
		return "Questions"
	}
	return name
}

// nest puts headings below one another. The page's own title, level one, is none of them.
func nest(list []markup.Heading) []view.Heading {
	var out []view.Heading
	for i := 0; i < len(list); i++ {
		if list[i].Level == 1 {
			continue
		}
		h := view.Heading{ID: list[i].ID, Text: list[i].Text}
		end := i + 1
		for end < len(list) && list[end].Level > list[i].Level {
			end++
		}
		h.Sub = nest(list[i+1 : end])
		out = append(out, h)
		i = end - 1
	}
	return out
}

// properties are those of the front matter that the page does not show otherwise.
func (s *Site) properties(at *page) (out []view.Property) {
	l := links{s: s, from: at.Page, out: at.out}
	for _, key := range at.Keys() {
		if slices.Contains([]string{"title", "description", "tags", "tag", "aliases", "alias", "type", "created", "updated", "sources", "status", "lang"}, key) {
			continue
		}
		p := view.Property{Name: key}
		for _, text := range at.List(key) {
			v := view.Value{Text: text}
			if all := wikilink.Extract([]byte(text)); len(all) == 1 && all[0].Start == 0 && all[0].End == len(text) {
				v = view.Value{Text: all[0].Shown(), Href: l.Place(markup.Target{Name: all[0].Target, Fragment: all[0].Fragment}).Href}
			}
			p.Values = append(p.Values, v)
		}
		if len(p.Values) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// around is what lies around a page.
func (s *Site) around(v *view.Page, at *page) {
	backlinks, neighbours := s.find.Beside(at.Page, maxBacklinks, 0)
	for _, m := range backlinks {
		if to := s.plan.byPath[m.Path]; to != nil {
			v.Backlinks = append(v.Backlinks, view.Mention{Ref: s.ref(at.out, to), Sentence: marked(m.Text, m.Shown)})
		}
	}
	for _, n := range s.namedBy(at.Page) {
		if to := s.plan.byPath[n.by.Path]; to != nil {
			m := s.find.Mention(n.by, n.at)
			v.Mentions = append(v.Mentions, view.Mention{Ref: s.ref(at.out, to), Sentence: marked(m.Text, m.Name)})
		}
	}
	for _, n := range neighbours {
		if to := s.plan.byPath[n.Path]; to != nil && to.kind != view.DayPage && len(v.Related) < maxRelated {
			v.Related = append(v.Related, view.Neighbour{Ref: s.ref(at.out, to), Ways: n.Ways})
		}
	}
	v.Graph = s.local(at, neighbours)
}

// marked is a sentence with the words that link, or name, marked.
func marked(sentence, words string) template.HTML {
	at := -1
	if words != "" {
		at = strings.Index(strings.ToLower(sentence), strings.ToLower(words))
	}
	if at < 0 || len(strings.ToLower(sentence)) != len(sentence) || at+len(words) > len(sentence) {
		return template.HTML(html.EscapeString(sentence))
	}
	return template.HTML(html.EscapeString(sentence[:at]) + "<mark>" + html.EscapeString(sentence[at:at+len(words)]) + "</mark>" + html.EscapeString(sentence[at+len(words):]))
}

// broken are the links of a page that lead nowhere, or may lead to several.
func (s *Site) broken(at *page) (out []view.BrokenLink) {
	if at.Kind == wiki.CodePage {
		return nil
	}
	for _, l := range s.src.Wiki.LinksOf(at.Page) {
		if l.To != nil || slices.ContainsFunc(out, func(b view.BrokenLink) bool { return b.Target == l.Target }) {
			continue
		}
		link := view.BrokenLink{Target: l.Target}
		if many, ok := errors.AsType[*wiki.AmbiguousError](l.Err); ok {
			for _, c := range many.Candidates {
				if to := s.plan.byPath[c]; to != nil {
					link.Candidates = append(link.Candidates, s.ref(at.out, to))
				}
			}
		}
		out = append(out, link)
	}
	slices.SortFunc(out, func(a, b view.BrokenLink) int { return strings.Compare(a.Target, b.Target) })
	return out
}
