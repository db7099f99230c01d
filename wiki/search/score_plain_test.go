package search

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/search/token"
)

// plain ranks texts by BM25 over their words.
type plain struct {
	texts  []unit
	words  func(string) []string
	count  []map[string]float64
	length []float64
	df     map[string]float64
	mean   float64
}

func newPlain(texts []unit, words func(string) []string) *plain {
	p := &plain{texts: texts, words: words, df: map[string]float64{}}
	for _, u := range texts {
		said := words(u.text)
		count := map[string]float64{}
		for _, w := range said {
			count[w]++
		}
		for w := range count {
			p.df[w]++
		}
		p.count = append(p.count, count)
		p.length = append(p.length, float64(len(said)))
		p.mean += float64(len(said)) / float64(len(texts))
	}
	return p
}

func (p *plain) rank(text string) []string {
	score := make([]float64, len(p.texts))
	for _, w := range p.words(text) {
		n, df := float64(len(p.texts)), p.df[w]
		idf := math.Log(1 + (n-df+0.5)/(df+0.5))
		for i := range score {
			tf := p.count[i][w]
			score[i] += idf * tf * 2.2 / (tf + 1.2*(0.25+0.75*p.length[i]/p.mean))
		}
	}
	order := make([]int, 0, len(score))
	for i := range score {
		if score[i] > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(score[j], score[i]) })
	var out []string
	for _, i := range order[:min(10, len(order))] {
		out = append(out, p.texts[i].key)
	}
	return out
}

// spacedWords are the runs of letters and digits of a text, in lower case.
func spacedWords(text string) []string { return runs(text, func(rune) bool { return false }) }

// pairWords are these, and of scripts without spaces the pairs of characters.
func pairWords(text string) []string {
	return runs(text, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー'
	})
}

// tokenWords are the tokens of TOKENS.md, without stems.
func tokenWords(text string) []string { return stemmed(text, "") }

func stemWords(text string) []string { return stemmed(text, "en") }

func stemmed(text, lang string) (out []string) {
	for _, t := range token.Tokens(text, lang) {
		out = append(out, t.Term)
	}
	return out
}

func runs(text string, wide func(rune) bool) (out []string) {
	var run []rune
	end := func() {
		switch {
		case len(run) > 1 && wide(run[0]):
			for i := range run[1:] {
				out = append(out, string(run[i:i+2]))
			}
		case len(run) > 0:
			out = append(out, string(run))
		}
		run = run[:0]
	}
	for _, r := range strings.ToLower(text) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			end()
			continue
		}
		if len(run) > 0 && wide(run[0]) != wide(r) {
			end()
		}
		run = append(run, r)
	}
	end()
	return out
}
