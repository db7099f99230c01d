package subject

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// phrase reads one noun phrase: the whole of it is a subject, and so are the names in it.
func (f *finder) phrase(i, j int, aside, framed bool) {
	alone := j-i == 1 && !f.articled
	for i < j && f.modifies(i) {
		i, framed = i+1, true
	}
	for j-i > 1 && f.toks[j-1].kind == word && f.toks[j-1].role&tail != 0 {
		j--
	}
	for j > i && f.toks[j-1].kind == word && f.toks[j-1].role&adj != 0 && f.toks[j-1].role&noun == 0 && shape(f.toks[j-1].text) < name {
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
		for run < j && f.toks[run].kind == word && (f.capital(run) || run == i && f.opens(run)) && shape(f.toks[run].text) < name {
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
				f.add(mention{key: key(f.toks[k].text), form: f.toks[k].text, cls: name, at: f.toks[k].at, over: over, aside: aside})
			}
		}
	}
}

// modifies tells a generic modifier, such as "new" or "read-only".
func (f *finder) modifies(i int) bool {
	t := &f.toks[i]
	if t.kind != word || f.capital(i) || shape(t.text) >= name {
		return false
	}
	return t.role&(adj|inflected) != 0 || strings.Contains(t.text, "-") && joined(t.text) == plain
}

// pairs adds the neighbours in a phrase of a language in which little tells nouns from what
// follows them. That they come up again, in front, is what makes them a name.
func (f *finder) pairs(i, j int, aside, framed bool) {
	for k := i; k+1 < j; k++ {
		end := k + 2
		if f.joins(f.toks[k+1].low) {
			end++
		}
		if end > j || f.joins(f.toks[k].low) || !f.noun(k) || !f.noun(end-1) || generic(f.toks[k].low) && generic(f.toks[end-1].low) {
			continue
		}
		m := mention{form: joinWords(f.toks[k:end]), cls: phrase, at: f.toks[k].at, own: true, over: -1, aside: aside, framed: framed && k == i}
		m.key = key(m.form)
		f.add(m)
	}
}

// noun tells a word that may be one: letters only, and written like any other.
func (f *finder) noun(i int) bool {
	t := &f.toks[i]
	return t.kind == word && t.role&empty == 0 && allLetters(t.text) && utf8.RuneCountInString(t.text) > 3 && shape(t.text) < name
}

// opens tells a word with a capital that it may owe to the sentence it begins, but that may
// as well be a name.
func (f *finder) opens(i int) bool {
	t := &f.toks[i]
	r, _ := utf8.DecodeRuneInString(t.text)
	return t.first && !f.headline && f.lang != prose.DE && unicode.IsUpper(r) && !generic(t.low)
}

// properName is a name of several words, all with a capital: Claude Code, Google Drive.
func (f *finder) properName(i, j, end, whole int, aside bool) mention {
	m := mention{form: joinWords(f.toks[i:j]), cls: name, at: f.toks[i].at, own: true, over: whole, aside: aside}
	m.key = key(m.form)
	f.labelled(&m, j, end)
	return m
}

// labelled adds to a name the kind of thing it is, where that follows.
func (f *finder) labelled(m *mention, next, end int) {
	if next < end && f.toks[next].kind == word && f.toks[next].role&label != 0 {
		m.form, m.aka, m.framed = m.form+" "+f.toks[next].low, true, true
	}
}

// whole adds the phrase itself and returns its index, or -1 when it is none.
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
			if len(m) == 0 || m[0].cls == command && strings.Contains(text, " ") || k == len(t)-1 {
				return -1
			}
			text = m[0].form
			names++
		case f.named(i + k):
			names++
		case unnamed(text) && !allLetters(text), utf8.RuneCountInString(text) < 2:
			return -1
		case t[k].role&(common|label) == 0:
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
	if last.kind == word && last.role&label != 0 && f.oneName(i, j-1) {
		return -1 // the name with its label: see single
	}
	m := mention{form: form.String(), cls: phrase, at: t[0].at, own: true, over: -1, aside: aside, framed: framed}
	switch {
	case names > 0:
		m.cls = name
	case specific == 0 || len(t) == 2 && attributive(t[0].low) && last.role&(noun|label) != 0:
		m.cls = plain // everyday words: a name only where something is called so
	}
	m.key = key(m.form)
	at := f.add(m)
	if m.cls == plain {
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
		in := mention{form: joinWords(sub), cls: phrase, at: sub[0].at, over: at, aside: aside}
		if cut[0] == 0 && strings.HasSuffix(last.low, "s") {
			in.own, in.framed = true, framed // "the row writer sorts": the last word may be a verb
		}
		in.key = key(in.form)
		f.add(in)
	}
	return at
}

