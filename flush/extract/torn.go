package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// torn tells a text that begins in the middle of a sentence: a paragraph behind a listing that goes
// on with a small word, "instead of an error that nobody understands", or an item that says what is
// done and not of what, "adds the limit both copies lack", where the line above it is not told with it.
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

// acts tells what may be an English verb of what somebody does: adds, removes.
func acts(w string) bool {
	return len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is")
}

// opensName tells a word that what is done to stands behind.
func opensName(w string) bool {
	switch w {
	case "`", "the", "a", "an", "its", "their", "both", "all", "any", "every", "each", "no", "one", "two", "that", "this":
		return true
	}
	return false
}

// whole tells a line before a list that says something without it: "X is the best fit:", not
// "we use it for things like:".
func whole(s string) bool {
	f := strings.Fields(strings.TrimRight(s, " :："))
	if len(f) < 4 {
		return len(f) > 0 && f[0][0] >= utf8.RuneSelf // no spaces in this script
	}
	last := strings.ToLower(f[len(f)-1])
	return !waits()[last] && !announces()[last]
}
