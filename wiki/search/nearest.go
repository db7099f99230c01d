package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/everyday"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/search/token"
)

// Words that occur nowhere: which ones are replaced by similar terms, and which are not.

const (
	nearestMost = 8 // words that replace one
	slipLeast   = 4 // characters of a word that may be another one with a slip
	slipFree    = 5 // characters of a word whose error may be anywhere: shorter neighbours are mostly other words
	slipSure    = 6 // characters of a word that is hardly another word, whatever the error
	spellings   = 3 // documents that are looked at for how a term is written
	nearLooked  = 3 * nearestMost
)

// nearest returns the terms that replace a word that was not found: those that begin like it or, failing these, those
// one letter away. Stop words are never among them. If other words of the query were found, a short word that was not
// counts no more than the weightiest of these, whose rarity is passed as found.
func nearest(x *index.Index, w wanted, found float64) term {
	if prose.IsStopAnywhere(w.Exact) {
		return term{wanted: w}
	}
	near := beginning(x, w.Folded)
	first, _ := utf8.DecodeRuneInString(w.Folded)
	slipped := len(near) == 0
	if slipped && utf8.RuneCountInString(w.Folded) >= slipLeast && !token.Unspaced(first) { // half of a pair is no word
		near = slips(x, &w)
	}
	names := make([]string, 0, len(near))
	for t := range near {
		names = append(names, t)
	}
	sorting.By(names, func(a, b string) int { return cmp.Or(near[b]-near[a], strings.Compare(a, b)) })
	var taken []variant
	var said []string
	for _, name := range names[:min(nearLooked, len(names))] {
		word := spelling(x, name)
		if prose.IsStopAnywhere(word) || slipped && (!meant(name, word, w.Folded) || another(word, w.Folded)) {
			continue
		}
		if taken = append(taken, variant{name: name}); !slices.Contains(said, word) {
			said = append(said, word)
		}
		if len(taken) == nearestMost {
			break
		}
	}
	w.weight *= nearWeight
	t := termOf(x, w, taken)
	t.by = strings.Join(said, ", ")
	if found > 0 && utf8.RuneCountInString(w.Folded) < slipSure {
		t.idf = min(t.idf, found)
	}
	return t
}

// beginning returns the terms with a prefix, and the number of documents of each.
func beginning(x *index.Index, start string) map[string]int {
	out := map[string]int{}
	x.Each(start, func(name string, df int) bool {
		if !strings.HasPrefix(name, start) {
			return false
		}
		out[name] += df
		return true
	})
	return out
}

// slips returns the terms one letter away.
func slips(x *index.Index, w *wanted) map[string]int {
	out := map[string]int{}
	stemmed := w.Term("en")
	x.Each("", func(name string, df int) bool {
		if !strings.HasPrefix(name, index.Exactly) && (slip(name, w.Folded) || stemmed != w.Folded && slip(name, stemmed)) {
			out[name] += df
		}
		return true
	})
	return out
}

// slip reports whether a word may be a typing error for a term. A short word must share its first three
// bytes with the term, or its first two if it has one letter too many.
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

// meant reports whether a term, in the spelling of some notes, is what a word one letter away from it, or from its stem,
// stands for. Similar stems suffice only for long words: "force" is not "form".
func meant(term, spelt, word string) bool {
	return utf8.RuneCountInString(word) >= slipSure || oneEdit(term, word) || oneEdit(token.Fold(spelt), word)
}

// another reports whether a word that differs by one letter from a short one is an everyday word, and so hardly a typing
// error: "disk" does not mean "dist". The past tense of a verb may be meant.
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

// spelling returns how a term is usually written in some documents that contain it: the index holds stems only.
func spelling(x *index.Index, name string) string {
	times := map[string]int{}
	looked := 0
	t, _ := x.Term(name, 0)
	x.Postings(t, nil, func(doc int, in []index.Posting) {
		if looked == spellings || len(in) == 0 {
			return
		}
		looked++
		d, ok := x.Doc(doc)
		if !ok {
			return
		}
		text := wordsOf(x, &d, in[0].Passage)
		token.Scan(text, func(start, end int) {
			for _, f := range token.Forms(text[start:end]) {
				if slices.ContainsFunc(variantsOf(&f), func(v variant) bool { return v.name == name }) {
					times[f.Exact]++
				}
			}
		})
	})
	best := name
	for word, n := range times {
		if n > times[best] || n == times[best] && word < best {
			best = word
		}
	}
	return best
}

// wordsOf returns the words of a passage as its file is now.
func wordsOf(x *index.Index, d *index.Doc, passage int) string {
	if passage >= len(d.Passages) {
		return ""
	}
	p := d.Passages[passage]
	if p.Start == p.End {
		return d.Title + "\n" + strings.Join(d.Tags, "\n")
	}
	src, err := x.Store.Dir.ReadFile(d.Path)
	if err != nil || p.End > len(src) {
		return ""
	}
	return index.Visible(src[p.Start:p.End])
}

// nowhere returns the words of a query for which neither a form nor a replacement was found.
func nowhere(words []wanted, terms []term) (out []string) {
	found := map[int]bool{}
	for i := range terms {
		found[terms[i].of] = true
	}
	for i, w := range words {
		first, _ := utf8.DecodeRuneInString(w.Exact)
		last := i+1 == len(words) || words[i+1].of != w.of // the whole word comes after its parts
		if last && !found[w.of] && !token.Unspaced(first) && !prose.IsStopAnywhere(w.Exact) {
			out = append(out, w.Exact)
		}
	}
	return out
}

// oneEdit reports whether inserting, deleting or replacing one letter, or swapping two neighbours, turns a into b.
func oneEdit(a, b string) bool {
	if d := len(a) - len(b); d > 4 || d < -4 || a == b {
		return false
	}
	p, q := []rune(a), []rune(b)
	if len(p) < len(q) {
		p, q = q, p
	}
	if len(p)-len(q) > 1 {
		return false
	}
	i := 0
	for i < len(q) && p[i] == q[i] {
		i++
	}
	if len(p) > len(q) {
		return slices.Equal(p[i+1:], q[i:])
	}
	if i == len(q) {
		return false
	}
	return slices.Equal(p[i+1:], q[i+1:]) || i+1 < len(q) && p[i] == q[i+1] && p[i+1] == q[i] && slices.Equal(p[i+2:], q[i+2:])
}
