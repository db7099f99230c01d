package lint

import "bytes"

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
	for at := 0; at < len(src); {
		start, end := nextWord(src, at)
		if start < 0 {
			break
		}
		at = end
		if !suspect(src[start:end], marksOf(src[start:end])) {
			continue
		}
		line := bytes.LastIndexByte(src[:start], '\n') + 1
		if bytes.Contains(src[start:end], []byte("[[")) || inLink(src[line:start]) {
			continue
		}
		at = min(end+len(restOfLine(src, end))+1, len(src))
		if n := len(out); n > 0 && out[n-1].end == line {
			out[n-1].end = at
		} else {
			out = append(out, span{line, at})
		}
	}
	return out
}

// nextWord returns the next word at or behind offset at, which begins a word or a gap, that is long
// or holds a rare byte; -1 without one. Every longWord-th byte is looked at to find the long ones.
func nextWord(src []byte, at int) (start, end int) {
	gap := at - 1 // the last gap seen
	for probe := at + longWord - 1; ; {
		stop := min(probe+1, len(src))
		for i := at; i < stop; i++ {
			if byteMarks[src[i]]&isRare != 0 {
				return wordAt(src, i)
			}
		}
		if at = stop; at <= probe {
			return -1, -1
		}
		g := probe
		for g > gap && byteMarks[src[g]]&isGap == 0 {
			g--
		}
		if g == gap && probe-gap >= longWord {
			return wordAt(src, probe)
		}
		gap, probe = g, g+longWord
	}
}

// wordAt returns the word around offset i.
func wordAt(src []byte, i int) (start, end int) {
	for start = i; start > 0 && byteMarks[src[start-1]]&isGap == 0; start-- {
	}
	for end = i; end < len(src) && byteMarks[src[end]]&isGap == 0; end++ {
	}
	return start, end
}

func marksOf(w []byte) (m uint8) {
	for _, c := range w {
		m |= byteMarks[c]
	}
	return m
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
	return hasAt(src, "-----BEGIN", 5) || hasAt(src, "assphrase", 4) || hasAt(src, "Phrase", 0) || hasAt(src, "PHRASE", 0)
}

// hasAt is bytes.Contains for a text whose byte at offset rare seldom occurs.
func hasAt(src []byte, text string, rare int) bool {
	for at := rare; at < len(src); at++ {
		i := bytes.IndexByte(src[at:], text[rare])
		if i < 0 {
			return false
		}
		at += i
		if from := at - rare; from+len(text) <= len(src) && string(src[from:from+len(text)]) == text {
			return true
		}
	}
	return false
}
