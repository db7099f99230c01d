package sentence

import (
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// SecretOnly reports whether nothing is left of a text without the redacted parts.
func SecretOnly(s string) bool {
	if !strings.Contains(s, "[redacted:") && !strings.Contains(s, "[private]") {
		return false
	}
	words := 0
	prose.EachWord(Withheld().ReplaceAllString(s, " "), func(w string) {
		if !prose.IsStop(w, prose.EN) && strings.IndexFunc(w, unicode.IsLetter) >= 0 {
			words++
		}
	})
	return words < 3
}

// Withheld matches the marks of what was redacted.
var Withheld = lazy.Regexp(`\[private\]|\[redacted:[^\]\n]*\]?`)

// SaysNo reports whether a message begins with a "no" that stands alone, behind sounds of thinking, and what
// follows it; "no problem" does not, and "problem" follows it.
func SaysNo(text string) (alone bool, rest string) {
	m := noAtFirst().FindStringSubmatch(text)
	if m == nil {
		return false, ""
	}
	rest = text[len(m[0]):]
	return m[1] != "" || rest == "", rest
}

// Denies reports whether a message begins with a "no" and says more.
func Denies(text string) bool {
	no, rest := SaysNo(text)
	return no && rest != ""
}

var noAtFirst = lazy.Regexp(`(?i)^(?:(?:ok(?:ay)?|uh+|um+|h+m+|m+h?|eh+|äh+m?|ähm|well|ah+|oh+|yeah|bueno|vale|bon|euh|えっと|うーん|嗯|那个)[\s,.!…、。，–—-]+)*(?:no+|nope|nah|nein|nö|nee?|non|não|нет|いや|いいえ|i don't think so|not (?:really|quite)|das glaube? ich nicht)(?:([,.!;:–—、。，…]+\s*|\s+[–—-]\s+|\s*$)|\s+)`)
