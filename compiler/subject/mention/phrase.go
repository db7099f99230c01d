package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// phrase reads one noun phrase: the phrase is a subject, and so are the names in it.
func (f *finder) phrase(i, j int, aside, framed bool) {
	alone := j-i == 1 && !f.articled
	for i < j && f.modifies(i) {
		i, framed = i+1, true
	}
	for j-i > 1 && f.toks[j-1].kind == word && f.toks[j-1].role&tail != 0 {
		j--
	}
	for j > i && f.toks[j-1].kind == word && f.toks[j-1].role&adj != 0 && f.toks[j-1].role&Noun == 0 && Shape(f.toks[j-1].text) < Name {
		j--
	}
	if i >= j {
		return
	}
	whole := -1
	switch n := j - i; {
	case f.lang == prose.ES || f.lang == prose.FR || f.lang == prose.PT || f.lang == prose.RU:
		f.pairs(i, j, aside, framed)
	case n > 1 && n <= 4:
		whole = f.whole(i, j, aside, framed)
	}
	for k := i; k < j; {
		run := k
		for run < j && f.toks[run].kind == word && (f.capital(run) || run == i && f.opens(run)) && Shape(f.toks[run].text) < Name {
			run++
		}
		if run-k < 2 {
			f.single(k, j, whole, aside, framed && (k == j-1 || f.lang == prose.DE), alone)
			k++
			continue
		}
		over := f.add(f.properName(k, run, j, whole, aside))
		for ; k < run; k++ {
			if f.named(k) {
				f.add(Mention{Key: Key(f.toks[k].text), Form: f.toks[k].text, Class: Name, At: f.toks[k].at, Over: over, Aside: aside})
			}
		}
	}
}

// modifies reports whether a word is a generic modifier, such as "new" or "read-only".
func (f *finder) modifies(i int) bool {
	t := &f.toks[i]
	if t.kind != word || f.capital(i) || Shape(t.text) >= Name {
		return false
	}
	return t.role&(adj|Inflected) != 0 || strings.Contains(t.text, "-") && joined(t.text) == Plain
}

// pairs adds neighbouring words of a phrase in a language where nouns are hard to tell from what follows them. A pair
// that occurs again at the front of a phrase is a name.
func (f *finder) pairs(i, j int, aside, framed bool) {
	for k := i; k+1 < j; k++ {
		end := k + 2
		if f.joins(f.toks[k+1].low) {
			end++
		}
		if end > j || f.joins(f.toks[k].low) || !f.noun(k) || !f.noun(end-1) || Generic(f.toks[k].low) && Generic(f.toks[end-1].low) {
			continue
		}
		m := Mention{Form: joinWords(f.toks[k:end]), Class: Phrase, At: f.toks[k].at, Own: true, Over: -1, Aside: aside, Framed: framed && k == i}
		m.Key = Key(m.Form)
		f.add(m)
	}
}

// noun reports whether a word may be a noun: letters only, and written like any other word.
func (f *finder) noun(i int) bool {
	t := &f.toks[i]
	return t.kind == word && t.role&empty == 0 && allLetters(t.text) && utf8.RuneCountInString(t.text) > 3 && Shape(t.text) < Name
}

// opens reports whether a word may have its capital from starting a sentence, but may also be a name.
func (f *finder) opens(i int) bool {
	t := &f.toks[i]
	r, _ := utf8.DecodeRuneInString(t.text)
	return t.first && !f.headline && f.lang != prose.DE && unicode.IsUpper(r) && !Generic(t.low)
}

// properName returns a name of several words, all with a capital: Claude Code, Google Drive.
func (f *finder) properName(i, j, end, whole int, aside bool) Mention {
	m := Mention{Form: joinWords(f.toks[i:j]), Class: Name, At: f.toks[i].at, Own: true, Over: whole, Aside: aside}
	m.Key = Key(m.Form)
	f.labelled(&m, j, end)
	return m
}

// labelled adds the kind of thing to a name if it follows.
func (f *finder) labelled(m *Mention, next, end int) {
	if next < end && f.toks[next].kind == word && f.toks[next].role&Label != 0 {
		m.Form, m.Labelled, m.Framed = m.Form+" "+f.toks[next].low, true, true
	}
}

