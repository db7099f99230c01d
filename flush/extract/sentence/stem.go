package sentence

import (
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// particles reports whether a pair of characters carries no meaning: hiragana alone, or with one of the
// commonest Han characters.
func particles(w string) bool {
	han := false
	for _, r := range w {
		if r < 0x3041 || r > 0x3096 {
			han = true
			if strings.ContainsRune("的了在是我有和就不也很到说要去你会着这那们吧吗呢啊与及而被把从对将个一", r) {
				return true
			}
		}
	}
	return !han
}

func Shared(a, b map[string]bool) int {
	n := 0
	for w := range b {
		if a[w] {
			n++
		}
	}
	return n
}

// Stems returns the stems of the words that carry the meaning of a text, of a compound name those of its parts.
func Stems(s string, lang prose.Lang) map[string]bool {
	out := make(map[string]bool)
	prose.EachWord(s, func(w string) {
		if prose.IsStop(w, lang) || particles(w) || negates(w) {
			return
		}
		for _, p := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("._/-'", r) }) {
			out[prose.Stem(p)] = true
		}
	})
	return out
}

// Codes returns the inline code of a text.
func Codes(s string) map[string]bool {
	out := make(map[string]bool)
	parts := strings.Split(s, "`")
	for i := 1; i < len(parts)-1; i += 2 {
		if len(parts[i]) > 2 {
			out[parts[i]] = true
		}
	}
	return out
}

// negates reports whether a word only negates.
func negates(w string) bool {
	return strings.HasSuffix(w, "n't") || strings.HasSuffix(w, "n’t") || strings.ContainsAny(w, "不没未无") || negations()[w]
}

var negations = prose.Set("cannot not never no nicht kein keine keinen nie niemals nunca jamás ne pas jamais não не нет никогда")

// Akin reports whether two sets of stems share one, or one of them is short for another: "cert" and "certificate".
func Akin(a, b map[string]bool) bool {
	if Shared(a, b) > 0 {
		return true
	}
	const least = 4 // letters
	for w := range a {
		for v := range b {
			if len(w) >= least && len(v) >= least && (strings.HasPrefix(v, w) || strings.HasPrefix(w, v)) {
				return true
			}
		}
	}
	return false
}