// attributive tells, by its ending, an adjective from a noun before another noun: with a
// generic noun behind it, it names nothing.
func attributive(low string) bool {
	if len(low) < 5 {
		return false
	}
	for _, end := range []string{"al", "ed", "ive", "ous", "able", "ible", "ary", "ic", "ful", "less", "ish", "ant", "est", "er"} {
		if strings.HasSuffix(low, end) && (end != "er" && end != "ic" && end != "al" || lexicon()[low] != 0) {
			return true
		}
	}
	return strings.HasSuffix(low, "ical") || strings.HasSuffix(low, "ional")
}

// oneName tells whether toks[i:j] is a name and nothing else.
func (f *finder) oneName(i, j int) bool {
	if j-i == 1 {
		return f.named(i)
	}
	for k := i; k < j; k++ {
		if !f.capital(k) && !f.opens(k) || shape(f.toks[k].text) >= name {
			return false
		}
	}
	return true
}

func (f *finder) generic(toks []token) bool {
	for i := range toks {
		if toks[i].kind == code || toks[i].role&(common|label) == 0 || shape(toks[i].text) >= name {
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
func (f *finder) symbol(i int) []mention {
	t := &f.toks[i]
	switch {
	case t.kind == code:
		return fromCode(t.text, t.at)
	case strings.ContainsAny(t.text, "/.:") || shape(t.text) >= ident:
		return fromSymbol(t.text, t.at, false)
	}
	return []mention{symbol(t.text, t.text, name, t.at)}
}

// single adds what one token of the phrase that ends before end names.
func (f *finder) single(i, end, whole int, aside, framed, alone bool) {
	t := &f.toks[i]
	if f.named(i) {
		f.symbols(f.symbol(i), i, end, whole, aside)
		return
	}
	if generic(t.low) || unnamed(t.text) {
		return
	}
	m := mention{key: key(t.text), form: t.text, cls: plain, at: t.at, own: t.role&tool == 0, over: whole, aside: aside, framed: framed, alone: alone && nounlike(t.low)}
	switch {
	case strings.Contains(t.text, "-") && joined(t.text) == plain, strings.ContainsAny(t.text, "'’"):
		return
	case strings.Contains(t.text, "-") && framed,
		f.lang == prose.DE && utf8.RuneCountInString(t.text) >= 10 && unicode.IsUpper([]rune(t.text)[0]):
		m.cls = phrase
	case strings.ContainsAny(t.text, "/.:"):
		f.symbols(fromSymbol(t.text, t.at, false), i, end, whole, aside)
		return
	}
	f.add(m)
}

// nounlike tells what may be a singular noun from plurals, participles and adjectives.
func nounlike(low string) bool {
	for _, end := range []string{"s", "ed", "ing", "able", "ible", "ful", "less", "ous", "ive"} {
		if strings.HasSuffix(low, end) && !strings.HasSuffix(low, "ss") {
			return false
		}
	}
	return true
}

// symbols adds what a token names, the widest first, with the label that follows it.
func (f *finder) symbols(ms []mention, i, end, whole int, aside bool) {
	var at [maxCommand]int
	for k, m := range ms {
		m.ticked, m.aside = f.toks[i].kind == code, aside
		if m.over >= 0 {
			m.over = at[m.over]
		} else {
			m.over = whole
		}
		if k == 0 {
			f.labelled(&m, i+1, end)
		}
		at[k] = f.add(m)
	}
}
