package lint

import "bytes"

// Most lines of a vault are prose, and looking for secrets in prose with all rules is dear. What
// the rules find is a value with digits or signs among its letters, a long word, or something that
// a colon or an equals sign gives to a name. suspects picks the lines that hold such, once over the
// bytes; the rules see only these.

// Marks of a byte in the table.
const (
	isLetter = 1 << iota
	isDigit
	isSign  // occurs in passwords and keys, hardly in prose
	isGiven // gives a value to a name
	isBracket
	isGap // ends a word
)

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
		case b == '[':
			t[c] = isBracket
		case bytes.IndexByte([]byte("$@!%&*+~?\\"), b) >= 0:
			t[c] = isSign
		}
	}
	return t
}()

const (
	shortSecret = 6  // no rule finds a shorter value
	longWord    = 24 // no word of a language is longer
	passphrase  = len("passphrase")
)

// suspects returns the stretches of whole lines that may hold a secret.
func suspects(src []byte) []span {
	var out []span
	line, word := 0, 0
	var marks uint8
	odd, link := false, false // this line is suspect; the word belongs to a wikilink
	for i := 0; i <= len(src); i++ {
		c := byte('\n')
		if i < len(src) {
			c = src[i]
		}
		m := byteMarks[c]
		if m&isGap == 0 {
			marks |= m
			continue
		}
		if n := i - word; n > 0 && !odd && (marks > isLetter || n >= longWord || n >= passphrase) {
			w := src[word:i]
			link = link || marks&isBracket != 0 && bytes.Contains(w, []byte("[["))
			switch {
			case n >= passphrase && announcesMore(w):
				return []span{{0, len(src)}}
			case !link:
				odd = suspect(w, marks)
			}
			link = link && !bytes.Contains(w, []byte("]]"))
		}
		word, marks = i+1, 0
		if c != '\n' {
			continue
		}
		if odd {
			if n := len(out); n > 0 && out[n-1].end == line {
				out[n-1].end = min(i+1, len(src))
			} else {
				out = append(out, span{line, min(i+1, len(src))})
			}
		}
		line, odd, link = i+1, false, false
	}
	return out
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

// announcesMore reports whether a word begins what goes on over words and lines: a passphrase, the
// armour of a key.
func announcesMore(w []byte) bool {
	return bytes.Contains(w, []byte("-----BEGIN")) || bytes.EqualFold(w[:passphrase], []byte("passphrase")) || bytes.Contains(w, []byte("assphrase"))
}
