// Package ascii looks at texts byte by byte: classes of bytes, runs of them, and words in any letter case. Bytes
// outside of ASCII are in no class.
package ascii

import "strings"

// Byte classes, as a table, because the detectors look up every byte.
const (
	LowerCase = 1 << iota
	UpperCase
	Digit
	Hex    // lower case
	Space  // ASCII white space
	URL    // _ and -
	Base64 // + / and =
)

var classes = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= LowerCase
		t[c-'a'+'A'] |= UpperCase
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= Digit | Hex
	}
	for c := 'a'; c <= 'f'; c++ {
		t[c] |= Hex
	}
	for _, c := range " \t\n\r\v\f" {
		t[c] |= Space
	}
	for _, c := range "_-" {
		t[c] |= URL
	}
	for _, c := range "+/=" {
		t[c] |= Base64
	}
	return t
}()

const (
	Letter = LowerCase | UpperCase
	Alnum  = Letter | Digit
)

// Class returns the classes that a byte is in.
func Class(c byte) uint8 { return classes[c] }

// Is reports whether a byte is in one of the classes.
func Is(c byte, class uint8) bool { return classes[c]&class != 0 }

// These report whether a byte is of the class in their name; a word has letters, digits and underscores.
func IsSpace(c byte) bool { return Is(c, Space) }
func IsDigit(c byte) bool { return Is(c, Digit) }
func IsAlnum(c byte) bool { return Is(c, Alnum) }
func IsWord(c byte) bool  { return Is(c, Alnum) || c == '_' }

// Lower returns a letter in lower case, and any other byte as it is.
func Lower(c byte) byte {
	if Is(c, UpperCase) {
		return c + 'a' - 'A'
	}
	return c
}

// Run returns the end of the bytes of a class that start at i.
func Run(s string, i int, class uint8) int {
	for i < len(s) && Is(s[i], class) {
		i++
	}
	return i
}

// Lowered returns s with its ASCII letters in lower case.
func Lowered(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = Lower(c)
	}
	return string(b)
}

// HasPrefixFold reports whether s starts with prefix, which is lower case ASCII.
func HasPrefixFold(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		if Lower(s[i]) != prefix[i] {
			return false
		}
	}
	return true
}

// HasSuffixFold reports whether s ends in suffix, which is lower case ASCII.
func HasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && HasPrefixFold(s[len(s)-len(suffix):], suffix)
}

// WordStart reports whether a token may begin at i, that is not in the middle of a word. A letter
// that belongs to an escape, as n in \n or 0 in %20, does not count as part of a word.
func WordStart(s string, i int) bool {
	if i == 0 || !IsAlnum(s[i-1]) {
		return true
	}
	if i >= 2 && s[i-2] == '\\' && (s[i-1] == 'n' || s[i-1] == 'r' || s[i-1] == 't') {
		return true
	}
	return i >= 3 && s[i-3] == '%' && Is(Lower(s[i-2]), Hex) && Is(Lower(s[i-1]), Hex)
}

// has reports whether a byte of s is in a class.
func has(s string, class uint8) bool {
	for i := 0; i < len(s); i++ {
		if Is(s[i], class) {
			return true
		}
	}
	return false
}

// These report whether a byte of s is of the class in their name.
func HasDigit(s string) bool  { return has(s, Digit) }
func HasUpper(s string) bool  { return has(s, UpperCase) }
func HasLower(s string) bool  { return has(s, LowerCase) }
func HasLetter(s string) bool { return has(s, Letter) }

// IsPrintable reports whether s is ASCII without control characters.
func IsPrintable(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 || s[i] < 0x20 {
			return false
		}
	}
	return true
}

// ContainsFold reports whether s contains part, which is lower case ASCII.
func ContainsFold(s, part string) bool {
	if part == "" {
		return true
	}
	for i := 0; i+len(part) <= len(s); i++ {
		if Lower(s[i]) == part[0] && HasPrefixFold(s[i:], part) {
			return true
		}
	}
	return false
}

// IsHex reports whether s is hex digits, in any letter case.
func IsHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if !Is(Lower(s[i]), Hex) {
			return false
		}
	}
	return s != ""
}

// Set returns a table of the bytes of chars.
func Set(chars string) (t [256]bool) {
	for i := 0; i < len(chars); i++ {
		t[chars[i]] = true
	}
	return t
}

// Count returns how many of the bytes that s begins with are among chars, at most most.
func Count(s, chars string, most int) int {
	n := 0
	for n < len(s) && n < most && strings.IndexByte(chars, s[n]) >= 0 {
		n++
	}
	return n
}
