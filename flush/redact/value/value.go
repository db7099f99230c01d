// Package value judges whether a text is the secret that its name announces, or a placeholder, a label, code
// or prose.
package value

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A Kind of secret, as its name announces it.
type Kind uint8

const (
	Token    Kind = iota // made by a machine: long and without sense
	Password             // made by a person: may be short, may be a word
)

// A Context describes the context of a value.
type Context struct {
	Kind   Kind
	Strong bool // an assignment beyond doubt: NAME=…, --flag=…, a quoted literal
	Quoted bool
	Sure   bool   // NAME=… in a shell, --flag=…, ?name=…: even a plain word is meant
	Alone  bool   // a line of a settings file, and nothing else on it
	Secret bool   // the name ends in "secret", which people also call a password
	Verb   bool   // the name is also an ordinary word: a plain word is not meant
	Name   string // what the value is assigned to
}

// MaxJudged is the length of the part of a value that is examined to classify it.
const MaxJudged = 256

// Credible reports whether text is the secret that its name announces, and not a placeholder, a
// reference, a type, a label, or prose.
func Credible(text string, v Context) bool {
	text = text[:min(len(text), MaxJudged)]
	if shape.MarkedFake(text) && len(text) > len("FAKE") {
		return true
	}
	if len(text) < 4 || v.Name != "" && ascii.HasPrefixFold(text, strings.ToLower(v.Name)) && !numbered(text[len(v.Name):]) || IsPlaceholder(text) || shape.IsDigest(text) || shape.IsLocation(text) {
		return false
	}
	if !v.Quoted && shape.IsReference(text) || v.Quoted && shape.IsLookup(text) {
		return false
	}
	if v.Kind == Password {
		return crediblePassword(text, v)
	}
	if v.Sure && !strings.ContainsAny(text, "-_./: \t\\") && ascii.HasDigit(text) && ascii.HasLetter(text) && !isTerm(text) && !shape.IsMadeUp(text) && (v.Secret || len(text) >= 16) {
		return true // made by a person
	}
	return credibleToken(text, v)
}

func crediblePassword(text string, v Context) bool {
	if strings.ContainsAny(text, " \t") || isLabel(text) {
		return false
	}
	digit, letter, special := ascii.HasDigit(text), ascii.HasLetter(text), shape.HasSpecial(text)
	if text[0] == '\\' || !v.Quoted && isCode(text) || strings.HasPrefix(text, "0x") && ascii.IsHex(text[2:]) {
		return false
	}
	if shape.IsJumble(text) {
		return true
	}
	if v.Strong {
		switch {
		case digit || special:
			return !isTerm(text)
		case v.Sure:
			return true
		}
		// A capital begins a label; "pass" is the name itself.
		return v.Quoted && !v.Verb && len(text) >= 6 && !strings.ContainsAny(text, "-_./:") && !ascii.Is(text[0], ascii.UpperCase) && !ascii.ContainsFold(text, "pass")
	}
	if len(text) < 6 || isTerm(text) || shape.IsVersion(text) || shape.IsFileName(text) || shape.IsSlug(text) && strings.ContainsAny(text, "-_.") && !isBlend(text) {
		return false
	}
	if v.Alone && len(text) >= 8 && !digit && !special {
		return !ascii.HasUpper(text) && !strings.ContainsAny(text, "-_./:,")
	}
	return digit && letter || special && letter && len(text) >= 8 || digit && !letter && !special
}

// isBlend reports whether a slug has capitals, small letters and a digit within its parts, as hunter2-XYZ has, and names do
// not: the parts of Area-51 and ADR-0012 are of one kind each.
func isBlend(text string) bool {
	digit := false
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("-_.", r) }) {
		digit = digit || ascii.HasDigit(part) && ascii.HasLetter(part)
	}
	return digit && ascii.HasUpper(text) && ascii.HasLower(text)
}

