package editor

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

const nearMost = 40 // articles that are tried for their room

// What tells that an article is near, in the same measure as a rare word that both have.
const (
	scoreLine = 60 // it rests on a line of the entries
	scoreName = 30 // they name it
	scoreWord = 4  // for each time that the articles have to be halved to come to those with a word
)

// near looks for the articles that rest on some entries, that these speak of by name, or that use their
// rare words; behind them come the others, the newest first.
func (s *pages) near(b batch) near {
	s.index.learn(s.drafts)
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
	all := strings.Join(text, "\n")
	type page struct {
		draft *wiki.Draft
		score int
	}
	pages := make([]page, len(s.index.at))
	for n, i := range s.index.at {
		p := page{draft: &s.drafts[i]}
		eachPoint(p.draft, func(x *wiki.Point) {
			if slices.ContainsFunc(x.Cites, func(c wiki.Cite) bool { return mine[keyOf(c)] }) {
				p.score += scoreLine
			}
		})
		pages[n] = p
	}
	words := prose.Words(all)
	for i, w := range words {
		for _, n := range s.index.names[w] {
			if len(n.rest) < len(words)-i && slices.Equal(words[i+1:i+1+len(n.rest)], n.rest) {
				pages[n.of].score += scoreName
			}
		}
	}
	done := map[string]bool{}
	rareWords(all, func(w string) {
		if done[w] {
			return
		}
		done[w] = true
		has := s.index.words[w]
		for _, n := range has {
			pages[n].score += scoreWord * (bits.Len(uint(len(pages)/len(has))) - 1)
		}
	})
	slices.SortStableFunc(pages, func(x, y page) int {
		return cmp.Or(y.score-x.score, cmp.Compare(y.draft.Updated, x.draft.Updated), cmp.Compare(x.draft.Title, y.draft.Title))
	})
	var out near
	for _, p := range pages {
		if len(out.articles) < nearMost {
			out.articles = append(out.articles, p.draft)
		}
		out.names = append(out.names, p.draft.Title)
	}
	return out
}
