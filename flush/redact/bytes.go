package redact

// Byte classes, as a table, because the detectors look up every byte.
const (
	classLower = 1 << iota
	classUpper
	classDigit
	classHex   // lower case
	classSpace // ASCII white space
	classURL   // _ and -
	classB64   // + / and =
)

var classes = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= classLower
		t[c-'a'+'A'] |= classUpper
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= classDigit | classHex
	}
	for c := 'a'; c <= 'f'; c++ {
		t[c] |= classHex
	}
	for _, c := range " \t\n\r\v\f" {
		t[c] |= classSpace
	}
	for _, c := range "_-" {
		t[c] |= classURL
	}
	for _, c := range "+/=" {
		t[c] |= classB64
	}
	return t
}()

const (
	classLetter = classLower | classUpper
	classAlnum  = classLetter | classDigit
)

func is(c byte, class uint8) bool { return classes[c]&class != 0 }
func isSpace(c byte) bool         { return is(c, classSpace) }
func isDigit(c byte) bool         { return is(c, classDigit) }
func isAlnum(c byte) bool         { return is(c, classAlnum) }
func isWord(c byte) bool          { return is(c, classAlnum) || c == '_' }

func lower(c byte) byte {
	if is(c, classUpper) {
		return c + 'a' - 'A'
	}
	return c
}

// run returns the end of the bytes of a class that start at i.
func run(s string, i int, class uint8) int {
	for i < len(s) && is(s[i], class) {
		i++
	}
	return i
}

// hasPrefixFold reports whether s starts with prefix, which is lower case ASCII.
func hasPrefixFold(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := 0; i < len(prefix); i++ {
		if lower(s[i]) != prefix[i] {
			return false
		}
	}
	return true
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && hasPrefixFold(s[len(s)-len(suffix):], suffix)
}

// wordStart reports whether a token may begin at i, that is not in the middle of a word. A letter
// that belongs to an escape, as n in \n or 0 in %20, does not count as part of a word.
func wordStart(s string, i int) bool {
	if i == 0 || !isAlnum(s[i-1]) {
		return true
	}
	if i >= 2 && s[i-2] == '\\' && (s[i-1] == 'n' || s[i-1] == 'r' || s[i-1] == 't') {
		return true
	}
	return i >= 3 && s[i-3] == '%' && is(lower(s[i-2]), classHex) && is(lower(s[i-1]), classHex)
}
