package brief

import (
	"slices"
	"strings"
	"unicode"
)

// standing reports whether a preference is clearly a lasting wish, by the words that such wishes usually contain. A text
// with letters of a script other than Latin is accepted as one.
func standing(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return true
		}
	}
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(".;!?\n", r) }), rules)
}

// rules reports whether a sentence in lower case has words of a rule, or begins as an order that may be one.
func rules(s string) bool {
	s = " " + strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	}), " ") + " "
	s = strings.ReplaceAll(s, "’", "'")
	for _, w := range [...]string{"always", "never", "prefer", "prefers", "preferred", "preference", "avoid", "from now on", "going forward",
		"in future", "in the future", "every time", "whenever", "by default", "as a rule", "no more", "instead of", "rather than",
		"likes", "dislikes", "hates", "wants", "no need to",
		"immer", "nie", "niemals", "bevorzugt", "lieber", "siempre", "nunca", "prefiere", "prefiero", "toujours", "jamais", "préfère", "sempre", "prefere"} {
		if strings.Contains(s, " "+w+" ") {
			return true
		}
	}
	for _, w := range [...]string{"don't ", "do not ", "no ", "only ", "please don't ", "please do not ", "stop ", "keep ", "use "} {
		if strings.HasPrefix(s[1:], w) {
			return true
		}
	}
	return false
}
