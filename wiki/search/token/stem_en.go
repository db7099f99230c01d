package token

import "strings"

// stemLeast is the minimum length of a stem: "Ines" would otherwise become "in".
const stemLeast = 3

// stemEnglish is the algorithm of M. F. Porter, "An algorithm for suffix stripping" (1980), except for words
// of which too little would be left: these lose only the plural ending, or nothing.
func stemEnglish(word string) string {
	one := porter(word).one()
	for _, p := range [...]porter{one.y().two().three().four().five(), one} {
		if len(p) >= stemLeast {
			return string(p)
		}
	}
	return word
}

// A porter is a word between the steps of the algorithm.
type porter string

// vowel reports whether the letter at i is a vowel; y is one after a consonant.
func (p porter) vowel(i int) bool {
	switch p[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	case 'y':
		return i > 0 && !p.vowel(i-1)
	}
	return false
}

// measure counts the vowel-consonant sequences, m in Porter's paper.
func (p porter) measure() int {
	n, before := 0, false
	for i := range len(p) {
		v := p.vowel(i)
		if before && !v {
			n++
		}
		before = v
	}
	return n
}

func (p porter) hasVowel() bool {
	for i := range len(p) {
		if p.vowel(i) {
			return true
		}
	}
	return false
}

// double reports whether the word ends in the same consonant twice.
func (p porter) double() bool {
	n := len(p)
	return n > 1 && p[n-1] == p[n-2] && !p.vowel(n-1)
}

// short reports whether the word ends in consonant, vowel, consonant, where the last is not w, x or y.
func (p porter) short() bool {
	n := len(p)
	return n > 2 && !p.vowel(n-1) && p.vowel(n-2) && !p.vowel(n-3) && strings.IndexByte("wxy", p[n-1]) < 0
}

// without returns the word without an ending.
func (p porter) without(ending string) (porter, bool) {
	rest, ok := strings.CutSuffix(string(p), ending)
	return porter(rest), ok
}

func (p porter) one() porter {
	if len(p) > 0 && p[len(p)-1] == 's' {
		switch {
		case strings.HasSuffix(string(p), "sses"), strings.HasSuffix(string(p), "ies"):
			p = p[:len(p)-2]
		case !strings.HasSuffix(string(p), "ss"):
			p = p[:len(p)-1]
		}
	}
	if rest, ok := p.without("eed"); ok {
		if rest.measure() > 0 {
			return p[:len(p)-1]
		}
		return p
	}
	rest, ok := p.without("ed")
	if !ok {
		rest, ok = p.without("ing")
	}
	if !ok || !rest.hasVowel() {
		return p
	}
	switch last := string(rest); {
	case strings.HasSuffix(last, "at"), strings.HasSuffix(last, "bl"), strings.HasSuffix(last, "iz"):
		return rest + "e"
	case rest.double() && strings.IndexByte("lsz", last[len(last)-1]) < 0:
		return rest[:len(rest)-1]
	case rest.measure() == 1 && rest.short():
		return rest + "e"
	}
	return rest
}

func (p porter) y() porter {
	if rest, ok := p.without("y"); ok && rest.hasVowel() {
		return rest + "i"
	}
	return p
}

// An ending is a suffix and its replacement.
type ending struct{ from, to string }

var (
	porterTwo = [...]ending{
		{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"}, {"bli", "ble"}, {"alli", "al"}, {"entli", "ent"},
		{"eli", "e"}, {"ousli", "ous"}, {"ization", "ize"}, {"ation", "ate"}, {"ator", "ate"}, {"alism", "al"}, {"iveness", "ive"}, {"fulness", "ful"},
		{"ousness", "ous"}, {"aliti", "al"}, {"iviti", "ive"}, {"biliti", "ble"}, {"logi", "log"},
	}
	porterThree = [...]ending{{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""}}
	porterFour  = [...]string{"al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize"}
)

func (p porter) change(list []ending) porter {
	if p == "" {
		return p
	}
	last := p[len(p)-1]
	for i := range list {
		e := &list[i]
		if e.from[len(e.from)-1] != last {
			continue
		}
		if rest, ok := p.without(e.from); ok {
			if rest.measure() > 0 {
				return rest + porter(e.to)
			}
			return p
		}
	}
	return p
}

func (p porter) two() porter   { return p.change(porterTwo[:]) }
func (p porter) three() porter { return p.change(porterThree[:]) }

func (p porter) four() porter {
	if p == "" {
		return p
	}
	best, last := "", p[len(p)-1]
	for _, e := range &porterFour {
		if e[len(e)-1] == last && len(e) > len(best) && strings.HasSuffix(string(p), e) {
			best = e
		}
	}
	rest := p[:len(p)-len(best)]
	if best == "" || rest.measure() < 2 || best == "ion" && (rest == "" || rest[len(rest)-1] != 's' && rest[len(rest)-1] != 't') {
		return p
	}
	return rest
}

func (p porter) five() porter {
	if rest, ok := p.without("e"); ok {
		if m := rest.measure(); m > 1 || m == 1 && !rest.short() {
			p = rest
		}
	}
	if p.double() && p[len(p)-1] == 'l' && p.measure() > 1 {
		p = p[:len(p)-1]
	}
	return p
}
