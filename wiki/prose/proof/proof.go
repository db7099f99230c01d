// Package proof holds a text against what it rests on: what it says that the other does not.
//
// A text says values, which have to stand in the other in the same letters: numbers, dates, hashes,
// paths, addresses, names, code and quotations (value.go, number.go). It speaks of something, which
// the other has to speak of too (evidence.go), and says that it is so or is not (negate.go). Two
// writings of one thing agree (fold.go), and what no reader sees is no text (visible.go).
//
// Whoever has a model write, of turns or of entries, lets in only what passes.
package proof

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Together is what several turns say.
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

// Amiss says which value of a text is in none of what was said.
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

// Lures tells a line that would have a reader fetch something from the web and run it.
func Lures(s string) bool {
	low := strings.ToLower(s)
	for _, fetch := range [...]string{"curl ", "wget ", "iwr ", "irm ", "invoke-webrequest", "fetch "} {
		_, rest, ok := strings.Cut(low, fetch)
		if !ok {
			continue
		}
		_, rest, ok = strings.Cut(rest, "|")
		f := strings.FieldsFunc(rest, func(r rune) bool { return !('a' <= r && r <= 'z') })
		if ok && slices.ContainsFunc(f[:min(2, len(f))], func(w string) bool {
			return slices.Contains([]string{"sh", "bash", "zsh", "dash", "ksh", "fish", "python", "node", "perl", "ruby", "iex"}, w)
		}) {
			return true
		}
	}
	return false
}
