// Package proof checks a text against its sources and reports what they do not say.
//
// A text states values, which must occur in the sources literally: numbers, dates, hashes, paths, addresses,
// names, code and quotations (value.go, number.go). Its subject must occur in the sources (evidence.go,
// stranger.go), and no phrase of it may be made up (unsaid.go). It must not turn round what they say: its clauses
// (claim.go) agree with those they are nearest to in what is denied, allowed, how much, when and by whom (refute.go),
// and do not exchange who does what to whom (role.go). Two spellings of the same agree (fold.go), and what no reader
// sees is ignored (visible.go). Where code cannot tell, it says so (unsaid.go), and a model can be asked.
//
// Every text that a model writes, about turns or entries, is accepted only if it passes.
package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Together joins what several turns say.
func Together(said []*Evidence) *Evidence {
	if len(said) == 1 {
		return said[0]
	}
	e := &Evidence{words: map[string]bool{}}
	for _, x := range said {
		for w := range x.stems() {
			e.words[w] = true
		}
	}
	return e
}

// Amiss returns a description of a value of a text that none of the sources holds, "" if there is none.
func Amiss(text string, said []*Evidence) string {
	if strings.Contains(text, LeftOut) {
		return "it holds a comment that no reader sees"
	}
	for _, v := range valuesOf(text) {
		if !slices.ContainsFunc(said, v.is) {
			return fmt.Sprintf("%s %s is not in what it rests on", v.what, strconv.Quote(v.text))
		}
	}
	return ""
}

// Held counts the values of a text, and those of them that a source holds.
func Held(text string, said []*Evidence) (held, all int) {
	for _, v := range valuesOf(text) {
		all++
		held += prose.Bit(slices.ContainsFunc(said, v.is))
	}
	return held, all
}

// Attributes reports whether a text tells somebody's word for what it says.
func Attributes(text string) bool {
	words := wordsOf(strings.ToLower(Folded(text)))
	for i, w := range words {
		if lexicon().told[w] || i > 0 && lexicon().says[stem(w)] && lexicon().who[words[i-1]] == "agent" {
			return true
		}
	}
	return false
}

// Lures reports whether a text would have a reader download something from the web and run it. An agent that repeats such
// a line read it somewhere.
func Lures(s string) bool {
	return strings.Contains(s, "|") && fetchAndRun().MatchString(s) || strings.Contains(s, "iex") && runFetched().MatchString(s)
}

var (
	fetchAndRun = lazy.Regexp("(?i)\\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest)\\b[^|\\n]*\\|[\\s`]*(?:sudo\\s+)?(?:(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|iex)\\b")
	runFetched  = lazy.Regexp(`(?i)\biex\b.*\b(?:iwr|irm|invoke-webrequest|downloadstring)\b`)
)
