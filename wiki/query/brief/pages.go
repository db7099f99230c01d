package brief

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// scored is an article that is related to the project.
type scored struct {
	page  *page
	score int
	named bool // it says itself that it is about the project
	why   string
}

const (
	namedScore   = 1000
	citesScore   = 500 // of an article whose cited lines are all the project's
	mentionScore = 100 // of the first that names it; each further one a little less
	linkedScore  = 20
	listed       = 60 // articles at most
	linkedMost   = 12
)

// findPages finds the articles that are related to the project, the closest first. It reports whether one of them
// names the project in its properties.
func (d *making) findPages() (known bool) {
	have := map[string]bool{}
	for _, p := range d.pages {
		s := scored{page: p}
		if why := p.named[d.key]; why != "" {
			s.named, s.why = true, why+" "+d.project
			s.score = namedScore
		}
		if n := p.cites[d.key]; n > 0 {
			s.score += citesScore * n / p.all
			if s.why == "" {
				s.why = fmt.Sprintf("cites %d of its lines", n)
			}
		}
		if s.score == 0 || d.ofAnother(p) && p.cites[d.key] == 0 {
			continue
		}
		known = known || s.named
		have[p.Path] = true
		d.about = append(d.about, s)
	}
	d.mentioned(have)
	sorting.Stable(d.about, func(x, y scored) int {
		return cmp.Or(y.score-x.score, y.page.cites[d.key]-x.page.cites[d.key],
			cmp.Compare(y.page.since, x.page.since), strings.Compare(x.page.Path, y.page.Path))
	})
	d.linked(have)
	return known
}

// mentioned adds the articles that name the project only in their text.
func (d *making) mentioned(have map[string]bool) {
	if d.Mentions == nil {
		return
	}
	for i, at := range d.Mentions(d.project, have) {
		if p := d.ends[at]; p != nil && !have[at] && !d.ofAnother(p) {
			have[at] = true
			d.about = append(d.about, scored{page: p, score: max(mentionScore-i, linkedScore+1), why: "names " + d.project})
		}
	}
}

// linked adds articles linked with the closest ones, at the end.
func (d *making) linked(have map[string]bool) {
	near := d.about[:min(len(d.about), listed)]
	for _, s := range near {
		for _, to := range d.linksOf(s.page) {
			if len(d.about) >= len(near)+linkedMost {
				return
			}
			if !have[to.Path] && !d.ofAnother(to) {
				have[to.Path] = true
				d.about = append(d.about, scored{page: to, score: linkedScore, why: "is linked from " + s.page.Path})
			}
		}
	}
}

// linksOf returns the articles that an article links to.
func (b *Builder) linksOf(p *page) []*page {
	if p.links == nil {
		p.links = []*page{}
		for _, l := range b.Wiki.LinksOf(p.Page) {
			if l.To != nil && b.ends[l.To.Path] != nil && !slices.Contains(p.links, b.ends[l.To.Path]) {
				p.links = append(p.links, b.ends[l.To.Path])
			}
		}
	}
	return p.links
}

// ofAnother reports whether an article is about a project of the same name, or cites a line of it.
func (d *making) ofAnother(p *page) bool {
	for key := range d.apart {
		if p.cites[key] > 0 || p.named[key] != "" {
			return true
		}
	}
	return false
}

// list adds the articles themselves, each with its summary.
func (d *making) list() {
	for i, s := range d.about {
		if i == listed {
			return
		}
		d.put(prepared.Item{Section: prepared.Pages, Kind: "article", ID: receipt.PageID(s.page.Path), Text: d.summary(s.page),
			Cites: []string{string(d.Wiki.LinkName(s.page.Page))}, Rank: s.score, Why: s.why}, s.page.Path)
	}
}

// titled returns the title of an article. In a shared vault anybody may have written it: without a line of the reader, or of
// whom they trust, it has the name of whose the article is, and in words that none of them used it is said to be by hand.
func (d *making) titled(p *page) string {
	title, other := p.Title(), ""
	if d.Reader == nil {
		return title
	}
	for _, c := range p.Cites() {
		who, _ := d.record.Said(string(c.Date) + "#^" + c.Block)
		if name := d.Reader.Other(who); name == "" || d.Reader.Obeys(who) {
			other = ""
			break
		} else if other == "" {
			other = name
		}
	}
	if other == "" && !d.used(title) {
		other = "by hand"
	}
	if other == "" {
		return title
	}
	return "(" + other + ") " + title
}

