// Package shape says what a text without context looks like: generated, words, a hash, a path, code that reads a
// value from elsewhere, a mask.
package shape

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
)

// HasSpecial reports whether s contains a character that is typical of passwords and not of
// words.
func HasSpecial(s string) bool { return strings.ContainsAny(s, "!@#$%^&*+?~") }

// IsMasked reports whether s consists only of masking characters: xxxx, ****, •••.
func IsMasked(s string) bool { return strings.Trim(s, "xX*._-#•●·?/\\=~") == "" }

// IsBlank reports whether s is masked, or a single repeated character.
func IsBlank(s string) bool {
	if IsMasked(s) {
		return true
	}
	for _, r := range s {
		if strings.Trim(s, string(r)) == "" {
			return len(s) >= 4 && !ascii.IsDigit(s[0])
		}
		break
	}
	return false
}

// IsHexHash reports whether s could be a commit or a digest.
func IsHexHash(s string) bool { return len(s) >= 7 && len(s) <= 64 && ascii.IsHex(s) }

// IsUUID reports whether s has the form of a UUID.
func IsUUID(s string) bool {
	return len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-' && strings.Count(s, "-") == 4 &&
		ascii.IsHex(strings.ReplaceAll(s, "-", ""))
}

// IsDigest reports whether s names itself a checksum.
func IsDigest(s string) bool {
	for _, p := range [...]string{"sha1:", "sha256:", "sha384:", "sha512:", "sha1-", "sha256-", "sha384-", "sha512-", "md5:", "md5-", "h1:"} {
		if ascii.HasPrefixFold(s, p) {
			return true
		}
	}
	return false
}

// IsLocation reports whether s is a location: a path, a URL, a reference into a
// secret store.
func IsLocation(s string) bool {
	if strings.Contains(s, "://") {
		return true
	}
	switch {
	case strings.HasPrefix(s, "~/"), strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"), strings.HasPrefix(s, `.\`), strings.HasPrefix(s, `\\`):
		return true
	case s[0] == '/':
		return !IsRandom(s) || strings.Count(s, "/") > 3
	case len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/'):
		return true
	}
	for _, p := range [...]string{"env:", "file:", "vault:", "arn:", "op:", "ssm:", "ref+", "secret:", "projects/", "secrets/", "kv/"} {
		if ascii.HasPrefixFold(s, p) {
			return true
		}
	}
	return strings.Count(s, "/") >= 1 && IsSlug(strings.ReplaceAll(s, "/", "-"))
}

// IsVersion reports whether s is numbers separated by dots, with or without a "v".
func IsVersion(s string) bool {
	i := ascii.Run(s, ascii.Count(s, "vV", 1), ascii.Digit)
	return i > 0 && ascii.IsDigit(s[i-1]) && i+1 < len(s) && s[i] == '.' && ascii.IsDigit(s[i+1])
}

// IsFileName reports whether s is a word with an extension, with or without a line number.
func IsFileName(s string) bool {
	stem, rest, ok := strings.Cut(s, ".")
	end := ascii.Run(rest, 0, ascii.LowerCase)
	return ok && ascii.Run(stem, 0, ascii.Letter) == len(stem) && end > 0 && end <= 4 &&
		(end == len(rest) || rest[end] == ':' && ascii.Run(rest, end+1, ascii.Digit) == len(rest))
}

// IsReference reports whether s is code that reads a secret: $TOKEN, %TOKEN%, cfg.Key,
// os.Getenv("X"), keys[0].
func IsReference(s string) bool {
	if s[0] == '%' {
		return len(s) <= 3 || s[1] == '(' || strings.HasSuffix(s, "%")
	}
	i := 0
	if strings.IndexByte("$@&*!", s[0]) >= 0 {
		i++
	}
	sigil := i > 0
	if sigil && i < len(s) && (s[i] == '{' || s[i] == '(') {
		return true
	}
	for parts := 1; ; parts++ {
		start := i
		for i < len(s) && (ascii.IsWord(s[i]) || s[i] == '$') {
			i++
		}
		if i == start || ascii.IsDigit(s[start]) || IsRandom(s[start:i]) {
			return false
		}
		rest := s[i:]
		switch {
		case rest == "":
			return sigil || parts > 1 && !IsRandom(s)
		case strings.IndexByte("([{", rest[0]) >= 0, strings.HasPrefix(rest, ".("), rest == "-" && (sigil || parts > 1):
			return true
		case rest == "!" || rest == "?":
			return parts > 1
		case rest[0] == '.':
			i++
		case strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, "->"), strings.HasPrefix(rest, "?."), strings.HasPrefix(rest, "!."):
			i += 2
		default:
			return false
		}
	}
}

// IsLookup reports whether a quoted text is an expression for a template or configuration engine.
func IsLookup(s string) bool {
	for _, p := range [...]string{"$", "process.env", "os.environ", "os.getenv", "env.", "import.meta.", "secrets.", "vars.", "system.getenv", "getenv("} {
		if ascii.HasPrefixFold(s, p) {
			return p != "$" || IsReference(s)
		}
	}
	return false
}

