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
	word  string // in small letters
	stem  string // what is the same in its other forms; "" where the word tells nothing
	sign  bool
	code  bool
	num   bool
	name  bool // begins with a capital, or is code
	cased bool // it has a capital behind its first letter
	home  bool // what the line is of by where it stands
}

// content tells a token that says what a clause is about.
func (t *tok) content() bool { return t.stem != "" }

// proper tells what is written as only a name is: code, or with a capital, a digit or a sign within.
func (t *tok) proper() bool {
	return t.code || t.stem != "" && !t.num && (strings.ContainsAny(t.word, "._/:@0123456789") || t.cased)
}

// named tells a token that only a verb or nothing stands before.
func (t *tok) named() bool { return t.name || t.sign || cues().articles[t.word] }

// denies tells a word that makes a sentence say what is not.
func denies(t *tok) bool {
	return !cues().without[t.word] && (cues().nay[t.word] || strings.HasSuffix(t.word, "n't"))
}

// ends tells a sign that ends a sentence.
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
