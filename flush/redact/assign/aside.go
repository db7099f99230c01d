package assign

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
)

// asidesMost is how many such words may follow each other.
const asidesMost = 3

// skipAside skips words at i that say since when a value holds: "is from now on always …", and the blanks after them.
func skipAside(s string, i int) int {
	for range asidesMost {
		next := i
		for _, a := range lists()["* since"] {
			if !ascii.HasPrefixFold(s[i:], a) {
				continue
			}
			end := i + len(a)
			switch {
			case end < len(s) && s[end] == ',':
				end++
			case ascii.Is(a[len(a)-1], ascii.Letter) && (end >= len(s) || s[end] != ' '): // another word
				continue
			}
			next = skipInline(s, end)
			break
		}
		if next == i {
			break
		}
		i = next
	}
	return i
}

// phraseEnd returns the end of several plain words at i that are a sentence's rest and make no sentence, as the words
// of a passphrase; ok is false if there are none.
func phraseEnd(s string, i int) (end int, ok bool) {
	const least, most = 4, 12
	n := 0
	for at := i; n <= most; {
		k := at
		for k < len(s) && ascii.Is(s[k], ascii.LowerCase) {
			k++
		}
		word := s[at:k]
		if n >= least && (word == "and" || word == "but" || word == "or") {
			return end, true
		}
		if len(word) < 3 || among("sentence", word) || strings.HasSuffix(word, "ed") && n == 0 || strings.HasSuffix(word, "ly") {
			return 0, false
		}
		n++
		end = k
		if k+1 < len(s) && s[k] == ' ' && ascii.IsAlnum(s[k+1]) {
			at = k + 1
			continue
		}
		return end, n >= least && (k == len(s) || strings.IndexByte(" .,;!\n\r)", s[k]) >= 0)
	}
	return 0, false
}

// isPIN reports whether s[start:end] is a number of the length that a PIN has, and no measure.
func isPIN(s string, start, end int) bool {
	n := end - start
	if n < 4 || n > 8 || ascii.Run(s[start:end], 0, ascii.Digit) < n {
		return false
	}
	next := strings.TrimLeft(s[end:min(len(s), end+24)], " ")
	return !among("unit", strings.ToLower(next[:ascii.Run(next, 0, ascii.Letter)]))
}