// IsRandom reports whether s looks generated: letters of both cases
// and digits alternate too often for words, numbers and names in code.
func IsRandom(s string) bool {
	changes, n := 0, 0
	for i := 0; i < len(s); i++ {
		if !ascii.IsAlnum(s[i]) {
			continue
		}
		n++
		if i == 0 || !ascii.IsAlnum(s[i-1]) {
			continue
		}
		a, b := ascii.Class(s[i-1])&ascii.Alnum, ascii.Class(s[i])&ascii.Alnum
		// A capital before a lower-case letter begins a word.
		hump := b == ascii.UpperCase && i+1 < len(s) && ascii.Is(s[i+1], ascii.LowerCase)
		if a != b && !hump && !(a == ascii.UpperCase && b == ascii.LowerCase) {
			changes++
		}
	}
	return n >= 8 && changes >= 3 && changes*6 >= n && Wordiness(s) < 0.6
}

// Documented reports whether s is a token that stands in a manual: that of jwt.io, whose claims name John Doe, and Aladdin's
// in RFC 7617.
func Documented(s string) bool {
	return strings.Contains(s, "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l") || s == "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
}

// IsJumble reports whether s is letters only, and of both cases as no name in code has them.
func IsJumble(s string) bool {
	changes := 0
	for i := range s {
		if !ascii.Is(s[i], ascii.Letter) {
			return false
		}
		if i > 0 && ascii.Class(s[i])&ascii.Letter != ascii.Class(s[i-1])&ascii.Letter {
			changes++
		}
	}
	return len(s) >= 10 && changes >= 4 && Wordiness(s) < 0.5
}

// IsSlug reports whether s is words joined by dashes, underscores or dots, or run together
// as names in code are; a number may end a word.
func IsSlug(s string) bool {
	return !HasSpecial(s) && Wordiness(s) >= 0.6
}

// Wordiness returns the share of the letters and digits of s in runs that could be
// words: at least four letters of one case, or capitalised, neither without vowels nor
// with too many consonants in a row.
func Wordiness(s string) float64 {
	n, inWords := 0, 0
	for i := 0; i < len(s); {
		if !ascii.Is(s[i], ascii.Letter) {
			if ascii.IsDigit(s[i]) {
				n++
			}
			i++
			continue
		}
		end := wordEnd(s, i)
		n += end - i
		if isWordLike(s[i:end]) {
			inWords += end - i
		}
		i = end
	}
	if n == 0 {
		return 0
	}
	return float64(inWords) / float64(n)
}

// wordEnd returns the end of the word at i: "HTTPServer" is "HTTP" and "Server".
func wordEnd(s string, i int) int {
	end := ascii.Run(s, i, ascii.UpperCase)
	if end-i > 1 {
		if end < len(s) && ascii.Is(s[end], ascii.LowerCase) {
			return end - 1
		}
		return end
	}
	return ascii.Run(s, max(end, i), ascii.LowerCase)
}

func isWordLike(w string) bool {
	const least, mostConsonants = 4, 4
	if len(w) < least {
		return false
	}
	vowels, consonants, steps := 0, 0, 0
	for i := 0; i < len(w); i++ {
		if i > 0 && w[i] == w[i-1]+1 {
			steps++ // abcd, efgh
		}
		switch ascii.Lower(w[i]) {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			vowels++
			consonants = 0
		case 'q':
			if i+1 < len(w) && ascii.Lower(w[i+1]) != 'u' {
				return false
			}
			fallthrough
		default:
			if consonants++; consonants > mostConsonants {
				return false
			}
		}
	}
	return vowels*5 >= len(w) && vowels < len(w) && steps < len(w)/2
}

// Invisible reports whether a character shows nothing: soft hyphen, zero-width spaces and joiners, marks of direction and
// of order, fillers, and the line ends that are not ASCII.
func Invisible(r rune) bool {
	switch r {
	case utf8.RuneError:
		return false
	case 0x34f, 0x115f, 0x1160, 0x2028, 0x2029, 0x3164, 0xffa0:
		return true
	}
	return r >= 0x80 && unicode.In(r, unicode.Cf, unicode.Variation_Selector)
}

// MaxToken is how far a detector reads before it decides that it has found a token.
const MaxToken = 256

// MarkedFake reports whether a secret is marked as invented by its author, who
// wants to see it redacted however short or simple it is.
func MarkedFake(body string) bool { return strings.HasPrefix(body, "FAKE") }

// madeUp are the words of which an invented token is made, the longest of those that begin alike first.
var madeUp = [...]string{"secret", "s3cret", "password", "passwd", "pass", "token", "apikey", "api", "key", "testing", "test", "fake", "dummy", "example", "sample", "demo",
	"mock", "invalid", "valid", "super", "client", "access", "refresh", "session", "bearer", "jwt", "foobar", "foo", "bar", "baz", "my", "your", "some", "ghp", "gho", "npm", "xoxb", "sk", "pk", "old", "new", "rt", "at"}

// IsMadeUp reports whether a token says itself that it is invented: it consists of words such as secret, test and token, of runs of
// the alphabet and of numbers that count, as rt_abc123def456 and SUPERSECRET do. What a machine makes never reads so. One that begins
// with the mark of [MarkedFake] is not meant.
func IsMadeUp(s string) bool {
	if MarkedFake(s) {
		return false
	}
next:
	for i := 0; i < len(s); {
		if strings.IndexByte("-_.", s[i]) >= 0 {
			i++
			continue
		}
		for _, w := range madeUp {
			if ascii.HasPrefixFold(s[i:], w) {
				i += len(w)
				continue next
			}
		}
		k := i + 1
		for k < len(s) && (s[k] == s[k-1]+1 || s[k-1] == '9' && s[k] == '0') {
			k++
		}
		if k-i < 3 && !(ascii.IsDigit(s[i]) && (k == len(s) || !ascii.IsDigit(s[k]))) {
			return false
		}
		i = k
	}
	return s != ""
}
