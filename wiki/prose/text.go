package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// htmlTags are the elements that agents and people mix into Markdown.
var htmlTags = Set("a abbr b big blockquote br center code dd del details div dl dt em " +
	"font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub " +
	"summary sup table tbody td th thead tr tt u ul var")

// pageTags are elements of whole pages: who writes one into a sentence speaks of it.
var pageTags = Set("article aside audio body button canvas dialog embed fieldset footer form frame head header html iframe input label " +
	"link main math menu meta nav noscript object option output param picture script search section select slot style svg template " +
	"textarea title track video")

// HTML reports whether HTML has an element of this name.
func HTML(name string) bool {
	name = strings.ToLower(name)
	return htmlTags()[name] || pageTags()[name]
}

// valid removes invalid UTF-8, before markup between such bytes is removed.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "")
}

// squeeze collapses white space to single spaces, trims, and drops what cannot be seen:
// control characters, zero-width spaces and byte order marks.
func squeeze(s string) string {
	clean := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || c < ' ' || c == 0x7f || c == ' ' && (i == 0 || i == len(s)-1 || s[i+1] == ' ') {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	gap := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			gap = true
		case unicode.IsControl(r) || hidden(r):
		default:
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		}
	}
	return b.String()
}

// hidden reports whether a character has no width; the zero-width joiner is kept, because scripts need it.
func hidden(r rune) bool {
	switch r {
	case 0x00AD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF:
		return true
	}
	return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r >= 0xE0000 && r <= 0xE007F
}

// decoration reports whether a symbol stands before or after a sentence without being part of it: check
// marks, emoji, geometric shapes, arrows of a bullet list.
func decoration(r rune) bool {
	switch {
	case cross(r):
		return false
	case r >= 0x2600 && r <= 0x27BF, r >= 0x1F000 && r <= 0x1FAFF, r >= 0x25A0 && r <= 0x25FF,
		r >= 0x2B00 && r <= 0x2BFF, r >= 0x23E9 && r <= 0x23FA, r == 0x203C, r == 0x2049,
		r == 0xFE0F, r == 0x20E3, r == 0x23FF, r == 0x2139, r == 0x2705, r == 0x200D:
		return true
	}
	return false
}

// cross reports whether a symbol negates the text beside it, as ✗ does. It is no decoration: without it the
// words say the opposite.
func cross(r rune) bool {
	switch r {
	case '❌', '❎', '✗', '✘', '✖', '🚫', '👎', '⛔', '🙅':
		return true
	}
	return false
}

// Crossed reports whether a plain text has a ✗ or similar symbol at its start or its end.
func Crossed(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, " .:\uFE0F"))
	return cross(first) || cross(last)
}

// undecorate removes decoration from both ends.
func undecorate(s string) string {
	return strings.TrimRightFunc(strings.TrimLeftFunc(s, decorOrSpace), decorOrSpace)
}

func decorOrSpace(r rune) bool { return decoration(r) || unicode.IsSpace(r) }

// count returns how often c stands at the start of s without a break.
func count(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

func firstField(s string) string {
	s = strings.TrimSpace(s)
	if k := strings.IndexAny(s, " \t"); k >= 0 && strings.ContainsAny(s[k:], "\"'") {
		s = s[:k]
	}
	return s
}

// isRef reports whether s may be the label of a reference link: [text][1], [text][spec].
func isRef(s string) bool {
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' {
			return false
		}
	}
	return true
}

func isPunct(c byte) bool {
	return c > ' ' && c < 0x7f && !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z')
}

func punct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// Unspaced reports whether a character's script is written without spaces between words.
func Unspaced(r rune) bool {
	return CJK(r) || r >= 0x0E00 && r <= 0x0FFF || r >= 0x1000 && r <= 0x109F || r >= 0x1780 && r <= 0x17FF // Thai to Tibetan, Myanmar, Khmer
}

// CJK reports whether a character is Han or kana.
func CJK(r rune) bool {
	return r >= 0x3040 && r <= 0x30FF || r >= 0x3400 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x20000 && r <= 0x3FFFF || r >= 0xFF66 && r <= 0xFF9F
}

// cjkPunct reports whether a character is full-width punctuation, which needs no space beside it.
func cjkPunct(r rune) bool { return r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFF65 }
