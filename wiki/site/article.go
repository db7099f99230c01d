package site

import (
	"errors"
	"html"
	"html/template"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/theme"
	"github.com/agent-admin/memoria/wiki/site/view"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The maximum number of entries of each list on a page.
const (
	maxBacklinks = 60
	maxRelated   = 12
)

// frame returns the parts that every view has.
func (s *Site) frame(kind, out, title string) view.Page {
	v := view.Page{
		Site: view.Site{
			Title: s.o.Title, Lang: s.o.Lang, BaseURL: s.o.BaseURL, Generator: s.o.Generator, Live: s.o.Live, Feed: s.plan.Chapters == nil, Chapters: s.plan.Contents, Custom: s.o.Templates[theme.CustomStyle] != nil,
		},
		Kind: kind, Root: view.RootOf(out), Path: view.EscapePath(out), Title: title, Lang: s.o.Lang,
	}
	if s.o.BaseURL != "" && kind != view.MissingPage {
		v.Canonical = s.o.BaseURL + strings.TrimSuffix(v.Path, plan.HomeFile)
		if out != plan.HomeFile {
			v.Canonical = s.o.BaseURL + v.Path
		}
	}
	if kind != view.HomePage && (out != plan.HomeFile || kind == view.MissingPage) {
		v.Crumbs = []view.Ref{{Href: view.Relative(out, plan.HomeFile), Title: s.o.Title}}
	}
	return v
}

// view returns the view of a page of the vault.
func (s *Site) view(at *plan.Page) view.Page {
	v := s.frame(at.View, at.Out, at.Shown())
	v.Description, v.Leads = at.Description(), leads(at)
	if s.o.Markdown {
		v.Markdown = view.Relative(at.Out, at.Twin)
	}
	if lang, ok := at.Text("lang"); ok && plainLang(lang) {
		v.Lang = lang
	}
	s.crumbs(&v, at)
	own := markup.Page{Body: at.Body(), Links: links{s: s, from: at.Page, out: at.Out}, Key: at.Path, Title: at.Title(), Flows: s.plan.Chapters != nil}
	if at.View == view.DayPage {
		if day := at.Log.Date.At(12, 0, time.UTC); !day.IsZero() {
			v.Title = day.Format("Monday, 2 January 2006")
		}
		s.day(at, &own)
	}
	doc := s.md.Page(own)
	v.Main = template.HTML(doc.HTML)
	v.Contents = nest(doc.Headings)
	v.Properties = s.properties(at)
	v.Aliases = at.Aliases()
	for _, tag := range at.Tags() {
		if list := s.plan.ByTag[wiki.Fold(tag)]; list != nil {
			v.Tags = append(v.Tags, view.Ref{Href: view.Relative(at.Out, list.Out), Title: tag, Kind: "tag"})
		}
	}
	v.Created, v.Updated = string(at.Created()), string(at.Updated())
	v.Status, _ = at.Text("status")
	v.Made = s.src.Made[at.Path]
	s.around(&v, at)
	if at.View == view.ArticlePage {
		v.Sources = s.sources(at)
		v.History = s.history(at)
	}
	v.Broken = s.broken(at)
	if at.Prev != nil {
		v.Prev = new(s.ref(at.Out, at.Prev))
	}
	if at.Next != nil {
		v.Next = new(s.ref(at.Out, at.Next))
	}
	return v
}

func plainLang(s string) bool {
	return s != "" && len(s) <= 35 && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-')
	})
}

func (s *Site) count(kind string) int { return s.plan.Many[kind] }

// crumbs sets the path from the home page to a page, by its type and its project, or by the days.
func (s *Site) crumbs(v *view.Page, at *plan.Page) {
	if at.View == view.DayPage {
		v.Crumbs = append(v.Crumbs, view.Ref{Href: view.Relative(at.Out, plan.TimelineFile), Title: "Days"})
		return
	}
	for _, l := range s.plan.Types {
		if at.View == view.ArticlePage && l.Name == string(at.Type()) {
			v.Crumbs = append(v.Crumbs, view.Ref{Href: view.Relative(at.Out, l.Out), Title: l.Title()})
		}
	}
	if l := s.projectOf(at.Project); l != nil {
		v.Project = &view.Ref{Href: view.Relative(at.Out, l.Out), Title: l.Name, Kind: "project"}
	}
}

// nest nests headings by level. The page's own title, level one, is left out.
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

// properties returns the properties of the front matter that the page does not show elsewhere.
func (s *Site) properties(at *plan.Page) (out []view.Property) {
	l := links{s: s, from: at.Page, out: at.Out}
	for _, key := range at.Keys() {
		if slices.Contains([]string{"title", "description", "tags", "tag", "aliases", "alias", "type", "created", "updated", "sources", "status", "lang"}, key) || key == wiki.SumKey && at.Sum() != "" {
			continue
		}
		p := view.Property{Name: key}
		for _, text := range at.Texts(key) {
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

// around adds the page's backlinks, mentions, neighbours and local graph.
func (s *Site) around(v *view.Page, at *plan.Page) {
	backlinks, neighbours := s.find.Beside(at.Of[0], maxBacklinks)
	for _, of := range at.Of[1:] {
		more, next := s.find.Beside(of, maxBacklinks)
		backlinks, neighbours = append(backlinks, more...), append(neighbours, next...)
	}
	for _, m := range backlinks {
		if to := s.plan.ByPath[m.Path]; to != nil {
			v.Backlinks = append(v.Backlinks, view.Mention{Ref: s.ref(at.Out, to), Sentence: marked(m.Text, m.Shown)})
		}
	}
	for _, n := range s.namedBy(at.Page) {
		if to := s.plan.ByPath[n.By.Path]; to != nil {
			m := s.find.Mention(n.By, n.At)
			v.Mentions = append(v.Mentions, view.Mention{Ref: s.ref(at.Out, to), Sentence: marked(m.Text, m.Name)})
		}
	}
	if at.Out == plan.HomeFile || at.View == view.DayPage { // the contents, or what links here, say all of it
		return
	}
	for _, n := range neighbours { // the drawing has those that are linked
		if slices.ContainsFunc(n.Ways, drawn) {
			continue
		}
		if to := s.plan.ByPath[n.Path]; to != nil && to.View != view.DayPage && len(v.Related) < maxRelated {
			v.Related = append(v.Related, view.Neighbour{Ref: s.ref(at.Out, to), Ways: n.Ways})
		}
	}
	v.Graph = s.local(at, neighbours)
}

// marked returns a sentence in which the words that link, or name, are marked.
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

// broken returns the links of a page that lead nowhere, or may lead to several pages.
func (s *Site) broken(at *plan.Page) (out []view.BrokenLink) {
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
				if to := s.plan.ByPath[c]; to != nil {
					link.Candidates = append(link.Candidates, s.ref(at.Out, to))
				}
			}
		}
		out = append(out, link)
	}
	sorting.By(out, func(a, b view.BrokenLink) int { return strings.Compare(a.Target, b.Target) })
	return out
}
