package redact

import (
	"math"
	"strings"
)

func any8(s string, class uint8) bool {
	for i := 0; i < len(s); i++ {
		if is(s[i], class) {
			return true
		}
	}
	return false
}

func hasDigit(s string) bool  { return any8(s, classDigit) }
func hasUpper(s string) bool  { return any8(s, classUpper) }
func hasLower(s string) bool  { return any8(s, classLower) }
func hasLetter(s string) bool { return any8(s, classLetter) }

// hasSpecial reports whether s contains a character that is typical of passwords and not of
// words.
func hasSpecial(s string) bool { return strings.ContainsAny(s, "!@#$%^&*+?~") }

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 || s[i] < 0x20 {
			return false
		}
	}
	return true
}

func containsFold(s, part string) bool {
	if part == "" {
		return true
	}
	for i := 0; i+len(part) <= len(s); i++ {
		if lower(s[i]) == part[0] && hasPrefixFold(s[i:], part) {
			return true
		}
	}
	return false
}

// masked reports whether s consists only of masking characters: xxxx, ****, •••.
func masked(s string) bool { return strings.Trim(s, "xX*._-#•●·?/\\=~") == "" }

// blank reports whether s is masked, or a single repeated character.
func blank(s string) bool {
	if masked(s) {
		return true
	}
	for _, r := range s {
		if strings.Trim(s, string(r)) == "" {
			return len(s) >= 4 && !isDigit(s[0])
		}
		break
	}
	return false
}

func isHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if !is(lower(s[i]), classHex) {
			return false
		}
	}
	return s != ""
}

// isHexHash reports whether s could be a commit or a digest.
func isHexHash(s string) bool { return len(s) >= 7 && len(s) <= 64 && isHex(s) }

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if s[i] != '-' {
				return false
			}
		} else if !is(lower(s[i]), classHex) {
			return false
		}
	}
	return true
}

// isDigest reports whether s names itself a checksum.
func isDigest(s string) bool {
	for _, p := range [...]string{"sha1:", "sha256:", "sha384:", "sha512:", "sha1-", "sha256-", "sha384-", "sha512-", "md5:", "md5-", "h1:"} {
		if hasPrefixFold(s, p) {
			return true
		}
	}
	return false
}

// isLocation reports whether s is a location: a path, a URL, a reference into a
// secret store.
func isLocation(s string) bool {
	if strings.Contains(s, "://") {
		return true
	}
	switch {
	case strings.HasPrefix(s, "~/"), strings.HasPrefix(s, "./"), strings.HasPrefix(s, "../"), strings.HasPrefix(s, `.\`), strings.HasPrefix(s, `\\`):
		return true
	case s[0] == '/':
		return !isRandom(s) || strings.Count(s, "/") > 3
	case len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/'):
		return true
	}
	for _, p := range [...]string{"env:", "file:", "vault:", "arn:", "op:", "ssm:", "ref+", "secret:", "projects/", "secrets/", "kv/"} {
		if hasPrefixFold(s, p) {
			return true
		}
	}
	return strings.Count(s, "/") >= 1 && isSlug(strings.ReplaceAll(s, "/", "-"))
}

// isVersion reports whether s is numbers separated by dots, with or without a "v".
func isVersion(s string) bool {
	i := run(s, countAny(s, "vV", 1), classDigit)
	return i > 0 && isDigit(s[i-1]) && i+1 < len(s) && s[i] == '.' && isDigit(s[i+1])
}

// isFileName reports whether s is a word with an extension, with or without a line number.
func isFileName(s string) bool {
	stem, rest, ok := strings.Cut(s, ".")
	end := run(rest, 0, classLower)
	return ok && run(stem, 0, classLetter) == len(stem) && end > 0 && end <= 4 &&
		(end == len(rest) || rest[end] == ':' && run(rest, end+1, classDigit) == len(rest))
}

// isReference reports whether s is code that reads a secret: $TOKEN, %TOKEN%, cfg.Key,
// os.Getenv("X"), keys[0].
func isReference(s string) bool {
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
		for i < len(s) && (isWord(s[i]) || s[i] == '$') {
			i++
		}
		if i == start || isDigit(s[start]) || isRandom(s[start:i]) {
			return false
		}
		rest := s[i:]
		switch {
		case rest == "":
			return sigil || parts > 1 && !isRandom(s)
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

// isLookup reports whether a quoted text is an expression for a template or configuration engine.
func isLookup(s string) bool {
	for _, p := range [...]string{"$", "process.env", "os.environ", "os.getenv", "env.", "import.meta.", "secrets.", "vars.", "system.getenv", "getenv("} {
		if hasPrefixFold(s, p) {
			return p != "$" || isReference(s)
		}
	}
	return false
}

// isRandom reports whether s looks generated: letters of both cases
// and digits alternate too often for words, numbers and names in code.
func isRandom(s string) bool {
	changes, n := 0, 0
	for i := 0; i < len(s); i++ {
		if !isAlnum(s[i]) {
			continue
		}
		n++
		if i == 0 || !isAlnum(s[i-1]) {
			continue
		}
		a, b := classes[s[i-1]]&classAlnum, classes[s[i]]&classAlnum
		// A capital before a lower-case letter begins a word.
		hump := b == classUpper && i+1 < len(s) && is(s[i+1], classLower)
		if a != b && !hump && !(a == classUpper && b == classLower) {
			changes++
		}
	}
	return n >= 8 && changes >= 3 && changes*6 >= n && wordiness(s) < 0.6
}

// isSlug reports whether s is words joined by dashes, underscores or dots, or run together
// as names in code are; a number may end a word.
func isSlug(s string) bool {
	return !hasSpecial(s) && wordiness(s) >= 0.6
}

// wordiness returns the share of the letters and digits of s in runs that could be
// words: at least four letters of one case, or capitalised, neither without vowels nor
// with too many consonants in a row.
func wordiness(s string) float64 {
	n, inWords := 0, 0
	for i := 0; i < len(s); {
		if !is(s[i], classLetter) {
			if isDigit(s[i]) {
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
	end := run(s, i, classUpper)
	if end-i > 1 {
		if end < len(s) && is(s[end], classLower) {
			return end - 1
		}
		return end
	}
	return run(s, max(end, i), classLower)
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
		switch lower(w[i]) {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			vowels++
			consonants = 0
		case 'q':
			if i+1 < len(w) && lower(w[i+1]) != 'u' {
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

// entropy returns the Shannon entropy in bits per byte, as gitleaks computes it for ASCII secrets.
func entropy(s string) float64 {
	var counts [256]int
	for i := 0; i < len(s); i++ {
		counts[s[i]]++
	}
	h := 0.0
	for _, n := range counts {
		if n > 0 {
			p := float64(n) / float64(len(s))
			h -= p * math.Log2(p)
		}
	}
	return h
}

// maxToken is how far a detector reads before it decides that it has found a token.
const maxToken = 256

func byteSet(chars string) (t [256]bool) {
	for i := 0; i < len(chars); i++ {
		t[chars[i]] = true
	}
	return t
}

func countAny(s, chars string, most int) int {
	n := 0
	for n < len(s) && n < most && strings.IndexByte(chars, s[n]) >= 0 {
		n++
	}
	return n
}
