package editor

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Near is what some entries may be about, the nearest first.
type near struct {
	articles []*wiki.Draft // that may be edited
	names    []string      // of all that may be linked to
}

// An index knows the articles by their names and by the words they use. A person's pages are not among
// them: their names may tell more than the person would send to anybody.
type index struct {
	at    []int              // of the session's drafts
	names map[string][]name  // by their first word
	words map[string][]int32 // articles that use a word, by its beginning
	seen  int                // drafts that were looked at
}

// A name that an article goes by.
type name struct {
	rest []string // the words behind the first
	of   int      // the article, as an index of at
}

// learn takes in the drafts that came since it last did.
func (x *index) learn(drafts []wiki.Draft) {
	if x.names == nil {
		x.names, x.words = map[string][]name{}, map[string][]int32{}
	}
	for ; x.seen < len(drafts); x.seen++ {
		d := &drafts[x.seen]
		if d.Type != wiki.Concept {
			continue
		}
		n := len(x.at)
		x.at = append(x.at, x.seen)
		text := []string{d.Title, d.Description, d.Lead}
		for _, a := range append([]string{d.Title}, d.Aliases...) {
			words := prose.Words(a)
			if len(words) > 0 && (len(words) > 1 || len(words[0]) > 2 && !prose.IsStopAnywhere(words[0])) {
				x.names[words[0]] = append(x.names[words[0]], name{words[1:], n})
			}
		}
		eachPoint(d, func(p *wiki.Point) {
			if len(text) < wordsOf {
				text = append(text, p.Text)
			}
		})
		for _, t := range text {
			rareWords(t, func(w string) {
				if has := x.words[w]; len(has) == 0 || has[len(has)-1] != int32(n) {
					x.words[w] = append(has, int32(n))
				}
			})
		}
	}
}

// rareWords calls f for the beginnings of the words of a text that may tell what it is about.
func rareWords(text string, f func(w string)) {
	const enough = 6
	prose.EachWord(text, func(w string) {
		if len(w) < 3 || prose.IsStopAnywhere(w) {
			return
		}
		n := 0
		for i := range w {
			if n++; n > enough {
				w = w[:i]
				break
			}
		}
		f(w)
	})
}

const (
	nearMost = 40 // articles that are tried for their room
	wordsOf  = 24 // texts of an article that its words are taken from
)

// What tells that an article is near, in the same measure as a rare word that both have.
const (
	scoreLine = 60 // it rests on a line of the entries
	scoreName = 30 // they name it
	scoreWord = 4  // for each time that the articles have to be halved to come to those with a word
)

// near looks for the articles that rest on some entries, that these speak of by name, or that use their
// rare words; behind them come the others, the newest first.
func (s *session) near(b batch) near {
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

// titles are the names of the nearest, at most so many and so many bytes, in their order by letters.
func (n near) titles(room, most int) (out []string) {
	for _, t := range n.names {
		if t = proof.Line(t); t == "" || len(t) > 200 {
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
	fold := wiki.Fold(proof.Line(title))
	return fold != "" && (slices.ContainsFunc(r.links, func(t string) bool { return wiki.Fold(t) == fold }) || r.shown[title])
}
