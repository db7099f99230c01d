package sentence

import "strings"

// Unannounced removes the colon from a sentence whose list is left out, and the words before it that announce the list; "" when
// nothing complete is left.
func Unannounced(x *Lexicon, s string) string {
	for {
		s = strings.TrimRight(s, " :：,;–—-")
		k := strings.LastIndexByte(s, ' ')
		if k < 0 {
			break
		}
		if last := strings.ToLower(s[k+1:]); !waits()[last] && !announces()[last] {
			break
		}
		s = s[:k]
	}
	if len(strings.Fields(s)) < 3 && !x.Solid() {
		return ""
	}
	return s
}
