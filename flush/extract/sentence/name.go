package sentence

import (
	"strings"
	"unicode"
)

// FirstClause returns a text up to the sign that ends its first clause.
func FirstClause(s string) string {
	if k := strings.IndexAny(s, ",;:–—!"); k > 0 {
		return s[:k]
	}
	return s
}

// IsName reports whether a text writes one or two words as only names are written.
func IsName(name, text string) bool {
	words := strings.Fields(strings.Trim(name, ". "))
	if len(words) == 0 || len(words) > 2 {
		return false
	}
	said := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:()!?`", r) })
	for i := 1; i < len(said); i++ {
		if w := strings.TrimRight(said[i], "."); strings.EqualFold(w, strings.Trim(words[0], "`")) && (strings.ToLower(w) != w || strings.ContainsAny(w, "._/-0123456789")) {
			return true
		}
	}
	return false
}
