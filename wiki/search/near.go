package search

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/everyday"
)

// Words that are nowhere: what is taken in their place, and which have nothing in their place.

const (
	nearMost   = 8 // words that are taken in place of one
	slipLeast  = 4 // characters of a word that may be another one with a slip
	slipFree   = 5 // of one whose slip may be anywhere: shorter ones are mostly words of their own
	slipSure   = 6 // of one that is hardly another word than the one that is meant, whatever the slip
	spellings  = 3 // documents that are looked at for how a term is written
	nearLooked = 3 * nearMost
)

// nearest is a term of words that begin as the wanted one does or, failing these, that are one letter
// away. Words that say nothing of a subject are none of them. Where other words were found, a short one that is
// not there says no more than the one of these that says most, of which the rarity is given.
func (x *Index) nearest(w wanted, found float64) term {
	if prose.IsStopAnywhere(w.exact) {
		return term{wanted: w}
	}
	near := x.beginning(w.folded)
	first, _ := utf8.DecodeRuneInString(w.folded)
	slipped := len(near) == 0
	if slipped && utf8.RuneCountInString(w.folded) >= slipLeast && !unspaced(first) { // half of a pair is no word
		near = x.slips(&w)
	}
	names := make([]string, 0, len(near))
	for t := range near {
		names = append(names, t)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(near[b]-near[a], strings.Compare(a, b)) })
	var taken []variant
	var said []string
	for _, name := range names[:min(nearLooked, len(names))] {
		word := x.spelling(name)
		if prose.IsStopAnywhere(word) || slipped && (!meant(name, word, w.folded) || another(word, w.folded)) {
			continue
		}
		if taken = append(taken, variant{term: name}); !slices.Contains(said, word) {
			said = append(said, word)
		}
		if len(taken) == nearMost {
			break
		}
	}
	w.weight *= nearWeight
	t := x.term(w, taken)
	t.by = strings.Join(said, ", ")
	if found > 0 && utf8.RuneCountInString(w.folded) < slipSure {
		t.idf = min(t.idf, found)
	}
	return t
}

// beginning are the terms that begin so, with the number of their documents.
func (x *Index) beginning(start string) map[string]int {
	out := map[string]int{}
	for _, p := range x.parts {
		p.each(start, func(o word) bool {
			if strings.HasPrefix(o.term, start) {
				out[o.term] += o.df
			}
			return o.term < start || strings.HasPrefix(o.term, start)
		})
	}
	return out
}

// slips are the terms one letter away.
func (x *Index) slips(w *wanted) map[string]int {
	out := map[string]int{}
	stemmed := w.folded
	if w.plain {
		stemmed = stem(w.folded, "en")
	}
	for _, p := range x.parts {
		p.each("", func(o word) bool {
			if !strings.HasPrefix(o.term, exactly) && (slip(o.term, w.folded) || stemmed != w.folded && slip(o.term, stemmed)) {
				out[o.term] += o.df
			}
			return true
		})
	}
	return out
}

// slip reports whether a term may be meant by a word: of a short one only where it begins alike, or where
// the word has a letter twice or too much behind its second.
func slip(term, word string) bool {
	if !oneEdit(term, word) {
		return false
	}
	if utf8.RuneCountInString(word) >= slipFree {
		return true
	}
	alike := 0
	for alike < min(len(term), len(word)) && term[alike] == word[alike] {
		alike++
	}
	return alike > 2 || alike == 2 && len(term) < len(word)
}

// meant reports whether a term, as some notes spell it, is what a word stands for that is one letter away from it
// or from its stem: that two stems are near makes the words so only where they are long, and "force" is no "form".
func meant(term, spelt, word string) bool {
	return utf8.RuneCountInString(word) >= slipSure || oneEdit(term, word) || oneEdit(fold(spelt), word)
}

// another reports whether a word that has one letter other than a short one is an everyday word, and so hardly a slip
// of it: who asks for a disk means no dist. The past of a verb may be meant.
func another(spelt, word string) bool {
	if len(spelt) != len(word) || utf8.RuneCountInString(word) >= slipFree || !everyday.Has(spelt) {
		return false
	}
	other := 0
	for i := range len(word) {
		if spelt[i] != word[i] {
			other++
		}
	}
	return other == 1 && !slices.Contains(strings.Fields(everyday.Irregular), spelt)
}

// spelling is how a term is written, mostly, in some documents that hold it: an index knows stems alone.
func (x *Index) spelling(name string) string {
	times := map[string]int{}
	looked := 0
	for k, p := range x.parts {
		w, ok := p.lookUp(name)
		if !ok || looked == spellings {
			continue
		}
		p.postings(w, func(doc int, in []posting) {
			if looked == spellings || len(in) == 0 {
				return
			}
			looked++
			a, ok := x.doc(x.first[k] + doc)
			if !ok {
				return
			}
			text := x.words(&a, in[0].passage)
			scan(text, func(start, end int) {
				for _, f := range forms(text[start:end]) {
					if slices.ContainsFunc(variants(&f), func(v variant) bool { return v.term == name }) {
						times[f.exact]++
					}
				}
			})
		})
	}
	best := name
	for word, n := range times {
		if n > times[best] || n == times[best] && word < best {
			best = word
		}
	}
	return best
}

// words are those of a passage as its file has it now.
func (x *Index) words(a *about, passage int) string {
	if passage >= len(a.parts) {
		return ""
	}
	p := a.parts[passage]
	if p.start == p.end {
		return a.Title + "\n" + strings.Join(a.Tags, "\n")
	}
	src, err := x.store.Dir.ReadFile(a.Path)
	if err != nil || p.end > len(src) {
		return ""
	}
	return read(string(src[p.start:p.end]))
}

// nowhere are the words of a query of which no form was found, nor any in their place.
func nowhere(words []wanted, terms []term) (out []string) {
	found := map[int]bool{}
	for i := range terms {
		found[terms[i].of] = true
	}
	for i, w := range words {
		first, _ := utf8.DecodeRuneInString(w.exact)
		last := i+1 == len(words) || words[i+1].of != w.of // the whole word stands behind its parts
		if last && !found[w.of] && !unspaced(first) && !prose.IsStopAnywhere(w.exact) {
			out = append(out, w.exact)
		}
	}
	return out
}

// Told is what somebody who asked has to know beside the hits, each in a sentence: filters that say
// nothing, words that were looked for in place of others, and words that are nowhere.
func (r *Results) Told() (out []string) {
	out = append(out, r.Notes...)
	for _, word := range slices.Sorted(maps.Keys(r.Nearby)) {
		out = append(out, fmt.Sprintf("%q is nowhere; looked for %s", word, r.Nearby[word]))
	}
	if len(r.Hits) > 0 && len(r.Absent) > 0 {
		out = append(out, fmt.Sprintf("nowhere, nor anything like it: %s", strings.Join(r.Absent, ", ")))
	}
	return out
}
