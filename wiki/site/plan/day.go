package plan

import (
	"path"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// sharedDays returns the logs of the days of which a machine wrote one, whose entries do not stand in the order in which they
// were said, or that have a secret, sorted by path.
func sharedDays(w *wiki.Wiki, days map[string]*daily.Log) map[wiki.Date][]*wiki.Page {
	out := map[wiki.Date][]*wiki.Page{}
	machines := map[wiki.Date]bool{}
	for _, p := range w.Pages() {
		log := wiki.Date(p.Name)
		if p.Kind == wiki.DayPage && days[p.Name] != nil && p.Article != nil && !p.Linked() && !hidden(p) {
			out[log.Day()] = append(out[log.Day()], p)
			machines[log.Day()] = machines[log.Day()] || log != log.Day() || !ordered(days[p.Name]) || days[p.Name].Secrets
		}
	}
	for day := range out {
		if !machines[day] {
			delete(out, day)
		}
	}
	return out
}

// ordered reports whether the entries that memoria wrote stand in the order in which they were said.
func ordered(l *daily.Log) bool {
	written := slices.DeleteFunc(slices.Clone(l.Entries), func(e daily.Dated) bool { return e.Hand })
	return slices.IsSortedFunc(written, func(a, b daily.Dated) int { return a.At.Compare(b.At) })
}

// joined returns one page of the logs of a day, and one log of their entries, in the order in which they were said. clean
// takes out secrets.
func joined(of []*wiki.Page, days map[string]*daily.Log, clean func(string) string) (*wiki.Page, *daily.Log) {
	day := string(wiki.Date(of[0].Name).Day())
	log := &daily.Log{}
	log.Date, _ = daily.ParseDate(day)
	var text []byte
	if len(of) == 1 {
		text = []byte("\n") // so that there is something to merge, which orders the entries
	}
	for _, p := range of {
		said := p.Bytes()
		if days[p.Name].Secrets {
			said = []byte(clean(string(said)))
		}
		text = daily.Merge(nil, text, said)
		log.Entries = append(log.Entries, days[p.Name].Entries...)
	}
	sorting.Stable(log.Entries, func(a, b daily.Dated) int { return a.At.Compare(b.At) })
	return &wiki.Page{Path: path.Join(path.Dir(of[0].Path), day+".md"), Name: day, Kind: wiki.DayPage, Article: wiki.Parse(text)}, log
}

// Linkers returns the pages of the vault with a link to the page.
func (p *Page) Linkers(w *wiki.Wiki) (out []*wiki.Page) {
	for _, of := range p.Of {
		for _, from := range w.LinkersOf(of) {
			if !slices.Contains(out, from) {
				out = append(out, from)
			}
		}
	}
	return out
}

// Citing returns the articles that cite a line of a day, by its block id.
func (p *Plan) Citing(w *wiki.Wiki, day *Page) map[string][]*Page {
	out := map[string][]*Page{}
	for _, from := range day.Linkers(w) {
		by := p.ByPath[from.Path]
		if by == nil || by.View != view.ArticlePage {
			continue
		}
		for _, l := range w.LinksOf(from) {
			if id := l.Block(); slices.Contains(day.Of, l.To) && id != "" && !slices.Contains(out[id], by) {
				out[id] = append(out[id], by)
			}
		}
	}
	return out
}
