package subject

import (
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// spaceless reads a run of Han and Katakana. Japanese puts the particles between words in
// Hiragana, so the run is a word or a compound. Chinese does not: its function words cut the
// run.
func (f *finder) spaceless(i, j int, aside bool) {
	text := ""
	for _, t := range f.toks[i:j] {
		text += t.text
	}
	at := f.toks[i].at
	if f.lang != prose.JA && j == i+1 && f.toks[i].kind == han {
		for _, w := range cutHan(text) {
			f.compound(w, at, aside)
		}
		return
	}
	f.compound(text, at, aside)
}

func (f *finder) compound(text string, at int, aside bool) {
	n := utf8.RuneCountInString(text)
	if n < 2 || n > 12 || lexicon[text] != 0 {
		return
	}
	f.add(mention{key: key(text), form: text, cls: phrase, at: at, own: n > 2, over: -1, aside: aside, framed: true})
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
			if pair := s[i : i+n+m]; lexicon[pair] != 0 || prose.IsStop(pair, prose.ZH) {
				step = n + m
			}
		}
		if step == 0 && prose.IsStop(s[i:i+n], prose.ZH) {
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
