package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// runEnd returns where the run of words and code that starts at i ends. "de" and similar words connect a Romance noun
// phrase.
func (f *finder) runEnd(i int) int {
	j := i
	for j < len(f.toks) {
		t := &f.toks[j]
		if t.kind != word && t.kind != code {
			break
		}
		if f.lang == prose.DE && t.kind == word && j > i && lower(t.text) && Shape(t.text) < Name {
			break // a German noun has a capital, what follows it has none
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

// chunk splits the run toks[i:j] into noun phrases at its verbs.
func (f *finder) chunk(i, j int, aside bool) {
	left := Role(0)
	if i > 0 && f.toks[i-1].kind == word {
		left = f.toks[i-1].role
	}
	if f.lang != prose.EN && f.lang != prose.Unknown {
		f.articled = true
		f.phrase(i, j, aside, left != 0 || i == 0 || f.toks[i-1].kind == stop)
		return
	}
	right := Role(0)
	if j < len(f.toks) && f.toks[j].kind == word {
		right = f.toks[j].role
	}
	if left&(Pron|Aux|Adv) != 0 && left&(Det|Prep) == 0 && f.verbal(i) {
		i, left = i+1, Verb // after "we", "does", "to" comes a verb
	}
	if i < j && right&(Det|Pron) != 0 && right&Conj == 0 && f.verbal(j-1) && j-i > 1 {
		j, right = j-1, Verb // before "the" comes a verb
	}
	from := i
	f.articled = left&Det != 0
	for k := i; k <= j; k++ {
		if k < j && !f.cuts(k, from) {
			continue
		}
		if k > from {
			l := left
			if from > i {
				l = Verb
			}
			f.articled = l&Det != 0
			f.phrase(from, k, aside, l&(Det|Prep|Verb) != 0 || from > 0 && f.toks[from-1].kind == stop)
		}
		from = k + 1
		if k < j && f.toks[k].role&adj != 0 {
			from = k
		}
	}
}

// cuts reports whether the word at i ends the noun phrase that began at from: it is a verb, or an adjective that
// starts another phrase.
func (f *finder) cuts(i, from int) bool {
	t := &f.toks[i]
	if t.kind != word || !f.verbal(i) {
		return false
	}
	switch {
	case t.role&(Verb|Inflected) != 0, t.role&Lemma != 0 && t.first:
		return true
	case i == from:
		return false
	case t.role&adj != 0 && t.role&Noun == 0:
		return true
	}
	if !strings.HasSuffix(t.low, "s") {
		return false
	}
	if f.named(i - 1) {
		return t.role == 0 || t.role&Lemma != 0 // `quay` drops rows
	}
	return t.role&Lemma != 0 && i-1 == from && f.toks[from].role == 0 && !f.articled // quay builds the archive
}

// verbal reports whether a word may be a verb: it is not written like a name.
func (f *finder) verbal(i int) bool {
	t := &f.toks[i]
	return t.kind == word && Shape(t.text) < Name && !f.capital(i)
}

// capital reports whether the capital letter of a word shows that it is a name.
func (f *finder) capital(i int) bool {
	t := &f.toks[i]
	if t.kind != word || t.first || f.headline || f.lang == prose.DE || Generic(t.low) && t.role&(Noun|Label) == 0 {
		return false
	}
	r, n := utf8.DecodeRuneInString(t.text)
	return unicode.IsUpper(r) && n < len(t.text) && (t.text[n:] == t.low[min(n, len(t.low)):])
}

// named reports whether a token names something by itself.
func (f *finder) named(i int) bool {
	t := &f.toks[i]
	if t.kind == code {
		return true
	}
	if unnamed(t.text) {
		return false
	}
	if Generic(t.low) {
		return false
	}
	return Shape(t.text) >= Name || f.capital(i) && (!strings.Contains(t.text, "-") || joined(t.text) > Plain)
}
