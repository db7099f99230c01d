package queue

import (
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/fsutil"
)

const markDigits = 16

// Whole begins the mark of an answer that tells all of its words.
const Whole = "w"

// Mark identifies an answer of the agent by its Digest, and is empty for one without words.
func Mark(text string) string {
	if text = Digest(text); text == "" {
		return ""
	}
	return Whole + text
}

// Digest identifies words: it is a hash of their runes that are not white space, since agents trim and wrap a message differently in
// their transcripts and payloads, and empty without any.
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
