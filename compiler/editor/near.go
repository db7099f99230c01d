package editor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Near is what some entries may be about, the nearest first.
type near struct {
	articles []*wiki.Draft // that may be edited
	names    []string      // of all that may be linked to
}

// A name that a page goes by.
type name struct {
	rest []string // the words behind the first
	of   int
}

// near looks for the articles that rest on some entries, or that these speak of by name; behind them
// come the others, the newest first. A person's pages are not among them: their names may tell more
// than the person would send to anybody.
func (s *session) near(b batch) near {
	text := make([]string, 0, len(b))
	mine := map[string]bool{}
	for _, i := range b {
		e := &s.entries[i]
		text = append(text, e.Title+"\n"+e.Project)
		for _, x := range e.Bullets {
			text = append(text, x.Text)
			mine[keyOf(citeOf(e, x))] = true
		}
	}
	type page struct {
		title string
		draft *wiki.Draft
		score int
		day   wiki.Date
	}
	var pages []page
	byWord := map[string][]name{}
	learn := func(p page, names ...string) {
		for _, n := range names {
			words := prose.Words(n)
			if len(words) > 0 && (len(words) > 1 || len(words[0]) > 2 && !prose.IsStopAnywhere(words[0])) {
				byWord[words[0]] = append(byWord[words[0]], name{words[1:], len(pages)})
			}
		}
		pages = append(pages, p)
	}
	for i := range s.drafts {
		d := &s.drafts[i]
		if d.Type != wiki.Concept {
			continue
		}
		p := page{title: d.Title, draft: d, day: d.Updated}
		eachPoint(d, func(x *wiki.Point) {
			if slices.ContainsFunc(keysOf(*x), func(k string) bool { return mine[k] }) {
				p.score += 8
			}
		})
		learn(p, append([]string{d.Title}, d.Aliases...)...)
	}
	words := prose.Words(strings.Join(text, "\n"))
	for i, w := range words {
		for _, n := range byWord[w] {
			if len(n.rest) < len(words)-i && slices.Equal(words[i+1:i+1+len(n.rest)], n.rest) {
				pages[n.of].score += 1 + len(n.rest)
			}
		}
	}
	slices.SortStableFunc(pages, func(x, y page) int {
		return cmp.Or(y.score-x.score, cmp.Compare(y.day, x.day), cmp.Compare(x.title, y.title))
	})
	var out near
	for _, p := range pages {
		if len(out.articles) < nearMost {
			out.articles = append(out.articles, p.draft)
		}
		out.names = append(out.names, p.title)
	}
	return out
}

const nearMost = 40 // articles that are tried for their room

// titles are the names of the nearest, at most so many and so many bytes, in their order by letters.
func (n near) titles(room, most int) (out []string) {
	for _, t := range n.names {
		if t = flat(t); t == "" || len(t) > 200 {
			continue
		}
		if room -= len(t) + 1; room < 0 || len(out) == most {
			break
		}
		out = append(out, t)
	}
	slices.Sort(out)
	return out
}

// mayLink reports whether a title is one of those that may be linked to.
func (r *run) mayLink(title string) bool {
	fold := wiki.Fold(flat(title))
	return fold != "" && (slices.ContainsFunc(r.links, func(t string) bool { return wiki.Fold(t) == fold }) || r.shown[title])
}
