package change

import (
	"slices"
	"strings"
)

// Where a sentence and a clause end.

// maxLabel is how many words before a colon are a heading, "In staging: ...", and not a sentence.
const maxLabel = 8

// sentenceEnd returns where the first sentence ends. A heading belongs to the text below it.
func sentenceEnd(toks []tok) int {
	for i := range toks {
		t := &toks[i]
		if !t.ends() {
			continue
		}
		if colon := t.word == ":" || t.word == "："; colon && i > 0 && i <= maxLabel && i+1 < len(toks) && !toks[0].has(drop) && !announces(toks[:i], &toks[i+1]) {
			t.sign = false
			continue
		}
		return i + 1
	}
	return len(toks)
}

// announces reports whether what stands before a colon is a sentence that only says that something is different now:
// "Small change of plan: ...", "I talked to the team: ...". What else stands there says of what the rest is.
func announces(toks []tok, next *tok) bool {
	return !next.has(place|from|to|into) && !slices.ContainsFunc(toks, func(t tok) bool { return t.has(correct | weak | fixed | drop) }) &&
		slices.ContainsFunc(toks, func(t tok) bool { return t.has(swapped|swap|now) || t.has(we) && !t.has(place) })
}

// joints are the words that may join two clauses.
var joints = map[string]bool{"and": true, "und": true, "y": true, "et": true, "e": true, "и": true}

// narrows reports whether a clause behind a comma only says which of those that the one before it names is meant: in
// German and Russian, whose commas stand there.
func narrows(toks []tok) bool {
	return strings.HasPrefix(toks[0].word, "котор") || toks[0].has(relative) && len(toks) > 2 && toks[len(toks)-1].has(final)
}

// outer returns the tokens of a sentence outside of parentheses, and those inside.
func outer(toks []tok) (out, inner []tok) {
	from := slices.IndexFunc(toks, func(t tok) bool { return t.sign && (t.word == "(" || t.word == "（") })
	if from <= 0 {
		return toks, nil
	}
	to := from
	for to < len(toks) && toks[to].word != ")" && toks[to].word != "）" {
		to++
	}
	inner = toks[from+1 : to]
	return slices.Concat(toks[:from], toks[min(to+1, len(toks)):]), inner
}

// joins reports whether the sign at j does not end the clause that begins at i: a place before its comma, "in
// staging, ...", what an instead stands before, and the new value behind a comma, "renamed, to".
func joins(toks []tok, i, j int) bool {
	if j == i || j+1 >= len(toks) || toks[j].has(reason) || !(toks[j].word == "," || toks[j].word == "，" || toks[j].word == "、") {
		return false
	}
	if toks[i].has(place|instead) && !toks[i].has(swapped) && j-i <= maxLabel {
		return true
	}
	if toks[j-1].word == "て" { // "変更して、...になりました"
		return slices.ContainsFunc(toks[max(i, j-3):j], func(t tok) bool { return t.has(swapped) })
	}
	return toks[j+1].has(to|into) && slices.ContainsFunc(toks[i:j], func(t tok) bool { return t.has(swapped) })
}