// used reports whether the reader, or whom they trust, used all words of a title.
func (b *Builder) used(title string) bool {
	words := func(text string) []string {
		return strings.FieldsFunc(wiki.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	if b.theirs == nil {
		b.theirs = map[string]bool{"preferences": true, "of": true, "and": true}
		for i := range b.entries {
			if e := &b.entries[i]; b.Reader.Obeys(e.Said) {
				said := []string{e.Project, e.Title, e.Context}
				for _, x := range e.Bullets {
					said = append(said, x.Text)
				}
				for _, w := range words(strings.Join(said, " ")) {
					b.theirs[w] = true
				}
			}
		}
	}
	return !slices.ContainsFunc(words(title), func(w string) bool { return !b.theirs[w] })
}

// summary describes an article in one line.
func (d *making) summary(p *page) string {
	title := d.titled(p)
	if d.ofAnother(p) {
		return title // what it says of itself may be the other's
	}
	text := cmp.Or(p.Description(), p.Question())
	if wiki.Framing(text) { // its lines are told where they stand
		text = ""
	}
	if text == "" && p.Kind == wiki.ArticlePage {
		text = plain(p.Lead())
	}
	if text = firstSentence(text); text == "" || d.Reader != nil && !d.says(text) {
		return title
	}
	return title + " - " + text
}

// says reports whether the reader, or whom they trust, said a text that an article begins with: in a shared vault anybody may
// have put it there.
func (b *Builder) says(text string) bool {
	if b.words == nil {
		b.words = []string{}
		for _, l := range b.lines {
			if b.Reader.Obeys(l.entry.Said) {
				b.words = append(b.words, wiki.Fold(plain(l.Text)))
			}
		}
		slices.Sort(b.words)
	}
	text = strings.TrimRight(wiki.Fold(text), ".…")
	i, _ := slices.BinarySearch(b.words, text)
	return i < len(b.words) && strings.HasPrefix(b.words[i], text)
}

const changedMost = 12

// changed adds the articles related to the project that changed after the day of its last session, or on
// that day if they cite a later entry of other work.
func (d *making) changed() {
	if len(d.mine) == 0 {
		return
	}
	last := d.mine[0]
	n := 0
	for _, s := range d.about {
		if n == changedMost {
			return
		}
		if string(s.page.since) < last.Date.Day().String() || s.score < linkedScore {
			continue
		}
		it := prepared.Item{Section: prepared.Changed, Kind: "article", ID: receipt.PageID(s.page.Path), Rank: s.score,
			Cites: []string{string(d.Wiki.LinkName(s.page.Page))}}
		if l := d.newer(s.page); l != nil {
			it.Text = fmt.Sprintf("%s: %s", d.titled(s.page), d.Reader.Tells(l.entry.Said, false, l.Text))
			it.Cites = append(it.Cites, l.entry.Target(*l.Bullet))
			it.Why = fmt.Sprintf("changed on %s by work on %s", l.entry.Date.Day(), cmp.Or(l.entry.Project, "no project"))
		} else if string(s.page.since) > last.Date.Day().String() {
			if d.ofAnother(s.page) {
				continue
			}
			it.Text = fmt.Sprintf("%s (changed %s)", d.summary(s.page), s.page.since)
			it.Why = fmt.Sprintf("changed on %s, after the last session", s.page.since)
		} else {
			continue
		}
		n++
		d.put(it, s.page.Path)
	}
}

// newer returns the newest line of other work that an article cites and that was said after the project's last
// session; nil if there is none.
func (d *making) newer(p *page) (out *said) {
	for _, c := range p.Cites() {
		l := d.lines[place{string(c.Date), c.Block}]
		if l == nil || l.key == d.key || d.apart[l.key] || !l.entry.At.After(d.newest) || !l.holds ||
			l.Kind == daily.Preference && !d.Reader.Obeys(l.entry.Said) {
			continue
		}
		if out == nil || l.entry.At.After(out.entry.At) {
			out = l
		}
	}
	return out
}
