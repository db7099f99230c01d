package redact

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Withheld stands in a cautious text where words were taken out of it.
const Withheld = "[…]"

// Cautious returns a text without all that might be part of a secret. It is for who has no time to tell secrets from
// other text: it takes a tenth of what a [Redactor] needs to begin with, and errs on the side of silence. Withheld are:
// words of six or more characters with digits, words of 24 or more, words with = or with an address that names a user;
// what follows a word that announces a secret, or a flag like -p, on its line, and the next line too where nothing
// does or the line ends in a colon; what is marked private; and everything from the head of a PEM block on.
// Characters beyond ASCII divide words: no secret has them, and some languages have no spaces.
func Cautious(text string) string {
	for _, sp := range slices.Backward(privateSpans(text)) {
		text = text[:sp.start] + Withheld + text[sp.end:]
	}
	text, _, cut := strings.Cut(text, "-----BEGIN")
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

// announcements are the words after which a secret may stand.
var announcements = sync.OnceValue(func() (all []secretWord) {
	for _, w := range secretWordTable {
		if !w.url {
			w.word = lowered(w.word)
			all = append(all, w)
		}
	}
	for _, word := range [...]string{"bearer", "basic", "auth", "authorization"} {
		all = append(all, secretWord{word: word})
	}
	for _, word := range [...]string{"parola", " -p", " -a", " -u", " -pass", " --pass", " --user", " --token", " --auth"} {
		all = append(all, secretWord{word: word, any: true})
	}
	return all
})

// openers are what a key opens whose name is written as one word; other words end in key too, as monkey.
var openers = [...]string{"api", "access", "secret", "private", "auth", "encryption", "signing"}

// afterAnnouncement returns where the first word ends that may announce a secret; -1 when a line has none.
func afterAnnouncement(line string) int {
	first := -1
	low := lowered(line)
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

// nameWordBegins reports whether the word at at is the first or the last of a name, as in API_KEY and apiKey. Few words
// end in one that announces a secret, but for key and basic; so dbpassword is a name.
func nameWordBegins(line, low string, at int, word string) bool {
	switch {
	case at == 0 || !is(line[at-1], classLetter), is(line[at], classUpper) && (!is(line[at-1], classUpper) || len(line) > at+1 && !is(line[at+1], classUpper)):
		return true
	case word == "key":
		return endsIn(low[:at], openers[:]...)
	}
	return word != "basic" && word != "bearer"
}

// nameWordEnd returns where a word of a name ends: at i, or one letter later with the s of more than one; -1 when it
// goes on.
func nameWordEnd(line string, i int) int {
	over := func(i int) bool {
		return i >= len(line) || !is(line[i], classLetter) || is(line[i], classUpper) && !is(line[i-1], classUpper)
	}
	switch {
	case over(i):
		return i
	case lower(line[i]) == 's' && over(i+1):
		return i + 1
	}
	return -1
}

// announcesNext reports whether what stands after an announcement leaves the secret to the next line.
func announcesNext(s string) bool {
	s = strings.TrimRight(s, " \t*_`\"'>")
	return endsIn(s, ":", "=", " is")
}

// isFence reports whether a line opens a block of code.
func isFence(line string) bool {
	line = strings.TrimLeft(line, " \t>")
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

// lowered is s in lower case as far as it is ASCII, so that offsets stay what they are.
func lowered(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lower(c)
	}
	return string(b)
}

// saysSomething reports whether more than punctuation is in s.
func saysSomething(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf || isAlnum(byte(r)) })
}

// withholdWords writes s without the words that look like a secret.
func withholdWords(out *strings.Builder, s string) {
	inASCII := func(r rune) bool { return ' ' < r && r < 0x7f }
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
	return len(word) >= 24 || strings.Contains(word, "=") || ok && strings.Contains(address, "@") || len(word) >= 6 && hasDigit(word)
}
