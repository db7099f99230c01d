package mention

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Find returns what a line names, each name once. The line is plain text with inline code still in its ticks.
func Find(line string, lang prose.Lang) []Mention {
	f := finder{toks: scan(Compatible(line), lang), lang: lang, at: map[string]int{}}
	f.headline = headline(f.toks)
	depth := 0
	for i := 0; i < len(f.toks); {
		j := i + 1
		switch t := &f.toks[i]; t.kind {
		case opened:
			depth++
		case closed:
			depth = max(depth-1, 0)
		case quoted:
			if n := utf8.RuneCountInString(t.text); n >= 2 && n <= 20 && !Generic(strings.ToLower(t.text)) {
				m := named(t.text, t.text, Name, t.at)
				m.Head, m.Lead = f.states(i, j), f.leads(i)
				f.add(m, depth > 0)
			}
		case han, kana:
			for j < len(f.toks) && f.toks[j].tight {
				j++
			}
			f.spaceless(i, j, depth > 0)
		case word, code:
			if j = f.runEnd(i); j > i {
				f.run(i, j, depth > 0)
			} else {
				j = i + 1
			}
		}
		i = j
	}
	return f.out
}

// A finder collects the mentions of one line.
type finder struct {
	toks     []token
	lang     prose.Lang
	headline bool // capitals say nothing: most words have one
	out      []Mention
	at       map[string]int // the place in out of each key
}

// add keeps the mention of each key with the highest class.
func (f *finder) add(m Mention, aside bool) int {
	if m.Aside = aside; m.Key == "" {
		return -1
	}
	i, ok := f.at[m.Key]
	if !ok {
		f.out = append(f.out, m)
		f.at[m.Key] = len(f.out) - 1
		return len(f.out) - 1
	}
	o := &f.out[i]
	o.Lead = o.Lead || m.Lead && !m.Aside
	if o.Aside && !m.Aside || o.Over >= 0 && m.Over < 0 {
		o.Aside, o.At, o.Over = m.Aside, m.At, m.Over
		if m.Over >= i {
			o.Over = -1
		}
	}
	if m.Class > o.Class {
		o.Class, o.Form, o.Labelled = m.Class, m.Form, m.Labelled
	}
	o.Called = o.Called || m.Called
	return i
}

