package site

import (
	"cmp"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// short returns how much of a session's id is shown.
var short = entry.Short(nil)

// citeKey returns the key of a place in a log.
func citeKey(c wiki.Cite) string {
	if c.Block != "" {
		return string(c.Date) + "#^" + c.Block
	}
	return string(c.Date) + "#" + c.Heading
}

// at returns the time of an entry, for people.
func at(e *daily.Dated) string {
	if e.At.IsZero() {
		return e.Date.Day().String()
	}
	return e.At.Format("2006-01-02 15:04")
}

// lineHref returns the address of a line of a log, or of an entry, from a page.
func (s *Site) lineHref(from string, c wiki.Cite) string {
	day := s.plan.ByPath[s.src.Wiki.Daily().Path(string(c.Date))]
	if day == nil {
		return ""
	}
	fragment := c.Heading
	if c.Block != "" {
		fragment = "^" + c.Block
	}
	id, _ := day.Place(fragment)
	return view.WithFragment(view.Relative(from, day.Out), id)
}

// sources returns the lines of logs that a page cites, each once, sorted by day.
func (s *Site) sources(p *plan.Page) []view.Source {
	var out []view.Source
	seen := map[string]bool{}
	for _, c := range p.Cites() {
		key := citeKey(c)
		if seen[key] || c.Block == "" && c.Heading == "" {
			continue
		}
		seen[key] = true
		src := view.Source{Href: s.lineHref(p.Out, c), Day: string(c.Date.Day())}
		l, ok := s.said[key]
		if !ok {
			src.Gone = true
			out = append(out, src)
			continue
		}
		e := l.entry
		src.At, src.Title, src.Short = at(e), e.Title, short(e.Session)
		src.Project, src.Branch, src.By = e.Project, e.Branch, e.By
		if l.bullet != nil {
			src.Line, src.Kind = l.bullet.Text, l.bullet.Kind.String()
		}
		out = append(out, src)
	}
	sorting.Stable(out, func(a, b view.Source) int { return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.At, b.At)) })
	return out
}

// history returns what each entry did to a page, the newest first: the lines that came from it, and those that
// it overturned.
func (s *Site) history(p *plan.Page) []view.Version {
	versions := map[string]*view.Version{} // by entry, or by day if the entry is unknown
	when := map[*view.Version]time.Time{}
	of := func(c wiki.Cite) *view.Version {
		key := "day " + string(c.Date)
		l, known := s.said[citeKey(c)]
		if known {
			key = l.entry.Date.String() + " " + l.entry.ID + " " + l.entry.Heading
		}
		v := versions[key]
		if v == nil {
			v = &view.Version{Day: string(c.Date.Day()), ByHand: true, Href: s.lineHref(p.Out, wiki.Cite{Date: c.Date})}
			if known {
				e := l.entry
				*v = view.Version{Day: v.Day, At: at(e), Title: e.Title, Short: short(e.Session), Project: e.Project, ByHand: e.Session == "",
					Href: s.lineHref(p.Out, wiki.Cite{Date: c.Date, Heading: e.Heading})}
				when[v] = e.At
			}
			versions[key] = v
		}
		return v
	}
	for _, pt := range p.Points() {
		if len(pt.Cites) > 0 {
			v := of(first(pt.Cites))
			v.Added = append(v.Added, wikilink.Plain(pt.Text))
		}
	}
	for _, pt := range p.PointsIn(wiki.History) {
		if until, was, now, ok := draft.ReadReplacement(pt.Text); ok && len(pt.Cites) > 0 {
			was, now = wikilink.Plain(holds.Uncited(was)), wikilink.Plain(holds.Uncited(now))
			v := of(pt.Cites[len(pt.Cites)-1])
			v.Past = append(v.Past, view.Change{Was: was, Until: until, Diff: view.WordDiff(was, now)})
		}
	}
	out := make([]*view.Version, 0, len(versions))
	for _, v := range versions {
		out = append(out, v)
	}
	sorting.By(out, func(a, b *view.Version) int {
		return cmp.Or(cmp.Compare(b.Day, a.Day), when[b].Compare(when[a]), cmp.Compare(a.Title, b.Title), cmp.Compare(a.Href, b.Href))
	})
	list := make([]view.Version, len(out))
	for i, v := range out {
		list[i] = *v
	}
	return list
}

// changes returns the lines that a day added to a page, and those that it overturned.
func (s *Site) changes(p *plan.Page, day string) (added, past []string) {
	for _, v := range s.history(p) {
		if v.Day != day {
			continue
		}
		added = append(added, v.Added...)
		for _, c := range v.Past {
			past = append(past, c.Was)
		}
	}
	return added, past
}

// first returns the place at which a point was first said.
func first(cites []wiki.Cite) wiki.Cite {
	return slices.MinFunc(cites, func(a, b wiki.Cite) int { return cmp.Compare(a.Date, b.Date) })
}
