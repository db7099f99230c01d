// Package nearest finds the articles that some entries of the logs may be about.
package nearest

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
)

// An Index finds the articles by their names and by the words they use. A person's pages are not in it: their names
// may reveal more than the person wants to send.
type Index struct {
	at    []int              // of the drafts
	names map[string][]name  // by their first word
	words map[string][]int32 // articles that use a word, by its beginning
	seen  int                // drafts that were indexed
}

// A name is one name of an article.
type name struct {
	rest []string // the words behind the first
	of   int      // the article, as an index of at
}

const (
	most    = 40 // articles that are returned
	wordsOf = 24 // texts of an article that its words are taken from
)

// Scores of nearness, in the measure of a rare word that both have.
const (
	scoreLine = 60 // it rests on a line of the entries
	scoreName = 30 // the entries name it
	scoreWord = 4  // for each halving of the articles that leads to those with a word
)

// Points yields what an article says that holds, its details included.
func Points(d *draft.Draft) iter.Seq[*wiki.Point] {
	return func(yield func(*wiki.Point) bool) {
		for i := range d.Points {
			if !yield(&d.Points[i]) {
				return
			}
		}
		for b := range d.Details {
			for i := range d.Details[b].Points {
				if !yield(&d.Details[b].Points[i]) {
					return
				}
			}
		}
	}
}

// learn indexes the drafts that were added since the last call.
func (x *Index) learn(drafts []draft.Draft) {
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
		for _, a := range append([]string{d.Title}, d.Aliases...) {
			words := prose.Words(a)
			if len(words) > 0 && (len(words) > 1 || len(words[0]) > 2 && !prose.IsStopAnywhere(words[0])) {
				x.names[words[0]] = append(x.names[words[0]], name{words[1:], n})
			}
		}
		text := []string{d.Title, d.Description, d.Lead}
		for p := range Points(d) {
			if len(text) < wordsOf {
				text = append(text, p.Text)
			}
		}
		for _, t := range text {
			rareWords(t, func(w string) {
				if has := x.words[w]; len(has) == 0 || has[len(has)-1] != int32(n) {
					x.words[w] = append(has, int32(n))
				}
			})
		}
	}
}

// rareWords calls f for the beginnings of the words of a text that may show what it is about.
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

// To returns the articles that rest on some entries, that the entries name, or that share their rare words, the
// nearest first; then the other articles, the newest first. titles are those of all. Between calls drafts may only be
// appended.
func (x *Index) To(entries []*daily.Dated, drafts []draft.Draft) (articles []*draft.Draft, titles []string) {
	x.learn(drafts)
	var text []string
	type line struct {
		day   wiki.Date
		block string
	}
	mine := map[line]bool{}
	for _, e := range entries {
		text = append(text, e.Title+"\n"+e.Project)
		for _, b := range e.Bullets {
			text = append(text, b.Text)
			mine[line{wiki.Date(e.Date.String()), strings.ToLower(b.Block)}] = true
		}
	}
	all := strings.Join(text, "\n")
	type page struct {
		draft *draft.Draft
		score int
	}
	pages := make([]page, len(x.at))
	for n, i := range x.at {
		pages[n].draft = &drafts[i]
		for p := range Points(&drafts[i]) {
			if slices.ContainsFunc(p.Cites, func(c wiki.Cite) bool { return c.Block != "" && mine[line{c.Date, strings.ToLower(c.Block)}] }) {
				pages[n].score += scoreLine
			}
		}
	}
	words := prose.Words(all)
	for i, w := range words {
		for _, n := range x.names[w] {
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
		has := x.words[w]
		for _, n := range has {
			pages[n].score += scoreWord * (bits.Len(uint(len(pages)/len(has))) - 1)
		}
	})
	sorting.Stable(pages, func(x, y page) int {
		return cmp.Or(y.score-x.score, cmp.Compare(y.draft.Updated, x.draft.Updated), cmp.Compare(x.draft.Title, y.draft.Title))
	})
	for _, p := range pages {
		if len(articles) < most {
			articles = append(articles, p.draft)
		}
		titles = append(titles, p.draft.Title)
	}
	return articles, titles
}
