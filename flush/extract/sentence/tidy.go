package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Unpraise removes pleasantries from the start of a sentence: "You're right - ", "Perfect! ", "OK, so ".
// What is left may be empty.
func (x *Lexicon) Unpraise(s string) string {
	if prose.Crossed(s) {
		return s
	}
	for range 4 {
		h := Hear(s)
		if n := x.Lead(opener, h); n > 0 && n < len(h.Words) {
			s = Upper(strings.TrimLeft(s[h.Ends[n-1]:], " ,:"))
			continue
		}
		n := x.Lead(praise, h)
		if n == 0 {
			return s
		}
		rest := strings.TrimLeft(s[h.Ends[n-1]:], " \"'”’)")
		if rest == "" || strings.Trim(rest, ".!。！…:") == "" {
			return ""
		}
		r, _ := utf8.DecodeRuneInString(rest)
		switch {
		case strings.ContainsRune(",.!:;–—-。！，、：…", r):
		case n == len(h.Words):
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
		s = Upper(rest)
	}
	return s
}

// Upper capitalises a sentence that begins with a plain word.
func Upper(s string) string {
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

// Empty reports whether a sentence holds nothing but acknowledgements and commands to go on.
func (x *Lexicon) Empty(s string) bool {
	h := Hear(s)
	if len(h.Words) == 0 {
		return true
	}
	for i := 0; i < len(h.Words); {
		if w := h.Words[i]; len(w) == 1 || strings.Trim(w, "0123456789.") == "" {
			i++ // the letter or number of a choice
			continue
		}
		n := x.Lead(Ack, Said{Words: h.Words[i:]})
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}
