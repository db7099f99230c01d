package subject

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// mentions returns the subjects that a line names, each once. The line is plain text, whose
// inline code keeps its ticks.
func mentions(line string, lang prose.Lang) []mention {
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
			if n := utf8.RuneCountInString(t.text); n >= 2 && n <= 20 && !generic(strings.ToLower(t.text)) {
				f.add(mention{key: key(t.text), form: t.text, cls: name, at: t.at, own: true, over: -1, aside: depth > 0})
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
	out      []mention
}

// add keeps the most telling mention of each key.
func (f *finder) add(m mention) int {
	if m.key == "" {
		return -1
	}
	for i := range f.out {
		o := &f.out[i]
		if o.key != m.key {
			continue
		}
		if o.aside && !m.aside || o.over >= 0 && m.over < 0 {
			o.aside, o.over, o.own, o.at = m.aside, m.over, m.own, m.at
		}
		if m.cls > o.cls {
			o.cls, o.form, o.aka = m.cls, m.form, m.aka
		}
		o.own = o.own || m.own
		o.framed = o.framed || m.framed
		return i
	}
	f.out = append(f.out, m)
	return len(f.out) - 1
}

// runEnd returns where the run of words and code that starts at i ends. "de" and its kin hold
// a Romance noun phrase together.
func (f *finder) runEnd(i int) int {
	j := i
	for j < len(f.toks) {
		t := &f.toks[j]
		if t.kind != word && t.kind != code {
			break
		}
		if t.kind == word && t.role&empty != 0 && !(f.joins(t.low) && j > i && j+1 < len(f.toks) && f.content(j+1)) {
			break
		}
		j++
	}
	return j
}

func (f *finder) content(i int) bool {
	t := &f.toks[i]
	return t.kind == code || t.kind == word && t.role&empty == 0
}

func (f *finder) joins(low string) bool {
	switch f.lang {
	case prose.ES:
		return low == "de" || low == "del"
	case prose.FR:
		return low == "de" || low == "du" || low == "des"
	case prose.PT:
		return low == "de" || low == "do" || low == "da" || low == "dos" || low == "das"
	}
	return false
}

// chunk reads the run toks[i:j]: verbs cut it into noun phrases.
func (f *finder) chunk(i, j int, aside bool) {
	left := role(0)
	if i > 0 && f.toks[i-1].kind == word {
		left = f.toks[i-1].role
	}
	right := role(0)
	if j < len(f.toks) && f.toks[j].kind == word {
		right = f.toks[j].role
	}
	if left&(pron|aux|adv) != 0 && left&(det|prep) == 0 && f.verbal(i) {
		i, left = i+1, verb // after "we", "does", "to" comes a verb
	}
	if i < j && right&(det|pron) != 0 && right&conj == 0 && f.verbal(j-1) && j-i > 1 {
		j, right = j-1, verb // before "the" stands one
	}
	from := i
	for k := i; k <= j; k++ {
		if k < j && !f.cuts(k, from) {
			continue
		}
		if k > from {
			l := left
			if from > i {
				l = verb
			}
			f.phrase(from, k, aside, l&(det|prep|verb) != 0 || from > 0 && f.toks[from-1].kind == stop)
		}
		from = k + 1
		if k < j && f.toks[k].role&adj != 0 {
			from = k
		}
	}
}

// cuts tells whether the word at i ends the noun phrase that began at from: it is a verb, or
// an adjective, with which another begins.
func (f *finder) cuts(i, from int) bool {
	t := &f.toks[i]
	if t.kind != word || !f.verbal(i) {
		return false
	}
	return t.role&(verb|inflected) != 0 || t.role&lemma != 0 && t.first || t.role&adj != 0 && t.role&noun == 0 && i > from
}

// verbal tells a word that may be a verb: it is not written like a name.
func (f *finder) verbal(i int) bool {
	t := &f.toks[i]
	return t.kind == word && shape(t.text) < name && !f.capital(i)
}

// capital tells a word whose capital letter says that it is a name.
func (f *finder) capital(i int) bool {
	t := &f.toks[i]
	if t.kind != word || t.first || f.headline || f.lang == prose.DE || generic(t.low) && t.role&(noun|label) == 0 {
		return false
	}
	r, n := utf8.DecodeRuneInString(t.text)
	return unicode.IsUpper(r) && n < len(t.text) && (t.text[n:] == t.low[min(n, len(t.low)):])
}

// named tells a token that names something by itself.
func (f *finder) named(i int) bool {
	t := &f.toks[i]
	if t.kind == code {
		return true
	}
	if unnamed(t.text) {
		return false
	}
	if generic(t.low) {
		return false
	}
	return shape(t.text) >= name || f.capital(i) && (!strings.Contains(t.text, "-") || joined(t.text) > plain)
}

// phrase reads one noun phrase: the whole of it is a subject, and so are the names in it.
func (f *finder) phrase(i, j int, aside, framed bool) {
	for i < j && f.toks[i].kind == word && f.toks[i].role&(adj|inflected) != 0 && !f.capital(i) && shape(f.toks[i].text) < name {
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
	if n := j - i; n > 1 && n <= 4 {
		whole = f.whole(i, j, aside, framed)
	}
	for k := i; k < j; {
		run := k
		for run < j && f.toks[run].kind == word && (f.capital(run) || run == i && f.opens(run)) && shape(f.toks[run].text) < name {
			run++
		}
		if run-k < 2 {
			f.single(k, j, whole, aside, framed && k == j-1)
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
		case unnamed(text) && !allLetters(text):
			return -1
		case t[k].role&(common|label) == 0:
			specific++
		}
		if k > 0 {
			form.WriteByte(' ')
		}
		form.WriteString(text)
	}
	if names == 0 && (specific == 0 || len(t) == 2 && attributive(t[0].low) && last.role&(noun|label) != 0 || len(t) > 3) || last.kind == word && strings.ContainsAny(last.text, "/.") {
		return -1
	}
	m := mention{form: form.String(), cls: phrase, at: t[0].at, own: true, over: -1, aside: aside, framed: framed}
	if names > 0 {
		m.cls = name
	}
	if last.kind == word && last.role&label != 0 && f.oneName(i, j-1) {
		return -1 // the name with its label: see single
	}
	m.key = key(m.form)
	at := f.add(m)
	for _, cut := range [][2]int{{1, len(t)}, {0, len(t) - 1}} {
		if len(t) < 3 {
			break
		}
		sub := t[cut[0]:cut[1]]
		if f.generic(sub) {
			continue
		}
		in := mention{form: joinWords(sub), cls: phrase, at: sub[0].at, over: at, aside: aside}
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
		if strings.HasSuffix(low, end) && (end != "er" && end != "ic" && end != "al" || lexicon[low] != 0) {
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
func (f *finder) symbol(i int) (mention, bool) {
	t := &f.toks[i]
	if t.kind == code {
		if ms := fromCode(t.text, t.at); len(ms) > 0 {
			return ms[0], true
		}
		return mention{}, false
	}
	if strings.ContainsAny(t.text, "/.:") || shape(t.text) >= ident {
		return fromSymbol(t.text, t.at, false)
	}
	return mention{key: key(t.text), form: t.text, cls: name, at: t.at, own: true, over: -1}, true
}

// single adds what one token of the phrase that ends before end names.
func (f *finder) single(i, end, whole int, aside, framed bool) {
	t := &f.toks[i]
	if t.kind == code {
		var at [maxCommand]int
		for k, m := range fromCode(t.text, t.at) {
			m.ticked = true
			if m.aside = aside; k == 0 {
				f.labelled(&m, i+1, end)
			}
			if m.over >= 0 {
				m.over = at[m.over]
			} else {
				m.over = whole
			}
			at[k] = f.add(m)
		}
		return
	}
	if f.named(i) {
		if m, ok := f.symbol(i); ok {
			m.over, m.aside = whole, aside
			f.labelled(&m, i+1, end)
			f.add(m)
		}
		return
	}
	if generic(t.low) || unnamed(t.text) {
		return
	}
	m := mention{key: key(t.text), form: t.text, cls: plain, at: t.at, own: t.role&tool == 0, over: whole, aside: aside, framed: framed}
	switch {
	case strings.Contains(t.text, "-") && joined(t.text) == plain, strings.ContainsAny(t.text, "'’"):
		return
	case strings.Contains(t.text, "-") && framed,
		f.lang == prose.DE && utf8.RuneCountInString(t.text) >= 10 && unicode.IsUpper([]rune(t.text)[0]):
		m.cls = phrase
	case strings.ContainsAny(t.text, "/.:"):
		s, ok := fromSymbol(t.text, t.at, false)
		if !ok {
			return
		}
		s.over, s.aside = whole, aside
		m = s
	}
	f.add(m)
}

// headline tells a line most of whose words have a capital.
func headline(toks []token) bool {
	words, capitals := 0, 0
	for i := range toks {
		if toks[i].kind != word || toks[i].role&empty != 0 {
			continue
		}
		words++
		if r, _ := utf8.DecodeRuneInString(toks[i].text); unicode.IsUpper(r) {
			capitals++
		}
	}
	return words >= 3 && capitals*10 > words*6
}
