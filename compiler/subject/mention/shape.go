package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Shape returns the class of a single word if it is written as only names are: humps, capitals, digits between
// letters, a joint. An ordinary word is a Word.
func Shape(w string) Class {
	letters, upper, digits, joints := 0, 0, 0, 0
	for i, r := range w {
		switch {
		case unicode.IsUpper(r):
			upper++
			letters++
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case r == '_' || r == '.' && i > 0:
			joints++
		}
	}
	first, _ := utf8.DecodeRuneInString(w)
	switch {
	case letters < 2 || digits > letters:
		return Word
	case joints > 0 && letters > 3:
		return Ident
	case strings.Contains(w, "-"):
		return joined(w)
	case upper > 1 && upper == letters && letters > 6 || upper == letters && Generic(strings.ToLower(w)):
		return Word // SHOUTED
	case upper > 1 && !strings.ContainsAny(w, "'’"), // GoReleaser, MCP
		upper == 1 && letters > 2 && !unicode.IsUpper(first), // iPhone
		digits > 0 && letters > 2 && unicode.IsLetter(first): // utf8, log4j
		return Name
	}
	return Word
}

// joined distinguishes names with a hyphen (go-git, Entire-Checkpoint) from compounds of the language (read-only,
// built-in, follow-up).
func joined(w string) Class {
	capitals := 0
	parts := strings.Split(w, "-")
	for i, p := range parts {
		low := strings.ToLower(p)
		r := Lexicon()[low]
		if p == "" || r&(empty|Adj) != 0 || affixes()[low] || allDigits(p) || i == len(parts)-1 && r&Verb != 0 {
			return Word
		}
		if first, _ := utf8.DecodeRuneInString(p); unicode.IsUpper(first) {
			capitals++
		}
	}
	if capitals > 1 {
		return Name
	}
	return Term
}

var affixes = prose.Set("non re pre post self well auto multi semi sub co anti de pseudo sanity " +
	"based like facing friendly wide aware safe free driven specific agnostic proof able ready built hand ever so called " +
	"turn kick stand sign roll hot ad hoc step head trade back visible")

// unnamed reports whether a word is no name whatever its shape: numbers, versions, hashes, ids, dates, marks of
// redaction.
func unnamed(w string) bool {
	digits, letters, hexa := 0, 0, true
	for _, r := range w {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
			hexa = hexa && (r >= 'a' && r <= 'f' || r >= 'A' && r <= 'F')
		}
	}
	return letters < 2 || digits >= letters || hexa && digits > 0 && digits+letters >= 6 ||
		utf8.RuneCountInString(w) > 60 || strings.HasPrefix(strings.ToLower(w), "redacted")
}

func allDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789,-.") == ""
}

// Generic reports whether a folded word names nothing by itself.
func Generic(low string) bool {
	return Lexicon()[low]&(empty|Verb|Noun|Adj|Label) != 0 || utf8.RuneCountInString(low) < 2
}

func lower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}
