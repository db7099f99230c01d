package pages

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Taken reports whether a name belongs to something that the compiler may not make an article of.
func (s *Pages) Taken(name string) bool {
	for _, n := range []string{name, string(wiki.MakeSlug(name))} {
		if d := s.Find(n); d != nil {
			return true
		}
		if k := s.Page(n); k != nil && (k.Human || k.Type != wiki.Concept) {
			return true
		}
	}
	return false
}

// gone returns the lines that an article rests on only in its history.
func gone(d *draft.Draft) map[string]bool {
	out, own := map[string]bool{}, LinesOf(d)
	for _, t := range d.History {
		for _, k := range KeysOf(t.Was) {
			out[k] = !own[k]
		}
	}
	return out
}

// Apply edits the drafts as a reply says. It skips edits that no longer fit because the entries around them have
// changed.
func (s *Pages) Apply(r *kept.Reply) {
	for i := range r.Edits {
		e := &r.Edits[i]
		d := s.Find(e.Article)
		if d == nil {
			if d = s.create(e); d == nil {
				continue
			}
		}
		if d.Type != wiki.Concept {
			continue
		}
		for i := range e.Claims {
			if c := &e.Claims[i]; !c.Part {
				s.put(d, c)
				s.everywhere(d, c)
			}
			s.says(e.Claims[i].On, s.titles[wiki.Fold(d.Title)])
		}
		for i := range e.Claims { // once what is over is over
			if c := &e.Claims[i]; c.Part && s.Stand(c.On) {
				d.Points = append(slices.Clip(d.Points), s.point(c))
			}
		}
		dates(d)
		s.write(d, e)
		if r.By != "" && !slices.Contains(d.By, r.By) {
			d.By = append(slices.Clip(d.By), r.By)
		}
	}
	for i := range r.Edits { // once all new articles exist
		if d := s.Find(r.Edits[i].Article); d != nil && d.Type == wiki.Concept {
			s.connect(d, &r.Edits[i])
		}
	}
	for i := range r.Edits {
		if d := s.Find(r.Edits[i].Article); d != nil && d.Type == wiki.Concept {
			s.move(d, &r.Edits[i])
		}
	}
}

// everywhere has a claim end what it ends in the other articles in which that stands.
func (s *Pages) everywhere(d *draft.Draft, c *kept.Claim) {
	if len(c.Over) == 0 {
		return
	}
	for _, i := range slices.Clone(s.Saying(c.Over)) {
		o := &s.Drafts[i]
		stands := false
		for p := range nearest.Points(o) {
			stands = stands || Covers(KeysOf(*p), c.Over)
		}
		if o.Title == d.Title || o.Type != wiki.Concept || !stands {
			continue
		}
		there := *c
		there.Section = ""
		s.put(o, &there)
		s.says(c.On, i)
		dates(o)
	}
}

// point returns the point of a claim.
func (s *Pages) point(c *kept.Claim) wiki.Point {
	p := wiki.Point{Text: c.Text}
	for _, k := range c.On {
		p.Cites = append(p.Cites, s.citeOf(k))
	}
	return p
}

// create returns the draft of a new article without points, or nil if there may be none.
func (s *Pages) create(e *kept.Edit) *draft.Draft {
	live := 0
	for _, c := range e.Claims {
		if s.Stand(c.On) {
			live++
		}
	}
	if !e.New || live == 0 || s.Taken(e.Article) {
		return nil
	}
	d := draft.Draft{Title: e.Article, Type: wiki.Concept, Tags: s.tags(e)}
	if k := s.Page(e.Article); k != nil {
		d.Slug, d.Title = k.Slug, k.Title
	}
	return s.add(d)
}

