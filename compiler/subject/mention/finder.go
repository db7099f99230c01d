package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Find returns the subjects that a line names, each once. The line is plain text with inline code still in its ticks.
func Find(line string, lang prose.Lang) []Mention {
	f := finder{toks: scan(line, lang), lang: lang}
	f.headline = headline(f.toks)
	depth := 0
	for i := 0; i < len(f.toks); {
		switch t := &f.toks[i]; t.kind {
		case opened:
			depth++
			i++
		case closed:
			depth = max(depth-1, 0)
			i++
		case stop:
			i++
		case quoted:
			if n := utf8.RuneCountInString(t.text); n >= 2 && n <= 20 && !Generic(strings.ToLower(t.text)) {
				f.add(Mention{Key: Key(t.text), Form: t.text, Class: Name, At: t.at, Own: true, Over: -1, Aside: depth > 0})
			}
			i++
		case han, kana:
			j := i + 1
			for j < len(f.toks) && f.toks[j].tight {
				j++
			}
			f.spaceless(i, j, depth > 0)
			i = j
		default:
			if t.kind == word && t.role&empty != 0 {
				i++
				continue
			}
			j := f.runEnd(i)
			f.chunk(i, j, depth > 0)
			i = j
		}
	}
	return f.out
}

// A finder collects the mentions of one line.
type finder struct {
	toks     []token
	lang     prose.Lang
	headline bool // capitals say nothing: most words have one
	articled bool // an article or a similar word precedes the current phrase
	out      []Mention
}

// add keeps the mention of each key with the highest class.
func (f *finder) add(m Mention) int {
	if m.Key == "" {
		return -1
	}
	for i := range f.out {
		o := &f.out[i]
		if o.Key != m.Key {
			continue
		}
		if o.Aside && !m.Aside || o.Over >= 0 && m.Over < 0 {
			o.Aside, o.Over, o.Own, o.At = m.Aside, m.Over, m.Own, m.At
		}
		if m.Class > o.Class {
			o.Class, o.Form, o.Labelled = m.Class, m.Form, m.Labelled
		}
		o.Own = o.Own || m.Own
		o.Framed = o.Framed || m.Framed
		o.Alone = o.Alone || m.Alone
		return i
	}
	f.out = append(f.out, m)
	return len(f.out) - 1
}

// headline reports whether most words of a line have a capital.
func headline(toks []token) bool {
	words, capitals := 0, 0
	for i := range toks {
		if toks[i].kind != word {
			continue
		}
		words++
		if r, _ := utf8.DecodeRuneInString(toks[i].text); unicode.IsUpper(r) {
			capitals++
		}
	}
	return words >= 4 && capitals*10 > words*6
}
