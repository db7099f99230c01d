package plan

import (
	"bytes"
	"maps"
	"path"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// A day is the log of one, as its page shows it.
type day struct {
	page *wiki.Page
	text []byte // without secrets
}

// rewritten returns the logs of the days whose pages are not the files: those of which a machine wrote one, whose entries do
// not stand in the order in which they were said, or that have a secret. They are sorted by path.
func rewritten(w *wiki.Wiki, days map[string]*daily.Log, clean func(string) string) map[wiki.Date][]day {
	out := map[wiki.Date][]day{}
	machines := map[wiki.Date]bool{}
	for _, p := range w.Pages() {
		log := wiki.Date(p.Name)
		if p.Kind == wiki.DayPage && days[p.Name] != nil && p.Article != nil && !p.Linked() && !hidden(p) {
			out[log.Day()] = append(out[log.Day()], day{p, p.Bytes()})
			machines[log.Day()] = machines[log.Day()] || log != log.Day() || !ordered(days[p.Name])
		}
	}
	if all := slices.Collect(maps.Values(out)); clean != nil {
		dirty := make([]bool, len(all))
		wiki.Each(len(all), func(i int) {
			for k := range all[i] {
				d := &all[i][k]
				text := []byte(clean(string(d.text)))
				dirty[i], d.text = dirty[i] || !bytes.Equal(text, d.text), text
			}
		})
		for i, of := range all {
			date := wiki.Date(of[0].page.Name).Day()
			machines[date] = machines[date] || dirty[i]
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

// joined returns one page of the logs of a day, and one log of their entries, in the order in which they were said.
func joined(of []day, days map[string]*daily.Log) (*wiki.Page, *daily.Log) {
	day := string(wiki.Date(of[0].page.Name).Day())
	log := &daily.Log{}
	log.Date, _ = daily.ParseDate(day)
	var text []byte
	if len(of) == 1 {
		text = []byte("\n") // so that there is something to merge, which orders the entries
	}
	for _, d := range of {
		text = daily.Merge(nil, text, d.text)
		log.Entries = append(log.Entries, days[d.page.Name].Entries...)
	}
	sorting.Stable(log.Entries, func(a, b daily.Dated) int { return a.At.Compare(b.At) })
	return &wiki.Page{Path: path.Join(path.Dir(of[0].page.Path), day+".md"), Name: day, Kind: wiki.DayPage, Article: wiki.Parse(text)}, log
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