func credibleToken(text string, v Context) bool {
	n := len(text)
	if shape.IsMadeUp(text) {
		return false
	}
	if v.Secret && v.Strong && n >= 6 && n < 12 && ascii.HasDigit(text) && ascii.HasLetter(text) && !isTerm(text) && shape.Wordiness(text) < 0.6 {
		return !strings.ContainsAny(text, " \t\\./:")
	}
	if n < 8 || strings.ContainsAny(text, " \t\\") || !ascii.IsPrintable(text) || shape.IsSlug(text) || isLabel(text) {
		return false
	}
	digit, letter := ascii.HasDigit(text), ascii.HasLetter(text)
	if _, err := strconv.ParseFloat(text, 64); err == nil || !letter {
		return false
	}
	if shape.IsUUID(text) || ascii.IsHex(text) {
		return digit && (n >= 20 || v.Strong && n >= 12)
	}
	if shape.IsJumble(text) && n >= 16 {
		return true
	}
	if shape.IsRandom(text) {
		return v.Strong || n >= 16 || n >= 10 && ascii.HasUpper(text) && ascii.HasLower(text)
	}
	if shape.Wordiness(text) >= 0.6 {
		return false
	}
	if n >= 20 && digit && ascii.HasUpper(text) && ascii.HasLower(text) && shape.Wordiness(text) < 0.55 {
		return true
	}
	if digit && shape.HasSpecial(text) && (v.Strong || ascii.HasUpper(text)) {
		return true
	}
	if !v.Strong {
		return false
	}
	if digit {
		return n >= 12
	}
	for _, w := range [...]string{"secret", "token", "key", "api", "pass"} {
		if ascii.ContainsFold(text, w) {
			return false
		}
	}
	return n >= 16
}

// isCode reports whether a bare value continues as code: minified code, or the beginning of a literal.
func isCode(text string) bool {
	return strings.ContainsAny(text, "{}") || strings.Contains(text, "+=") || strings.Contains(text, "=>") ||
		strings.Contains(strings.TrimRight(text, "="), "==")
}

//go:embed words.txt
var wordFile string

// lists are those of words.txt.
var lists = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for name, words := range prose.Lists(wordFile) {
		all[name] = append(all[name], words...)
	}
	return all
})

func is(list, word string) bool { return slices.Contains(lists()[list], word) }

// IsPlaceholder reports whether text is a placeholder for a secret.
func IsPlaceholder(text string) bool {
	if text == "" || shape.IsBlank(text) || shape.Documented(text) || strings.HasSuffix(text, "EXAMPLE") || strings.HasSuffix(text, "EXAMPLEKEY") {
		return true
	}
	if is("name", strings.ToLower(text)) || len(text) < 40 && strings.Contains(text, "%s") {
		return true
	}
	for _, p := range lists()["part"] {
		// A long secret may contain a short word by chance; a placeholder consists of one.
		if (len(text) < 40 || len(p) >= 6) && ascii.ContainsFold(text, p) {
			return true
		}
	}
	switch text[0] {
	case '$', '%', '@':
		return shape.IsReference(text)
	case '{', '[', '(':
		return true
	case '^': // a block id
		return ascii.Run(text, 1, ascii.Alnum|ascii.URL) == len(text)
	}
	return false
}

func isLabel(text string) bool {
	folded := strings.ToLower(text)
	return is("label", folded) || is("name", folded)
}

// isTerm reports whether text is such a term, alone or joined with words: sha256-hashed.
func isTerm(text string) bool {
	folded := strings.ToLower(text)
	for _, t := range lists()["term"] {
		rest, ok := strings.CutPrefix(folded, t)
		n := ascii.Run(rest, 0, ascii.Digit)
		if !ok || n == 0 || numbered(rest) && is("name", t) { // secret123 opens doors
			continue
		}
		switch tail := rest[n:]; {
		case tail == "", tail == "id", tail == "sum", tail == "hash":
			return true
		case strings.IndexByte("-_.(", tail[0]) >= 0:
			return !ascii.HasDigit(tail)
		}
	}
	return false
}

// numbered reports whether a text is a number of three digits or more.
func numbered(text string) bool {
	return len(text) >= 3 && ascii.Run(text, 0, ascii.Digit) == len(text)
}

// MaxLen is the maximum length of a value.
const MaxLen = 16 << 10
