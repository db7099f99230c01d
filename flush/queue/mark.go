package queue

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil"
)

const (
	markRunes  = 64
	markDigits = 16
)

// Mark identifies a message by its end: it is a hash of the last 64 runes that are not white space,
// and empty for a message without any. Agents trim and wrap a message differently in their
// transcripts and payloads, which does not affect the mark.
func Mark(text string) string {
	var last [markRunes]rune
	n := 0
	for n < markRunes && text != "" {
		r, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
		if !unicode.IsSpace(r) {
			n++
			last[markRunes-n] = r // bytes that are no UTF-8 become U+FFFD, as in a decoded transcript
		}
	}
	if n == 0 {
		return ""
	}
	return fsutil.Hash([]byte(string(last[markRunes-n:])))[:markDigits]
}

// Digest identifies a whole prompt: it is a hash of its runes that are not white space, and empty for one without any.
func Digest(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r // bytes that are no UTF-8 become U+FFFD, as in a decoded transcript
	}, text)
	if text == "" {
		return ""
	}
	return fsutil.Hash([]byte(text))[:markDigits]
}
