package mention

import (
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// spaceless reads a run of Han and Katakana. Japanese writes the particles between words in Hiragana, so the run is a
// word or a compound. Chinese does not; there function words cut the run.
func (f *finder) spaceless(i, j int, aside bool) {
	text := ""
	for _, t := range f.toks[i:j] {
		text += t.text
	}
	at := f.toks[i].at
	if f.lang != prose.JA && j == i+1 && f.toks[i].kind == han {
		for _, w := range cutHan(text) {
			f.heads(w, at, aside)
		}
		return
	}
	f.compound(text, at, aside)
}

// heads adds a run of Han characters, its beginnings and its ends, because nothing marks where a word in it ends. The
// longest one that occurs again is the name.
func (f *finder) heads(text string, at int, aside bool) {
	rs := []rune(text)
	over := -1
	if len(rs) <= maxHan {
		over = f.compound(text, at, aside)
	}
	before, after := over, over
	for n := min(len(rs)-1, maxHan); n >= 3; n-- {
		before = f.part(string(rs[:n]), at, before, aside)
		after = f.part(string(rs[len(rs)-n:]), at, after, aside)
	}
}

const maxHan = 6

func (f *finder) part(text string, at, over int, aside bool) int {
	return f.add(Mention{Key: Key(text), Form: text, Class: Phrase, At: at, Own: true, Over: over, Aside: aside, Framed: true})
}

func (f *finder) compound(text string, at int, aside bool) int {
	n := utf8.RuneCountInString(text)
	if n < 2 || n > 12 || Lexicon()[text] != 0 {
		return -1
	}
	return f.add(Mention{Key: Key(text), Form: text, Class: Phrase, At: at, Own: n > 2, Over: -1, Aside: aside, Framed: true})
}

// cutHan splits a run of Han characters at function words and generic words.
func cutHan(s string) []string {
	var out []string
	from := 0
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		step := 0
		if i+n < len(s) {
			_, m := utf8.DecodeRuneInString(s[i+n:])
			if pair := s[i : i+n+m]; Lexicon()[pair]&empty != 0 || prose.IsStop(pair, prose.ZH) {
				step = n + m
			}
		}
		if step == 0 && (prose.IsStop(s[i:i+n], prose.ZH) || Lexicon()[s[i:i+n]]&empty != 0) {
			step = n
		}
		if step == 0 {
			i += n
			continue
		}
		if i > from {
			out = append(out, s[from:i])
		}
		i += step
		from = i
	}
	if from < len(s) {
		out = append(out, s[from:])
	}
	return out
}
