// Package cautious removes from a text everything that might be part of a secret, without examining it. It is for the hook,
// which has no time for package redact: reading its rules takes 1.2 ms, as long as an empty program takes to
// run. Package redact later processes what cautious keeps.
package cautious

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/assign"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// Withheld replaces words that were removed from a text.
const Withheld = "[…]"

// Text returns a text without anything that might be part of a secret. When in doubt it removes. It removes
// words of six or more characters with digits, words of 24 or more, words with = or with an address that names a user;
// what follows a word that announces a secret, or a flag like -p, on its line, and the next line too if nothing
// follows or the line ends in a colon; private spans; and everything from the head of a PEM block on.
// Non-ASCII characters that show separate words: no secret contains them, and some languages have no spaces.
func Text(text string) string {
	text, _, cut := strings.Cut(span.WithoutPrivate(text, Withheld), "-----BEGIN")
	var out strings.Builder
	out.Grow(len(text))
	below := false // the line above announced a secret
	for line := range strings.Lines(text) {
		end := len(strings.TrimRight(line, "\r\n"))
		if below && saysSomething(line) && !isFence(line) {
			out.WriteString(Withheld)
			if strings.HasSuffix(line, "\n") {
				out.WriteByte('\n')
			}
			below = false
			continue
		}
		from := end
		if at := afterAnnouncement(line[:end]); at >= 0 {
			below = !saysSomething(line[at:end]) || announcesNext(line[at:end])
			if saysSomething(line[at:end]) {
				from = at
			}
		}
		withholdWords(&out, line[:from])
		if from < end {
			out.WriteString(" " + Withheld)
		}
		out.WriteString(line[end:])
	}
	if cut {
		out.WriteString(Withheld)
	}
	return out.String()
}

// An announcement is a word after which a secret may stand.
type announcement struct {
	word string // in lower case if it is ASCII
	any  bool   // also inside of other words
}

var announcements = sync.OnceValue(func() (all []announcement) {
	words, anywhere := assign.Words()
	for _, word := range append(words, "bearer", "basic", "auth", "authorization") {
		all = append(all, announcement{ascii.Lowered(word), false})
	}
	for _, word := range append(anywhere, "parola", " -p", " -a", " -u", " -pass", " --pass", " --user", " --token", " --auth") {
		all = append(all, announcement{ascii.Lowered(word), true})
	}
	return all
})

// openers are the words before key in names that are written as one word. Other words end in key too, such as monkey.
var openers = [...]string{"api", "access", "secret", "private", "auth", "encryption", "signing"}

// afterAnnouncement returns the end of the first word that may announce a secret; -1 if a line has none.
func afterAnnouncement(line string) int {
	first := -1
	low := ascii.Lowered(line)
	for _, w := range announcements() {
		for from := 0; ; {
			at := strings.Index(low[from:], w.word)
			if at < 0 || first >= 0 && from+at+len(w.word) >= first {
				break
			}
			from += at + len(w.word)
			end := from
			if !w.any {
				end = nameWordEnd(line, from)
				if !nameWordBegins(line, low, from-len(w.word), w.word) {
					end = -1
				}
			}
			if end >= 0 {
				first = end
				break
			}
		}
	}
	return first
}

// nameWordBegins reports whether the word at at is the first or the last of a name, as in API_KEY and apiKey. Except for
// key and basic, few words end in one that announces a secret, so dbpassword counts as a name.
func nameWordBegins(line, low string, at int, word string) bool {
	switch {
	case at == 0 || !ascii.Is(line[at-1], ascii.Letter), ascii.Is(line[at], ascii.UpperCase) && (!ascii.Is(line[at-1], ascii.UpperCase) || len(line) > at+1 && !ascii.Is(line[at+1], ascii.UpperCase)):
		return true
	case word == "key":
		return slices.ContainsFunc(openers[:], func(o string) bool { return strings.HasSuffix(low[:at], o) })
	}
	return word != "basic" && word != "bearer"
}

// nameWordEnd returns the end of a word of a name: i, or one letter later with a plural s; -1 if the word
// continues.
func nameWordEnd(line string, i int) int {
	over := func(i int) bool {
		return i >= len(line) || !ascii.Is(line[i], ascii.Letter) || ascii.Is(line[i], ascii.UpperCase) && !ascii.Is(line[i-1], ascii.UpperCase)
	}
	switch {
	case over(i):
		return i
	case line[i]|0x20 == 's' && over(i+1):
		return i + 1
	}
	return -1
}

// announcesNext reports whether, by the text after an announcement, the secret is on the next line.
func announcesNext(s string) bool {
	s = strings.TrimRight(s, " \t*_`\"'>")
	return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "=") || strings.HasSuffix(s, " is")
}

// isFence reports whether a line opens a block of code.
func isFence(line string) bool {
	line = strings.TrimLeft(line, " \t>")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// saysSomething reports whether s contains more than punctuation.
func saysSomething(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || ascii.IsAlnum(byte(r)) })
}

// withholdWords writes s without the words that look like a secret.
func withholdWords(out *strings.Builder, s string) {
	inASCII := func(r rune) bool { return ' ' < r && r < 0x7f || shape.Invisible(r) }
	for s != "" {
		n := strings.IndexFunc(s, inASCII)
		if n < 0 {
			n = len(s)
		}
		out.WriteString(s[:n])
		s = s[n:]
		n = strings.IndexFunc(s, func(r rune) bool { return !inASCII(r) })
		if n < 0 {
			n = len(s)
		}
		if mayBeSecret(s[:n]) {
			out.WriteString(Withheld)
		} else {
			out.WriteString(s[:n])
		}
		s = s[n:]
	}
}

func mayBeSecret(word string) bool {
	_, address, ok := strings.Cut(word, "://")
	return len(word) >= 24 || strings.Contains(word, "=") || ok && strings.Contains(address, "@") || len(word) >= 6 && ascii.HasDigit(word)
}
