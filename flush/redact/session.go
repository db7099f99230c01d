package redact

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// Session returns Text for the texts of one session, and a function that takes out of any text the secrets that clean found in
// others. Neither is safe for concurrent use.
func (r *Redactor) Session() (clean, again func(string) string) {
	marks := map[string]string{} // of each secret
	clean = func(s string) string {
		found := r.spans(s)
		for _, sp := range found {
			if word := s[sp.Start:sp.End]; secret(sp) && tellsItself(word) {
				marks[word] = span.Marker(sp.Rule)
			}
		}
		return r.replaced(s, found)
	}
	return clean, func(s string) string {
		for _, secret := range slices.SortedFunc(maps.Keys(marks), func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) }) {
			s = replaceWord(s, secret, marks[secret])
		}
		return s
	}
}

// tellsItself reports whether a secret is recognized without the name before it: one that is an ordinary short word is not.
func tellsItself(secret string) bool {
	if ascii.Run(secret, 0, ascii.Letter) < len(secret) {
		return len(secret) >= 4
	}
	return len(secret) >= 8
}

// replaceWord replaces old where it is not a part of a longer word.
func replaceWord(s, old, mark string) string {
	inside := func(a, b byte) bool { return ascii.IsAlnum(a) && ascii.IsAlnum(b) }
	for at := 0; ; {
		i := strings.Index(s[at:], old)
		if i < 0 {
			return s
		}
		i += at
		end := i + len(old)
		if i > 0 && inside(s[i-1], s[i]) || end < len(s) && inside(s[end-1], s[end]) {
			at = i + 1
			continue
		}
		s = s[:i] + mark + s[end:]
		at = i + len(mark)
	}
}
