package change

import "strings"

func contents(toks []tok) []tok {
	var out []tok
	for _, t := range toks {
		if t.content() {
			out = append(out, t)
		}
	}
	return out
}

// A tok is a word, a value, or a sign that ends a clause.
type tok struct {
	word  string // in lower case
	stem  string // common to its other forms; "" where the word has no meaning of its own
	sign  bool
	code  bool
	num   bool
	name  bool // begins with a capital, or is code
	cased bool // it has a capital behind its first letter
	home  bool // it names the project that the line is in
}

// content reports whether a token says what a clause is about.
func (t *tok) content() bool { return t.stem != "" }

// proper reports whether a token is written as only names are: code, or with a capital, a digit or a sign
// inside.
func (t *tok) proper() bool {
	return t.code || t.stem != "" && !t.num && (strings.ContainsAny(t.word, "._/:@0123456789") || t.cased)
}

// named reports whether only a verb or nothing can precede a token.
func (t *tok) named() bool { return t.name || t.sign || cues().articles[t.word] }

// denies reports whether a word negates a sentence.
func denies(t *tok) bool {
	return !cues().without[t.word] && (cues().nay[t.word] || strings.HasSuffix(t.word, "n't"))
}

// ends reports whether a sign ends a sentence.
func ends(t *tok) bool {
	if t.code {
		return false
	}
	switch t.word {
	case ".", "!", "?", ";", "。", "！", "？", "；", ":", "：":
		return true
	}
	return false
}