// whole adds the phrase itself and returns its index, or -1 if it is no subject.
func (f *finder) whole(i, j int, aside, framed bool) int {
	t := f.toks[i:j]
	last := &t[len(t)-1]
	specific, names := 0, 0
	var form strings.Builder
	for k := range t {
		text := t[k].text
		switch {
		case t[k].kind == code:
			m := fromCode(text, t[k].at)
			if len(m) == 0 || m[0].Class == Command && strings.Contains(text, " ") || k == len(t)-1 {
				return -1
			}
			text = m[0].Form
			names++
		case f.named(i + k):
			names++
		case unnamed(text) && !allLetters(text), utf8.RuneCountInString(text) < 2:
			return -1
		case t[k].role&(common|Label) == 0:
			specific++
		}
		if k > 0 {
			form.WriteByte(' ')
		}
		form.WriteString(text)
	}
	if names == 0 && len(t) > 3 || last.kind == word && strings.ContainsAny(last.text, "/.") {
		return -1
	}
	if last.kind == word && last.role&Label != 0 && f.oneName(i, j-1) {
		return -1 // the name with its label: see single
	}
	m := Mention{Form: form.String(), Class: Phrase, At: t[0].at, Own: true, Over: -1, Aside: aside, Framed: framed}
	switch {
	case names > 0:
		m.Class = Name
	case specific == 0 || len(t) == 2 && attributive(t[0].low) && last.role&(Noun|Label) != 0:
		m.Class = Plain // everyday words: a name only if something has that name
	}
	m.Key = Key(m.Form)
	at := f.add(m)
	if m.Class == Plain {
		return -1
	}
	for _, cut := range [][2]int{{1, len(t)}, {0, len(t) - 1}} {
		if len(t) < 3 {
			break
		}
		sub := t[cut[0]:cut[1]]
		if f.generic(sub) {
			continue
		}
		in := Mention{Form: joinWords(sub), Class: Phrase, At: sub[0].at, Over: at, Aside: aside}
		if cut[0] == 0 && strings.HasSuffix(last.low, "s") {
			in.Own, in.Framed = true, framed // "the row writer sorts": the last word may be a verb
		}
		in.Key = Key(in.Form)
		f.add(in)
	}
	return at
}

// attributive reports, by its ending, whether a word before another noun is an adjective: with a generic noun after
// it, it names nothing.
func attributive(low string) bool {
	if len(low) < 5 {
		return false
	}
	for _, end := range []string{"al", "ed", "ive", "ous", "able", "ible", "ary", "ic", "ful", "less", "ish", "ant", "est", "er"} {
		if strings.HasSuffix(low, end) && (end != "er" && end != "ic" && end != "al" || Lexicon()[low] != 0) {
			return true
		}
	}
	return strings.HasSuffix(low, "ical") || strings.HasSuffix(low, "ional")
}

// oneName reports whether toks[i:j] is a name and nothing else.
func (f *finder) oneName(i, j int) bool {
	if j-i == 1 {
		return f.named(i)
	}
	for k := i; k < j; k++ {
		if !f.capital(k) && !f.opens(k) || Shape(f.toks[k].text) >= Name {
			return false
		}
	}
	return true
}

func (f *finder) generic(toks []token) bool {
	for i := range toks {
		if toks[i].kind == code || toks[i].role&(common|Label) == 0 || Shape(toks[i].text) >= Name {
			return false
		}
	}
	return true
}

func joinWords(toks []token) string {
	var b strings.Builder
	for i := range toks {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(toks[i].text)
	}
	return b.String()
}

func allLetters(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) {
			return false
		}
	}
	return true
}

// symbol reads a token that is a name by itself.
func (f *finder) symbol(i int) []Mention {
	t := &f.toks[i]
	switch {
	case t.kind == code:
		return fromCode(t.text, t.at)
	case strings.ContainsAny(t.text, "/.:") || Shape(t.text) >= Ident:
		return fromSymbol(t.text, t.at, false)
	}
	return []Mention{symbol(t.text, t.text, Name, t.at)}
}

// single adds what one token of the phrase that ends before end names.
func (f *finder) single(i, end, whole int, aside, framed, alone bool) {
	t := &f.toks[i]
	if f.named(i) {
		f.symbols(f.symbol(i), i, end, whole, aside)
		return
	}
	if Generic(t.low) || unnamed(t.text) {
		return
	}
	m := Mention{Key: Key(t.text), Form: t.text, Class: Plain, At: t.at, Own: t.role&tool == 0, Over: whole, Aside: aside, Framed: framed, Alone: alone && nounlike(t.low)}
	switch {
	case strings.Contains(t.text, "-") && joined(t.text) == Plain, strings.ContainsAny(t.text, "'’"):
		return
	case strings.Contains(t.text, "-") && framed,
		f.lang == prose.DE && utf8.RuneCountInString(t.text) >= 10 && unicode.IsUpper([]rune(t.text)[0]):
		m.Class = Phrase
	case strings.ContainsAny(t.text, "/.:"):
		f.symbols(fromSymbol(t.text, t.at, false), i, end, whole, aside)
		return
	}
	f.add(m)
}

// nounlike reports whether a word may be a singular noun, not a plural, participle or adjective.
func nounlike(low string) bool {
	for _, end := range []string{"s", "ed", "ing", "able", "ible", "ful", "less", "ous", "ive"} {
		if strings.HasSuffix(low, end) && !strings.HasSuffix(low, "ss") {
			return false
		}
	}
	return true
}

// symbols adds what a token names, the widest first, with the label that follows it.
func (f *finder) symbols(ms []Mention, i, end, whole int, aside bool) {
	var at [maxCommand]int
	for k, m := range ms {
		m.Ticked, m.Aside = f.toks[i].kind == code, aside
		if m.Over >= 0 {
			m.Over = at[m.Over]
		} else {
			m.Over = whole
		}
		if k == 0 {
			f.labelled(&m, i+1, end)
		}
		at[k] = f.add(m)
	}
}
