package markdown

import (
	"strings"
	"unicode"
)

// IsBlockID reports whether Obsidian accepts s as a block id.
func IsBlockID(s string) bool {
	for i := range len(s) {
		if !IsIDByte(s[i]) {
			return false
		}
	}
	return s != ""
}

// IsIDByte reports whether a block id may have c in it.
func IsIDByte(c byte) bool { return c == '-' || c >= '0' && c <= '9' || isLetter(c) }

// CutBlockID splits a line's text from the block id at its end. The id stands alone or after a
// space.
func CutBlockID(line string) (text, id string) {
	line = strings.TrimRight(line, " \t")
	i := strings.LastIndexByte(line, '^')
	if i < 0 || !IsBlockID(line[i+1:]) {
		return line, ""
	}
	if i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
		return line, ""
	}
	return strings.TrimRight(line[:i], " \t"), line[i+1:]
}

// LinkText returns a heading in the form that a link can hold.
func LinkText(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if strings.ContainsRune("#|^[]", r) {
			return ' '
		}
		return r
	}, s))
}

// FoldHeading returns a heading as Obsidian compares it with a link.
func FoldHeading(s string) string {
	return strings.ToLower(strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || r < 0x80 && IsPunct(byte(r)) && r != '-' && r != '_'
	}), " "))
}