// headline reports whether most words of a line have a capital.
func headline(toks []token) bool {
	words, capitals := 0, 0
	for i := range toks {
		if toks[i].kind == word {
			words++
			if r, _ := utf8.DecodeRuneInString(toks[i].text); unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	return words >= 4 && capitals*10 > words*6
}

// runEnd returns where the run of words and code that starts at i ends: before a function word or a verb. "de" and
// similar words connect a Romance noun phrase.
func (f *finder) runEnd(i int) int {
	j := i
	for ; j < len(f.toks); j++ {
		t := &f.toks[j]
		if t.kind == code {
			continue
		}
		if t.kind != word || f.lang == prose.DE && j > i && lower(t.text) && Shape(t.text) == Word {
			break // a German noun has a capital, what follows it has none
		}
		if t.role&empty != 0 && !(j > i && f.joins(t.low) && j+1 < len(f.toks) && f.toks[j+1].kind == word && f.toks[j+1].role&empty == 0) {
			break
		}
		if (t.role&Verb != 0 || j > i && f.third(j)) && Shape(t.text) == Word && !f.capital(j) {
			break
		}
	}
	return j
}

// third reports whether a word is a verb by its ending and its object: "the script sources the file".
func (f *finder) third(i int) bool {
	t := &f.toks[i]
	if t.kind != word || !strings.HasSuffix(t.low, "s") || strings.HasSuffix(t.low, "ss") || i+1 == len(f.toks) {
		return false
	}
	next := &f.toks[i+1]
	named := i > 0 && f.toks[i-1].kind == word && Shape(f.toks[i-1].text) == Name // SQLite runs in WAL mode
	return next.role&Det != 0 || t.role&Third != 0 && (next.kind == code || next.kind == word && (named || next.role&(empty|Verb) == 0))
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

// run reads one noun phrase: its words, the names in it, and the phrases of two or three of its words.
func (f *finder) run(i, j int, aside bool) {
	start := i
	for i < j && f.toks[i].role&Adj != 0 && f.toks[i].role&Label == 0 && !f.capital(i) {
		i++
	}
	for j-i > 1 && f.toks[j-1].role&Tail != 0 {
		j--
	}
	head, lead := f.states(start, j), f.leads(start)
	defer func(n int) {
		for k := n; k < len(f.out); k++ {
			f.out[k].Lead = f.out[k].Lead || lead && !aside
		}
	}(len(f.out))
	var spans []span
	over := func(k, n int) int {
		for _, s := range slices.Backward(spans) {
			if s.from <= k && k+n <= s.to {
				return s.at
			}
		}
		return -1
	}
	for n := min(j-i, 3); n > 1; n-- {
		for k := i; k+n <= j; k++ {
			if m, ok := f.phrase(k, k+n); ok {
				ends := k+n == j || k == i && f.foreign(j-1)
				m.Head, m.Over = head && k == i && ends, over(k, n)
				spans = append(spans, span{k, k + n, f.add(m, aside)})
			}
		}
	}
	for k := i; k < j; k++ {
		last := k == j-1 || k == j-2 && f.toks[j-1].role&Kind != 0
		f.single(k, j, over(k, 1), aside, head && k == i && (last || f.foreign(j-1)))
	}
}

// A span is a phrase of tokens and its mention.
type span struct{ from, to, at int }

// phrase returns the words from i to j as one name, if they can be one: all have a capital, or one of them at least
// is no everyday word.
func (f *finder) phrase(i, j int) (Mention, bool) {
	own, capitals, words := 0, 0, 0
	for k := i; k < j; k++ {
		t := &f.toks[k]
		if t.kind != word || strings.ContainsAny(t.text, "/.:'’") || strings.Contains(t.text, "-") && Shape(t.text) == Word || unnamed(t.text) && Shape(t.text) != Name {
			return Mention{}, false
		}
		if t.role&empty == 0 {
			words++
		} else if k == i || k == j-1 {
			return Mention{}, false
		}
		own += prose.Bit(!Generic(t.low))
		capitals += prose.Bit(f.capital(k) || k == i && f.opens(k) || Shape(t.text) == Name)
	}
	if last := &f.toks[j-1]; own == 0 || words < 2 || last.role&Adj != 0 && last.role&Noun == 0 {
		return Mention{}, false
	}
	if f.toks[j-1].role&Kind != 0 && j-i == 2 && (f.capital(i) || Shape(f.toks[i].text) >= Name) {
		return Mention{}, false // a name with its label: see single
	}
	m := named(joinWords(f.toks[i:j]), joinWords(f.toks[i:j]), Phrase, f.toks[i].at)
	if capitals == j-i {
		m.Class = Name
	}
	return m, true
}

// single adds what one token of the phrase that ends before end names.
func (f *finder) single(i, end, whole int, aside, head bool) {
	t := &f.toks[i]
	var ms []Mention
	switch {
	case t.kind == code || strings.ContainsAny(t.text, "/.:") || Shape(t.text) == Ident:
		ms = fromCode(t.text, t.at, t.kind == code)
	case Generic(t.low) && !f.capital(i) || unnamed(t.text) || strings.ContainsAny(t.text, "'’") || utf8.RuneCountInString(t.text) < 3 && Shape(t.text) == Word:
		return
	default:
		m := named(t.text, t.text, Shape(t.text), t.at)
		if f.capital(i) && m.Class == Word && !Generic(t.low) {
			m.Class = Name
		}
		if m.Class == Word && strings.Contains(t.text, "-") || m.Class == Word && Generic(t.low) {
			return
		}
		if m.Class == Word && f.lang == prose.DE && utf8.RuneCountInString(t.text) >= 10 && !lower(t.text) {
			m.Class = Phrase // a compound
		}
		if m.Class == Word && f.lang == prose.EN && (strings.HasSuffix(t.low, "ed") || strings.HasSuffix(t.low, "ing")) {
			return // a form of a verb
		}
		ms = []Mention{m}
	}
	over := whole
	for k, m := range ms { // what comes second is part of the first
		if m.Over, m.Head = over, head && k == 0; k == 0 && m.Class >= Term && i+1 < end && f.toks[i+1].kind == word && f.toks[i+1].role&Kind != 0 {
			m.Form, m.Labelled = m.Form+" "+f.toks[i+1].low, true
		}
		if at := f.add(m, aside); k == 0 {
			over = at
		}
	}
}

// states reports whether the line begins with the phrase from i to j, but for articles, and goes on with what it is
// or does.
func (f *finder) states(i, j int) bool {
	for k := range i {
		if t := &f.toks[k]; t.kind != word || t.role&Det == 0 && (k > 0 || t.role&empty == 0 || !f.foreign(j-1)) {
			return false
		}
	}
	return f.goesOn(j)
}

// goesOn reports whether a verb in the present stands at j, behind a phrase.
func (f *finder) goesOn(j int) bool {
	if j == len(f.toks) || f.foreign(j-1) {
		return f.foreign(j - 1)
	}
	switch t := &f.toks[j]; {
	case t.kind != word || strings.HasSuffix(t.low, "ed") || strings.HasSuffix(t.low, "ing"):
		return false
	default:
		return (t.role&(Aux|Verb) != 0 || f.third(j)) && !pasts()[t.low]
	}
}

// reach is how many bytes of a line may come before its subject behind a label, or where the verbs are not known.
const reach = 100

// farthest is how many words of a line may come before what it is about.
const farthest = 1000

// leads reports whether what the statement is about may begin at a word: no verb stands before it in the line, or one
// group of verbs and nothing but articles after it. A label ends with its colon.
func (f *finder) leads(i int) bool {
	const before, within, behind = 0, 1, 2
	switch {
	case i > farthest:
		return false
	case f.foreign(i):
		return f.toks[i].at < reach
	}
	state := before
	for k := range i {
		t := &f.toks[k]
		verb := t.kind == word && t.role&Verb != 0 && !strings.HasSuffix(t.low, "ing") || t.kind == word && t.role&Aux != 0 && auxiliaries()[t.low]
		switch {
		case t.kind == stop && k+1 < len(f.toks) && f.toks[k+1].first && t.at < reach:
			state = before // behind a label
		case state == within && t.low == "that":
			state = before // "we decided that"
		case verb && state == behind:
			return false
		case verb:
			state = within
		case t.kind == word && t.role&(Det|Aux) != 0:
		case state == within:
			state = behind
		}
	}
	return state != behind
}
