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
	at, head := f.toks[i].at, f.states(i, j)
	if f.lang == prose.JA || j > i+1 || f.toks[i].kind != han {
		f.compound(text, at, -1, 12, aside, head)
		return
	}
	for k, w := range cutHan(text) {
		f.heads(w, at, aside, k == 0)
	}
}

// maxHan is the length of a Chinese name, in characters.
const maxHan = 6

// heads adds a run of Han characters, its beginnings and its ends, because nothing marks where a word in it ends. The
// longest one that occurs again is the name.
func (f *finder) heads(text string, at int, aside, head bool) {
	rs := []rune(text)
	over := f.compound(text, at, -1, maxHan, aside, head)
	before, after := over, over
	for n := min(len(rs)-1, maxHan); n >= 3; n-- {
		before = f.compound(string(rs[:n]), at, before, maxHan, aside, head && at == 0)
		after = f.compound(string(rs[len(rs)-n:]), at, after, maxHan, aside, false)
	}
}

func (f *finder) compound(text string, at, over, most int, aside, head bool) int {
	if n := utf8.RuneCountInString(text); n < 3 || n > most || Lexicon()[text] != 0 {
		return over
	}
	m := named(text, text, Phrase, at)
	m.Over, m.Head, m.Lead = over, head, !aside
	return f.add(m, aside)
}

// cutHan splits a run of Han characters at function words and generic words.
func cutHan(s string) []string {
	var out []string
	from := 0
	cuts := func(w string) bool { return prose.IsStop(w, prose.ZH) || Lexicon()[w]&empty != 0 }
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		step := 0
		if _, m := utf8.DecodeRuneInString(s[i+n:]); m > 0 && cuts(s[i:i+n+m]) {
			step = n + m
		} else if cuts(s[i : i+n]) {
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
