package search

import (
	"slices"

	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// sequence returns the words of a text in order, names split into their parts, so that "shared memory" matches
// shared_memory.
func sequence(text string) (out []token.Form) {
	token.Scan(text, func(start, end int) {
		fs := token.Forms(text[start:end])
		if len(fs) == 0 {
			return
		}
		whole := fs[len(fs)-1]
		from := len(out)
		at := 0
		for _, f := range fs { // a longer one comes after its parts
			if f.Start >= at {
				out = append(out, f)
				at = f.End
			}
		}
		if at < whole.End { // 2026 is no part that a day falls into
			out = append(out[:from], whole)
		}
	})
	return out
}

// A Wording is the words of a page in order, text by text, in which many phrases can be looked for.
type Wording [][]token.Form

// WordingOf reads a page.
func WordingOf(s *index.Store, path string, page []byte) (out Wording) {
	for _, source := range s.Parse(path, page) {
		for _, t := range source.Texts {
			out = append(out, sequence(t.Text))
		}
	}
	return out
}

// Has reports whether a page has the phrases of a query.
func (w Wording) Has(q *Query) bool {
	return !slices.ContainsFunc(q.phrases, func(phrase []token.Form) bool {
		return !slices.ContainsFunc(w, func(said []token.Form) bool { return says(said, phrase) })
	})
}

// hasPhrase reports whether words stand side by side in a text, separate or joined.
func hasPhrase(text string, phrase []token.Form) bool { return says(sequence(text), phrase) }

func says(said, phrase []token.Form) bool {
	for i := 0; i+len(phrase) <= len(said); i++ {
		n := 0
		for n < len(phrase) && said[i+n].Folded == phrase[n].Folded {
			n++
		}
		if n == len(phrase) {
			return true
		}
	}
	return false
}
