package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// unpraise removes pleasantries from the start of a sentence: "You're right - ", "Perfect! ", "OK, so ".
// What is left may be empty.
func (x *lexicon) unpraise(s string) string {
	if prose.Crossed(s) {
		return s
	}
	for range 4 {
		h := hear(s)
		if n := x.lead(opener, h); n > 0 && n < len(h.words) && !x.solid() {
			s = upper(strings.TrimLeft(s[h.ends[n-1]:], " ,:"))
			continue
		}
		n := x.lead(praise, h)
		if n == 0 {
			return s
		}
		cut := n
		if !x.solid() {
			cut = h.ends[n-1]
		}
		rest := strings.TrimLeft(s[cut:], " \"'”’)")
		if rest == "" || strings.Trim(rest, ".!。！…:") == "" {
			return ""
		}
		r, _ := utf8.DecodeRuneInString(rest)
		switch {
		case strings.ContainsRune(",.!:;–—-。！，、：…", r):
		case n == len(h.words):
			return ""
		default:
			return s
		}
		rest = strings.TrimLeftFunc(rest, func(r rune) bool {
			return unicode.IsSpace(r) || strings.ContainsRune(",.!:;–—-。！，、：…", r)
		})
		if rest == "" {
			return ""
		}
		s = upper(rest)
	}
	return s
}

// upper capitalises a sentence that begins with a plain word.
func upper(s string) string {
	end := strings.IndexAny(s, " ,")
	if end < 0 {
		end = len(s)
	}
	for _, r := range s[:end] {
		if !unicode.IsLower(r) && r != '\'' && r != '’' {
			return s
		}
	}
	r, w := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[w:]
}

// empty reports whether a sentence holds nothing but acknowledgements and commands to go on.
func (x *lexicon) empty(s string) bool {
	h := hear(s)
	if len(h.words) == 0 {
		return true
	}
	if x.solid() {
		t := strings.TrimFunc(h.text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		for t != "" {
			n := x.lead(ack, said{text: t})
			if n == 0 {
				return false
			}
			t = strings.TrimLeftFunc(t[n:], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		}
		return true
	}
	for i := 0; i < len(h.words); {
		if w := h.words[i]; len(w) == 1 || strings.Trim(w, "0123456789.") == "" {
			i++ // the letter or number of a choice
			continue
		}
		n := x.lead(ack, said{words: h.words[i:]})
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// orders returns the classes order and task of what a request asks for, without its opening: please update
// it.
func (x *lexicon) orders(s string) mask {
	const both = 1<<order | 1<<task
	for range 3 {
		h := hear(s)
		if m := x.match(h) & both; m != 0 {
			return m
		}
		n := x.lead(request, h)
		if n == 0 || x.solid() || n == len(h.words) {
			return 0
		}
		s = strings.TrimLeft(s[h.ends[n-1]:], " ,:")
	}
	return 0
}
