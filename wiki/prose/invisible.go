package prose

import "unicode"

// Invisible reports whether a character shows nothing. Such characters can hide words from a person that an
// agent reads, or reverse words. Line ends and tabs are visible, and joiners stay: some scripts and emoji
// need them.
func Invisible(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r == 0x200c || r == 0x200d:
		return false
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
		return true
	case r >= 0xfe00 && r <= 0xfe0e, r >= 0xe0000 && r <= 0xe0fff: // variation selectors but the emoji's, and tags
		return true
	case r == 0x034f, r == 0x115f, r == 0x1160, r == 0x17b4, r == 0x17b5, r == 0x3164, r == 0xffa0:
		return true
	}
	return false
}
