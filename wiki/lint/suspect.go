package lint

import (
	"bytes"
	"slices"
)

// Most lines of a vault are prose, and looking for secrets in prose with all rules is dear. What
// the rules find is a value with digits or signs among its letters, a long word, or something that
// a colon or an equals sign gives to a name. suspects picks the lines that hold such; the rules see
// only these.

// Marks of a byte in the table.
const (
	isLetter = 1 << iota
	isDigit
	isSign  // occurs in passwords and keys, hardly in prose
	isGiven // gives a value to a name
	isGap   // ends a word
)

// isRare are the bytes that make a word worth a look; a word without one is, when it is long.
const isRare = isDigit | isSign | isGiven

var byteMarks = func() (t [256]uint8) {
	for c := range 256 {
		switch b := byte(c); {
		case b >= '0' && b <= '9':
			t[c] = isDigit
		case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z':
			t[c] = isLetter
		case b == ':' || b == '=':
			t[c] = isGiven
		case b == ' ' || b == '\t' || b == '\r' || b == '\n':
			t[c] = isGap
		case bytes.IndexByte([]byte("$@!%&*+~?\\"), b) >= 0:
			t[c] = isSign
		}
	}
	return t
}()

const (
	shortSecret = 6  // no rule finds a shorter value
	longWord    = 24 // no word of a language is longer
)

// suspects returns the stretches of whole lines that may hold a secret.
func suspects(src []byte) []span {
	if announcesMore(src) {
		return []span{{0, len(src)}}
	}
	var out []span
	at := 0
	for line := range bytes.Lines(src) {
		if suspectLine(line) {
			if n := len(out); n > 0 && out[n-1].end == at {
				out[n-1].end += len(line)
			} else {
				out = append(out, span{at, at + len(line)})
			}
		}
		at += len(line)
	}
	return out
}

// suspectLine reports whether a word of a line may be a secret, or gives one to a name.
func suspectLine(line []byte) bool {
	for start := 0; start < len(line); start++ {
		end, marks := start, uint8(0)
		for ; end < len(line) && byteMarks[line[end]]&isGap == 0; end++ {
			marks |= byteMarks[line[end]]
		}
		word := line[start:end]
		if (marks&isRare != 0 || len(word) >= longWord) && suspect(word, marks) && !bytes.Contains(word, []byte("[[")) && !inLink(line[:start]) {
			return true
		}
		start = end
	}
	return false
}

// inLink reports whether a wikilink that opened before, the head of a line up to a word, is open
// still at that word.
func inLink(before []byte) bool {
	open := bytes.LastIndex(before, []byte("[["))
	if open < 0 {
		return false
	}
	shut := bytes.LastIndex(before, []byte("]]"))
	return shut < open && (shut < 0 || bytes.ContainsAny(before[shut:open], " \t\r"))
}

// suspect reports whether a word outside of links may be a secret, or gives one to a name.
func suspect(w []byte, marks uint8) bool {
	switch {
	case marks&isGiven != 0 && (bytes.IndexByte(w, '=') >= 0 || len(w) < 3 || announces(w)):
		return true
	case len(w) < shortSecret:
		return false
	case marks&(isDigit|isLetter) == isDigit|isLetter || len(w) >= longWord:
		return !bytes.Contains(w, []byte("daily/")) // the path of a log
	}
	// A sign at the end of a word, or Markdown's marks around it, is prose.
	return marks&isSign != 0 && bytes.ContainsAny(bytes.Trim(w, "*!?~.,;()"), "$@!%&*+~?\\")
}

// announces reports whether a word names what a secret is given to.
func announces(w []byte) bool {
	lower := bytes.ToLower(w)
	for _, name := range []string{"pass", "pwd", "secret", "token", "key", "auth", "cred", "bearer", "login", "pin", "://", "cookie"} {
		if bytes.Contains(lower, []byte(name)) {
			return true
		}
	}
	return false
}

// announcesMore reports whether a text holds what goes on over words and lines: a passphrase, the
// armour of a key.
func announcesMore(src []byte) bool {
	return containsAny(src, "-----BEGIN", "assphrase", "Phrase", "PHRASE")
}

func containsAny(src []byte, texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return bytes.Contains(src, []byte(text)) })
}
