package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// torn reports whether a text begins in the middle of a sentence: a paragraph behind a listing that
// continues in lower case, "instead of an error that nobody understands", or an item that says what is done
// but not by what, "adds the limit both copies lack", where the line above it is left out.
func (w *writer) torn(text string, lead line, item bool) bool {
	first, _ := utf8.DecodeRuneInString(text)
	if !unicode.IsLower(first) {
		return false
	}
	lex := tongue(text, w.r.langs[w.turn])
	h := hear(text)
	if len(h.words) < 2 || lex.solid() {
		return false
	}
	if !item {
		return prose.IsStop(h.words[0], lex.lang) || lex.lead(instead, h) > 0 || lex.lead(contrast, h) > 0
	}
	return lex.lang == prose.EN && !lead.tells() && acts(h.words[0]) && opensName(h.words[1])
}

// acts reports whether a word may be an English verb in the third person: adds, removes.
func acts(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is")
}

// opensName reports whether the object of a verb may begin with a word.
func opensName(w string) bool {
	switch w {
	case "`", "the", "a", "an", "its", "their", "both", "all", "any", "every", "each", "no", "one", "two", "that", "this":
		return true
	}
	return false
}

// whole reports whether a line before a list says something without it: "X is the best fit:", not "we use it
// for things like:".
func whole(s string) bool {
	f := strings.Fields(strings.TrimRight(s, " :："))
	if len(f) < 4 {
		return len(f) > 0 && f[0][0] >= utf8.RuneSelf // no spaces in this script
	}
	last := strings.ToLower(f[len(f)-1])
	return !waits()[last] && !announces()[last]
}
