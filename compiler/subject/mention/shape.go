package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Shape returns the class of a single word if it is written as only names are: humps, capitals, digits between
// letters, a joint.
func Shape(w string) Class {
	letters, upper, lower, digits, joints := 0, 0, 0, 0, 0
	for i, r := range w {
		switch {
		case unicode.IsUpper(r):
			upper++
			letters++
		case unicode.IsLetter(r):
			lower++
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
		return Plain
	case joints > 0 && lower+upper > 3:
		return Ident
	case upper > 1 && lower > 0 && !strings.ContainsAny(w, "-'’"): // SessionStart, GoReleaser
		return Name
	case upper == 1 && lower > 1 && !unicode.IsUpper(first): // iPhone
		return Name
	case upper > 1 && lower == 0 && letters <= 6 && !Generic(strings.ToLower(w)): // MCP
		return Name
	case strings.Contains(w, "-"):
		return joined(w)
	case digits > 0 && letters > 2 && unicode.IsLetter(first): // utf8, log4j
		return Name
	}
	return Plain
}

// joined distinguishes names with a hyphen (go-git, Entire-Checkpoint) from compounds of the language (read-only,
// built-in, follow-up).
func joined(w string) Class {
	parts := strings.Split(w, "-")
	if w[0] >= '0' && w[0] <= '9' {
		return Plain
	}
	known, capitals := 0, 0
	for _, p := range parts {
		if r, _ := utf8.DecodeRuneInString(p); unicode.IsUpper(r) {
			capitals++
		}
	}
	if capitals > 1 {
		return Name
	}
	for i, p := range parts {
		if p == "" {
			return Plain
		}
		low := strings.ToLower(p)
		r := Lexicon()[low]
		if r&(empty) != 0 || r&adj != 0 || affixes()[low] || allDigits(p) || i == len(parts)-1 && r&(Verb|Inflected) != 0 {
			return Plain
		}
		if r&(common|Label) != 0 {
			known++
		}
	}
	if known == len(parts) && w == strings.ToLower(w) {
		return Phrase
	}
	return Name
}

var affixes = prose.Set("non re pre post self well auto multi semi sub co anti de pseudo sanity well " +
	"based like facing friendly wide aware safe free driven specific agnostic proof able ready built hand ever so called " +
	"turn kick stand sign roll hot ad hoc step head trade back")

// Humps counts the words that capitals separate.
func Humps(w string) int {
	n, prev := 0, false
	for i, r := range w {
		up := unicode.IsUpper(r)
		if i == 0 || up && !prev {
			n++
		}
		prev = up
	}
	return n
}

// unnamed reports whether a word is no name whatever its shape: numbers, versions, hashes, ids, dates.
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
	return letters < 2 || digits >= letters || hexa && digits > 0 && digits+letters >= 6 || utf8.RuneCountInString(w) > 60
}

func lower(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

func allDigits(s string) bool {
	for _, r := range s {
		if !unicode.IsDigit(r) && r != ',' && r != '-' && r != '.' {
			return false
		}
	}
	return s != ""
}

// Generic reports whether a folded word names nothing by itself.
func Generic(low string) bool {
	return Lexicon()[low]&(common|Label|tail) != 0 || utf8.RuneCountInString(low) < 2
}
