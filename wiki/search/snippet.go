package search

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// A Mark is a word of the query in a snippet, as offsets in bytes.
type Mark struct{ Start, End int }

const snippetMost = 240

// snippet returns the part of a passage with most of the words, and where they are in it.
func snippet(text string, names map[string]bool) (string, []Mark) {
	var marks []Mark
	eachMention(text, names, func(start, end int) {
		for n := len(marks); n > 0 && marks[n-1].Start >= start && marks[n-1].End <= end; n-- {
			marks = marks[:n-1] // a part of this
		}
		n := len(marks)
		switch {
		case n > 0 && marks[n-1].End >= end: // this is a part
		case n > 0 && marks[n-1].End > start:
			marks[n-1].End = end
		default:
			marks = append(marks, Mark{start, end})
		}
	})
	if len(text) <= snippetMost {
		return text, marks
	}
	from := 0
	most := 0
	for i, m := range marks {
		n := 0
		for _, o := range marks[i:] {
			if o.End-m.Start > snippetMost-40 {
				break
			}
			n++
		}
		if n > most {
			most, from = n, max(0, m.Start-40)
		}
	}
	from = min(from, len(text)-snippetMost)
	to := from + snippetMost
	if from > 0 {
		if i := strings.IndexByte(text[from:to], ' '); i >= 0 && i < 60 {
			from += i + 1
		}
	}
	if to < len(text) {
		if i := strings.LastIndexByte(text[from:to], ' '); i > snippetMost/2 {
			to = from + i
		}
	}
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	lead, tail := "", ""
	if from > 0 {
		lead = "… "
	}
	if to < len(text) {
		tail = " …"
	}
	var kept []Mark
	for _, m := range marks {
		if m.Start >= from && m.End <= to {
			kept = append(kept, Mark{m.Start - from + len(lead), m.End - from + len(lead)})
		}
	}
	return lead + text[from:to] + tail, kept
}

// names returns all terms that matched the query as true, and as false the first bytes of each, which stems leave as they are.
func (r *ranking) names() map[string]bool {
	out := map[string]bool{}
	for i := range r.terms {
		for _, t := range r.terms[i].in {
			name := strings.TrimPrefix(t.Name, index.Exactly)
			out[headOf(name)] = out[headOf(name)]
			out[name] = true
		}
	}
	return out
}

func headOf(word string) string { return word[:min(2, len(word))] }

// eachMention calls f with the words of a text that match the query.
func eachMention(text string, names map[string]bool, f func(start, end int)) {
	token.Scan(text, func(start, end int) {
		for _, w := range token.Forms(text[start:end]) {
			if _, may := names[headOf(w.Folded)]; !may {
				continue
			}
			for _, v := range variantsOf(&w) {
				if names[v.name] {
					f(start+w.Start, start+w.End)
					break
				}
			}
		}
	})
}

func count(text string, names map[string]bool) (n int) {
	eachMention(text, names, func(int, int) { n++ })
	return n
}

func mentions(text string, names map[string]bool) bool {
	return len(names) == 0 || count(text, names) > 0
}
