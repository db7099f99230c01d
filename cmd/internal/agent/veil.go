package agent

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/queue"
)

// withheld stands where a veil lies.
const withheld = queue.Withheld

// Veil returns a message without all that might be part of a secret. The hook has no time to tell
// secrets from other text, and what it writes lies on the disk until the worker, who can tell,
// takes it; so the veil errs on the side of silence. Withheld are: words of eight or more characters
// with both letters and digits, words of 24 or more, words with = or with an address that names a
// user; what follows a word like password, token or key on its line, or on the next where nothing
// does; and everything from the head of a PEM block on. Characters beyond ASCII divide words: no
// secret has them, and some languages have no spaces.
func Veil(text string) string {
	text, _, cut := strings.Cut(text, "-----BEGIN")
	var out strings.Builder
	out.Grow(len(text))
	below := false // the line above ended in a word like password
	for line := range strings.Lines(text) {
		if below && strings.TrimSpace(line) != "" {
			out.WriteString(withheld)
			if strings.HasSuffix(line, "\n") {
				out.WriteByte('\n')
			}
			below = false
			continue
		}
		end := len(strings.TrimRight(line, "\r\n"))
		if at := afterCue(line[:end]); at >= 0 {
			if below = !hasWord(line[at:end]); below {
				at = end
			}
			veilWords(&out, line[:at])
			if !below {
				out.WriteString(" " + withheld)
			}
		} else {
			veilWords(&out, line[:end])
		}
		out.WriteString(line[end:])
	}
	if cut {
		out.WriteString(withheld)
	}
	return out.String()
}

// cues are the words after which secrets stand, also within other words: API_KEY, mytoken.
var cues = [...]string{"password", "passwd", "passphrase", "pwd", "secret", "token", "key", "bearer", "basic", "credential"}

// afterCue finds where the first cue of a line ends; -1 when it has none.
func afterCue(line string) int {
	first, end := len(line), -1
	lower := asciiLower(line)
	for _, cue := range cues {
		if at := strings.Index(lower, cue); at >= 0 && (at < first || at == first && at+len(cue) > end) {
			first, end = at, at+len(cue)
		}
	}
	return end
}

// asciiLower keeps the length, which strings.ToLower does not.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}

// hasWord tells whether more than punctuation is in s, and than the rest of the cue's own word: the s
// of keys.
func hasWord(s string) bool {
	s = strings.TrimPrefix(s, "s")
	return strings.ContainsFunc(s, func(r rune) bool { return isLetter(r) || isDigit(r) || r >= utf8.RuneSelf })
}

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
func isDigit(r rune) bool  { return '0' <= r && r <= '9' }

// veilWords writes s with its suspicious words withheld.
func veilWords(out *strings.Builder, s string) {
	for s != "" {
		n := strings.IndexFunc(s, isWordRune)
		if n < 0 {
			n = len(s)
		}
		out.WriteString(s[:n])
		s = s[n:]
		n = strings.IndexFunc(s, func(r rune) bool { return !isWordRune(r) })
		if n < 0 {
			n = len(s)
		}
		if suspicious(s[:n]) {
			out.WriteString(withheld)
		} else {
			out.WriteString(s[:n])
		}
		s = s[n:]
	}
}

func isWordRune(r rune) bool { return ' ' < r && r < 0x7f }

func suspicious(word string) bool {
	if len(word) >= 24 || strings.Contains(word, "=") {
		return true
	}
	if _, after, ok := strings.Cut(word, "://"); ok && strings.Contains(after, "@") {
		return true
	}
	return len(word) >= 8 && strings.ContainsFunc(word, isLetter) && strings.ContainsFunc(word, isDigit)
}
