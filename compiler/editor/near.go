package editor

import (
	"slices"

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

const wordsOf = 24 // texts of an article that its words are taken from

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
