package lint

import "bytes"

// Most lines of a vault are prose, and looking for secrets in prose with all rules is dear. What
// the rules find is a value with digits or signs among its letters, a long word, or something that
// a colon or an equals sign gives to a name. suspects picks the lines that hold such, once over the
// bytes; the rules see only these.

// Marks of a byte in the table.
const (
	isDigit = 1 << iota
	isLetter
	isSign  // occurs in passwords and keys, hardly in prose
	isGiven // gives a value to a name
	isGap   // ends a word
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
	if bytes.Contains(src, []byte("-----BEGIN")) || bytes.Contains(src, []byte("assphrase")) {
		return []span{{0, len(src)}}
	}
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
			if c == '[' && i > word && src[i-1] == '[' {
				link = true
			}
			marks |= m
			continue
		}
		n := i - word
		if !odd && n >= shortSecret && !link {
			odd = marks&isSign != 0 && signed(src[word:i]) || marks&(isDigit|isLetter) == isDigit|isLetter || n >= longWord
		}
		odd = odd || marks&isGiven != 0 && !link
		word, marks = i+1, 0
		if link && bytes.Contains(src[max(line, i-n):i], []byte("]]")) {
			link = false
		}
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

// signed reports whether a word holds a sign and is more than a word in Markdown's marks, or at
// the end of a sentence.
func signed(word []byte) bool {
	return bytes.ContainsAny(bytes.Trim(word, "*!?~.,;()"), "$@!%&*+~?\\")
}
