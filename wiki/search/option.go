package search

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/agent-admin/memoria/wiki/search/index"
)

// optionDocs is how many documents are read to see whether they write an option.
const optionDocs = 50

// settle decides what the dashed words of a query are. One is an option if a passage that says half of the other words
// writes it as one, "go test -race"; else it says what to leave out. A note says which.
func (q Query) settle(x *index.Index) Query {
	if len(q.dashed) == 0 {
		return q
	}
	q.words, q.without, q.Notes = slices.Clip(q.words), slices.Clip(q.without), slices.Clip(q.Notes)
	for _, d := range q.dashed {
		if q.writes(x, d) {
			q.words = append(q.words, d.words...)
			q.Notes = append(q.Notes, fmt.Sprintf("-%s is looked for, as it is written there; -%q leaves out what says it", d.word, d.word))
			continue
		}
		q.without = append(q.without, d.words...)
		q.Notes = append(q.Notes, fmt.Sprintf("what says %s is left out", d.word))
	}
	return q
}

// writes reports whether a passage of the first documents for the query and a word writes it as an option.
func (q *Query) writes(x *index.Index, d dashed) bool {
	others := map[string]bool{}
	for _, w := range q.words {
		others[w.Folded] = true
	}
	says := func(text string) bool {
		in := map[string]bool{}
		for _, w := range sequence(text) {
			in[w.Folded] = others[w.Folded]
		}
		n := 0
		for _, known := range in {
			if known {
				n++
			}
		}
		return 2*n >= len(others)
	}
	all := Query{words: slices.Concat(q.words, d.words), Filter: q.Filter}
	r := ranking{x: x, q: &all, terms: termsOf(x, all.words, false)}
	best, _ := r.best(r.match(len(r.terms)), optionDocs)
	written := regexp.MustCompile(`(?:^|[\s("'` + "`" + `])-` + regexp.QuoteMeta(d.word) + `(?:$|[^\pL\pN_-])`)
	return slices.ContainsFunc(best, func(c candidate) bool {
		src, err := x.Store.Dir.ReadFile(c.Path)
		if err != nil || len(src) > index.FileMost {
			return false
		}
		texts, _ := r.now(&c.Doc, src)
		return slices.ContainsFunc(texts, func(t index.Text) bool { return written.MatchString(t.Text) && says(t.Text) })
	})
}