// tags returns the projects that an edit's lines come from.
func (s *Pages) tags(e *kept.Edit) (out []string) {
	for _, c := range e.Claims {
		for _, k := range c.On {
			p := strings.ToLower(s.Entries[s.Blocks[k]].Project)
			same := func(q string) bool { return wiki.ProjectKey(q) == wiki.ProjectKey(p) }
			if s.Stand(c.On) && p != "" && !slices.ContainsFunc(out, same) {
				out = append(out, p)
			}
		}
	}
	return out
}

// put adds a claim to an article: it replaces the points that it rewords, else it goes to the end.
func (s *Pages) put(d *draft.Draft, c *kept.Claim) {
	over := gone(d)
	if !s.Stand(c.On) || slices.ContainsFunc(c.On, func(k string) bool { return over[k] }) {
		return
	}
	p := s.point(c)
	if len(c.Over) > 0 {
		for old := range nearest.Points(d) {
			if Covers(KeysOf(*old), c.Over) {
				d.History = append(slices.Clip(d.History), draft.Replacement{Until: newest(p), Was: *old, Now: p})
			}
		}
		sorting.Stable(d.History, func(a, b draft.Replacement) int { return cmp.Compare(a.Until, b.Until) })
	}
	placed := false
	sweep := func(list []wiki.Point) []wiki.Point {
		out := list[:0:0]
		for _, old := range list {
			switch keys := KeysOf(old); {
			case len(c.Over) > 0 && Covers(keys, c.Over):
			case Covers(keys, c.On) && left(&old, &c.Words) == "":
				if !placed {
					out, placed = append(out, p), true
				}
			default:
				out = append(out, old)
			}
		}
		return out
	}
	d.Points = sweep(d.Points)
	inDetails(d, sweep)
	switch {
	case placed && len(d.Points) > 0:
	case placed: // it is in the details, and there are no key points
		d.Points = []wiki.Point{p}
		inDetails(d, func(list []wiki.Point) []wiki.Point {
			return slices.DeleteFunc(slices.Clone(list), func(x wiki.Point) bool { return x.Text == p.Text })
		})
	case c.Section == "" || len(d.Points) == 0:
		d.Points = append(d.Points, p)
	default:
		i := slices.IndexFunc(d.Details, func(b draft.Detail) bool { return wiki.Fold(b.Heading) == wiki.Fold(c.Section) })
		if i < 0 {
			d.Details = append(d.Details, draft.Detail{Heading: c.Section})
			i = len(d.Details) - 1
		}
		d.Details[i].Points = append(slices.Clip(d.Details[i].Points), p)
	}
}

// inDetails changes the points of each block of the details, and drops a block that loses all.
func inDetails(d *draft.Draft, change func([]wiki.Point) []wiki.Point) {
	details := d.Details[:0:0]
	for _, b := range d.Details {
		had := len(b.Points)
		if b.Points = change(b.Points); len(b.Points) > 0 || had == 0 {
			details = append(details, b)
		}
	}
	d.Details = details
}

// dates sets an article's days to those of its citations.
func dates(d *draft.Draft) {
	days := d.Days()
	if len(days) > 0 {
		d.Sources, d.Created, d.Updated = days, days[0].Day(), days[len(days)-1].Day()
	}
}

// write gives an article the lead and the description of an edit, as long as all lines that they rest on are in the logs.
func (s *Pages) write(d *draft.Draft, e *kept.Edit) {
	own := LinesOf(d)
	holds := func(t kept.Words) bool {
		return t.Text != "" && s.Stand(t.On) && !slices.ContainsFunc(t.On, func(k string) bool { return !own[k] })
	}
	if holds(e.Lead) {
		d.Lead = e.Lead.Text
	}
	if holds(e.Description) {
		d.Description = e.Description.Text
	}
	if d.Lead == "" && len(d.Points) > 0 {
		d.Lead = d.Points[0].Text
	}
	if first := prose.Sentences(d.Lead); d.Description == "" && len(first) > 0 {
		d.Description, _ = prose.Clip(prose.Inline(first[0]), kept.DescriptionMost)
	}
}
